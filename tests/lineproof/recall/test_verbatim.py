"""Paragraphs as they were stored: what is given out is what the snapshot holds, and what was altered is not sound."""

from pathlib import Path

import pytest

from lineproof.recall import verbatim
from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.verbatim import Passage, passages_of
from storage.database import open_store
from storage.snapshots import publish
from tests.compiling import compiled

STORED = """
SELECT p.text, t.turn_id, t.said_at FROM evidence.paragraphs p JOIN evidence.documents d USING (document_id)
LEFT JOIN evidence.turns t USING (document_id, paragraph_id) ORDER BY d.path, p.ordinal
"""
RULES = {"a.md": "# Gate\n\nThe gate opens\nat nine.\n\nIt closes at five.\n", "b.md": "# Yard\n\nThe yard is open.\n", "empty.md": ""}


@pytest.mark.parametrize("lines", [1_000_000, 3])
def test_paragraphs_are_given_out_as_they_are_stored(rules: Memory, chats: Memory, monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    monkeypatch.setattr(verbatim, "LINES_KEPT", lines)
    for memory in (rules, chats):
        view = Memory(memory.corpus).view()
        expected = [Passage(*row, sound=True) for row in view.rows(STORED)]
        numbers = list(range(len(expected)))
        assert len(numbers) == len(columns_of(view)) > 3
        assert passages_of(view, numbers) == expected
        assert [passages_of(view, [number])[0] for number in reversed(numbers)] == expected[::-1]
        assert passages_of(view, []) == []


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE evidence.lines SET raw = 'The gate is shut'::BLOB WHERE n = 3 AND raw = 'The gate opens'::BLOB",
        "UPDATE evidence.lines SET line_hash = 0 WHERE n = 4 AND raw = 'at nine.'::BLOB",
        "DELETE FROM evidence.lines WHERE n = 3 AND raw = 'The gate opens'::BLOB",
        "DELETE FROM evidence.lines WHERE raw = 'at nine.'::BLOB",
        "UPDATE evidence.paragraphs SET text = 'The gate opens at noon.' WHERE text = 'The gate opens at nine.'",
        "UPDATE evidence.paragraphs SET paragraph_hash = '0' WHERE text = 'The gate opens at nine.'",
    ],
)
def test_a_paragraph_that_was_altered_is_not_sound(tmp_path: Path, forgery: str) -> None:
    corpus = compiled(tmp_path, {"rules": RULES}).corpus("rules")
    store = open_store(corpus.database)
    with store.transaction():
        store.query(forgery)
        store.advance()
    publish(store, corpus)
    store.close()
    view = Memory(corpus).view()
    found = passages_of(view, range(len(columns_of(view))))
    assert [passage.sound for passage in found] == [not passage.text.startswith("The gate") for passage in found]


def test_a_document_whose_lines_are_gone_has_nothing_sound(tmp_path: Path) -> None:
    corpus = compiled(tmp_path, {"rules": RULES}).corpus("rules")
    store = open_store(corpus.database)
    with store.transaction():
        store.query("DELETE FROM evidence.lines WHERE document_id = (SELECT document_id FROM evidence.documents WHERE path = 'b.md')")
        store.advance()
    publish(store, corpus)
    store.close()
    view = Memory(corpus).view()
    assert [passage.sound for passage in passages_of(view, range(len(columns_of(view))))] == [True, True, True, False, False]


def test_what_is_kept_is_hashed_again_when_it_is_given_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = Memory(compiled(tmp_path, {"rules": RULES}).corpus("rules")).view()
    assert passages_of(view, [1])[0].sound
    monkeypatch.setattr(verbatim, "paragraph_hash", lambda text: "another")
    assert not passages_of(view, [1])[0].sound
