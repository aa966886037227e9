"""Directory: look-ups, ranges, and answers that change exactly when what is found changes."""

import datetime

import pytest

from lineproof.graph.directory import Dates, Directory, Node

LABELS = ("1", "2", "2 1", "2 2", "3", "10", "a 1", "a 2", "a 10", "section i/a 1", "section i/a 2", "section ii/a 1")
NODES = [(f"d1/{label}", Node(f"p{n}", "section", "d1")) for n, label in enumerate(LABELS)]
NO_DATES = Dates(None, None, None)


def directory(*more: tuple[str, Node], dates: dict[str, Dates] | None = None) -> Directory:
    return Directory([*NODES, *more], dates or {}, {})


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("1", "3", ["1", "2", "3"]),
        ("2", "10", ["2", "3", "10"]),
        ("2 1", "2 9", ["2 1", "2 2"]),
        ("a 1", "a 10", ["a 1", "a 2", "a 10"]),
        ("section i/a 1", "section i/a 9", ["section i/a 1", "section i/a 2"]),
        ("3", "1", []),
        ("4", "10", []),
    ],
)
def test_range(first: str, last: str, expected: list[str]) -> None:
    found = directory().between("d1", first, last)
    assert [[node.node_id for node in nodes] for nodes in found] == [[f"p{LABELS.index(label)}"] for label in expected]


def test_headings_win_over_clauses() -> None:
    found = directory(("d1/1", Node("clause", "clause", "d1"))).sections("d1", "1")
    assert [node.node_id for node in found] == ["p0"]


def test_misses_are_remembered_too() -> None:
    asked = directory()
    assert asked.documents("rfc 1") == []
    assert asked.take_asked() == {"rfc 1": ""}
    assert asked.take_asked() == {}


def test_an_answer_changes_with_what_decides_between_documents() -> None:
    node = ("rfc 1", Node("d1", "document", "d1"))
    day = datetime.date(2026, 1, 1)
    answers = {
        directory(node, dates={"d1": dates}).answer("rfc 1")
        for dates in (NO_DATES, Dates("RFC 1", None, None), Dates("RFC 1", "2026-01", None), Dates("RFC 1", "2026-01", day))
    }
    assert len(answers) == 4


def test_the_answer_to_a_range_changes_with_a_label_within_it() -> None:
    key = "range:d1/1..3"
    assert directory().answer(key) != directory(("d1/2", Node("new", "section", "d1"))).answer(key)
    assert directory().answer(key) == directory(("d1/4", Node("new", "section", "d1"))).answer(key)


def test_schemes() -> None:
    found = directory(("scheme:rfc", Node("d1", "scheme", "d1")))
    assert (found.has_scheme("rfc"), found.has_scheme("iso")) == (True, False)
    assert found.take_asked() == {"scheme:rfc": found.answer("scheme:rfc"), "scheme:iso": found.answer("scheme:iso")}
