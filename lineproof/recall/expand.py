"""Expand: a node with its typed edges, and the walk along edges of one type.

edge        what leads out of a node, or into it from elsewhere. An edge of a paragraph is one of every section and the
            document that it belongs to, listed once for each other end, with the number of places that state it.
            Seen from a document, those that lead to it come from documents
direction   `out` as stated, `in` from the other end; each type has a name for its inverse (`superseded_by`) for `in`
internal    an edge within the extent of the node; shown once, as `out`, after those that lead elsewhere
walk        the ids passed while one type of edge leads to one node only, to a branch, an end, a cycle or the hop limit
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lineproof.recall.edges import Stated, edges_of, terms_of
from lineproof.recall.errors import BadWalk, UnknownEdge
from lineproof.recall.names import describe
from lineproof.recall.nodes import Extent, Node, paragraph_kind, paragraph_label
from lineproof.recall.view import View

Direction = Literal["out", "in"]
Stop = Literal["branch", "end", "cycle", "hops"]
Way = tuple[str, Direction]
Membership = Callable[[str, str | None], bool]

INVERSES: Final = {
    "supersedes": "superseded_by",
    "amends": "amended_by",
    "attaches_to": "has_attachment",
    "requires": "required_by",
    "refers_to": "referred_to_by",
    "defines": "defined_by",
    "uses_term": "term_used_by",
    "part_of": "has_part",
    "next": "previous",
}
ORIGINS: Final = ("metadata", "marker", "wording", "link", "alias", "edition", "structure")
MOST_HOPS: Final = 100

_TYPES: Final = tuple(INVERSES)
_DIRECTIONS: Final = ("out", "in")


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge with its other end.

    ``line`` is where the other end begins; of a document that points here, the first line that does. ``partial``: the
    relation is stated for a part only. ``label`` ends in the number of places if several state the edge.
    """

    type: str
    direction: Direction
    id: str
    kind: str
    label: str
    path: str
    line: int
    origin: str
    partial: bool


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Expanded:
    """A node, a page of its edges (``more``: there are others), the ids of the walk, and why a walk stopped."""

    node: Node
    edges: tuple[Edge, ...]
    walk: tuple[str, ...]
    stopped: Stop | None
    more: bool


@dataclass(frozen=True, slots=True)
class _Listed:
    """An edge with its statements (none for structure), and where its other end stands."""

    type: str
    direction: Direction
    id: str
    path: str
    ordinal: int
    line: int
    internal: bool = False
    statements: Sequence[Stated] = ()

    @property
    def rank(self) -> tuple[int, int, bool, str, int, str]:
        """The place in the list."""
        way = _DIRECTIONS.index(self.direction), _TYPES.index(self.type)
        return (*way, self.internal, self.path, self.ordinal, self.id)


def expand(view: View, extent: Extent, edges: Sequence[str] | None, hops: int, limit: int, offset: int) -> Expanded:
    """List the edges of a node, or walk along one type of them.

    Args:
        view: the snapshot.
        extent: the node.
        edges: types or names of inverses; none for all. When edges are listed a type stands for both directions.
        hops: 1 to list; more to walk along exactly one type, outwards (the name of an inverse walks inwards).
        limit: most edges to give back; those of a walk are all that it saw on the way, the last ones where it stopped.
        offset: edges to pass over.

    Raises:
        UnknownEdge: a name that is neither a type nor an inverse.
        BadWalk: several hops without one type of edge, or too many of them.
    """
    if not 1 <= hops <= MOST_HOPS:
        raise BadWalk(f"hops is a number from 1 to {MOST_HOPS}, not {hops}.")
    if hops == 1:
        found, walk, stopped = _listed(view, extent, _wanted(edges)), [extent.node.id], None
    elif edges is None or len(edges) != 1:
        raise BadWalk(f"A walk of {hops} hops follows one type of edge: name it (refers_to), or ask for one hop.")
    else:
        found, walk, stopped = _walk(view, extent, _step(edges[0]), hops)
    page = [_edge(view, extent, listed) for listed in found[offset : offset + limit]]
    return Expanded(extent.node, tuple(page), tuple(walk), stopped, len(found) > offset + limit)


def _wanted(edges: Sequence[str] | None) -> set[Way]:
    """The ways that names stand for when edges are listed."""
    names = _TYPES if edges is None else edges
    ways = {_step(name) for name in names}
    return ways | {(name, "in") for name in names if name in INVERSES}


def _step(name: str) -> Way:
    """The one way that a name stands for in a walk."""
    if name in INVERSES:
        return (name, "out")
    for kind, inverse in INVERSES.items():
        if name == inverse:
            return (kind, "in")
    raise UnknownEdge(name, (*INVERSES, *INVERSES.values()))


def _walk(view: View, start: Extent, step: Way, hops: int) -> tuple[list[_Listed], list[str], Stop]:
    passed = [start.node.id]
    seen: list[_Listed] = []
    current: Extent | None = start
    for _ in range(hops):
        found = _listed(view, current, {step}) if current else []
        seen += found
        if reason := _stop([listed.id for listed in found], passed):
            return seen, passed, reason
        passed.append(found[0].id)
        current = describe(view, passed[-1])
    return seen, passed, "hops"


def _stop(ends: Sequence[str], passed: Sequence[str]) -> Stop | None:
    if not ends:
        return "end"
    if len(ends) > 1:
        return "branch"
    return "cycle" if ends[0] in passed else None


