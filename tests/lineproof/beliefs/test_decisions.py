"""What people decided is kept in an append-only file, and the last word on a statement counts."""

from pathlib import Path

import pytest

from lineproof.beliefs.decisions import FILE, Decision, load_decisions, record
from lineproof.beliefs.errors import BadDecisions

ACCEPT = Decision("accept", "The limit is $5.", "$5", "ann", "2026-01-01T00:00:00+00:00")


def test_there_are_none_where_there_is_no_file(tmp_path: Path) -> None:
    assert load_decisions(tmp_path).about("a", "b") is None


def test_the_last_decision_about_a_statement_and_its_quote_counts(tmp_path: Path) -> None:
    edit = Decision("edit", ACCEPT.statement, ACCEPT.quote, "bob", ACCEPT.at, "The limit is five dollars.")
    record(tmp_path / "new", [ACCEPT])
    record(tmp_path / "new", [edit])
    found = load_decisions(tmp_path / "new")
    assert found.about(ACCEPT.statement, ACCEPT.quote) == edit
    assert found.about(ACCEPT.statement, "$50") is None


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"action": "accept"}',
        '{"action": "burn", "statement": "s", "quote": "q", "by": "a", "at": "t"}',
        '{"action": "edit", "statement": "s", "quote": "q", "by": "a", "at": "t"}',
        '{"action": "accept", "statement": 1, "quote": "q", "by": "a", "at": "t"}',
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_guessed(tmp_path: Path, line: str) -> None:
    record(tmp_path, [ACCEPT])
    with (tmp_path / FILE).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadDecisions, match="line 2"):
        load_decisions(tmp_path)
