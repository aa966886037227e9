"""Graph: the pages and their links, drawn once and listed once.

node      a page that is not a list of contents
drawing   the nodes with most links, at most MOST_DRAWN, with their places; the list has all nodes
named     a node whose title is always shown, since it has room; others show theirs when they are pointed at
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.serve.site.arrange import arrange
from lineproof.serve.site.views import PageView
from lineproof.wiki.model import Page

MOST_DRAWN: Final = 140
LONGEST_NAME: Final = 34
"""Characters of a title that are shown."""
LETTER: Final = 7.5
LINE: Final = 16
"""Width of a letter, more or less, and height of a line of text."""
WIDTH: Final = 1000
HEIGHT: Final = 640
MARGIN: Final = 70


@dataclass(frozen=True, slots=True)
class Node:
    """A page with its place and the neighbours (positions) that it is linked with."""

    page: Page
    address: str
    x: float
    y: float
    size: float
    neighbours: tuple[int, ...]
    named: bool = False
    above: bool = False

    @property
    def name(self) -> str:
        """Its title, as far as it is shown."""
        title = self.page.title
        return title if len(title) <= LONGEST_NAME else f"{title[: LONGEST_NAME - 1].rstrip()}…"

    @property
    def name_y(self) -> float:
        """The line on which its name stands, below it or above."""
        return self.y - self.size - 5 if self.above else self.y + self.size + 13

    @property
    def anchor(self) -> str:
        """To which side of its place the name stands: none may leave the drawing."""
        room = len(self.name) * LETTER / 2
        return "start" if self.x < room else "end" if self.x > WIDTH - room else "middle"


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
    drawn = sorted((page for page in shown if joined[page]), key=lambda page: (-len(joined[page]), shown[page].page.path))[:MOST_DRAWN]
    position = {page: number for number, page in enumerate(drawn)}
    near = [sorted(position[other] for other in joined[page] if other in position) for page in drawn]
    lines = tuple((node, other) for node, others in enumerate(near) for other in others if node < other)
    nodes = [
        Node(
            page=shown[page].page,
            address=shown[page].address,
            x=round(MARGIN + x * (WIDTH - 2 * MARGIN), 1),
            y=round(MARGIN + y * (HEIGHT - 2 * MARGIN), 1),
            size=round(4.5 + min(len(others), 20) / 4, 1),
            neighbours=tuple(others),
        )
        for page, others, (x, y) in zip(drawn, near, arrange(len(drawn), lines), strict=True)
    ]
    return _named(nodes), lines


def _named(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The nodes, those named whose title covers no other node and no title of a node with more links, below it or above."""
    named: list[Node] = []
    for node in nodes:
        ways = (node, replace(node, above=True))
        free = (way for way in ways if not any(_covers(way, other) for other in nodes if other is not node))
        found = next((way for way in free if not any(other.named and _overlap(way, other) for other in named)), None)
        named.append(replace(found, named=True) if found else node)
    return tuple(named)


def _covers(node: Node, other: Node) -> bool:
    """Whether the title of a node would cover another node."""
    left, right = span(node)
    beside = other.x + other.size < left or right < other.x - other.size
    return not beside and node.name_y - LINE < other.y + other.size and other.y - other.size < node.name_y


def _overlap(one: Node, other: Node) -> bool:
    """Whether the titles of two nodes would cover each other."""
    (left, right), (other_left, other_right) = span(one), span(other)
    return left < other_right and other_left < right and abs(one.name_y - other.name_y) < LINE


def span(node: Node) -> tuple[float, float]:
    """From where to where the title of a node goes, more or less."""
    wide = len(node.name) * LETTER
    left = node.x - {"start": 0.0, "middle": wide / 2, "end": wide}[node.anchor]
    return left, left + wide
