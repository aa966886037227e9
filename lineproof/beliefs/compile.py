"""Compile: documents, one after the other, to rows of what is believed of them.

gate    everything that stands between a candidate and belief
stage   what a run works with
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from lineproof.beliefs.believe import Beliefs, Refused, believe
from lineproof.beliefs.concepts.update import rows_of as concept_rows
from lineproof.beliefs.decisions import Decisions
from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Candidate, Claim, Document
from lineproof.beliefs.propose import propose
from lineproof.beliefs.propose.proposer import Proposer
from lineproof.beliefs.rows import Rows, rows_of
from lineproof.beliefs.store import write
from lineproof.beliefs.survey import ASSET
from lineproof.beliefs.verification import Rulings, ruled
from lineproof.evidence.workers import in_order
from lineproof.models.errors import BudgetSpent, Denied, ModelError, NoModel, NotRecorded, Unavailable
from storage import tables
from storage.database import Store
from storage.tombstones import Tombstones

Progress = Callable[[int, int], None]
BATCH: Final = 50
STOPS: Final = (BudgetSpent, Denied, NoModel, NotRecorded)
"""Errors after which no request to a model can succeed."""
PARALLEL_FROM: Final = 2_000_000
"""Bytes of documents from which it is worth to start other processes."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What stands between candidates and belief: people's decisions, what was erased, what a model ruled, and the rules."""

    decisions: Decisions
    tombstones: Tombstones
    rulings: Rulings = field(default_factory=dict)

    def rows(self, document: Document, candidates: Sequence[Candidate], refused: Sequence[Refused] = ()) -> Rows:
        """The rows of a document from what is proposed of it."""
        admitted = ruled(document, candidates, self.rulings)
        beliefs = believe(document, admitted, self.decisions, self.tombstones.claim_erased, refused)
        return {**rows_of(beliefs, document), tables.CONCEPT_FORMS.name: concept_rows(document)}

    def carried(self, document: Document, claims: Iterable[Claim]) -> Rows:
        """The rows of a document that keeps claims, but for what was erased."""
        kept = tuple(claim for claim in claims if not self.tombstones.claim_erased(claim.candidate.statement))
        return {**rows_of(Beliefs(document.document_id, kept, ()), document), tables.CONCEPT_FORMS.name: concept_rows(document)}


def _by_rule(gate: Gate, document: Document) -> tuple[str, Rows]:
    """The rows of a document, proposed by the built-in rules."""
    return document.document_id, gate.rows(document, propose(document))


def _by_proposer(gate: Gate, proposer: Proposer, document: Document) -> tuple[str, Rows]:
    return document.document_id, gate.rows(document, *proposer.propose(document))


@dataclass(frozen=True, slots=True)
class Compiled:
    """How many documents have other rows than before, which had to wait, and why."""

    written: int
    unfinished: frozenset[str]
    waiting: str | None


@dataclass(frozen=True, slots=True)
class Stage:
    """What a run of the stage works with."""

    store: Store
    gate: Gate
    proposer: Proposer | None
    settings: str
    progress: Progress

    def compile(self, todo: Sequence[str]) -> Compiled:
        """Believe documents one after the other, and write them some at a time."""
        known = dict(self.store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = ?", [ASSET]))
        written = 0
        done: set[str] = set()
        batch: dict[str, Rows] = {}
        waiting: str | None = None
        for number, outcome in enumerate(self._outcomes(todo), 1):
            if isinstance(outcome, ModelError):
                waiting = waiting or str(outcome)
            else:
                batch[outcome[0]] = outcome[1]
                done.add(outcome[0])
            if len(batch) == BATCH:
                written += write(self.store, batch, known, self.settings)
                batch = {}
            self.progress(number, len(todo))
        written += write(self.store, batch, known, self.settings)
        return Compiled(written, frozenset(todo) - done, waiting)

    def _outcomes(self, todo: Sequence[str]) -> Iterator[tuple[str, Rows] | ModelError]:
        """The rows of each document, or why it has to wait. What one request cannot get, another may; the rest stops all."""
        made = self._rows(todo)
        while True:
            try:
                yield next(made)
            except StopIteration:
                return
            except Unavailable as error:
                yield error
            except STOPS as error:
                yield error
                return

    def _rows(self, todo: Sequence[str]) -> Iterator[tuple[str, Rows]]:
        documents = load_documents(self.store.connection, todo)
        if self.proposer:
            return map(partial(_by_proposer, self.gate, self.proposer), documents)
        return in_order(partial(_by_rule, self.gate), documents, _size(self.store, todo) >= PARALLEL_FROM)


def _size(store: Store, documents: Sequence[str]) -> int:
    """Bytes of some documents."""
    sql = "SELECT coalesce(sum(bytes), 0) FROM evidence.documents WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
    return int(store.query(sql, [list(documents)])[0][0])
