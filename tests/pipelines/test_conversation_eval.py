"""The command `eval conversations`: answers by rule and by models, scores, going on after a stop, and clear refusals."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineproof.evals import locomo
from pipelines.command import main
from storage.answers import calls
from storage.workspace import Workspace
from tests.model_server import Server, Step, answer, scripted, user_text

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "eval-conversations.json"
TALK: list[dict[str, Any]] = [
    {
        "sample_id": "conv-7",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a puppy called Biscuit from the shelter."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "My violin lessons begin in September."},
            ],
        },
        "qa": [
            {"question": "What is the puppy of Ann called?", "answer": "Biscuit", "evidence": ["D1:1"], "category": 4},
            {"question": "When do the violin lessons of Bo begin?", "answer": "September", "evidence": ["D1:2"], "category": 2},
            {"question": "Which submarine did Zoltan torpedo?", "adversarial_answer": "none", "evidence": [], "category": 5},
        ],
    }
]
AUDIT = [{"question_id": "locomo_0_qa1", "error_type": "WRONG_CITATION", "correct_evidence": ["D1:2"]}]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted() as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "locomo").mkdir()
    (tmp_path / "locomo" / locomo.FILE).write_text(json.dumps(TALK), encoding="utf-8")
    (tmp_path / "locomo" / locomo.AUDIT).write_text(json.dumps(AUDIT), encoding="utf-8")
    return tmp_path / "locomo"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("LINEPROOF_MODEL", "OPENAI_BASE_URL", "OPENAI_API_KEY", "LINEPROOF_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)

    def call(*options: str, path: Path = source, out: str = "run") -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["eval", "conversations", "locomo", str(path), "--out", str(tmp_path / out), *options])
        written = capsys.readouterr()
        return int(left.value.code or 0), written.out, written.err

    return call


def models(folder: Path, server: Server, more: str = "") -> str:
    """A file of settings by which answers and judgements come from two models."""
    tables = [f'[models.{role}]\nmodel = "{role}-model"\nbase_url = "{server.url}"\n' for role in ("answer", "judge")]
    (folder / "models.toml").write_text("\n".join([*tables, more]), encoding="utf-8")
    return str(folder / "models.toml")


def by_model(request: dict[str, Any]) -> Step:
    """Answers with the puppy's name whatever is asked, and judges by the key."""
    text = user_text(request)
    if request["model"] == "judge-model":
        return answer(
            {"reason": "by the key", "right": "BEGIN key" in text and "\nBiscuit\n" in text.split("BEGIN key")[1].split("END")[0]}
        )
    return answer({"found": "puppy" in text.split("END question")[0], "answer": "Biscuit [1]"})


def results(tmp_path: Path) -> dict[str, Any]:
    folder = tmp_path / "run" / "results"
    return {file.relative_to(folder).as_posix(): json.loads(file.read_text(encoding="utf-8")) for file in folder.rglob("*.json")}


def row(report: dict[str, Any], title: str) -> dict[str, Any]:
    return next(one for one in report["rows"] if one["title"] == title)


