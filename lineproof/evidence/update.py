"""Update: bring the evidence of a corpus up to date with its sources.

batch      the Arrow tables of one extracted document, as they go into the database
moved      a paragraph whose id is gone while the same text now stands under a new id
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pyarrow as pa

from lineproof.evidence.errors import EvidenceError
from lineproof.evidence.extract import Evidence, Task, extract, tools
from lineproof.evidence.hashing import document_id, fingerprint, line_hash
from lineproof.evidence.language import DEFAULT
from lineproof.evidence.survey import ASSET, Survey, survey
from lineproof.evidence.version import made_from
from lineproof.evidence.workers import in_order
from lineproof.sources.errors import BrokenConversation, SourceError
from lineproof.sources.scan import Seen, read
from storage import tables
from storage.database import Store
from storage.tombstones import Tombstones, load
from storage.workspace import Corpus

Progress = Callable[[int, int], None]
SEEN_BY_OTHERS = (
    tables.DOCUMENTS, tables.LINES, tables.PARAGRAPHS, tables.TURNS, tables.SIGNALS, tables.MENTIONS, tables.NAMES_OF_DOCUMENTS,
)  # fmt: skip
"""Tables that later stages read."""
PARTITIONED = (*SEEN_BY_OTHERS, tables.POSTINGS, tables.LENGTHS)
PARALLEL_FROM = 4_000_000
LINES_A_WRITE = 5_000
UNHASHED = ("content_hash", "bytes", "encoding", "made_from", "lines")


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run of the stage did; ``quarantined`` maps paths to reasons."""

    executions: int
    written: int
    deleted: int
    quarantined: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Batch:
    """One extracted document: its tables by name and the fingerprint of what other stages read of it."""

    document_id: str
    tables: Mapping[str, pa.Table]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be compiled; ``lasting`` where trying the same bytes again would fail the same way."""

    reason: str
    lasting: bool


def update(
    store: Store,
    corpus: Corpus,
    run_id: str,
    force: Collection[str] = (),
    verify: bool = False,
    progress: Progress = lambda done, total: None,
) -> Counts:
    """Compile what changed; the caller has opened the transaction.

    Args:
        store: the working database.
        corpus: whose sources are read.
        run_id: recorded in the history.
        force: paths to compile again even if nothing changed.
        verify: read every file, whatever its times say.
        progress: told how many documents of how many are done.

    Raises:
        BadGrammar, UnknownLanguage: the settings of the corpus cannot be used.
        OSError: the root of the corpus cannot be listed.
    """
    tools(corpus.language or DEFAULT, corpus.fingerprint)
    now = survey(store, corpus, verify)
    compiled = now.compiled
    todo = [compiled[path] for path in sorted({*now.changed, *(path for path in force if path in compiled)})]
    forgotten = [
        row[0] for row in store.query("SELECT document_id FROM ops.quarantined WHERE path NOT IN (SELECT unnest(?))", [list(compiled)])
    ]
    removed = [document_id(corpus.name, path) for path in now.gone]
    touched = [*(document_id(corpus.name, seen.path) for seen in todo), *removed]
    _set_aside(store, touched)
    for table in PARTITIONED:
        store.delete(table, touched)
    store.delete(tables.QUARANTINED, [*touched, *forgotten])
    failures: dict[str, Failure] = {}
    written = 0
    waiting: list[Batch] = []
    ledger = dict.fromkeys(touched, "")
    for number, (seen, outcome) in enumerate(_compile(corpus, todo, load(corpus)), 1):
        if isinstance(outcome, Failure):
            failures[seen.path] = outcome
        else:
            written += 1
            ledger[outcome.document_id] = outcome.fingerprint
            waiting.append(outcome)
        if number == len(todo) or sum(batch.tables[tables.LINES.name].num_rows for batch in waiting) >= LINES_A_WRITE:
            _insert(store, waiting)
            waiting = []
        progress(number, len(todo))
    _record(store, corpus, now, todo, failures, ledger)
    _remember(store, run_id, touched)
    return Counts(len(todo), written, len(removed), {**now.quarantined, **{path: failure.reason for path, failure in failures.items()}})


def _insert(store: Store, batches: Sequence[Batch]) -> None:
    """Write several documents at once: a statement costs the same for one short document as for many."""
    for table in PARTITIONED if batches else ():
        store.insert(table, pa.concat_tables([batch.tables[table.name] for batch in batches]))


def _compile(corpus: Corpus, todo: Sequence[Seen], tombstones: Tombstones) -> Iterator[tuple[Seen, Batch | Failure]]:
    """Extract documents in their order; in several processes where there is much to do."""
    work = partial(_attempt, corpus, tombstones)
    yield from zip(todo, in_order(work, todo, sum(seen.size for seen in todo) >= PARALLEL_FROM), strict=True)


def _attempt(corpus: Corpus, tombstones: Tombstones, seen: Seen) -> Batch | Failure:
    """Extract one document; whatever is wrong with it stays its own affair."""
    try:
        raw = read(corpus.root, seen)
    except SourceError as error:
        return Failure(str(error), lasting=False)
    try:
        return _batch(extract(Task(corpus.name, seen.path, raw, corpus.fingerprint, tombstones)))
    except EvidenceError:
        raise
    except BrokenConversation as error:
        return Failure(str(error), lasting=True)
    except Exception as error:
        return Failure(f"it could not be compiled: {type(error).__name__}: {error}"[:500], lasting=True)


def _batch(evidence: Evidence) -> Batch:
    found = {table.name: pa.Table.from_pylist(evidence.rows.get(table.name, []), table.schema) for table in PARTITIONED}
    found[tables.LINES.name] = _lines(evidence)
    seen_by_others = [
        repr([(name, value) for name, value in row.items() if name not in UNHASHED])
        for table in SEEN_BY_OTHERS
        for row in evidence.rows.get(table.name, ())
    ]
    return Batch(evidence.document_id, found, fingerprint(*seen_by_others))


def _lines(evidence: Evidence) -> pa.Table:
    count = len(evidence.lines)
    columns = {
        "document_id": pa.array([evidence.document_id] * count, pa.string()),
        "n": pa.array(range(1, count + 1), pa.int32()),
        "line_hash": pa.array([line_hash(raw) for raw in evidence.lines], pa.uint64()),
        "raw": pa.array(evidence.lines, pa.binary()),
    }
    return pa.table(columns, schema=tables.LINES.schema)


def _record(
    store: Store, corpus: Corpus, now: Survey, todo: Sequence[Seen], failures: Mapping[str, Failure], outputs: Mapping[str, str]
) -> None:
    """Write what the scan saw, what was quarantined, and the ledger."""
    fleeting = {path for path, failure in failures.items() if not failure.lasting}
    seen_rows = [_seen_row(corpus, seen) for seen in now.scan.seen if seen.path not in fleeting]
    store.connection.execute("DELETE FROM ops.sources")
    store.insert(tables.SOURCES, pa.Table.from_pylist(seen_rows, tables.SOURCES.schema))
    failed = [{"document_id": document_id(corpus.name, path), "path": path, "reason": failure.reason} for path, failure in failures.items()]
    store.insert(tables.QUARANTINED, pa.Table.from_pylist(failed, tables.QUARANTINED.schema))
    store.connection.register("done", pa.table({"document_id": pa.array(list(outputs), pa.string())}))
    store.connection.execute("DELETE FROM ops.ledger WHERE asset = ? AND document_id IN (SELECT document_id FROM done)", [ASSET])
    store.connection.unregister("done")
    rows = [
        {
            "asset": ASSET,
            "document_id": document_id(corpus.name, seen.path),
            "input_fingerprint": made_from(seen.content_hash or "", corpus.fingerprint),
            "output_fingerprint": outputs[document_id(corpus.name, seen.path)],
        }
        for seen in todo
        if seen.path not in fleeting
    ]
    store.insert(tables.LEDGER, pa.Table.from_pylist(rows, tables.LEDGER.schema))


def _seen_row(corpus: Corpus, seen: Seen) -> dict[str, object]:
    row = {name: getattr(seen, name) for name in tables.SOURCES.schema.names if name != "document_id"}
    return {"document_id": document_id(corpus.name, seen.path), **row}


def _set_aside(store: Store, documents: Iterable[str]) -> None:
    """Keep the ids and hashes of the paragraphs that are about to be replaced, to see afterwards what moved."""
    store.connection.register("touched", pa.table({"document_id": pa.array(list(documents), pa.string())}))
    store.connection.execute(
        "CREATE OR REPLACE TEMP TABLE before AS SELECT p.document_id, p.paragraph_id, p.paragraph_hash, p.ordinal "
        "FROM evidence.paragraphs p JOIN touched USING (document_id)"
    )
    store.connection.execute(
        "CREATE OR REPLACE TEMP TABLE sources_before AS SELECT d.document_id, d.path, d.content_hash "
        "FROM evidence.documents d JOIN touched USING (document_id)"
    )
    store.connection.unregister("touched")


def _remember(store: Store, run_id: str, touched: Collection[str]) -> None:
    """Append to the history: revisions of documents, and paragraphs whose text moved to another id."""
    now = datetime.datetime.now(datetime.UTC)
    store.connection.register("touched", pa.table({"document_id": pa.array(list(touched), pa.string())}))
    store.connection.execute(
        "INSERT INTO evidence.revisions SELECT coalesce(d.document_id, b.document_id), coalesce(d.path, b.path), d.content_hash, ?, ? "
        "FROM (SELECT * FROM evidence.documents JOIN touched USING (document_id)) d FULL JOIN sources_before b USING (document_id) "
        "WHERE d.content_hash IS DISTINCT FROM b.content_hash",
        [run_id, now],
    )
    store.connection.execute(_MOVES, [run_id, now])
    store.connection.execute("DROP TABLE before")
    store.connection.execute("DROP TABLE sources_before")
    store.connection.unregister("touched")


_MOVES = """
INSERT INTO evidence.moves
WITH after AS (
    SELECT p.document_id, p.paragraph_id, p.paragraph_hash, p.ordinal FROM evidence.paragraphs p JOIN touched USING (document_id)
),
gone AS (
    SELECT b.paragraph_id, b.paragraph_hash, b.document_id,
        row_number() OVER (PARTITION BY b.paragraph_hash, b.document_id ORDER BY b.ordinal) AS near,
        row_number() OVER (PARTITION BY b.paragraph_hash ORDER BY b.document_id, b.ordinal) AS far
    FROM before b ANTI JOIN after a ON a.paragraph_id = b.paragraph_id
),
fresh AS (
    SELECT a.paragraph_id, a.paragraph_hash, a.document_id,
        row_number() OVER (PARTITION BY a.paragraph_hash, a.document_id ORDER BY a.ordinal) AS near,
        row_number() OVER (PARTITION BY a.paragraph_hash ORDER BY a.document_id, a.ordinal) AS far
    FROM after a ANTI JOIN before b ON b.paragraph_id = a.paragraph_id
),
within AS (
    SELECT g.paragraph_id AS old_id, f.paragraph_id AS new_id
    FROM gone g JOIN fresh f ON f.paragraph_hash = g.paragraph_hash AND f.document_id = g.document_id AND f.near = g.near
),
rest_gone AS (
    SELECT *, row_number() OVER (PARTITION BY paragraph_hash ORDER BY far) AS place FROM gone
    WHERE paragraph_id NOT IN (SELECT old_id FROM within)
),
rest_fresh AS (
    SELECT *, row_number() OVER (PARTITION BY paragraph_hash ORDER BY far) AS place FROM fresh
    WHERE paragraph_id NOT IN (SELECT new_id FROM within)
),
across AS (
    SELECT g.paragraph_id AS old_id, f.paragraph_id AS new_id
    FROM rest_gone g JOIN rest_fresh f ON f.paragraph_hash = g.paragraph_hash AND f.place = g.place
)
SELECT old_id, new_id, ?, ? FROM (SELECT * FROM within UNION ALL SELECT * FROM across)
"""
