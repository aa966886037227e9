"""Update: bring the claims of a corpus up to date with its evidence.

before       the claims of the documents that changed or are gone, as they were
unfinished   a document that is left for the next run, since a budget is spent or the model does not answer
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lineproof.beliefs.asking import NOTHING_ASKED, Asked, ask, told
from lineproof.beliefs.compile import Gate, Progress, Stage
from lineproof.beliefs.decisions import load_decisions
from lineproof.beliefs.journal import record
from lineproof.beliefs.load import load_documents
from lineproof.beliefs.minds import BY_RULE, Minds
from lineproof.beliefs.model import RULES
from lineproof.beliefs.reconcile import Believed, Verdict, dirty, reconcile
from lineproof.beliefs.store import (
    Read,
    append_rulings,
    carry,
    note_decisions,
    present_paragraphs,
    read_before,
    read_claims,
    read_rulings,
    rejected_by_people,
    remove,
    waiting_documents,
    write_waiting,
)
from lineproof.beliefs.survey import decided, settings_of_claims
from lineproof.beliefs.survey import dirty as dirty_documents
from lineproof.beliefs.waiting import carried
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
    touched = sorted({*todo, *gone, *waiting_documents(store)})
    before = read_before(store, touched)
    stage = Stage(store, Gate(decisions, tombstones, read_rulings(store)), minds.proposer, settings, progress)
    compiled = stage.compile(todo)
    remove(store, gone)
    present = present_paragraphs(store, touched)
    asked = _ask(stage, before, compiled.unfinished, minds, touched, present)
    unfinished = compiled.unfinished | asked.unfinished
    if asked.rulings:
        _heed(stage, run_id, asked)
    if unfinished:
        _carry(stage, before, unfinished)
    else:
        note_decisions(store, decisions)
    rejected = rejected_by_people(store, touched)
    waits = frozenset() if minds.final else unfinished
    verdicts, waiting = _sorted_out(before, read_claims(store, touched), asked, waits, present, rejected)
    write_waiting(store, waiting, before.candidates)
    record(store, run_id, corpus.name, verdicts)
    events = Counter(verdict.event for verdict in verdicts)
    number_dirty = sum(verdict.before is not None and dirty(verdict.before, present) for verdict in verdicts)
    why = compiled.waiting or asked.waiting
    number_asked = sum(verdict.before is not None and verdict.before.claim_id in asked.findings for verdict in verdicts)
    return Counts(len(todo), compiled.written, len(gone), touched, number_dirty, number_asked, events, why)


def _carry(stage: Stage, before: Read, unfinished: Collection[str]) -> None:
    """Let unfinished documents keep the claims that stand in them."""
    claims: dict[str, list[Believed]] = {}
    for claim in before.believed:
        claims.setdefault(claim.document_id, []).append(claim)
    rows = {
        document.document_id: stage.gate.carried(document, carried(document, claims.get(document.document_id, ()), before.candidates))
        for document in load_documents(stage.store.connection, unfinished)
    }
    carry(stage.store, rows)


def _sorted_out(
    before: Read, after: Read, asked: Asked, unfinished: Collection[str], present: frozenset[str], rejected: Mapping[str, str]
) -> tuple[list[Verdict], list[Believed]]:
    """What is to be told of claims, and which of them wait.

    As long as a document is unfinished, text that is gone elsewhere may stand in it: such claims wait with those of its own whose
    evidence changed.
    """
    old = [claim for claim in before.believed if claim.document_id not in unfinished]
    new = [claim for claim in after.believed if claim.document_id not in unfinished]
    waiting = [claim for claim in before.believed if claim.document_id in unfinished and dirty(claim, present)]
    final: list[Verdict] = []
    for found in reconcile(old, new, present):
        verdict = _decided(told(found, asked), rejected)
        if unfinished and verdict.event == "retracted" and verdict.by == RULES and verdict.before:
            waiting.append(verdict.before)
        else:
            final.append(verdict)
    return final, waiting


def _decided(verdict: Verdict, rejected: Mapping[str, str]) -> Verdict:
    """A verdict in the name of the person who decided, if somebody did; ``rejected`` are reasons by the hash of a quote."""
    old, new = verdict.before, verdict.after
    if new is None and old and old.quotes[0] in rejected:
        return replace(verdict, by=REVIEW, reason=rejected[old.quotes[0]])
    if new and new.accepted_by == REVIEW and (old is None or old.accepted_by != REVIEW):
        return replace(verdict, by=REVIEW, reason="review: decided by a person", context=False)
    return verdict


REVIEW: Final = "review"


def _ask(stage: Stage, before: Read, unfinished: Collection[str], minds: Minds, touched: Sequence[str], present: frozenset[str]) -> Asked:
    """Put the dirty claims of finished documents to a verifier, if there is one."""
    if minds.verifier is None:
        return NOTHING_ASKED
    found = reconcile(before.believed, read_claims(stage.store, touched).believed, present)
    verdicts = [verdict for verdict in found if verdict.before and dirty(verdict.before, present)]
    concerned = {claim.document_id for verdict in verdicts if (claim := verdict.after or verdict.before)}
    documents = list(load_documents(stage.store.connection, concerned - set(unfinished)))
    return ask(verdicts, before.candidates, documents, minds.verifier)


def _heed(stage: Stage, run_id: str, asked: Asked) -> None:
    """Believe the documents again of which a model ruled otherwise than the rules."""
    append_rulings(stage.store, run_id, asked.rulings)
    gate = replace(stage.gate, rulings=read_rulings(stage.store))
    replace(stage, gate=gate).compile(sorted(asked.documents - asked.unfinished))
