"""Update: bring the claims of a corpus up to date with its evidence.

proposer   what makes candidates of a document: the built-in rules, or a model
believed   the claims of the documents that changed, before and after
"""

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from lineproof.beliefs.believe import Refused, believe
from lineproof.beliefs.concepts.update import rows_of as concept_rows
from lineproof.beliefs.decisions import Decisions, load_decisions
from lineproof.beliefs.events import Before, Recorder
from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import RULES, Candidate, Document
from lineproof.beliefs.propose import propose
from lineproof.beliefs.reconcile import Believed, Verdict, dirty, reconcile
from lineproof.beliefs.rows import Row, Rows, arrow, believed, output_fingerprint, rows_of
from lineproof.beliefs.survey import ASSET, DECISIONS, decided, made_from, settings
from lineproof.beliefs.survey import dirty as dirty_documents
from lineproof.evidence.workers import in_order
from storage import tables
from storage.database import Store
from storage.tombstones import Tombstones, load
from storage.workspace import Corpus

Progress = Callable[[int, int], None]
BATCH: Final = 50
PARALLEL_FROM: Final = 2_000_000
"""Bytes of documents from which it is worth to start other processes."""
WRITTEN: Final = (tables.CLAIMS, tables.QUOTES, tables.CANDIDATES, tables.CONCEPT_FORMS)
"""In the order of deleting; a claim goes before its quotes, and comes after them."""


class Proposer(Protocol):
    """What makes candidates of documents."""

    @property
    def identity(self) -> str:
        """The fingerprint of everything but the document that its candidates depend on."""

    def propose(self, document: Document) -> tuple[Sequence[Candidate], Sequence[Refused]]:
        """Candidates in reading order, and what cannot be one because its quote stands nowhere."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run of the stage did: documents, those whose rows changed, those removed, dirty claims, events by name.

    ``touched`` are the ids of the documents that were computed or removed.
    """

    executions: int
    written: int
    deleted: int
    touched: Sequence[str] = ()
    dirty: int = 0
    events: Mapping[str, int] = field(default_factory=dict)


def update(
    store: Store,
    corpus: Corpus,
    run_id: str,
    proposer: Proposer | None = None,
    progress: Progress = lambda done, total: None,
) -> Counts:
    """Believe anew what changed, and note in history what became of the old; the caller has opened the transaction.

    Args:
        store: the working database.
        corpus: whose decisions and tombstones are heeded.
        run_id: recorded in the history.
        proposer: makes candidates; the built-in rules where there is none.
        progress: told how many documents of how many are done.

    Raises:
        BadDecisions: what people decided cannot be read.
    """
    gate = Gate(load_decisions(corpus.decisions), load(corpus))
    identity = settings(gate.tombstones, proposer.identity if proposer else RULES)
    changed, gone = dirty_documents(store, identity)
    todo = sorted({*changed, *(set(decided(store, gate.decisions)) - set(gone))})
    touched = [*todo, *gone]
    before = _read(store, touched)
    written = _compile(store, todo, gate, proposer, identity, progress)
    for table in (*WRITTEN, tables.CLAIM_CONCEPTS):
        store.delete(table, gone)
    _forget(store, gone)
    _note_decisions(store, gate.decisions)
    present = _present(store, touched)
    verdicts = reconcile(before, _read(store, touched), present)
    record(store, run_id, corpus.name, verdicts)
    events = Counter(verdict.event for verdict in verdicts)
    return Counts(len(todo), written, len(gone), touched, sum(dirty(claim, present) for claim in before), events)


@dataclass(frozen=True, slots=True)
class Gate:
    """What stands between candidates and belief beside the rules: what people decided, and what was erased."""

    decisions: Decisions
    tombstones: Tombstones

    def rows(self, document: Document, candidates: Sequence[Candidate], refused: Sequence[Refused] = ()) -> Rows:
        """The rows of a document from what is proposed of it."""
        beliefs = believe(document, candidates, self.decisions, self.tombstones.claim_erased, refused)
        return {**rows_of(beliefs, document), tables.CONCEPT_FORMS.name: concept_rows(document)}


def _by_rule(gate: Gate, document: Document) -> tuple[str, Rows]:
    """The rows of a document, proposed by the built-in rules."""
    return document.document_id, gate.rows(document, propose(document))


def _by_proposer(gate: Gate, proposer: Proposer, document: Document) -> tuple[str, Rows]:
    return document.document_id, gate.rows(document, *proposer.propose(document))


