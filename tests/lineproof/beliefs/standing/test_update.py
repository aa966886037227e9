"""Standings in the database: only partitions that differ are written, and the outcome is that of a clean build."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Claim
from lineproof.beliefs.standing import update
from storage import tables
from storage.database import Store
from tests.lineproof.beliefs.standing.claiming import claims_of
from tests.lineproof.beliefs.standing.texts import FORMS, MANUAL, bulletin
from tests.lineproof.graph.building import build, corpus_of, write
from tests.lineproof.graph.building import update as compile_again

CHANGE = bulletin("Section 2.3 of the Claims Handling Manual is amended to read: A notice of claim is acknowledged within 10 days.")
TEXTS = {**FORMS, "manual.md": MANUAL}


def believe(store: Store) -> None:
    """Claims of all documents, written as the stage before does."""
    claims = [claim for document in load_documents(store.connection) for claim in claims_of(document)]
    with store.transaction():
        for table in (tables.CLAIMS, tables.QUOTES):
            store.delete(table, [row[0] for row in store.query(f"SELECT DISTINCT document_id FROM {table.name}")])
        store.insert(tables.QUOTES, pa.Table.from_pylist([_quote(claim) for claim in claims], tables.QUOTES.schema))
        store.insert(tables.CLAIMS, pa.Table.from_pylist([_claim(claim) for claim in claims], tables.CLAIMS.schema))


def _claim(claim: Claim) -> dict[str, object]:
    names = tables.CLAIMS.schema.names
    return {name: getattr(claim, name, getattr(claim.candidate, name, None)) for name in names}


def _quote(claim: Claim) -> dict[str, object]:
    quote = claim.candidate.quotes[0]
    place = {"paragraph_id": quote.paragraph_id, "start": quote.start, "end": quote.end, "quote": quote.text, "quote_hash": quote.hash}
    return {"document_id": claim.document_id, "claim_id": claim.claim_id, "position": 0, **place}


def run(store: Store, authority: Sequence[str] = ()) -> set[str]:
    """Bring standings up to date; the paths of the documents whose rows changed."""
    paths = dict(store.query("SELECT document_id, path FROM evidence.documents"))
    with store.transaction():
        return {paths.get(document, "gone") for document in update(store, authority)}


def rows(store: Store) -> list[tuple[object, ...]]:
    standings = store.query("SELECT * FROM beliefs.standings ORDER BY ALL")
    return [*standings, *store.query("SELECT * FROM beliefs.relations ORDER BY ALL")]


def test_rows_are_written_once(tmp_path: Path) -> None:
    with build(corpus_of(tmp_path, TEXTS)) as store:
        believe(store)
        assert run(store) == set(TEXTS)
        assert run(store) == set()
        counts = dict(store.query("SELECT status, count(*) FROM beliefs.standings GROUP BY 1"))
        assert set(counts) == {"active", "superseded"}


def test_only_what_differs_is_written_and_the_rest_equals_a_clean_build(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "one", TEXTS)
    with build(corpus) as store, build(corpus_of(tmp_path / "two", {**TEXTS, "bulletin.md": CHANGE})) as clean:
        believe(store)
        run(store)
        write(corpus.root, "bulletin.md", CHANGE)
        compile_again(store, corpus)
        believe(store)
        assert run(store) == {"bulletin.md", "manual.md"}
        believe(clean)
        run(clean)
        assert rows(store) == rows(clean)


def test_what_is_gone_leaves_no_row(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, {**TEXTS, "bulletin.md": CHANGE})
    with build(corpus) as store:
        believe(store)
        run(store)
        (corpus.root / "bulletin.md").unlink()
        compile_again(store, corpus)
        believe(store)
        assert run(store) == {"gone", "manual.md"}
        assert store.query("SELECT count(*) FROM beliefs.standings SEMI JOIN evidence.documents USING (document_id)") == store.query(
            "SELECT count(*) FROM beliefs.standings"
        )


def test_a_corpus_without_claims(tmp_path: Path) -> None:
    with build(corpus_of(tmp_path, {})) as store:
        assert run(store) == set()
