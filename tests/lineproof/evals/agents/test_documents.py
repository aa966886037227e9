"""Which editions there are is known from what documents say of themselves, however a title is written."""

from lineproof.evals.agents.documents import edition_of, older_editions, titles_of
from lineproof.recall.memory import Memory


def test_titles_and_editions_are_those_of_the_snapshot(staff: Memory) -> None:
    view = staff.view()
    assert {"Leave Rules", "Travel Manual"} <= {*titles_of(view)}
    assert edition_of(view, "leave-2020.md") == "2020-01"
    assert edition_of(view, "travel.md") is None


def test_an_edition_is_older_only_beside_a_newer_one(staff: Memory) -> None:
    view = staff.view()
    assert older_editions(view, ["leave-2020.md", "leave-2024.md", "travel.md", "none.md"]) == {"leave-2020.md"}
    assert older_editions(view, ["leave-2020.md", "travel.md"]) == frozenset()
