"""Update: bring the claims of a corpus up to date with its evidence.

before    the claims of the documents that changed or are gone, as they were
waiting   why documents were left for the next run: a budget is spent, or the model does not answer
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lineproof.beliefs.compile import STOPS, Gate, Progress, Stage
from lineproof.beliefs.decisions import load_decisions
from lineproof.beliefs.journal import record
from lineproof.beliefs.load import load_documents
from lineproof.beliefs.minds import BY_RULE, Minds
from lineproof.beliefs.model import RULES
from lineproof.beliefs.reconcile import Verdict, dirty, reconcile
from lineproof.beliefs.store import (
    Read,
    append_rulings,
    note_decisions,
    present_paragraphs,
    read_claims,
    read_rulings,
    rejected_by_people,
    remove,
    withdraw_stale,
)
from lineproof.beliefs.survey import decided, settings_of_claims
from lineproof.beliefs.survey import dirty as dirty_documents
from lineproof.beliefs.verification import Ruling, verify
from lineproof.beliefs.verify import Finding, Verifier
from lineproof.models.errors import Unavailable
from storage.database import Store
from storage.tombstones import load
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run of the stage did: documents, those whose rows changed, those removed.

    ``touched`` are the ids of the documents that were computed or removed, ``dirty`` and ``asked`` numbers of claims whose evidence
    changed and of those that a model was asked about, ``events`` counts by name. ``waiting`` says why documents were left for the next run.
    """

    executions: int
    written: int
    deleted: int
    touched: Sequence[str] = ()
    dirty: int = 0
    asked: int = 0
    events: Mapping[str, int] = field(default_factory=dict)
    waiting: str | None = None


def update(
    store: Store,
    corpus: Corpus,
    run_id: str,
    minds: Minds = BY_RULE,
    progress: Progress = lambda done, total: None,
) -> Counts:
    """Believe anew what changed, and note in history what became of the old; the caller has opened the transaction.

    Args:
        store: the working database.
        corpus: whose decisions and tombstones are heeded.
        run_id: recorded in the history.
        minds: who proposes and who judges.
        progress: told how many documents of how many are done.

    Raises:
        BadDecisions: what people decided cannot be read.
    """
    decisions, tombstones = load_decisions(corpus.decisions), load(corpus)
    settings = settings_of_claims(tombstones, minds.proposer.identity if minds.proposer else RULES)
    changed, gone = dirty_documents(store, settings)
    todo = sorted({*changed, *(set(decided(store, decisions)) - set(gone))})
    touched = [*todo, *gone]
    before = read_claims(store, touched)
    stage = Stage(store, Gate(decisions, tombstones, read_rulings(store)), minds.proposer, settings, progress)
    written, waiting = stage.compile(todo)
    remove(store, gone)
    if not waiting:
        note_decisions(store, decisions)
    withdraw_stale(store, todo)
    present = present_paragraphs(store, touched)
    verdicts = reconcile(before.believed, read_claims(store, touched).believed, present)
    asked = NOTHING_ASKED
    if minds.verifier and not waiting:
        asked = _ask(stage, before, verdicts, minds.verifier, touched, present)
        verdicts = _ruled(stage, run_id, before, asked, touched, present)
    rejected = rejected_by_people(store, touched)
    record(store, run_id, corpus.name, [_decided(_explained(verdict, waiting), rejected) for verdict in verdicts])
    events = Counter(verdict.event for verdict in verdicts)
    number_dirty = sum(verdict.before is not None and dirty(verdict.before, present) for verdict in verdicts)
    return Counts(len(todo), written, len(gone), touched, number_dirty, len(asked.findings), events, waiting or asked.waiting)


def _explained(verdict: Verdict, waiting: str | None) -> Verdict:
    if waiting and verdict.event == "retracted":
        return replace(verdict, reason=f"its text changed, and nobody could judge it yet: {waiting}")
    return verdict


def _decided(verdict: Verdict, rejected: Mapping[str, str]) -> Verdict:
    """A verdict in the name of the person who decided, if somebody did; ``rejected`` are reasons by the hash of a quote."""
    old, new = verdict.before, verdict.after
    if new is None and old and old.quotes[0] in rejected:
        return replace(verdict, by=REVIEW, reason=rejected[old.quotes[0]])
    if new and new.accepted_by == REVIEW and (old is None or old.accepted_by != REVIEW):
        return replace(verdict, by=REVIEW, reason="review: decided by a person", context=False)
    return verdict


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model said of dirty claims: its finding on each, what follows for which documents, and why it was asked no further."""

    findings: Mapping[str, Finding]
    rulings: Sequence[Ruling]
    documents: frozenset[str]
    waiting: str | None = None


REVIEW: Final = "review"
NOTHING_ASKED: Final = Asked({}, (), frozenset())


def _ask(
    stage: Stage, before: Read, verdicts: Sequence[Verdict], verifier: Verifier, touched: Sequence[str], present: frozenset[str]
) -> Asked:
    """Put dirty claims to a verifier, one after the other; once it cannot be asked any more, rules have the last word."""
    places = {document.document_id: document for document in load_documents(stage.store.connection, touched)}
    findings: dict[str, Finding] = {}
    rulings: list[Ruling] = []
    documents: set[str] = set()
    for verdict in verdicts:
        claim = verdict.before
        if claim is None or not dirty(claim, present):
            continue
        place = places.get((verdict.after or claim).document_id)
        try:
            found = verify(verdict, before.candidates[claim.claim_id], place, verifier)
        except (*STOPS, Unavailable) as error:
            return Asked(findings, rulings, frozenset(documents), str(error))
        if found and place:
            findings[claim.claim_id] = found[0]
            rulings += [found[1]] if found[1] else []
            documents |= {place.document_id} if found[1] else set()
    return Asked(findings, rulings, frozenset(documents))


def _ruled(stage: Stage, run_id: str, before: Read, asked: Asked, touched: Sequence[str], present: frozenset[str]) -> list[Verdict]:
    """The verdicts once the documents of which a model ruled otherwise than the rules are believed again."""
    append_rulings(stage.store, run_id, asked.rulings)
    gate = replace(stage.gate, rulings=read_rulings(stage.store))
    replace(stage, gate=gate).compile(sorted(asked.documents))
    final = reconcile(before.believed, read_claims(stage.store, touched).believed, present)
    return [_by_model(verdict, asked.findings) for verdict in final]


def _by_model(verdict: Verdict, findings: Mapping[str, Finding]) -> Verdict:
    finding = findings.get(verdict.before.claim_id) if verdict.before else None
    if finding is None:
        return verdict
    reason = f"{verdict.reason}; asked whether it still holds: {finding.answer}"
    return replace(verdict, by=finding.by, fingerprint=finding.fingerprint, reason=reason)
