"""The commands eval run and eval show, as a user meets them."""

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineproof.evals.questions import Fact, KeyedQuestion, Place, write_questions
from lineproof.serve.eval_commands import commit_of
from pipelines.command import main
from storage.workspace import Workspace

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "schema" / "eval.json").read_text(encoding="utf-8"))
CARRIED = KeyedQuestion(
    "carried",
    "simple",
    "stale",
    ("How many days of unused leave may be carried over?",),
    (Fact(("15 days",), "15", "day"),),
    (Fact(("10 days",), "10", "day"),),
    (Place("leave-2024.md", 13, 13),),
)
Evaluate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def evaluate(capsys: pytest.CaptureFixture[str], shelf: Workspace, tmp_path: Path) -> Evaluate:
    """Runs `lineproof eval ... --out out`; gives exit code, output and errors."""
    write_questions([CARRIED], tmp_path / "questions.jsonl")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["--workspace", str(shelf.folder), "eval", arguments[0], "--out", str(tmp_path / "out"), *arguments[1:]])
        printed = capsys.readouterr()
        return int(left.value.code or 0), printed.out, printed.err

    return run


def asked(tmp_path: Path, *more: str) -> list[str]:
    return ["run", "--corpus", "rules", "--questions", str(tmp_path / "questions.jsonl"), *more]


def valid(text: str) -> Any:
    found = json.loads(text)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_a_run_prints_a_table_and_keeps_scores(evaluate: Evaluate, tmp_path: Path) -> None:
    code, out, _ = evaluate(*asked(tmp_path, "--conditions", "search,graph"))
    assert code == 0
    assert re.search(r"^graph +stale +1 +1\.000", out, re.MULTILINE)
    lines = (tmp_path / "out" / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["trace"] for line in lines] == ["search/carried/1", "graph/carried/1"]


def test_scores_of_other_conditions_stay(evaluate: Evaluate, tmp_path: Path) -> None:
    evaluate(*asked(tmp_path, "--conditions", "search,graph"))
    both = (tmp_path / "out" / "scores.jsonl").read_bytes()
    code, _, told = evaluate(*asked(tmp_path, "--conditions", "search"))
    assert (code, (tmp_path / "out" / "scores.jsonl").read_bytes()) == (0, both)
    assert told.splitlines()[-1] == "search: answered, 1 of 1"
    evaluate(*asked(tmp_path, "--conditions", "recall"))
    lines = (tmp_path / "out" / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["trace"] for line in lines] == ["search/carried/1", "graph/carried/1", "recall/carried/1"]


@pytest.mark.parametrize("below", ["file", "file/out"])
def test_a_file_is_no_folder_of_traces(evaluate: Evaluate, tmp_path: Path, capsys: pytest.CaptureFixture[str], below: str) -> None:
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    code, _, error = evaluate(*asked(tmp_path), "--out", str(tmp_path / below))
    assert code == 2
    assert "is a file; name a folder" in " ".join(error.replace("│", " ").split())
    assert (tmp_path / "file").read_text(encoding="utf-8") == "kept"


def test_a_question_may_have_a_long_name(evaluate: Evaluate, tmp_path: Path) -> None:
    write_questions([replace(CARRIED, question_id="Ü" * 300), replace(CARRIED, question_id="Ü" * 301)], tmp_path / "questions.jsonl")
    assert evaluate(*asked(tmp_path, "--conditions", "graph"))[0] == 0
    assert len(list((tmp_path / "out" / "traces").glob("*.json"))) == 2
    code, out, _ = evaluate("show", f"graph/{'Ü' * 301}/1", "--json")
    assert (code, valid(out)["trace"]["question"]["question_id"]) == (0, "Ü" * 301)
    code, _, error = evaluate("show", f"graph/{'Ü' * 302}/1")
    assert (code, "has no trace" in " ".join(error.split())) == (2, True)


def test_answers_do_not_become_sources(evaluate: Evaluate, shelf: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = shelf.corpus("rules").root
    with pytest.raises(SystemExit) as left:
        main(["--workspace", str(shelf.folder), "eval", *asked(tmp_path), "--out", str(root / "answers")])
    assert left.value.code == 2
    assert "within the corpus" in " ".join(capsys.readouterr().err.split())
    assert not (root / "answers").exists()


def test_questions_about_another_corpus_are_refused(evaluate: Evaluate, tmp_path: Path) -> None:
    write_questions([replace(CARRIED, gold=(Place("nowhere.md", 1, 1),))], tmp_path / "questions.jsonl")
    code, _, error = evaluate(*asked(tmp_path))
    assert (code, "the corpus rules has no nowhere.md" in " ".join(error.split())) == (2, True)
    assert not (tmp_path / "out" / "scores.jsonl").exists()


def test_the_same_run_again_leaves_the_same_bytes(evaluate: Evaluate, tmp_path: Path) -> None:
    evaluate(*asked(tmp_path, "--conditions", "graph"))
    before = (tmp_path / "out" / "scores.jsonl").read_bytes()
    evaluate(*asked(tmp_path, "--conditions", "graph"))
    assert (tmp_path / "out" / "scores.jsonl").read_bytes() == before


def test_json_is_as_its_schema_says(evaluate: Evaluate, tmp_path: Path) -> None:
    _, out, _ = evaluate(*asked(tmp_path, "--conditions", "graph", "--json"))
    assert [row["kind"] for row in valid(out)] == ["all", "simple", "stale"]
    _, out, _ = evaluate("show", "graph/carried/1", "--json")
    assert valid(out)["trace"]["condition"] == "graph"


def test_a_trace_is_shown_from_the_question_to_the_score(evaluate: Evaluate, tmp_path: Path) -> None:
    evaluate(*asked(tmp_path, "--conditions", "graph"))
    code, out, _ = evaluate("show", "graph/carried/1")
    assert code == 0
    for expected in ("How many days of unused leave", "claims(", "states", "15 days", "leave-2024.md#L13", "accuracy 1.0"):
        assert expected in out
    assert re.search(r"^evidence +\d+ passages, 1 of them gold \(\*\)$", out, re.MULTILINE)
    assert "* leave-2024.md#L13  " in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "graph/none/1"], "graph/none/1"),
        (["run", "--corpus", "rules", "--questions", "none.jsonl"], "none.jsonl"),
    ],
)
def test_a_mistake_ends_in_a_message(evaluate: Evaluate, arguments: list[str], told: str) -> None:
    code, out, err = evaluate(*arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_an_unknown_condition_and_a_missing_model_are_named(evaluate: Evaluate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LINEPROOF_MODEL", raising=False)
    code, _, err = evaluate(*asked(tmp_path, "--conditions", "serach"))
    assert code == 2
    assert "search" in err
    code, _, err = evaluate(*asked(tmp_path, "--model"))
    assert code == 2
    assert "models.answer" in err


def test_a_commit_is_that_of_the_code_and_not_of_a_repository_around_it(tmp_path: Path) -> None:
    """An environment within somebody's repository made its commit that of Lineproof."""
    for name in ("ours.py", "installed.py"):
        (tmp_path / name).write_text("")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "ours.py"], [*identity, "commit", "-qm", "one"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    assert re.fullmatch(r"[0-9a-f]{40}", commit_of(tmp_path / "ours.py") or "")
    assert commit_of(tmp_path / "installed.py") is None


def test_a_library_below_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as left:
        main(["eval", "library", str(tmp_path / "file" / "library")])
    assert left.value.code == 2
    assert "cannot be written to (Not a directory); name another folder" in " ".join(capsys.readouterr().err.split())
