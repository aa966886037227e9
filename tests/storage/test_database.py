"""The working database, and its copy in memory."""

from contextlib import closing
from pathlib import Path

from storage.database import open_rehearsal, open_store
from tests.lineproof.graph.building import build, corpus_of


def test_a_rehearsal_has_the_rows_and_changes_nothing_on_disk(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, {"a.md": "# Rules\n\nYou must not smoke.\n"})
    with build(corpus) as store:
        path = store.path
        expected = store.query("SELECT path, title FROM evidence.documents")
    before = path.read_bytes()
    with closing(open_rehearsal(path)) as rehearsal:
        assert rehearsal.query("SELECT path, title FROM evidence.documents") == expected
        with rehearsal.transaction():
            rehearsal.query("DELETE FROM evidence.documents")
            rehearsal.advance()
    assert path.read_bytes() == before
    with closing(open_store(path)) as store:
        assert store.query("SELECT path, title FROM evidence.documents") == expected


def test_without_a_database_a_rehearsal_is_empty_and_makes_none(tmp_path: Path) -> None:
    path = tmp_path / "absent.duckdb"
    with closing(open_rehearsal(path)) as rehearsal:
        assert rehearsal.query("SELECT count(*) FROM evidence.documents") == [(0,)]
    assert not path.exists()
