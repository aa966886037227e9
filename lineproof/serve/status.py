"""Status: what is compiled, what is not and why, and what the last syncs did."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from duckdb import DuckDBPyConnection

from lineproof.beliefs.survey import UNFINISHED_PATHS
from lineproof.serve.corpora import is_published
from storage.snapshots import current, open_snapshot
from storage.workspace import Corpus

RUNS_SHOWN: Final = 3

_COUNTS = """
SELECT (SELECT count(*) FROM evidence.documents), (SELECT coalesce(sum(lines), 0) FROM evidence.documents),
    (SELECT count(*) FROM evidence.paragraphs), (SELECT count(*) FROM graph.stated_edges)
"""
_RUNS = """
SELECT run_id, started_at, finished_at, stage, executions, written, deleted FROM ops.runs
WHERE run_id IN (SELECT run_id FROM ops.runs GROUP BY run_id ORDER BY max(started_at) DESC, run_id LIMIT ?)
ORDER BY max(started_at) OVER (PARTITION BY run_id) DESC, run_id, started_at, stage
"""


@dataclass(frozen=True, slots=True)
class QuarantinedSource:
    """A file that should be a document and is not, with the reason."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class StageCounts:
    """Documents that a stage computed, wrote and removed."""

    executions: int
    written: int
    deleted: int


@dataclass(frozen=True, slots=True)
class PastRun:
    """One sync that had work."""

    run_id: str
    started_at: datetime
    finished_at: datetime | None
    stages: Mapping[str, StageCounts]


@dataclass(frozen=True, slots=True)
class CorpusStatus:
    """One corpus; counts are 0 and ``published_at`` none before its first snapshot. ``edges``: those stated.

    ``waiting`` are the paths of documents on which a model has yet to speak.
    """

    corpus: str
    root: str
    published_at: datetime | None
    age_seconds: float | None
    documents: int = 0
    lines: int = 0
    paragraphs: int = 0
    edges: int = 0
    open_references: Mapping[str, int] = field(default_factory=dict)
    sources: Mapping[str, int] = field(default_factory=dict)
    quarantined: Sequence[QuarantinedSource] = ()
    waiting: Sequence[str] = ()
    runs: Sequence[PastRun] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """All corpora of a workspace that were asked for."""

    corpora: Sequence[CorpusStatus]


def status_of(corpus: Corpus) -> CorpusStatus:
    """What the current snapshot of a corpus says."""
    if not is_published(corpus):
        return CorpusStatus(corpus.name, str(corpus.root), None, None)
    published = current(corpus).stat().st_mtime
    with open_snapshot(corpus) as connection:
        documents, lines, paragraphs, edges = connection.execute(_COUNTS).fetchall()[0]
        return CorpusStatus(
            corpus=corpus.name,
            root=str(corpus.root),
            published_at=datetime.fromtimestamp(published, UTC),
            age_seconds=round(max(0.0, time.time() - published), 1),
            documents=documents,
            lines=int(lines),
            paragraphs=paragraphs,
            edges=edges,
            open_references=_tally(connection, "SELECT reason, count(*) FROM open_references GROUP BY 1 ORDER BY 1"),
            sources=_tally(connection, "SELECT outcome, count(*) FROM source_outcomes GROUP BY 1 ORDER BY 1"),
            quarantined=_quarantined(connection),
            waiting=[row[0] for row in connection.execute(UNFINISHED_PATHS).fetchall()],
            runs=_runs(connection),
        )


def _tally(connection: DuckDBPyConnection, query: str) -> dict[str, int]:
    return {name: int(count) for name, count in connection.execute(query).fetchall()}


def _quarantined(connection: DuckDBPyConnection) -> tuple[QuarantinedSource, ...]:
    query = "SELECT path, reason FROM source_outcomes WHERE outcome = 'quarantined' ORDER BY path"
    return tuple(QuarantinedSource(path, reason or "") for path, reason in connection.execute(query).fetchall())


def _runs(connection: DuckDBPyConnection) -> tuple[PastRun, ...]:
    rows = connection.execute(_RUNS, [RUNS_SHOWN]).fetchall()
    return tuple(_run(run_id, list(stages)) for run_id, stages in groupby(rows, itemgetter(0)))


def _run(run_id: str, rows: Sequence[tuple[Any, ...]]) -> PastRun:
    stages = {stage: StageCounts(*counts) for _, _, _, stage, *counts in rows}
    return PastRun(run_id, rows[0][1], rows[-1][2], stages)
