"""Tokens as plain data: the runs of words in a paragraph that name a document or a section, before they are put together.

document token   an identifier, citation tag, link, law by name, or edition; ``names`` are the keys to look up, best first
section token    a word or sign and one or more numbers (`Sections 4.2 and 4.3`, `§§ 5 bis 7`); one item a number
item             one section named: ``keys`` to look up within its document, best first; ``until`` ends a range
shape            how it was recognised: identifier, tag, link, url, law, edition, number, generic; for sections the kind of section,
                 `label` (a bare number), `heading` (its words) or `subdivision` (a part of the section where it stands)
beside           a name in capitals that stands before a section (`the Claims Manual, Section 4.2`): a document, or else no part of it
nature           `specific` (names one thing), `candidate` (names one only if it is found; else it is no reference), `external`
                 (lies outside by its form), `own` (this document), `base` (the form that this document belongs to), `same` (the
                 document named last), `generic` (a kind of document)
"""

from dataclasses import dataclass

OWN_SCHEME = "own-scheme:"
"""Before a number that has the letters of the own document's identifier."""
OWN_EDITION = "own-edition:"
"""Before an edition of the own document's family."""
BESIDE = "beside:"
"""Before a name that governs the section behind it only if it is that of a document."""
IN_EDITION = " edition:"
"""Between a name and the edition that is stated behind it; a document that states none of its own bears the name alone."""
REPEALED = "repealed"
"""The nature of a bare section that is said to be repealed, in the own document too."""


@dataclass(frozen=True, slots=True)
class Item:
    """One section named; offsets are in the paragraph's text."""

    start: int
    end: int
    keys: tuple[str, ...]
    until: str | None = None
    """The plain number that ends a range."""


@dataclass(frozen=True, slots=True)
class Token:
    """A document token (``items`` empty) or a section token; ``family`` are the keys of an identifier without its edition."""

    start: int
    end: int
    origin: str = "wording"
    nature: str = "specific"
    names: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    shape: str = "identifier"
    family: tuple[str, ...] = ()

    @property
    def is_section(self) -> bool:
        """Whether it names sections."""
        return bool(self.items)
