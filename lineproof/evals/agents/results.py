"""What tools give back beside passages: pages, names, edges. Without slots where schemas of tools would see defaults."""

from dataclasses import dataclass

from lineproof.evals.agents.model import Passage


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the wiki as a result of a search."""

    path: str
    title: str
    description: str


@dataclass(frozen=True)
class Pages:
    """Pages of the wiki, best first."""

    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A document, section or term that is named; ``node`` is what other tools take."""

    node: str
    kind: str
    label: str
    path: str
    line: int


@dataclass(frozen=True)
class Names:
    """What a text names."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """An edge as its type reads from the node that was asked, its other end, and the words there."""

    edge: str
    node: str
    kind: str
    label: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Links:
    """Edges of a node."""

    links: tuple[Link, ...]
