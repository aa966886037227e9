"""What all parts of beliefs share: a document as evidence to be believed, and the statements made of it.

document    one source with its paragraphs, their signals and the mentions that relate it to others
quote       the exact span of a paragraph that a statement rests on
candidate   a statement with its quotes that somebody proposes; nothing of it is believed yet
claim       a candidate that passed the gate, or that a person accepted
subject     what a statement is about, in words that name it without its surroundings
slot        the one thing about a subject that has one value at a time (`period: proof of loss within # of request`);
            None where a statement replaces no other
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lineproof.beliefs.survey import RULES as RULES
from lineproof.evidence.hashing import fingerprint, node_id
from lineproof.evidence.signals.model import Signal

CLAIM_KINDS: Final = (
    "definition", "limit", "period", "percentage", "date", "count", "obligation", "permission", "prohibition",
    "exception", "condition", "decision", "supersession", "value", "fact",
)  # fmt: skip
"""``limit`` is any sum of money; ``value`` a cell of a table that is none of the others."""
POLARITIES: Final = ("positive", "negative")
MODALITIES: Final = ("none", "must", "may", "must_not", "uncertain")


@dataclass(frozen=True, slots=True)
class Relation:
    """A mention by which a paragraph relates documents or sections (``supersedes``, ``amends``, ``refers_to``, ...)."""

    relation: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph in its current text; ``signals`` and ``relations`` are in order of their start."""

    paragraph_id: str
    kind: str
    level: int
    label: str | None
    title: str | None
    section_id: str | None
    text: str
    repeated: bool = False
    signals: tuple[Signal, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True)
class Document:
    """A document in its current text. ``names`` are all names that it gives itself, ``paragraphs`` stand in reading order."""

    document_id: str
    corpus: str
    path: str
    title: str
    identifier: str | None
    edition: str | None
    effective: datetime.date | None
    status: str | None
    language: str
    names: tuple[str, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Paragraph]:
        """The paragraphs by their ids."""
        return {paragraph.paragraph_id: paragraph for paragraph in self.paragraphs}

    def sections(self, paragraph: Paragraph) -> tuple[Paragraph, ...]:
        """The headings that a paragraph stands under, outermost first; for a heading those above it."""
        above: list[Paragraph] = []
        seen: set[str] = set()
        section = paragraph.section_id
        while section and section in self.by_id and section not in seen:
            seen.add(section)
            above.append(self.by_id[section])
            section = above[-1].section_id
        return tuple(reversed(above))

    @cached_property
    def clauses(self) -> Mapping[str, Paragraph]:
        """The clause that a paragraph belongs to, by its id: the nearest one with a label above it in its section, or itself."""
        found: dict[str, Paragraph] = {}
        latest: dict[str | None, Paragraph] = {}
        for paragraph in self.paragraphs:
            if paragraph.label and paragraph.kind != "heading":
                latest[paragraph.section_id] = paragraph
            if paragraph.section_id in latest:
                found[paragraph.paragraph_id] = latest[paragraph.section_id]
        return found

    def heading(self, paragraph: Paragraph) -> str:
        """The texts of these headings in one line, joined by `` > ``."""
        return " > ".join(section.text for section in self.sections(paragraph))


@dataclass(frozen=True, slots=True)
class Quote:
    """The span ``[start:end]`` of a paragraph's normalised text; ``text`` is what stands there."""

    paragraph_id: str
    start: int
    end: int
    text: str

    @property
    def hash(self) -> str:
        """The hash of the quoted text."""
        return fingerprint(self.text)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement with the quotes that it rests on, the principal one first.

    ``kind`` is one of CLAIM_KINDS, ``polarity`` of POLARITIES, ``modality`` of MODALITIES. ``value`` and ``unit`` are those of the
    signal that fills the slot, canonical. ``valid_from`` and ``valid_to`` (its last day) are what the text itself states, else None.
    """

    statement: str
    quotes: tuple[Quote, ...]
    kind: str
    subject: str
    slot: str | None = None
    value: str | None = None
    unit: str | None = None
    polarity: str = "positive"
    modality: str = "none"
    valid_from: datetime.date | None = None
    valid_to: datetime.date | None = None
    proposer: str = RULES


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the gate may know beside the quotes: ``heading`` are the headings above them, ``names`` other names of the document."""

    heading: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    language: str = "en"


ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
REPAIR: Final = "repair"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the gate says of a statement: ``verdict`` is accepted, rejected or repair.

    ``reasons`` are empty if and only if it is accepted; each begins with the name of its rule (``anchors: 60 days is not in the
    quote``). ``narrowed`` is the part that its quotes do support, where there is one (verdict repair).
    """

    verdict: str
    reasons: tuple[str, ...] = ()
    narrowed: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A believed candidate with its ids; ``occurrence`` counts claims that are otherwise the same, from 0."""

    claim_id: str
    document_id: str
    candidate: Candidate
    occurrence: int = 0
    accepted_by: str = "gate"


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a claim is in force: ``status`` is active, superseded or disputed.

    ``by`` is the claim, document or section that supersedes it or contradicts it, ``reason`` the rule that decided, in words.
    """

    claim_id: str
    status: str = "active"
    by: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimRelation:
    """A directed edge between two claims: ``contradicts`` (from the less to the more authoritative) or ``replaces`` (newer to older)."""

    source_id: str
    type: str
    target_id: str
    reason: str


def claim_id(corpus: str, document: str, candidate: Candidate, occurrence: int = 0) -> str:
    """The id of a claim: from what it says and quotes and where, never from when it was first believed."""
    parts = (
        candidate.statement, candidate.subject, candidate.slot or "", candidate.polarity, candidate.modality,
        str(candidate.valid_from or ""), str(candidate.valid_to or ""),
        *(quote.hash for quote in candidate.quotes), str(occurrence),
    )  # fmt: skip
    return node_id("c", corpus, document, *parts)


def numbered(corpus: str, document: str, accepted: Sequence[tuple[Candidate, str]]) -> Iterator[Claim]:
    """Claims with their ids, of candidates each with who accepted it.

    A candidate that says and quotes the same as an earlier one of the document is the next occurrence of it.
    """
    times: dict[str, int] = {}
    for candidate, accepted_by in accepted:
        first = claim_id(corpus, document, candidate)
        occurrence = times.get(first, 0)
        times[first] = occurrence + 1
        own = claim_id(corpus, document, candidate, occurrence) if occurrence else first
        yield Claim(own, document, candidate, occurrence, accepted_by)
