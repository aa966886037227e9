"""A model drives an agent through the loop of `ask`: its calls are counted, its answer cited, what it costs kept apart from scores."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lineproof.evals.agents.conditions import chosen
from lineproof.evals.agents.model import Budget
from lineproof.evals.questions import Fact, KeyedQuestion, Place
from lineproof.evals.run import Task, runs
from lineproof.evals.traces import Run
from lineproof.models.client import StoredChat
from lineproof.models.errors import Unavailable
from lineproof.models.open import open_chat
from lineproof.recall.memory import Memory
from storage.workspace import Workspace
from tests.model_server import Server, answer, calling, error

CARRIED = KeyedQuestion(
    "carried",
    "simple",
    "stale",
    ("How many days of unused leave may be carried over?",),
    (Fact(("15 days",), "15", "day"),),
    (Fact(("10 days",), "10", "day"),),
    (Place("leave-2024.md", 13, 13),),
)
QUOTED = "Unused leave may be carried over for at most 15 days."


def final(*sentences: tuple[str, str]) -> dict[str, object]:
    return {"found": bool(sentences), "sentences": [{"quotes": [quote], "text": text} for text, quote in sentences]}


@pytest.fixture
def chat(staff: Memory, server: Server) -> Iterator[StoredChat]:
    """The role `answer`, served by the scripted endpoint at a price; what it said is forgotten after the test."""
    folder = staff.corpus.data.parent.parent
    settings = (folder / "lineproof.toml").read_text(encoding="utf-8")
    priced = (
        f'{settings}\n[models.answer]\nmodel = "scripted"\nbase_url = "{server.url}"\n\n[prices.scripted]\nprompt = 1.0\ncompletion = 2.0\n'
    )
    (folder / "lineproof.toml").write_text(priced, encoding="utf-8")
    workspace = Workspace.open(folder)
    with open_chat(workspace, staff.corpus, "eval", {"OPENAI_API_KEY": "sk-test"}) as opened:
        assert isinstance(opened, StoredChat)
        yield opened
    (folder / "lineproof.toml").write_text(settings, encoding="utf-8")
    staff.corpus.answers.unlink(missing_ok=True)


def first(staff: Memory, chat: StoredChat, out: Path, name: str = "graph") -> Run:
    return next(runs(Task(staff, [CARRIED], chosen([name]), out, Budget(calls=3), None, chat)))


def test_its_calls_are_counted_and_its_answer_is_cited(staff: Memory, chat: StoredChat, server: Server, tmp_path: Path) -> None:
    server.script = [
        calling(("claims", {"question": "leave carried over", "status": "active"})),
        calling(("answer", final((QUOTED, QUOTED)))),
    ]
    run = first(staff, chat, tmp_path)
    assert run.trace.trace_id == "graph-model/carried/1"
    assert [(call.tool, call.arguments["status"]) for call in run.trace.calls] == [("claims", "active")]
    assert run.trace.score.accuracy == 1.0
    assert [(one.path, one.first_line) for one in run.trace.answer.statements] == [("leave-2024.md", 13)]
    assert run.spent.model_tokens > 0
    assert run.spent.cost
    assert run.trace.made_with["agent"] == "scripted"


def test_what_it_invents_is_ungrounded(staff: Memory, chat: StoredChat, server: Server, tmp_path: Path) -> None:
    invented = final(("40 days may be carried over.", "Leave of 40 days is carried over"))
    server.script = [calling(("search", {"query": "leave carried over"})), calling(("answer", invented)), calling(("answer", invented))]
    run = first(staff, chat, tmp_path, "search")
    assert run.trace.failure == "grounding"
    assert run.trace.answer.statements[0].lines == frozenset()


def test_an_endpoint_that_is_down_stops_the_run_and_leaves_no_trace(
    staff: Memory, chat: StoredChat, server: Server, tmp_path: Path
) -> None:
    """Else every unanswerable question would be answered rightly by an outage."""
    server.script = [error(429, Retry_After="300")]
    with pytest.raises(Unavailable):
        first(staff, chat, tmp_path)
    assert not list(tmp_path.rglob("*.json"))


def test_an_answer_that_cannot_be_read_is_no_abstention(staff: Memory, chat: StoredChat, server: Server, tmp_path: Path) -> None:
    server.script = [calling(("search", {"query": "leave"})), answer(None, refusal="I cannot")]
    run = first(staff, chat, tmp_path, "search")
    assert run.trace.answer.failed
    assert not run.trace.answer.abstained


def test_it_may_abstain(staff: Memory, chat: StoredChat, server: Server, tmp_path: Path) -> None:
    server.script = [calling(("search", {"query": "leave"})), calling(("answer", final()))]
    run = first(staff, chat, tmp_path, "search")
    assert run.trace.answer.abstained
    assert run.trace.score.accuracy == 0.0


def test_words_without_a_quote_are_an_answer_that_rests_on_nothing(staff: Memory, chat: StoredChat, server: Server, tmp_path: Path) -> None:
    server.script = [answer({"neither": "this"})]
    run = first(staff, chat, tmp_path, "search")
    assert not run.trace.answer.abstained
    assert [one.lines for one in run.trace.answer.statements] == [frozenset()]
    assert run.trace.failure == "grounding"
