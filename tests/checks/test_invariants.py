"""Each invariant finds the row that breaks it, and nothing in a database that is as it should be."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.invariants import INVARIANTS
from lineproof.evidence.update import update as update_evidence
from lineproof.graph.update import update as update_graph
from storage.database import Store, open_store
from storage.workspace import Corpus

BY_NAME = {each.name: each for each in INVARIANTS}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    root = tmp_path / "source"
    root.mkdir()
    (root / "a.md").write_text("# Alpha\n\nSee [Beta](b.md).\n\nSee [nothing](c.md).\n")
    (root / "b.md").write_text("# Beta\n\n## 1 One\n\nAs Section 1 says.\n")
    corpus = Corpus("c", root, tmp_path / "data")
    opened = open_store(corpus.database)
    with opened.transaction():
        update_evidence(opened, corpus, "run")
        update_graph(opened, corpus.fingerprint)
    yield opened
    opened.close()


@pytest.mark.parametrize("name", BY_NAME)
def test_nothing_offends_in_a_sound_database(store: Store, name: str) -> None:
    assert BY_NAME[name].offending(store.connection) == []


@pytest.mark.parametrize(
    ("name", "corruption", "count"),
    [
        ("documents_have_one_id", "INSERT INTO evidence.documents SELECT * FROM evidence.documents", 2),
        ("paragraphs_have_one_id", "UPDATE evidence.paragraphs SET paragraph_id = 'p'", 1),
        ("mentions_have_one_id", "INSERT INTO evidence.mentions SELECT * FROM evidence.mentions LIMIT 1", 1),
        ("stated_edges_have_one_id", "INSERT INTO graph.stated_edges SELECT * FROM graph.stated_edges LIMIT 1", 1),
        ("lines_exist", "DELETE FROM evidence.lines WHERE n = 1", 6),
        ("lines_exist", "INSERT INTO evidence.lines SELECT * FROM evidence.lines WHERE n = 5", 6),
        ("lines_exist", "UPDATE evidence.paragraphs SET first_line = 0 WHERE ordinal = 0", 2),
        ("lines_rehash", "UPDATE evidence.lines SET raw = 'x'::BLOB WHERE n = 3", 2),
        ("paragraphs_rehash", "UPDATE evidence.paragraphs SET text = 'x' WHERE ordinal = 1", 2),
        ("mentions_resolved_or_listed", "DELETE FROM graph.unresolved", 1),
        ("edges_have_both_ends", "UPDATE graph.stated_edges SET source_id = 'p' WHERE origin = 'link'", 1),
        ("edges_have_both_ends", "UPDATE graph.stated_edges SET target_id = 'p' WHERE origin = 'link'", 1),
    ],
)
def test_what_offends_is_found(store: Store, name: str, corruption: str, count: int) -> None:
    store.query(corruption)
    found = BY_NAME[name].offending(store.connection)
    assert len(found) == count
    assert len(set(found)) == count


def test_only_the_documents_asked_for_are_hashed_again(store: Store) -> None:
    store.query("UPDATE evidence.lines SET raw = 'x'::BLOB WHERE n = 3")
    [(document,)] = store.query("SELECT document_id FROM evidence.documents WHERE path = 'a.md'")
    assert BY_NAME["lines_rehash"].offending(store.connection, [document]) == [f"{document}#L3"]
    assert BY_NAME["lines_rehash"].offending(store.connection, []) == []


def test_a_candidate_need_not_be_resolved(store: Store) -> None:
    store.query("DELETE FROM graph.unresolved")
    store.query("UPDATE evidence.mentions SET nature = 'candidate'")
    assert BY_NAME["mentions_resolved_or_listed"].offending(store.connection) == []
