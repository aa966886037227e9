"""Asking: dirty claims are put to a verifier, and what it says is told.

asked    what a run was told of dirty claims
denied   a claim whose quote stands beside words that deny it
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lineproof.beliefs.compile import STOPS
from lineproof.beliefs.model import Candidate, Document, Paragraph
from lineproof.beliefs.reconcile import Verdict
from lineproof.beliefs.verification import DROPPED, Ruling, heeded, question, ruling
from lineproof.beliefs.verify import Finding, Verifier
from lineproof.models.errors import Unavailable


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model said of dirty claims: its finding on each, and what follows for which documents.

    ``unfinished`` are the documents of claims that it could not be asked about, ``waiting`` says why.
    """

    findings: Mapping[str, Finding] = field(default_factory=dict)
    rulings: Sequence[Ruling] = ()
    denied: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    unfinished: frozenset[str] = frozenset()
    waiting: str | None = None


NOTHING_ASKED: Final = Asked()


@dataclass(frozen=True, slots=True)
class Question:
    """A dirty claim as it was, with the paragraph by which it is to be judged."""

    verdict: Verdict
    claim_id: str
    candidate: Candidate
    near: Paragraph
    document_id: str


def ask(verdicts: Sequence[Verdict], candidates: Mapping[str, Candidate], documents: Collection[Document], verifier: Verifier) -> Asked:
    """Put dirty claims to a verifier, one after the other; once it cannot be asked any more, the documents of the others wait.

    Args:
        verdicts: what rules say became of dirty claims.
        candidates: these claims as they were proposed, by their ids.
        documents: those that may be asked about, as they are now.
        verifier: is asked once a claim.
    """
    questions = list(_questions(verdicts, candidates, {document.document_id: document for document in documents}))
    findings: dict[str, Finding] = {}
    ruled: list[tuple[Question, Ruling]] = []
    unfinished: frozenset[str] = frozenset()
    waiting: str | None = None
    for number, one in enumerate(questions):
        try:
            finding = heeded(one.verdict, one.candidate, verifier.still_true(one.candidate.statement, one.near.text))
        except (*STOPS, Unavailable) as error:
            unfinished, waiting = frozenset(left.document_id for left in questions[number:]), str(error)
            break
        findings[one.claim_id] = finding
        if follows := ruling(one.verdict, one.candidate, one.near, finding):
            ruled.append((one, follows))
    denied = frozenset(one.claim_id for one, follows in ruled if follows.verdict == DROPPED)
    return Asked(findings, [follows for _, follows in ruled], denied, frozenset(one.document_id for one, _ in ruled), unfinished, waiting)


def _questions(verdicts: Sequence[Verdict], candidates: Mapping[str, Candidate], documents: Mapping[str, Document]) -> Iterator[Question]:
    for verdict in verdicts:
        if claim := verdict.before:
            document = documents.get((verdict.after or claim).document_id)
            near = question(verdict, document)
            if document and near:
                yield Question(verdict, claim.claim_id, candidates[claim.claim_id], near, document.document_id)


def told(verdict: Verdict, asked: Asked) -> Verdict:
    """A verdict with what a model said of its claim, if it was asked."""
    claim = verdict.before.claim_id if verdict.before else ""
    finding = asked.findings.get(claim)
    if finding is None:
        return verdict
    denied = claim in asked.denied and verdict.after is None
    reason = "the quote stands, and words beside it deny it" if denied else verdict.reason
    return replace(
        verdict, by=finding.by, fingerprint=finding.fingerprint, reason=f"{reason}; asked whether it still holds: {finding.answer}"
    )
