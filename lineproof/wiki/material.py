"""Material: all that pages are planned from, as plain data.

fact      a claim with its standing, where it stands, and what it is about; facts are in the order of path and place
heading   a heading or clause of a document, by the id of its paragraph
relation  an edge between two claims: ``replaces`` (newer to older) or ``contradicts`` (less to more authoritative)
bond      how often one document relates to another in one way
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from lineproof.wiki.groups import grouped
from lineproof.wiki.model import SourceDocument
from lineproof.wiki.text import key

ACTIVE: Final = "active"
SUPERSEDED: Final = "superseded"
DISPUTED: Final = "disputed"
REPLACES: Final = "replaces"
CONTRADICTS: Final = "contradicts"
COMMON: Final = 6
"""Documents in which a statement must stand to be common."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in plain text; ``parent`` is the heading that it stands under."""

    heading_id: str
    text: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class Fact:
    """A claim to be stated, in plain text.

    ``said`` is its statement without the place that its page tells; ``sections`` are the headings above its principal quote,
    outermost first. ``described`` says that it rests on metadata. ``before`` are the sentences of its paragraph with which the
    statement begins though it is not about them, in order.
    """

    claim_id: str
    document_id: str
    statement: str
    kind: str
    value: str | None
    unit: str | None
    modality: str
    status: str
    by_id: str | None
    paragraph_id: str
    described: bool = False
    said: str = ""
    sections: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    @property
    def own(self) -> str:
        """What it says without the sentences before."""
        said = self.said
        for sentence in self.before:
            said = said.replace(sentence, "", 1).strip()
        return said

    @property
    def clause(self) -> str:
        """The heading right above it, or the document where it stands under none."""
        return self.sections[-1] if self.sections else self.document_id

    def clause_name(self, headings: Mapping[str, "Heading"]) -> str:
        """The heading right above it, where its saying needs that to be understood."""
        return headings[self.clause].text.rstrip(" .:") if self.said != self.statement and self.clause in headings else ""


@dataclass(frozen=True, slots=True)
class Concept:
    """A topic; ``kind`` is term, heading or phrase."""

    concept_id: str
    name: str
    kind: str
    documents: int


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge between two claims."""

    type: str
    source_id: str
    target_id: str


@dataclass(frozen=True, slots=True)
class Bond:
    """``count`` edges of one type from one document to another; ``whole`` where one of them is not only for a part."""

    type: str
    source_id: str
    target_id: str
    count: int
    whole: bool


@dataclass(frozen=True, slots=True)
class OpenReference:
    """A reference of a document that was not resolved."""

    document_id: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reflection:
    """A statement about several claims, which are in its order."""

    reflection_id: str
    kind: str
    statement: str
    subject: str
    claim_ids: tuple[str, ...]


@dataclass(frozen=True)
class Material:
    """Everything of one corpus. ``inbound`` counts the references to a heading or paragraph."""

    corpus: str
    documents: Mapping[str, SourceDocument]
    facts: tuple[Fact, ...] = ()
    headings: Mapping[str, Heading] = field(default_factory=dict)
    concepts: Mapping[str, Concept] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    bonds: tuple[Bond, ...] = ()
    open: tuple[OpenReference, ...] = ()
    reflections: tuple[Reflection, ...] = ()
    inbound: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def by_claim(self) -> Mapping[str, Fact]:
        """The facts by their claims."""
        return {fact.claim_id: fact for fact in self.facts}

    @cached_property
    def by_document(self) -> Mapping[str, tuple[Fact, ...]]:
        """The facts by their documents."""
        return {document: tuple(facts) for document, facts in grouped((fact.document_id, fact) for fact in self.facts).items()}

    @cached_property
    def common(self) -> frozenset[str]:
        """Keys of statements that stand in so many documents that they say nothing about any of them."""
        homes = Counter(name for name, _ in {(key(fact.said), fact.document_id) for fact in self.facts})
        return frozenset(name for name, documents in homes.items() if documents >= COMMON)

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The position of each claim in the order of the facts."""
        return {fact.claim_id: position for position, fact in enumerate(self.facts)}

    @cached_property
    def size(self) -> int:
        """Bytes of all documents."""
        return sum(document.size for document in self.documents.values())
