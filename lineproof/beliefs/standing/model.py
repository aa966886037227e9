"""What standings are derived from: the documents, the places of claims, and the links between documents.

source   a document: what it calls itself, since when it applies, and the words with which it opens
place    a paragraph with what it stands in: headings, and the clause whose list or table it is
link     a stated edge: a document (and the paragraph that says so) supersedes, amends, attaches to or refers to a node
held     a claim of which nothing matters but what holds it; one that sets no value falls with its document or its clause, if at all
node     the id of a document or of a paragraph; a section is its heading
library  all of them together; nothing in it depends on the order in which it was read
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from lineproof.beliefs.model import Claim

LONGEST_TITLE: Final = 60
"""Characters of a heading within a clause at most."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document; ``effective`` and ``expires`` are the first and the last day on which it applies, ``opening`` its metadata lines and the
    paragraphs in which it says what it is and for whom.
    """

    document_id: str
    path: str
    title: str
    identifier: str | None = None
    edition: str | None = None
    effective: datetime.date | None = None
    status: str | None = None
    language: str = "en"
    expires: datetime.date | None = None
    opening: tuple[str, ...] = ()


class Paragraph(NamedTuple):
    """A row of evidence: ``section_id`` is the heading above it. A tuple, since all paragraphs of a corpus are read."""

    paragraph_id: str
    kind: str
    level: int
    label: str | None
    title: str | None
    section_id: str | None
    text: str

    @property
    def inline_title(self) -> str | None:
        """The heading within a labelled clause that is no heading (``C.3 Vacancy. A dwelling is ...``)."""
        title, stop, _ = (self.title or "").partition(". ")
        return title if stop and self.label and self.kind != "heading" and len(title) <= LONGEST_TITLE else None


@dataclass(frozen=True, slots=True)
class Place:
    """A paragraph; ``sections`` are the nodes it stands in, outermost first, the clause that it continues last.

    ``label`` is the innermost label under which it stands, its own included.
    """

    paragraph_id: str
    document_id: str
    text: str
    kind: str = "paragraph"
    sections: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    label: str | None = None

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes that hold it, itself included."""
        return (*self.sections, self.paragraph_id)


@dataclass(frozen=True, slots=True)
class Link:
    """A stated edge; ``paragraph_id`` with ``[start:end]`` is where the target is named, None for metadata."""

    type: str
    source: str
    target: str
    target_document: str
    partial: bool = False
    paragraph_id: str | None = None
    start: int = 0
    end: int = 0

    @property
    def whole(self) -> bool:
        """Whether the target is a document, all of it."""
        return self.target == self.target_document and not self.partial


@dataclass(frozen=True, slots=True)
class Held:
    """A claim by its id, with its document and the paragraph of its principal quote."""

    claim_id: str
    document_id: str
    paragraph_id: str

    @classmethod
    def of(cls, claim: Claim) -> "Held":
        """What holds a claim."""
        return cls(claim.claim_id, claim.document_id, claim.candidate.quotes[0].paragraph_id)


@dataclass(frozen=True)
class Library:
    """Everything that decides beside the claims themselves."""

    sources: Mapping[str, Source]
    places: Mapping[str, Place]
    links: Sequence[Link]
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    """Paragraphs, each with the one behind it that takes it back."""
    closed: Mapping[str, str] = field(default_factory=dict)
    """Paragraphs of sections that say of themselves that they are no longer in force, each with what says so."""

    @cached_property
    def ordered(self) -> tuple[Link, ...]:
        """The links in an order that depends on their content alone."""
        return tuple(sorted(self.links, key=_order))

    def of(self, *types: str) -> Iterator[Link]:
        """The links of some types between two documents of the library, in order."""
        known = self.sources.keys()
        return (link for link in self.ordered if link.type in types and link.source in known and link.target_document in known)

    @cached_property
    def references(self) -> Mapping[str, tuple[Link, ...]]:
        """What each paragraph refers to, by paragraph, in the order of the text."""
        found: dict[str, list[Link]] = {}
        for link in self.of("refers_to"):
            if link.paragraph_id:
                found.setdefault(link.paragraph_id, []).append(link)
        return {paragraph: tuple(sorted(links, key=lambda link: (link.start, link.end, link.target))) for paragraph, links in found.items()}

    @cached_property
    def changing(self) -> frozenset[str]:
        """The documents that supersede or amend others."""
        acting = (link for link in self.links if link.type in ("supersedes", "amends"))
        return frozenset(link.source for link in acting if link.source != link.target_document)

    def repeals_own(self, link: Link) -> bool:
        """Whether a document repeals all of a section of its own, in words that are not meant for another document that it changes."""
        within = link.type == "supersedes" and not link.partial and link.target != link.target_document and link.paragraph_id is not None
        return within and link.source not in self.changing

    def place(self, claim: Claim) -> Place | None:
        """Where the principal quote of a claim stands."""
        return self.places.get(claim.candidate.quotes[0].paragraph_id)


def _order(link: Link) -> tuple[str, str, str, str, str, int, int, bool]:
    return link.type, link.source, link.target_document, link.target, link.paragraph_id or "", link.start, link.end, link.partial
