"""Look-ups: what the tools of agents read from a snapshot.

search   BM25 of a paragraph with the one before it and its heading, and of the name of its document
named    a document whose name stands whole in a text; a section of such a document, or where none is named if few are called so
link     an edge with the words at its other end: of a document the paragraphs that state the edge, or those that it begins with
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np

from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Passage
from lineproof.evals.agents.passages import SEPARATOR, about, on_lines, passages_of, speaking, stating
from lineproof.evals.agents.results import Link, Name
from lineproof.evidence.names import name_key
from lineproof.evidence.postings import terms_of
from lineproof.recall.columns import columns_of, homes_of
from lineproof.recall.expand import INVERSES, Edge, expand
from lineproof.recall.force import demoted
from lineproof.recall.index import KINDS, Entry, index_of
from lineproof.recall.names import describe, find, place_of
from lineproof.recall.nodes import Extent
from lineproof.recall.pack import Item
from lineproof.recall.routes.lexical import AROUND, Scores, bm25, postings_of, question_terms, widened
from lineproof.recall.routes.scope import named_in
from lineproof.recall.view import View

_STATING: Final = """
SELECT e.type, e.source_id, e.source_document_id, e.target_id, e.target_document_id, m.line
FROM graph.stated_edges e JOIN all_mentions m USING (mention_id)
WHERE e.document_id = e.source_document_id AND e.target_document_id IS NOT NULL
ORDER BY ALL
"""
MOST_LINES: Final = 60
ENDS: Final = 3
"""Paragraphs that are shown of what is at the other end of an edge."""
FEW: Final = 3
"""Sections of one name that may be meant without their document."""
STATED: Final = tuple(name for name in (*INVERSES, *INVERSES.values()) if name not in ("part_of", "has_part", "next", "previous"))


def searched(view: View, query: str, limit: int) -> tuple[Passage, ...]:
    """The paragraphs that fit a query best."""
    scores = bm25(view, widened(view, query), AROUND) + _titles(view, query)
    scores = np.where(speaking(view), scores, 0.0)
    best = [int(at) for at in np.argsort(-scores, kind="stable")[:limit] if scores[at] > 0]
    return passages_of(view, best)


def _titles(view: View, query: str) -> Scores:
    """What the name of its document adds to each paragraph: the idf of the terms that it has (n)."""
    columns, named = columns_of(view), view.keep(_title_terms)
    scores = np.zeros(len(columns), dtype=np.float32)
    for term, posting in postings_of(view, question_terms(view, query)).items():
        for home in named.get(term, ()):
            scores[columns.starts[home] : columns.starts[home + 1]] += posting.idf
    return scores


def _title_terms(view: View) -> Mapping[str, Sequence[int]]:
    """The positions of the documents whose names have each term."""
    found: dict[str, list[int]] = {}
    for document in view.documents().values():
        for term in dict.fromkeys(terms_of(document.label, document.language)):
            found.setdefault(term, []).append(homes_of(view)[document.id])
    return found


def read(view: View, place: str, around: int, standing: bool = False) -> tuple[Passage, ...]:
    """The paragraphs on the lines of a place, and on some lines before and after."""
    name, span = place_of(view, place)
    extent = find(view, name)
    first, last = span or (extent.node.first_line, extent.node.last_line)
    numbers = on_lines(view, extent.document_id, first - around, min(last, first + MOST_LINES) + around)
    return passages_of(view, numbers, standing)


def named(view: View, text: str) -> Iterator[Name]:
    """What a text names, in the order of length of the names."""
    index = index_of(view)
    found = [index.entries[at] for at in named_in(index, name_key(text).split())]
    documents = {entry.id for entry in found if entry.rank == 0}
    alike: dict[str, int] = {}
    for entry in found:
        alike[name_key(entry.shown)] = alike.get(name_key(entry.shown), 0) + 1
    for entry in found:
        meant = index.entries[entry.home].id in documents if documents else alike[name_key(entry.shown)] <= FEW
        if entry.rank == 0 or meant:
            yield _name(entry)


def _name(entry: Entry) -> Name:
    return Name(entry.id, KINDS[entry.rank], entry.shown, entry.path, entry.line)


def links(view: View, node: str, edges: Sequence[str] | None, limit: int, standing: bool) -> Iterator[Link]:
    """The edges of a node that text states, with the words at their other ends; what states one also stands under what it speaks of."""
    for extent in _around(view, find(view, node)):
        found = [(edge, _end(view, edge, extent.node.id)) for edge in _stated(view, extent, edges, limit)]
        shown = iter(passages_of(view, [number for _, ends in found for number in ends], standing))
        for edge, ends in found:
            name = _read_from_here(edge)
            under = f"{SEPARATOR}{extent.node.label}" if edge.direction == "in" and extent.node.kind != "document" else ""
            words = (replace(one, via=name, about=one.about + under) for one in islice(shown, len(ends)))
            yield Link(name, edge.id, edge.kind, edge.label, tuple(words))


def _stated(view: View, extent: Extent, edges: Sequence[str] | None, limit: int) -> list[Edge]:
    """The edges of a node of some types, or of all that text states."""
    found = expand(view, extent, edges or STATED, 1, limit, 0).edges
    return [edge for edge in found if edges is None or _read_from_here(edge) in edges]


def _read_from_here(edge: Edge) -> str:
    """The type of an edge as it reads from the node that was asked."""
    return INVERSES[edge.type] if edge.direction == "in" else edge.type


def _around(view: View, extent: Extent) -> Iterator[Extent]:
    """A node, and the section of a paragraph that is none itself, since it is the section that others speak of."""
    yield extent
    own = view.outline(extent.document_id).by_id.get(extent.node.id)
    if own and extent.node.kind != "section" and own.section_id and (section := describe(view, own.section_id)):
        yield section


def _end(view: View, edge: Edge, target: str) -> list[int]:
    """The numbers of the paragraphs at the other end of an edge: of what points here, those that do; else those that it begins with."""
    extent = describe(view, edge.id)
    if extent is None:
        return []
    if edge.direction == "in":
        lines = view.keep(_stated_lines).get((edge.type, extent.node.id, target), (edge.line,))
        stated = [at for line in lines for at in stating(view, extent.document_id, line)]
        return stated[:ENDS] or on_lines(view, extent.document_id, 1, MOST_LINES)[:1]
    first, last = (edge.line, edge.line) if extent.node.kind == "term" else (extent.node.first_line, extent.node.last_line)
    return on_lines(view, extent.document_id, first, last)[:ENDS]


def _stated_lines(view: View) -> Mapping[tuple[str, str, str], Sequence[int]]:
    """The lines on which an edge of a document or paragraph to another node is stated, by type, source and target."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for kind, source, document, target, home, line in view.rows(_STATING):
        for begin, end in {(source, target), (document, target), (source, home), (document, home)}:
            found.setdefault((kind, begin, end), []).append(line)
    return found


def recalled(view: View, items: Sequence[Item]) -> Iterator[Passage]:
    """What recall brought, as passages; what its flags demote is superseded."""
    documents = {document.path: document.id for document in view.documents().values()}
    for item in items:
        numbers = on_lines(view, documents[item.path], item.first_line, item.last_line)
        shown = about(view, numbers[0]) if numbers else item.path
        yield Passage(item.path, item.first_line, item.last_line, shown, item.text, SUPERSEDED if demoted(item.flags) else ACTIVE)
