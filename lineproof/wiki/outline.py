"""Outline: what a page is going to say, before anybody has put it into sentences.

item      one sentence to be: the facts that it states, and how they belong together (its role)
block     items under one heading
outline   a page with its blocks and links; which page it is (its path) does not depend on what it says
cost      the characters that an item takes on a page
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from lineproof.evidence.hashing import fingerprint
from lineproof.wiki.material import Fact
from lineproof.wiki.model import PageLink

AROUND: Final = 9
"""Characters around a sentence: its bullet, its note and the end of its line."""


@dataclass(frozen=True, slots=True)
class Item:
    """Facts that one sentence states.

    A ``claim`` has one fact, and those that say the same; a ``change`` the newer and the older one, or the older alone; a
    ``conflict`` the preferred and the other one; a ``list`` any number. ``source`` names the document of the last fact where it
    matters; ``told`` is the sentence itself where a reflection has it. ``place`` is the heading above it, where the page does not
    say that yet.
    """

    role: str
    facts: tuple[Fact, ...]
    source: str = ""
    told: str = ""
    place: str = ""

    @property
    def cost(self) -> int:
        """Characters that it takes."""
        if self.role == "claim":
            return len(self.place) + len(self.facts[0].said) + AROUND
        return len(self.told or self.source) + len(self.place) + AROUND + (0 if self.told else sum(len(fact.said) for fact in self.facts))

    @property
    def claim_ids(self) -> tuple[str, ...]:
        """The claims that it is bound to."""
        return tuple(fact.claim_id for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Block:
    """Items under a heading; an empty title is the lead of the page. ``key`` tells the block from others, whatever it holds."""

    title: str
    key: str
    items: tuple[Item, ...]

    @property
    def cost(self) -> int:
        """Characters that it takes with its heading."""
        return len(self.title) + 5 + sum(item.cost for item in self.items)


@dataclass(frozen=True, slots=True)
class Outline:
    """A page to be composed. ``documents`` are the ids of those that it is about; ``order`` sorts pages for readers."""

    page_id: str
    path: str
    title: str
    kind: str
    description: str
    language: str
    subject_id: str | None = None
    blocks: tuple[Block, ...] = ()
    documents: tuple[str, ...] = ()
    part_of: str | None = None
    links: tuple[PageLink, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in reading order."""
        return tuple(item for block in self.blocks for item in block.items)

    @property
    def fingerprint(self) -> str:
        """Of all that its sentences are made from; titles and links, which are not composed, do not count."""
        parts = [self.language]
        for block in self.blocks:
            parts.append(block.title)
            for item in block.items:
                parts += [item.role, item.source, item.told, item.place, *(f"{fact.claim_id} {fact.said}" for fact in item.facts)]
        return fingerprint(*parts)


def cost(items: Iterable[Item]) -> int:
    """Characters of several items."""
    return sum(item.cost for item in items)
