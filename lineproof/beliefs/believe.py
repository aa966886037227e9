"""Believe: from what is proposed of one document to what is believed of it; a function of the document and of people's decisions.

refused   a candidate that is not believed, with the gate's judgement or a person's
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.beliefs.decisions import Decisions
from lineproof.beliefs.gate import judge
from lineproof.beliefs.model import (
    ACCEPTED,
    REJECTED,
    REPAIR,
    Candidate,
    Claim,
    Document,
    Judgement,
    Paragraph,
    Quote,
    Surroundings,
    numbered,
)
from lineproof.evidence.signals.model import Signal

LONGEST_TITLE: Final = 80
Erased = Callable[[str], bool]
"""Whether a statement was erased, and must not come back."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A statement that is not believed; ``paragraph_id`` is None where its quote was not found."""

    statement: str
    quote: str
    judgement: Judgement
    proposer: str
    paragraph_id: str | None = None
    kind: str = "fact"
    subject: str = ""
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What is believed of one document, in reading order, and what is not."""

    document_id: str
    claims: tuple[Claim, ...]
    refused: tuple[Refused, ...]


def believe(
    document: Document,
    candidates: Sequence[Candidate],
    decisions: Decisions,
    erased: Erased = lambda statement: False,
    refused: Iterable[Refused] = (),
) -> Beliefs:
    """Let the candidates of a document pass the gate.

    Args:
        document: the document.
        candidates: what is proposed, in reading order.
        decisions: what people decided of statements; it counts before the gate.
        erased: tells statements that must not come back.
        refused: what was refused before, as a quote that stands nowhere.
    """
    accepted: list[tuple[Candidate, str]] = []
    others = list(refused)
    for candidate in dict.fromkeys(candidates):
        if erased(candidate.statement):
            continue
        believed, by, judgement = _decide(document, candidate, decisions)
        if judgement.verdict == ACCEPTED and not erased(believed.statement):
            accepted.append((believed, by))
        elif judgement.verdict != ACCEPTED:
            others.append(_refused(candidate, judgement))
    return Beliefs(document.document_id, tuple(numbered(document.corpus, document.document_id, accepted)), tuple(dict.fromkeys(others)))


def _decide(document: Document, candidate: Candidate, decisions: Decisions) -> tuple[Candidate, str, Judgement]:
    """The candidate as it is believed, who accepted it, and the judgement."""
    if decision := decisions.about(candidate.statement, candidate.quotes[0].text):
        if decision.action == "reject":
            return candidate, "review", Judgement(REJECTED, (f"review: rejected by {decision.by}",))
        return replace(candidate, statement=decision.revised or candidate.statement), "review", Judgement(ACCEPTED)
    around = surroundings(document, candidate)
    judgement = _judge(document, candidate, around)
    if judgement.verdict == REPAIR and judgement.narrowed:
        narrowed = replace(candidate, statement=judgement.narrowed)
        if decisions.about(narrowed.statement, narrowed.quotes[0].text):
            return _decide(document, narrowed, decisions)
        if _judge(document, narrowed, around).verdict == ACCEPTED:
            return narrowed, "repair", Judgement(ACCEPTED)
    return candidate, "gate", judgement


def _judge(document: Document, candidate: Candidate, around: Surroundings) -> Judgement:
    return judge(candidate.statement, [quote.text for quote in candidate.quotes], around, _said(document, candidate.quotes))


def _said(document: Document, quotes: Sequence[Quote]) -> list[list[Signal]] | None:
    """The signals of quotes of turns, which know the day that ``yesterday`` is; other quotes are read by themselves."""
    held = [document.by_id[quote.paragraph_id] for quote in quotes]
    if any(paragraph.kind != "turn" for paragraph in held):
        return None
    return [_within(quote, paragraph) for quote, paragraph in zip(quotes, held, strict=True)]


def _within(quote: Quote, paragraph: Paragraph) -> list[Signal]:
    """The signals of a paragraph that stand in a quote, by their places in it."""
    return [
        replace(signal, start=signal.start - quote.start, end=signal.end - quote.start)
        for signal in paragraph.signals
        if quote.start <= signal.start and signal.end <= quote.end
    ]


def surroundings(document: Document, candidate: Candidate) -> Surroundings:
    """What the gate may know of a candidate beside its quotes."""
    paragraphs = [document.by_id[quote.paragraph_id] for quote in candidate.quotes]
    above = [name for paragraph in paragraphs for name in (document.heading(paragraph), _clause_name(document, paragraph))]
    return Surroundings(" > ".join(dict.fromkeys(filter(None, above))), document.title, _names(document), document.language)


def _clause_name(document: Document, paragraph: Paragraph) -> str:
    """Label and title of the clause that a paragraph belongs to; a title that runs on as text is none."""
    clause = document.clauses.get(paragraph.paragraph_id)
    if clause is None:
        return ""
    title = (clause.title or "").partition(". ")[0]
    return f"{clause.label} {title}" if len(title) <= LONGEST_TITLE and title != clause.title else clause.label or ""


def _names(document: Document) -> tuple[str, ...]:
    edition = f"{document.identifier} ({document.edition})" if document.identifier and document.edition else None
    return tuple(dict.fromkeys(name for name in (edition, document.identifier, document.edition, *document.names) if name))


def _refused(candidate: Candidate, judgement: Judgement) -> Refused:
    quote = candidate.quotes[0]
    return Refused(
        candidate.statement,
        quote.text,
        judgement,
        candidate.proposer,
        quote.paragraph_id,
        candidate.kind,
        candidate.subject,
        candidate.slot,
    )
