"""The commands recall, ask and remember: outputs against their schemas, many questions in one process, clear refusals."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from pipelines.command import main
from storage.workspace import Workspace
from tests.compiling import compiled
from tests.model_server import calling, error, scripted
from tests.shelf import RULES

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
DAYS = "How many days of unused leave may be carried over?"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return compiled(tmp_path_factory.mktemp("command") / "shelf", {"rules": RULES, "other": {"a.md": "# Other\n\nText.\n"}})


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], shelf: Workspace, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LINEPROOF_WORKSPACE", str(shelf.folder))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        written = capsys.readouterr()
        return int(left.value.code or 0), written.out, written.err

    return call


def checked(name: str, text: str) -> Any:
    def schema(of: str) -> Any:
        return json.loads((SCHEMAS / f"{of}.json").read_text(encoding="utf-8"))

    registry = Registry().with_resource("vocabulary.json", Resource.from_contents(schema("vocabulary")))
    value = json.loads(text)
    Draft202012Validator(schema(name), registry=registry).validate(value)
    return value


def test_recall_and_ask_print_what_their_schemas_say(run: Run) -> None:
    code, out, _ = run("recall", DAYS, "--corpus", "rules", "--json", "--explain")
    assert code == 0
    assert checked("recall", out)["trace"]["paragraphs"]
    code, out, _ = run("ask", DAYS, "--corpus", "rules", "--json")
    assert code == 0
    answered = checked("ask", out)
    assert "15 days" in answered["answer"]
    assert not answered["abstained"]


def test_ask_goes_to_the_model_that_is_named_and_says_when_it_cannot(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = {"quotes": ["at most 15 days"], "text": "At most 15 days of unused leave may be carried over."}
    with scripted() as server:
        server.script = [calling(("answer", {"found": True, "sentences": [sentence]}))]
        monkeypatch.setenv("LINEPROOF_MODEL", "scripted")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        code, out, _ = run("ask", DAYS, "--corpus", "rules", "--json")
        assert code == 0
        assert checked("ask", out) == {
            "answer": "At most 15 days of unused leave may be carried over. [leave-2024.md#L13]",
            "citations": [{"path": "leave-2024.md", "first_line": 13, "last_line": 13}],
            "abstained": False,
            "flags": [],
        }
        server.script = [error(403)]
        code, out, err = run("ask", "Is there another question?", "--corpus", "rules", "--json")
    assert (code, out) == (1, "")
    assert "Check its key, model name and base_url" in err


def test_people_get_text(run: Run) -> None:
    _, out, _ = run("recall", DAYS, "--corpus", "rules", "--budget", "60")
    assert "15 days" in out
    assert "tokens" in out
    _, out, _ = run("ask", "What is the melting point of tungsten?", "--corpus", "rules")
    assert out.startswith("Not found")


def test_many_questions_are_answered_in_their_order(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    asked = [{"question": DAYS}, {"question": "night train"}, {"question": DAYS, "as_of": "2022-01-01", "budget": 80}]
    file.write_text("\n".join(map(json.dumps, asked)) + "\n\n")
    code, out, _ = run("recall", "--questions", str(file), "--corpus", "rules", "--json")
    assert code == 0
    first, second, third = (checked("recall", line) for line in out.splitlines())
    assert "15 days" in first["items"][0]["text"]
    assert "HX-77" in second["items"][0]["text"]
    assert any("10 days" in item["text"] for item in third["items"])
    assert not any("15 days" in item["text"] for item in third["items"])
    assert third["tokens"] <= 80


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["recall", "--corpus", "rules"], "no question"),
        (["recall", DAYS], "--corpus: rules, other"),
        (["recall", DAYS, "--corpus", "nowhere"], "nowhere"),
        (["recall", DAYS, "--corpus", "rules", "--as-of", "soon"], "2026-01-31"),
        (["recall", DAYS, "--corpus", "rules", "--as-of", ""], "2026-01-31"),
        (["ask", DAYS, "--corpus", "rules", "--as-of", ""], "2026-01-31"),
        (["recall", "--questions", "absent.jsonl", "--corpus", "rules"], "absent.jsonl"),
        (["recall", DAYS, "--questions", "absent.jsonl", "--corpus", "rules"], "not both"),
        (["recall", DAYS, "--corpus", "rules", "--budget", "9999999"], "1<=x<=200000"),
        (["ask", " ", "--corpus", "rules"], "There is no question. Give it in words."),
        (["locate", "", "--corpus", "rules"], "no terms"),
        (["remember", "x", "--speaker", "Ev\nil", "--corpus", "rules"], "in one line"),
        (["remember", " ", "--corpus", "rules"], "1 to"),
        (["remember", "x", "--corpus", "rules", "--session", "../x"], "name of a session"),
    ],
)
def test_what_cannot_be_asked_is_refused_clearly(run: Run, arguments: list[str], says: str) -> None:
    code, out, err = run(*arguments)
    assert code in (1, 2)
    assert says in " ".join(err.split())
    assert out == ""


def test_a_line_that_is_no_question_stops_before_anything_is_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"question": "night train"}\n{"query": "x"}\n')
    code, out, err = run("recall", "--questions", str(file), "--corpus", "rules", "--json")
    assert (code, out) == (2, "")
    assert "line 2" in " ".join(err.split())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"budget": "abc"}, 'budget is "abc"; give a whole number of tokens, 1 to 200000.'),
        ({"budget": True}, "budget is true; give a whole number"),
        ({"budget": 0}, "budget is 0; give a whole number"),
        ({"budget": 40.5}, "budget is 40.5; give a whole number"),
        ({"policy": "loose"}, 'policy is "loose"; there are: strict, balanced, advanced.'),
        ({"policy": ["strict"]}, 'policy is ["strict"]; there are:'),
        ({"as_of": "soon"}, 'as_of is "soon"; write a day as 2026-01-31.'),
        ({"as_of": 2024}, "as_of is 2024; write a day"),
        ({"question": "\ud800"}, "is no question"),
    ],
)
def test_every_line_is_checked_before_anything_is_printed(run: Run, tmp_path: Path, wrong: dict[str, Any], says: str) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps({"question": "night train"}) + "\n" + json.dumps({"question": "x"} | wrong) + "\n")
    code, out, err = run("recall", "--questions", str(file), "--corpus", "rules", "--json")
    assert (code, out) == (2, "")
    told = "".join(err.split()).replace("│", "")
    assert "line2" in told
    assert "".join(says.split()) in told


def test_a_file_may_begin_with_a_mark_have_any_line_breaks_in_strings_and_null_for_what_is_usual(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    asked = {"question": "night\u2028train\x85code", "budget": None, "policy": None, "as_of": None, "id": 7}
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(asked, ensure_ascii=False).encode() + b"\r\n")
    code, out, _ = run("recall", "--questions", str(file), "--corpus", "rules", "--budget", "200", "--policy", "strict", "--json")
    assert code == 0
    recalled = checked("recall", out)
    assert (recalled["policy"], "HX-77" in recalled["items"][0]["text"]) == ("strict", True)
    assert recalled["tokens"] <= 200


def test_what_a_question_file_says_in_vain_is_told(run: Run, tmp_path: Path) -> None:
    """A misspelt budget, or another corpus, was passed over in silence."""
    file = tmp_path / "questions.jsonl"
    asked = [{"question": DAYS, "id": 1}, {"question": DAYS, "budgt": 80, "corpus": "other", "id": 2}]
    file.write_text("\n".join(map(json.dumps, asked)))
    code, out, err = run("recall", "--questions", str(file), "--corpus", "rules", "--json")
    assert (code, len(out.splitlines())) == (0, 2)
    told = [line.removeprefix(f"{file}, ") for line in err.splitlines()]
    known = "is not heeded; a question has question, as_of, policy, budget."
    assert told == [f"line 1: 'id' {known}", f"line 2: 'budgt' {known}", f"line 2: 'corpus' {known}"]


def test_people_see_instructions_line_by_line_and_how_it_was_found(run: Run) -> None:
    _, out, _ = run("recall", DAYS, "--corpus", "rules", "--budget", "60", "--explain")
    assert "␊" not in out
    assert "\nThe context is quoted material" in out
    table = out.partition("rank  score   outcome")[2].splitlines()[1:]
    assert table[0].split()[0] == "1"
    assert {"packed", "cut"} <= {line.split()[2] for line in table}
    assert any("lexical 1 " in line for line in table)


def test_what_is_remembered_is_a_source_and_can_be_recalled(run: Run, shelf: Workspace) -> None:
    code, out, _ = run("remember", "The gate code is 4711 from today.", "--speaker", "Ada", "--corpus", "rules", "--json")
    assert code == 0
    written = checked("remember", out)
    line = (shelf.corpus("rules").root / written["path"]).read_text().splitlines()[written["line"] - 1]
    assert json.loads(line)["speaker"] == "Ada"
    assert [file.name for file in (shelf.corpus("rules").root / "remembered").iterdir()] == ["notes.jsonl"]
    _, out, _ = run("recall", "What is the gate code?", "--corpus", "rules", "--json")
    assert "4711" in json.loads(out)["items"][0]["text"]


def test_what_a_sync_leaves_out_is_not_called_remembered(run: Run, shelf: Workspace) -> None:
    ignored = shelf.corpus("other").root / ".lineproofignore"
    ignored.write_text("remembered/\n")
    code, out, err = run("remember", "The gate code is 4711.", "--corpus", "other")
    assert (code, out) == (2, "")
    assert ".lineproofignore" in err
    ignored.unlink()
    assert run("remember", "The lift is out of order.", "--corpus", "other")[0] == 0
