"""The command `cost`: sums of the ledger, and what is left of the budget."""

import datetime
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from pipelines.command import main
from storage.answers import Answers, Call

NOW = datetime.datetime.now(datetime.UTC)
SCHEMA = Path(__file__).parents[3] / "docs" / "schema" / "cost.json"
CALL = Call(NOW, "run-1", "propose", "propose", "large", "ok", False, 1_000, 200, 0.5, 2_000.0, "f")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    settings = '[corpora.a]\npath = "a"\n[corpora.b]\npath = "b"\n[prices]\ncurrency = "EUR"\n[budgets.day]\nmoney = 5\n'
    (tmp_path / "lineproof.toml").write_text(settings)
    return tmp_path


def enter(workspace: Path, corpus: str, *entered: Call) -> None:
    with closing(Answers(workspace / ".lineproof" / corpus / "answers.sqlite")) as answers:
        for call in entered:
            answers.keep((), call)


def told(workspace: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    with pytest.raises(SystemExit) as left:
        main(["cost", "--workspace", str(workspace), "--json", *arguments])
    assert left.value.code == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, json.loads(SCHEMA.read_text()))
    return found


@pytest.fixture
def spent(workspace: Path) -> Path:
    yesterday = NOW - datetime.timedelta(days=1)
    enter(workspace, "a", replace(CALL, at=yesterday), replace(CALL, role="verify", model="small", cost=None, run_id="run-2"))
    enter(workspace, "b", replace(CALL, outcome="timeout", prompt_tokens=10, completion_tokens=0, cost=0.1, run_id="run-3"))
    enter(workspace, "b", replace(CALL, cached=True, prompt_tokens=0, completion_tokens=0, cost=0.0, run_id="run-3"))
    return workspace


def test_all_calls_are_in_the_total(spent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(spent, capsys)
    assert found["currency"] == "EUR"
    assert found["total"] == {
        "name": "total",
        "calls": 3,
        "cached": 1,
        "failed": 1,
        "prompt_tokens": 2_010,
        "completion_tokens": 400,
        "cost": 0.6,
        "unpriced": 1,
        "seconds": 6.0,
    }
    assert found["today"][1] == {"unit": "money", "spent": 0.1, "limit": 5}
    assert found["today"][0] == {"unit": "tokens", "spent": 1_210, "limit": None}


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("role", ["propose", "verify"]),
        ("model", ["large", "small"]),
        ("run", ["run-1", "run-2", "run-3"]),
        ("day", [(NOW - datetime.timedelta(days=1)).date().isoformat(), NOW.date().isoformat()]),
        ("outcome", ["cached", "ok", "timeout"]),
        ("corpus", ["a", "b"]),
        ("purpose", ["propose"]),
    ],
)
def test_groups_add_up(spent: Path, capsys: pytest.CaptureFixture[str], by: str, names: list[str]) -> None:
    found = told(spent, capsys, "--by", by)
    assert [group["name"] for group in found["groups"]] == names
    assert sum(group["prompt_tokens"] for group in found["groups"]) == found["total"]["prompt_tokens"]
    assert sum(group["calls"] for group in found["groups"]) == found["total"]["calls"]


def test_one_corpus_alone(spent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(spent, capsys, "--corpus", "b")
    assert found["total"]["calls"] == 1
    assert found["today"][0]["spent"] == 1_210, "the budget is that of the workspace"


def test_a_person_reads_a_table(spent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["cost", "--workspace", str(spent)])
    told = capsys.readouterr().out
    assert "propose" in told
    assert "total" in told
    assert "not in the sum: 1" in told
    assert "today: 0.1 of 5 money" in told


def test_where_no_model_was_asked_it_says_so(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["cost", "--workspace", str(workspace)])
    assert "docs/models.md" in capsys.readouterr().out
    assert not (workspace / ".lineproof").exists(), "reading makes nothing"
