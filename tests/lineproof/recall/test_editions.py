"""Editions of which none says that it supersedes another: what is answered, for which day, and what leads from one to the other."""

import datetime
from pathlib import Path

import pytest

from lineproof.recall import Memory
from lineproof.serve.impact import impact
from storage.workspace import Workspace
from tests.compiling import compile_again, compiled

QUESTION = "Within how many days must a travel claim be sent?"
EARLIER, LATER = datetime.date(2023, 6, 1), datetime.date(2024, 6, 1)


def policy(front: str, days: int) -> str:
    return f"---\ntitle: Travel Policy\n{front}\n---\n\n# Travel Policy\n\n## 2 Claims\n\nA travel claim must be sent within {days} days.\n"


FRONTS = {
    "titled, by edition": ("edition: 2023-01", "edition: 2024-01"),
    "titled, by day": ("effective: 2023-01-01", "effective: 2024-01-01"),
    "numbered": ("form: TP 1\nedition: 2023-01", "form: TP 1\nedition: 2024-01"),
}


@pytest.fixture(scope="module", params=FRONTS.values(), ids=FRONTS.keys())
def workspace(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    older, newer = request.param
    texts = {"travel-2023.md": policy(older, 30), "travel-2024.md": policy(newer, 45)}
    return compiled(tmp_path_factory.mktemp("editions") / "workspace", {"policies": texts})


@pytest.fixture(scope="module")
def memory(workspace: Workspace) -> Memory:
    return Memory(workspace.corpus("policies"))


def test_the_later_edition_answers_alone(memory: Memory) -> None:
    answered = memory.ask_now(QUESTION)
    assert [citation.path for citation in answered.citations] == ["travel-2024.md"]
    assert "45 days" in answered.answer
    assert "30 days" not in answered.answer


@pytest.mark.parametrize(("day", "days"), [(EARLIER, "30 days"), (LATER, "45 days")])
def test_of_a_day_the_edition_answers_that_held_on_it(memory: Memory, day: datetime.date, days: str) -> None:
    answered = memory.ask_now(QUESTION, as_of=day)
    assert days in answered.answer
    assert answered.answer.count(" days") == 1
    assert not answered.flags


def test_what_was_replaced_is_kept_where_the_question_asks_what_changed(memory: Memory) -> None:
    answered = memory.ask_now("What changed in the days within which a travel claim must be sent?")
    assert {citation.path for citation in answered.citations} == {"travel-2023.md", "travel-2024.md"}
    assert any(flag.startswith("superseded_by: ") and flag.endswith("(travel-2024.md)") for flag in answered.flags)


def test_everything_in_the_earlier_edition_is_flagged_whether_it_is_claimed_or_not(memory: Memory) -> None:
    items = memory.recall_now(QUESTION).items
    assert {"title: Travel Policy", "2 Claims"} <= {item.text for item in items if item.path == "travel-2023.md"}
    assert all(bool(item.flags) == (item.path == "travel-2023.md") for item in items)
    assert {flag.partition(":")[0] for item in items for flag in item.flags} == {"superseded_by"}


async def test_an_edge_leads_from_one_edition_to_the_next(memory: Memory) -> None:
    found = await memory.expand("travel-2023.md", edges=["superseded_by"])
    assert [(edge.path, edge.origin) for edge in found.edges] == [("travel-2024.md", "edition")]


def test_a_change_of_the_later_edition_touches_what_it_replaced(memory: Memory) -> None:
    touched = impact(memory.view(), "travel-2024.md")
    assert any(claim.path == "travel-2023.md" and claim.why.startswith("edition: ") for claim in touched.claims)


def test_without_the_later_edition_the_earlier_one_holds_again(tmp_path: Path) -> None:
    texts = {"a.md": policy("edition: 2023-01", 30), "b.md": policy("edition: 2024-01", 45)}
    workspace = compiled(tmp_path / "workspace", {"policies": texts})
    (workspace.folder / "policies" / "b.md").unlink()
    compile_again(workspace, "policies")
    answered = Memory(workspace.corpus("policies")).ask_now(QUESTION)
    assert "30 days" in answered.answer
    assert not answered.flags
