"""Redaction: erased lines are blank for everything that is compiled, and the other lines keep their numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.extract import Evidence, Task, extract
from lineproof.evidence.hashing import document_id, paragraph_hash
from lineproof.evidence.redact import line_text_hash
from storage.tombstones import LOCAL, PERSON, TEXT, Tombstone, Tombstones

SETTINGS = '{"language": null, "grammar": {}}'
NOTE = "---\ntitle: Hidden\nstatus: draft\n---\n\n# Hidden\n\nThe code\nis 4711.\n\n| a | b |\n|---|---|\n| x | y |\n| z | w |\n"


def compiled(path: str, text: str, *marks: tuple[str, str]) -> Evidence:
    secret = Tombstones(b"secret")
    stone = Tombstone("x1", "lines", "", "", tuple(secret.mark(*mark) for mark in marks))
    return extract(Task("desk", path, text.encode(), SETTINGS, Tombstones(b"secret", (stone,)) if marks else Tombstones()))


def shown(evidence: Evidence) -> list[tuple[int, str]]:
    return [(row["first_line"], row["text"]) for row in evidence.rows["evidence.paragraphs"]]


def test_a_paragraph_goes_with_its_lines() -> None:
    found = compiled("note.md", NOTE, (TEXT, paragraph_hash("The code is 4711.")))
    assert (found.lines[7], found.lines[8]) == (b"", b"")
    assert shown(found) == [row for row in shown(compiled("note.md", NOTE)) if "4711" not in row[1]]


def test_a_row_goes_and_the_table_stays() -> None:
    found = compiled("note.md", NOTE, (TEXT, paragraph_hash("x | y")))
    assert [row for row in shown(found) if row[0] > 10] == [(11, "a | b"), (14, "z | w")]


def test_a_title_goes_from_everything_that_names_the_document() -> None:
    found = compiled("note.md", NOTE, (TEXT, paragraph_hash("title: Hidden")), (TEXT, paragraph_hash("Hidden")))
    assert "Hidden" not in repr((found.rows, found.lines))
    assert found.rows["evidence.documents"][0]["title"] == "note"
    assert (3, "status: draft") in shown(found)


def test_a_local_mark_holds_in_its_document_alone() -> None:
    mark = (LOCAL, f"{document_id('desk', 'note.md')}/{line_text_hash('# Hidden')}")
    assert (6, "Hidden") not in shown(compiled("note.md", NOTE, mark))
    assert (6, "Hidden") in shown(compiled("other.md", NOTE, mark))


@pytest.mark.parametrize("rewrapped", ["The code is\n4711.", "The\ncode\nis\n4711.", "  The   code is 4711."])
def test_text_is_known_again_however_it_is_wrapped(rewrapped: str) -> None:
    found = compiled("note.txt", f"Before.\n\n{rewrapped}\n\nAfter.\n", (TEXT, paragraph_hash("The code is 4711.")))
    assert [text for _, text in shown(found)] == ["Before.", "After."]


def test_what_one_says_goes_and_what_the_other_says_is_whole() -> None:
    chat = "Hello all.\n\nAnna: one\nBob: two\nAnna: three\n  and four\nBob: five\n"
    found = compiled("chat.txt", chat, (PERSON, "anna"))
    assert [text for _, text in shown(found)] == ["Hello all.", "Bob: two", "Bob: five"]


def test_the_hash_of_a_redacted_document_is_that_of_what_is_left() -> None:
    mark = (TEXT, paragraph_hash("The code is 4711."))
    blank = NOTE.replace("The code\nis 4711.", "\n")
    assert compiled("note.md", NOTE, mark).rows == compiled("note.md", blank).rows


WORDS = st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "Anna: hi", "- item", "# head"]), min_size=1, max_size=12)


@given(WORDS, st.integers(0, 11))
def test_nothing_of_an_erased_line_is_compiled_and_no_other_line_changes(parts: list[str], place: int) -> None:
    hidden = "quagmirella in the dark"
    lines = [*parts[:place], hidden, *parts[place:]]
    text = "\n\n".join(lines) + "\n"
    found = compiled("note.md", text, (TEXT, line_text_hash(hidden)))
    assert "quagmirella" not in repr((found.rows, found.lines))
    assert [raw for raw in found.lines if raw] == [line.encode() for line in lines if line != hidden]