def _compile(store: Store, todo: Sequence[str], gate: Gate, proposer: Proposer | None, identity: str, progress: Progress) -> int:
    """Believe the documents one after the other, and write them some at a time; return how many have other rows than before."""
    known = dict(store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = ?", [ASSET]))
    work = partial(_by_proposer, gate, proposer) if proposer else partial(_by_rule, gate)
    documents = load_documents(store.connection, todo)
    written = 0
    waiting: dict[str, Rows] = {}
    for number, (document, rows) in enumerate(in_order(work, documents, proposer is None and _size(store, todo) >= PARALLEL_FROM), 1):
        waiting[document] = rows
        if number % BATCH == 0 or number == len(todo):
            written += _write(store, waiting, known, identity)
            waiting = {}
        progress(number, len(todo))
    return written


def _size(store: Store, documents: Sequence[str]) -> int:
    """Bytes of some documents."""
    sql = "SELECT coalesce(sum(bytes), 0) FROM evidence.documents WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
    return int(store.query(sql, [list(documents)])[0][0])


def _write(store: Store, waiting: Mapping[str, Rows], known: Mapping[str, str], identity: str) -> int:
    """Write those documents whose rows differ from before; note in the ledger what all were made from."""
    outputs = {document: output_fingerprint(rows) for document, rows in waiting.items()}
    differing = [document for document, output in outputs.items() if known.get(document) != output]
    for table in WRITTEN:
        store.delete(table, differing)
    for table in reversed(WRITTEN):
        store.insert(table, arrow(table, (row for document in differing for row in waiting[document][table.name])))
    evidence = dict(store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = 'evidence'"))
    _forget(store, list(waiting))
    rows = [
        {
            "asset": ASSET,
            "document_id": document,
            "input_fingerprint": made_from(identity, evidence[document]),
            "output_fingerprint": output,
        }
        for document, output in outputs.items()
    ]
    store.insert(tables.LEDGER, arrow(tables.LEDGER, rows))
    return len(differing)


def note(store: Store, made: Iterable[tuple[str, str, str]], asset: str = ASSET) -> None:
    """Note in the ledger, by partition, what was made from what."""
    rows = [dict(zip(tables.LEDGER.schema.names, (asset, *each), strict=True)) for each in made]
    store.insert(tables.LEDGER, arrow(tables.LEDGER, rows))


def _forget(store: Store, documents: Sequence[str]) -> None:
    store.query("DELETE FROM ops.ledger WHERE asset = ? AND document_id IN (SELECT unnest(?::VARCHAR[]))", [ASSET, list(documents)])


def _note_decisions(store: Store, decisions: Decisions) -> None:
    store.query("DELETE FROM ops.ledger WHERE asset = ?", [DECISIONS])
    note(store, ((key, one.effect, "") for key, one in sorted(decisions.by_key.items())), DECISIONS)


def _read(store: Store, documents: Sequence[str]) -> list[Believed]:
    """The claims of some documents as the tables have them."""
    wanted = [list(documents)]
    return believed(dictionaries(store, _CLAIMS, wanted), dictionaries(store, _QUOTES, wanted))


_CLAIMS = "SELECT * FROM beliefs.claims WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY claim_id"
_QUOTES = "SELECT * FROM beliefs.quotes WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY claim_id, position"


def dictionaries(store: Store, sql: str, parameters: Sequence[Any]) -> list[Row]:
    """Rows of a query by the names of their columns."""
    result = store.connection.execute(sql, list(parameters))
    names = [column[0] for column in result.description]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def _present(store: Store, documents: Sequence[str]) -> frozenset[str]:
    sql = "SELECT paragraph_id FROM evidence.paragraphs WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
    return frozenset(row[0] for row in store.query(sql, [list(documents)]))


def record(store: Store, run_id: str, corpus: str, verdicts: Sequence[Verdict]) -> None:
    """Append the events of verdicts to the history."""
    claims = {claim.claim_id for verdict in verdicts for claim in (verdict.before, verdict.after) if claim}
    recorder = recorder_for(store, run_id, corpus, claims)
    append_events(store, run_id, recorder.rows(verdicts))


def recorder_for(store: Store, run_id: str, corpus: str, claims: Collection[str]) -> Recorder:
    """A recorder that knows the history of some claims."""
    history = {
        claim: Before(lineage, status)
        for claim, lineage, status in store.query(
            'SELECT claim_id, arg_max(lineage_id, ("at", number)), arg_max(status, ("at", number)) FROM beliefs.events '
            "WHERE claim_id IN (SELECT unnest(?::VARCHAR[])) GROUP BY claim_id",
            [sorted(claims)],
        )
    }
    paths = dict(store.query("SELECT document_id, arg_max(path, recorded_at) FROM evidence.revisions GROUP BY document_id"))
    return Recorder(run_id, datetime.datetime.now(datetime.UTC), corpus, paths, history)


def append_events(store: Store, run_id: str, rows: Iterable[Row]) -> None:
    """Append rows to the history, numbered within the run."""
    [(last,)] = store.query("SELECT coalesce(max(number), -1) FROM beliefs.events WHERE run_id = ?", [run_id])
    numbered = [{**row, "number": last + place} for place, row in enumerate(rows, 1)]
    store.insert(tables.EVENTS, arrow(tables.EVENTS, numbered))