def test_without_a_model_answers_are_extracted_and_kept_and_not_made_again(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("--json")
    report = json.loads(out)
    Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(report)
    assert (code, report["finished"], report["stopped"]) == (0, 3, None)
    kept = results(tmp_path)
    assert sorted(kept) == ["conv-7/0.json", "conv-7/1.json", "conv-7/2.json"]
    first = kept["conv-7/0.json"]
    assert "Biscuit" in first["given"]["text"]
    assert "#L" not in first["given"]["text"]
    assert (first["recalled"], first["judged"], first["given"]["by"]) == (1.0, None, "rules")
    assert 0 < first["f1"] < 1
    assert (kept["conv-7/2.json"]["given"]["refused"], kept["conv-7/2.json"]["f1"]) == (True, 1.0)
    assert (row(report, "all")["questions"], row(report, "all, unmasked")["questions"]) == (2, 3)
    assert [role["models"] for role in report["roles"]] == ["rules"] * 3
    times = {file: file.stat().st_mtime_ns for file in (tmp_path / "run" / "results").rglob("*.json")}
    assert json.loads(run("--json")[1]) == report
    assert {file: file.stat().st_mtime_ns for file in times} == times


def test_what_other_code_answered_is_asked_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results outlived a change of code or weights, and were summed up with newer ones."""
    run()
    before = results(tmp_path)
    monkeypatch.setattr("lineproof.evals.conversation.run.code", lambda: "another")
    run()
    after = results(tmp_path)
    assert all(after[name]["made_from"] != before[name]["made_from"] for name in before)


def test_with_models_answers_are_judged_and_roles_are_counted_apart(run: Run, server: Server, tmp_path: Path) -> None:
    server.script = by_model
    code, out, _ = run("--json", "--models", models(tmp_path, server))
    report = json.loads(out)
    assert code == 0
    kept = results(tmp_path)
    assert (kept["conv-7/0.json"]["f1"], kept["conv-7/0.json"]["judged"], kept["conv-7/0.json"]["met"]) == (1.0, 1.0, [True])
    assert (kept["conv-7/1.json"]["given"]["refused"], kept["conv-7/1.json"]["judged"]) == (True, 0.0)
    assert kept["conv-7/2.json"]["judged"] == 1.0
    assert [(role["role"], role["models"], role["calls"]) for role in report["roles"]] == [
        ("write", "rules", 0),
        ("answer", "answer-model", 3),
        ("judge", "judge-model", 1),
    ]
    assert "Relative dates in a turn" in user_text(server.requests[0])
    run("--json", "--models", models(tmp_path, server))
    assert len(server.requests) == 4


def test_a_spent_budget_stops_and_the_same_command_goes_on(run: Run, server: Server, tmp_path: Path) -> None:
    server.script = by_model
    run()  # what rules answered does not count as done once a model is to answer
    code, _, error = run("--models", models(tmp_path, server, "[budgets.run]\ntokens = 1\n"))
    assert code == 3
    assert "budget of a run has not enough left" in error
    assert "0 are done" in error.replace("Of 3 questions ", "")
    assert not server.requests
    code, out, _ = run("--json", "--models", models(tmp_path, server))
    assert (code, json.loads(out)["finished"]) == (0, 3)
    assert len([call for call in calls(Workspace.open(tmp_path / "run").corpus("talk-conv-7").answers) if not call.cached]) == 4


def test_an_answer_that_cannot_be_used_is_worth_nothing_and_is_counted(run: Run, server: Server, tmp_path: Path) -> None:
    server.script = [answer("no JSON at all")]
    code, out, _ = run("--json", "--models", models(tmp_path, server))
    report = json.loads(out)
    assert code == 0
    assert (row(report, "all")["faults"], row(report, "all")["f1"], row(report, "all")["judged"]) == (2, 0.0, 0.0)
    assert {kept["given"]["fault"] for kept in results(tmp_path).values()} == {"invalid"}


def test_refusals_say_what_to_do(run: Run, source: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "wrong.toml").write_text('[corpora.x]\npath = "y"\n', encoding="utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / locomo.FILE).write_text("[]", encoding="utf-8")
    for options, where, message in (
        ({"path": tmp_path / "empty"}, (), "holds no conversation with questions"),
        ({"out": "wrong.toml/run"}, (), "cannot be written to (Not a directory)"),
        ({"path": tmp_path}, (), "get the files as they are published"),
        ({"out": "full"}, (), "name a new folder with --out"),
        ({}, ("--conversation", "conv-1"), "there are conv-7"),
        ({}, ("--models", str(tmp_path / "wrong.toml")), "has corpora"),
        ({}, ("--models", str(tmp_path / "none.toml")), "cannot be read"),
    ):
        code, _, error = run(*where, **options)
        assert code == 2
        assert message in error
        assert "Traceback" not in error
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["letter.txt"]
