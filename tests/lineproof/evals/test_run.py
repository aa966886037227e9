"""Agents answer questions about a small corpus: scored, kept as traces, finished runs not made again, the same bytes every time."""

import json
from pathlib import Path

import pytest

from lineproof.beliefs.decisions import Decision, record
from lineproof.evals.agents.conditions import CONDITIONS, chosen
from lineproof.evals.agents.model import Budget
from lineproof.evals.errors import BadTrace, UnknownCondition, UnknownTrace
from lineproof.evals.questions import Fact, KeyedQuestion, Place
from lineproof.evals.run import Task, runs
from lineproof.evals.scoring.summary import score_line, summary
from lineproof.evals.traces import file_of, read_run
from lineproof.recall.memory import Memory
from storage.snapshots import open_snapshot
from tests.compiling import compile_again, compiled
from tests.shelf import RULES

CARRIED = KeyedQuestion(
    "carried",
    "simple",
    "stale",
    ("How many days of unused leave may be carried over?", "How much unused leave can be carried over, in days?"),
    (Fact(("15 days",), "15", "day"),),
    (Fact(("10 days",), "10", "day"),),
    (Place("leave-2024.md", 13, 13),),
)
UNKNOWN = KeyedQuestion("unknown", "simple", "unanswerable", ("How much is the fine for smoking in the archive?",), (), (), ())
DEPENDENTS = KeyedQuestion(
    "dependents",
    "connected",
    "dependents",
    ("Which documents refer to LR 10 (2024-01)?",),
    (Fact(("travel", "Travel Manual", "travel desk")),),
    (),
    (Place("travel.md", 5, 5),),
)
QUESTIONS = (CARRIED, UNKNOWN, DEPENDENTS)


def task(memory: Memory, out: Path, *names: str) -> Task:
    return Task(memory, QUESTIONS, chosen(names or ("graph",)), out, Budget())


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_condition_answers_within_its_budget(staff: Memory, tmp_path: Path, name: str) -> None:
    finished = list(runs(task(staff, tmp_path, name)))
    assert [run.trace.trace_id for run in finished] == [f"{name}/{one}" for one in ("carried/1", "carried/2", "unknown/1", "dependents/1")]
    assert all(0 < len(run.trace.calls) <= Budget().calls for run in finished)
    assert finished[2].trace.answer.abstained


def test_what_holds_is_stated_and_what_was_replaced_is_not(staff: Memory, tmp_path: Path) -> None:
    first, second, *_ = runs(task(staff, tmp_path))
    assert [run.trace.score.accuracy for run in (first, second)] == [1.0, 1.0]
    assert first.trace.score.precision == 1.0
    assert first.trace.failure is None


def test_without_standing_the_old_value_may_be_stated_and_is_called_a_revision(staff: Memory, tmp_path: Path) -> None:
    wrong = [run for run in runs(task(staff, tmp_path, "graph-without-standing")) if run.trace.score.forbidden]
    assert {run.trace.failure for run in wrong} <= {"revision"}


def test_what_depends_on_a_document_is_found_along_edges(staff: Memory, tmp_path: Path) -> None:
    by_edges = list(runs(task(staff, tmp_path)))[-1]
    assert by_edges.trace.score.accuracy == 1.0
    assert by_edges.trace.score.recall == 1.0


def test_a_finished_run_is_not_made_again(staff: Memory, tmp_path: Path) -> None:
    finished = list(runs(task(staff, tmp_path)))
    assert list(runs(task(staff, tmp_path))) == finished


def test_a_run_with_another_budget_or_a_damaged_trace_is_made_anew(staff: Memory, tmp_path: Path) -> None:
    first = next(runs(task(staff, tmp_path)))
    other = next(runs(Task(staff, QUESTIONS, chosen(["graph"]), tmp_path, Budget(calls=9))))
    assert other.trace.made_with["calls"] == 9
    file_of(tmp_path, first.trace.trace_id).write_text("{")
    assert next(runs(task(staff, tmp_path))).trace == first.trace


def test_what_people_decided_is_among_what_a_run_was_made_with(tmp_path: Path) -> None:
    """A rejected claim left the documents as they were, and with them the traces."""
    workspace = compiled(tmp_path / "workspace", {"rules": RULES})
    corpus = workspace.corpus("rules")
    before = [run.trace.made_with for run in runs(task(Memory(corpus), tmp_path / "out"))]
    with open_snapshot(corpus) as connection:
        query = "SELECT statement, quote FROM claims_with_evidence WHERE path = 'leave-2024.md' AND contains(statement, '15 days')"
        [(statement, quote)] = connection.execute(query).fetchall()
    record(corpus.decisions, [Decision("reject", statement, quote, "anna", "2026-01-01T00:00:00+00:00")])
    compile_again(workspace, "rules")
    after = [run.trace.made_with for run in runs(task(Memory(corpus), tmp_path / "out"))]
    assert {name for one, other in zip(before, after, strict=True) for name in one if one[name] != other[name]} == {"beliefs"}


def test_two_runs_score_the_same_bytes(staff: Memory, tmp_path: Path) -> None:
    one, other = ([score_line(run) for run in runs(task(staff, tmp_path / name, *CONDITIONS))] for name in ("one", "other"))
    assert one == other
    traces = [json.loads(file_of(tmp_path / name, "graph/carried/1").read_text(encoding="utf-8"))["trace"] for name in ("one", "other")]
    assert traces[0] == traces[1]


def test_a_trace_is_read_back_as_it_was(staff: Memory, tmp_path: Path) -> None:
    first = next(runs(task(staff, tmp_path)))
    assert read_run(tmp_path, "graph/carried/1") == first


def test_a_trace_that_is_not_there_or_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownTrace, match="graph/carried/9"):
        read_run(tmp_path, "graph/carried/9")
    with pytest.raises(UnknownTrace):
        read_run(tmp_path, "../../etc/passwd")
    file = file_of(tmp_path, "graph/carried/1")
    file.parent.mkdir(parents=True)
    file.write_text("[]")
    with pytest.raises(BadTrace, match="again"):
        read_run(tmp_path, "graph/carried/1")


def test_a_condition_that_is_none_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownCondition, match="search"):
        chosen(["serach"])


def test_the_summary_has_a_row_for_all_for_each_group_and_for_each_kind(staff: Memory, tmp_path: Path) -> None:
    rows = list(summary(list(runs(task(staff, tmp_path)))))
    assert [row.kind for row in rows] == ["all", "simple", "unanswerable", "stale", "connected", "dependents"]
    assert (rows[0].questions, rows[0].runs) == (3, 4)
    assert rows[0].accuracy.low <= rows[0].accuracy.value <= rows[0].accuracy.high
