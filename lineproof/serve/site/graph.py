"""Graph: the pages and their links, drawn once and listed once.

node      a page that is not a list of contents
drawing   the nodes with most links, at most MOST_DRAWN, with their places; the list has all nodes
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from lineproof.serve.site.arrange import arrange
from lineproof.serve.site.views import PageView
from lineproof.wiki.model import Page

MOST_DRAWN: Final = 140
MOST_NAMED: Final = 24
"""Nodes whose names are always shown; others show theirs when they are pointed at."""
WIDTH: Final = 1000
HEIGHT: Final = 700
MARGIN: Final = 70


@dataclass(frozen=True, slots=True)
class Node:
    """A page with its place and the neighbours (positions) that it is linked with."""

    page: Page
    address: str
    x: float
    y: float
    size: float
    named: bool
    neighbours: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: a page and the pages that it is linked with."""

    page: Page
    address: str
    neighbours: tuple[tuple[Page, str], ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """The drawing (nodes, and lines as pairs of positions), and the list."""

    nodes: tuple[Node, ...]
    lines: tuple[tuple[int, int], ...]
    entries: tuple[Entry, ...]


def graph(views: Iterable[PageView]) -> Graph:
    """The graph of all pages but those of contents; a link counts in both directions."""
    shown = {view.page.page_id: view for view in views if view.page.kind != "index"}
    joined: dict[str, set[str]] = {page: set() for page in shown}
    for page, view in shown.items():
        for leading in (*view.parts, *(one for group in view.related.values() for one in group)):
            if (other := leading.page.page_id) in shown and other != page:
                joined[page].add(other)
                joined[other].add(page)
    entries = sorted(shown, key=lambda page: (shown[page].page.title.casefold(), page))
    return Graph(*_drawing(shown, joined), tuple(_entry(page, shown, joined) for page in entries))


def _entry(page: str, shown: Mapping[str, PageView], joined: Mapping[str, set[str]]) -> Entry:
    others = sorted((shown[other] for other in joined[page]), key=lambda view: (view.page.title.casefold(), view.page.page_id))
    return Entry(shown[page].page, shown[page].address, tuple((view.page, view.address) for view in others))


def _drawing(shown: Mapping[str, PageView], joined: Mapping[str, set[str]]) -> tuple[tuple[Node, ...], tuple[tuple[int, int], ...]]:
    drawn = sorted(shown, key=lambda page: (-len(joined[page]), shown[page].page.path))[:MOST_DRAWN]
    position = {page: number for number, page in enumerate(drawn)}
    near = [sorted(position[other] for other in joined[page] if other in position) for page in drawn]
    lines = tuple((node, other) for node, others in enumerate(near) for other in others if node < other)
    places = arrange(len(drawn), lines)
    nodes = tuple(
        Node(
            page=shown[page].page,
            address=shown[page].address,
            x=round(MARGIN + x * (WIDTH - 2 * MARGIN), 1),
            y=round(MARGIN + y * (HEIGHT - 2 * MARGIN), 1),
            size=5.0 + min(len(near[number]), 18) / 2,
            named=number < MOST_NAMED,
            neighbours=tuple(near[number]),
        )
        for number, (page, (x, y)) in enumerate(zip(drawn, places, strict=True))
    )
    return nodes, lines
