"""Edges: what text states of the nodes, and which edition took the place of which, kept in memory by the ends of each edge.

end       a node as it is listed at the other side of an edge
stated    a typed edge between two ends, with an ``origin``, which is ``edition`` where no words say it; those of structure (``part_of``,
          ``next``) follow from the outline instead
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lineproof.recall.view import View

_ENDS = """
SELECT p.paragraph_id, p.document_id, p.ordinal, p.kind, p.label, p.text[:120], p.first_line, p.last_line
FROM evidence.paragraphs p
WHERE p.paragraph_id IN (SELECT source_id FROM graph.stated_edges UNION ALL SELECT target_id FROM graph.stated_edges)
"""
_TERMS = """
SELECT i.node_id, i.document_id, min(i.alias), p.first_line, p.last_line FROM graph.identities i
LEFT JOIN graph.stated_edges e ON e.target_id = i.node_id AND e.type = 'defines'
LEFT JOIN evidence.paragraphs p ON p.paragraph_id = e.source_id
WHERE i.node_kind = 'term' GROUP BY i.node_id, i.document_id, p.document_id, p.ordinal, p.first_line, p.last_line
ORDER BY i.node_id, coalesce(p.document_id <> i.document_id, true), p.document_id, p.ordinal
"""
_STATED = """
SELECT type, source_id, target_id, source_document_id, target_document_id, origin, partial FROM graph.stated_edges
UNION ALL SELECT 'supersedes', by_id, document_id, by_id, document_id, 'edition', false FROM beliefs.successions
WHERE reason LIKE 'edition:%'
"""


class End(NamedTuple):
    """A paragraph at an end of an edge; ``begin`` is the beginning of its text."""

    id: str
    document_id: str
    ordinal: int
    kind: str
    label: str | None
    begin: str
    first_line: int
    last_line: int


class Term(NamedTuple):
    """A defined term, with the lines of the paragraph that defines it first (0 if none does)."""

    id: str
    document_id: str
    alias: str
    first_line: int
    last_line: int


class Stated(NamedTuple):
    """An edge that a mention or definition states, or that two editions make. The document of a term is none."""

    type: str
    source_id: str
    target_id: str
    source_document_id: str
    target_document_id: str | None
    origin: str
    partial: bool


@dataclass(frozen=True, slots=True)
class Edges:
    """All stated edges of a snapshot: those out of a document, those into a document or term, and their ends, by id."""

    out_of: Mapping[str, Sequence[Stated]]
    into: Mapping[str, Sequence[Stated]]
    ends: Mapping[str, End]


def edges_of(view: View) -> Edges:
    """The stated edges of a snapshot, read once."""
    return view.keep(_edges)


def terms_of(view: View) -> Mapping[str, Term]:
    """The defined terms of a snapshot by id, read once."""
    return view.keep(_terms)


def _edges(view: View) -> Edges:
    out_of: dict[str, list[Stated]] = {}
    into: dict[str, list[Stated]] = {}
    for edge in map(Stated._make, view.rows(_STATED)):
        out_of.setdefault(edge.source_document_id, []).append(edge)
        into.setdefault(edge.target_document_id or edge.target_id, []).append(edge)
    return Edges(out_of, into, {row[0]: End._make(row) for row in view.rows(_ENDS)})


def _terms(view: View) -> Mapping[str, Term]:
    terms: dict[str, Term] = {}
    for term_id, document_id, alias, first_line, last_line in view.rows(_TERMS):
        terms.setdefault(term_id, Term(term_id, document_id, alias, first_line or 0, last_line or 0))
    return terms
