"""Staleness: claims whose sources are no longer what they were when the claims were published, found without a model.

changed   a source whose bytes differ from those compiled, or that is gone
stale     a claim one of whose quotes stands in no paragraph of the changed source
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from duckdb import DuckDBPyConnection

from lineproof.evidence.extract import Task, extract
from lineproof.evidence.survey import survey
from lineproof.sources.errors import SourceError
from lineproof.sources.scan import read
from storage.snapshots import open_snapshot
from storage.tombstones import load
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
        present = {path: _paragraphs(corpus, path, now.compiled) for path in now.changed}
        found = [one for path in (*now.changed, *now.gone) for one in _stale(snapshot, corpus, path, present.get(path, frozenset()))]
    return Staleness(corpus.name, now.changed, now.gone, tuple(found))


def _paragraphs(corpus: Corpus, path: str, sources: Any) -> frozenset[str]:  # noqa: ANN401
    """Ids of the paragraphs of a source as it is now; none where it cannot be read."""
    try:
        raw = read(corpus.root, sources[path])
    except (SourceError, KeyError):
        return frozenset()
    evidence = extract(Task(corpus.name, path, raw, corpus.fingerprint, load(corpus)))
    return frozenset(row["paragraph_id"] for row in evidence.rows["evidence.paragraphs"])


def _stale(snapshot: _Snapshot, corpus: Corpus, path: str, present: frozenset[str]) -> list[StaleClaim]:
    rows = snapshot.query(
        "SELECT claim_id, statement, quote, paragraph_id FROM claims_with_evidence WHERE path = ? ORDER BY first_line, claim_id, position",
        [path],
    )
    found = {
        claim: StaleClaim(corpus.name, claim, statement, path, quote) for claim, statement, quote, place in rows if place not in present
    }
    return list(found.values())
