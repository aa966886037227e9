"""Documents as they are planned, before they have lines.

piece     part of a text: words, a planted value (Said) or a reference (Cited)
text      pieces in their order
target    what a reference means: a document, or one of its sections, by keys
ledger    what was planted, with lines: facts, references and relations (the last three classes)
"""

from dataclasses import dataclass
from typing import Final, Literal

from lineproof.evals.library.quantities import Quantity

Edition = Literal["templated", "natural"]
Wrong = Literal["stale", "wrong edition", "misattributed", "overstated"]
EDITIONS: Final = ("templated", "natural")


@dataclass(frozen=True, slots=True)
class Target:
    """A document, or a section of it."""

    document: str
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Planted:
    """A fact before it has a place.

    ``source`` is the clause that it restates, ``former`` whether its own words call it past, ``wrong`` how it departs from its source.
    """

    subject: str
    concept: str
    value: Quantity
    place: Target
    source: Target | None = None
    former: bool = False
    wrong: Wrong | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A planted fact where it is written."""

    fact: Planted
    surface: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A reference; ``text`` is how it is written, where that does not follow from its targets."""

    targets: tuple[Target, ...] = ()
    text: str | None = None
    reason: str | None = None


Piece = str | Said | Cited
Text = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    text: Text


@dataclass(frozen=True, slots=True)
class Listing:
    """Items of a list, numbered or not."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its head, and rows with as many cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]


Block = Prose | Listing | Grid


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it, up to the next one; ``label`` is empty for headings without a number."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    label: str = ""
    level: int = 2


@dataclass(frozen=True, slots=True)
class Relation:
    """What a document does to another: by metadata (``field``), or in the words at ``section``; ``partial`` as the words say.

    ``rewrites``: the target no longer says what it said.
    """

    relation: str
    target: Target
    field: str | None = None
    partial: bool = False
    rewrites: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A document before it has lines."""

    key: str
    family: str
    path: str
    title: str
    identifier: str
    edition: str
    date: str
    sections: tuple[Section, ...]
    opening: tuple[Block, ...] = ()
    relations: tuple[Relation, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    state: str | None = None

    @property
    def name(self) -> str:
        """How the document is cited in full."""
        return f"{self.identifier} ({self.edition})" if self.edition else self.identifier


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the ledger; ``status`` in the library (None in an addition), ``later`` once the additions are in it too."""

    fact_id: str
    subject: str
    concept: str
    kind: str
    value: str
    unit: str
    surface: str
    path: str
    line: int
    quote: str
    status: str | None
    later: str
    wrong: str | None


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference of the ledger: each target is a path with the line of its heading, 0 for the whole; else the reason why it has none."""

    path: str
    line: int
    text: str
    targets: tuple[tuple[str, int], ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class Link:
    """A relation of the ledger between two documents, with the line that states it."""

    path: str
    line: int
    relation: str
    target: str
    partial: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """All that was planted."""

    facts: tuple[Fact, ...] = ()
    references: tuple[Reference, ...] = ()
    relations: tuple[Link, ...] = ()
