"""Coverage: how much of what documents say is claimed."""

from collections.abc import Sequence
from dataclasses import dataclass

from duckdb import DuckDBPyConnection


@dataclass(frozen=True, slots=True)
class Covered:
    """A document: how many of its paragraphs say something, and how many of these a claim quotes."""

    corpus: str
    path: str
    paragraphs: int
    covered: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """A page of documents, the least covered first, and the sums over all."""

    paragraphs: int
    covered: int
    documents: Sequence[Covered]
    more: bool


def coverage(connection: DuckDBPyConnection, limit: int, offset: int) -> Coverage:
    """The coverage of a snapshot, or of several that a connection unites."""
    paragraphs, covered = connection.execute("SELECT coalesce(sum(paragraphs), 0), coalesce(sum(covered), 0) FROM coverage").fetchall()[0]
    rows = connection.execute(
        "SELECT corpus, path, paragraphs, covered FROM coverage ORDER BY covered / greatest(paragraphs, 1), paragraphs DESC, corpus, path "
        "LIMIT ? OFFSET ?",
        [limit + 1, offset],
    ).fetchall()
    return Coverage(int(paragraphs), int(covered), tuple(Covered(*row) for row in rows[:limit]), len(rows) > limit)