def _listed(view: View, extent: Extent, wanted: set[Way]) -> list[_Listed]:
    """The edges of a node in order: out then in, by type, internal ones last, then by place."""
    found = [*_stated(view, extent, wanted), *_structure(view, extent, wanted)]
    return sorted(found, key=lambda listed: listed.rank)


def _stated(view: View, extent: Extent, wanted: set[Way]) -> Iterator[_Listed]:
    """Edges that text states, one for each type, direction and other end."""
    belongs = _membership(view, extent)
    whole = extent.node.kind == "document"
    statements: dict[tuple[str, Direction, str], list[Stated]] = {}
    for edge in _out(view, extent, {name for name, way in wanted if way == "out"}, belongs):
        statements.setdefault((edge.type, "out", edge.target_id), []).append(edge)
    for edge in _into(view, extent, {name for name, way in wanted if way == "in"}, belongs):
        other = edge.source_document_id if whole else edge.source_id
        statements.setdefault((edge.type, "in", other), []).append(edge)
    for (kind, direction, other), edges in statements.items():
        internal = direction == "out" and other != extent.node.id and belongs(other, edges[0].target_document_id)
        yield _Listed(kind, direction, other, *_place(view, other), internal, edges)


def _out(view: View, extent: Extent, types: set[str], belongs: Membership) -> Iterator[Stated]:
    for edge in edges_of(view).out_of.get(extent.document_id, ()):
        if edge.type in types and belongs(edge.source_id, edge.source_document_id):
            yield edge


def _into(view: View, extent: Extent, types: set[str], belongs: Membership) -> Iterator[Stated]:
    """Edges into the extent from outside of it; those within are listed as they go out."""
    home = extent.node.id if extent.node.kind == "term" else extent.document_id
    for edge in edges_of(view).into.get(home, ()):
        if edge.type not in types or belongs(edge.source_id, edge.source_document_id):
            continue
        if belongs(edge.target_id, edge.target_document_id):
            yield edge


def _membership(view: View, extent: Extent) -> Membership:
    """Whether an end, given with its document, is the node expanded or a paragraph of its extent."""
    own, home, first, last = extent.node.id, extent.document_id, extent.first, extent.last
    ends = edges_of(view).ends

    def belongs(node_id: str, document_id: str | None) -> bool:
        if node_id == own:
            return True
        if document_id != home or node_id not in ends:
            return False
        return first <= ends[node_id].ordinal <= last

    return (lambda _, document_id: document_id == home) if extent.node.kind == "document" else belongs


def _place(view: View, node_id: str) -> tuple[str, int, int]:
    """Path, ordinal and first line of an end; a document stands before its paragraphs."""
    graph, documents = edges_of(view), view.documents()
    if end := graph.ends.get(node_id):
        return documents[end.document_id].path, end.ordinal, end.first_line
    if term := terms_of(view).get(node_id):
        return documents[term.document_id].path, term.first_line, term.first_line
    document = documents[node_id]
    return document.path, -1, min(1, document.lines)


def _structure(view: View, extent: Extent, wanted: set[Way]) -> Iterator[_Listed]:
    """Part and whole, before and after, as the outline of the document has them."""
    outline = view.outline(extent.document_id)
    own = outline.by_id.get(extent.node.id)
    path = view.documents()[extent.document_id].path
    if ("part_of", "in") in wanted and extent.node.kind != "term":
        parts = (one for one in outline.paragraphs if one.section_id == (own.id if own else None))
        yield from (_Listed("part_of", "in", one.id, path, one.ordinal, one.first_line) for one in parts)
    if own and ("part_of", "out") in wanted:
        parent = outline.by_id.get(own.section_id or "")
        place = (parent.id, path, parent.ordinal, parent.first_line) if parent else (own.document_id, path, -1, 1)
        yield _Listed("part_of", "out", *place)
    if own:
        beside: tuple[tuple[Direction, int], ...] = (("out", own.ordinal + 1), ("in", own.ordinal - 1))
        near = [(way, outline.paragraphs[at]) for way, at in beside if ("next", way) in wanted and 0 <= at < len(outline.paragraphs)]
        yield from (_Listed("next", way, one.id, path, one.ordinal, one.first_line) for way, one in near)


def _edge(view: View, extent: Extent, listed: _Listed) -> Edge:
    kind, label = _shown(view, extent, listed.id)
    times = len(listed.statements)
    return Edge(
        type=listed.type,
        direction=listed.direction,
        id=listed.id,
        kind=kind,
        label=f"{label} ({times} times)" if times > 1 else label,
        path=listed.path,
        line=_line(view, listed),
        origin=min((edge.origin for edge in listed.statements), key=ORIGINS.index, default="structure"),
        partial=times > 0 and all(edge.partial for edge in listed.statements),
    )


def _line(view: View, listed: _Listed) -> int:
    """Where the other end begins; of a document that points here, the first line that does."""
    if listed.direction == "out" or not listed.statements:
        return listed.line
    ends = edges_of(view).ends
    return min(ends[edge.source_id].first_line if edge.source_id in ends else listed.line for edge in listed.statements)


def _shown(view: View, extent: Extent, node_id: str) -> tuple[str, str]:
    """Kind and label of an end: a document, a term, a paragraph of the same document, or one that an edge names."""
    graph = edges_of(view)
    if document := view.documents().get(node_id):
        return "document", document.label
    if term := terms_of(view).get(node_id):
        return "term", term.alias
    end = view.outline(extent.document_id).by_id.get(node_id) or graph.ends[node_id]
    return paragraph_kind(end.kind, end.label), paragraph_label(end.begin, end.label)
