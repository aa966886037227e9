"""Staleness: claims whose sources are no longer what they were when the claims were published, found without a model.

changed   a source whose bytes differ from those compiled, or that is gone
stale     a claim one of whose quotes stands in a paragraph that no changed source has any more; text that moved is not stale
"""

from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from duckdb import DuckDBPyConnection

from lineproof.evidence.extract import Task, extract
from lineproof.evidence.survey import survey
from lineproof.sources.errors import SourceError
from lineproof.sources.scan import Seen, read
from storage.snapshots import open_snapshot
from storage.tombstones import Tombstones, load
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class StaleClaim:
    """A claim that the next sync will have to judge."""

    corpus: str
    claim_id: str
    statement: str
    path: str
    quote: str


@dataclass(frozen=True, slots=True)
class Staleness:
    """How a corpus compares with its snapshot: sources that changed or are gone, and the claims that are stale for it."""

    corpus: str
    changed: Sequence[str]
    deleted: Sequence[str]
    claims: Sequence[StaleClaim]


class _Snapshot:
    """A snapshot as something that answers queries."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self.connection = connection

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        return self.connection.execute(sql, list(parameters)).fetchall()


def staleness(corpus: Corpus) -> Staleness:
    """Compare the sources of a corpus with what is published.

    Raises:
        NoSnapshot: nothing has been published.
        OSError: the root of the corpus cannot be listed.
    """
    with closing(open_snapshot(corpus)) as connection:
        snapshot = _Snapshot(connection)
        now = survey(snapshot, corpus)
        tombstones = load(corpus)
        texts = {text for path in now.changed for text in _texts(corpus, now.compiled[path], tombstones)}
        found = [one for path in (*now.changed, *now.gone) for one in _stale(snapshot, corpus, path, texts)]
    return Staleness(corpus.name, now.changed, now.gone, tuple(found))


def _texts(corpus: Corpus, source: Seen, tombstones: Tombstones) -> list[str]:
    """Hashes of the paragraphs of a source as it is now; none where it cannot be read."""
    try:
        raw = read(corpus.root, source)
    except SourceError:
        return []
    evidence = extract(Task(corpus.name, source.path, raw, corpus.fingerprint, tombstones))
    return [row["paragraph_hash"] for row in evidence.rows["evidence.paragraphs"]]


def _stale(snapshot: _Snapshot, corpus: Corpus, path: str, texts: Collection[str]) -> list[StaleClaim]:
    rows = snapshot.query(_QUOTES, [path])
    stale = {claim: StaleClaim(corpus.name, claim, statement, path, quote) for claim, statement, quote, text in rows if text not in texts}
    return list(stale.values())


_QUOTES: Final = (
    "SELECT c.claim_id, c.statement, q.quote, q.paragraph_hash FROM beliefs.claims c JOIN beliefs.quotes q USING (document_id, claim_id) "
    "JOIN evidence.documents d USING (document_id) JOIN evidence.paragraphs p USING (document_id, paragraph_id) "
    "WHERE d.path = ? ORDER BY p.ordinal, c.claim_id, q.position"
)
