"""Speakers: who says which line."""

import pytest

from lineproof.evidence.speakers import is_conversation, speaker_of, speakers


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Anna: hello", "Anna"),
        ("Anna Meier: hello", "Anna Meier"),
        ("**Anna Meier:** hello", "Anna Meier"),
        ("**Anna** (10:02): hello", "Anna"),
        ("[10:02] Anna: hello", "Anna"),
        ("[2026-01-01, 10:02:33] Dr. Anna O'Neill: hello", "Dr. Anna O'Neill"),
        ("01.02.24, 10:15 - Anna: hello", "Anna"),
        ("> Anna: hello", "Anna"),
        ("Jürgen Müller-Lüdenscheidt: hallo", "Jürgen Müller-Lüdenscheidt"),
        ("Anna:", "Anna"),
        ("https://example.org", None),
        ("The rule is this and it has to be kept by all: no", None),
        ("hello", None),
        ("10:15", None),
        ("", None),
    ],
)
def test_the_name_that_a_line_begins_with(line: str, name: str | None) -> None:
    assert speaker_of(line) == name


def test_a_turn_goes_on_across_blank_lines_in_a_conversation_only() -> None:
    chat = ["Anna: one", "", "two", "", "Bob: three", "", "Anna: four"]
    assert is_conversation(chat)
    assert list(speakers(chat)) == ["Anna", "Anna", "Anna", "Anna", "Bob", "Bob", "Anna"]
    note = ["Note: one", "and more", "", "two", "", "three", "", "four"]
    assert not is_conversation(note)
    assert list(speakers(note)) == ["Note", "Note", None, None, None, None, None, None]


def test_a_heading_ends_a_turn() -> None:
    assert list(speakers(["Anna: one", "", "# Next", "", "two", "", "Bob: x", "", "Anna: y"]))[2:5] == [None, None, None]


def test_no_lines_no_speakers() -> None:
    assert list(speakers([])) == []
