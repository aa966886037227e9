"""Edges: what text states of the nodes, kept in memory by the ends of each edge.

end       a node as it is listed at the other side of an edge
stated    a typed edge between two ends; those of structure (``part_of``, ``next``) follow from the outline instead
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lineproof.recall.view import View

_ENDS = """
SELECT p.paragraph_id, p.document_id, p.ordinal, p.kind, p.label, p.text[:120], p.first_line, p.last_line FROM evidence.paragraphs p
WHERE p.paragraph_id IN (SELECT source_id FROM graph.stated_edges UNION ALL SELECT target_id FROM graph.stated_edges)
"""
_TERMS = """
SELECT node_id, min(document_id), min(alias) FROM graph.identities WHERE node_kind = 'term' GROUP BY node_id
"""
_STATED = """
SELECT type, source_id, target_id, source_document_id, target_document_id, origin, partial FROM graph.stated_edges
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
    """An edge that a mention or definition states. The document of a term is none."""

    type: str
    source_id: str
    target_id: str
    source_document_id: str
    target_document_id: str | None
    origin: str
    partial: bool


@dataclass(frozen=True, slots=True)
class Edges:
    """All stated edges of a snapshot: those out of a document, those into one, and those into a term, by id."""

    out_of: Mapping[str, Sequence[Stated]]
    into: Mapping[str, Sequence[Stated]]
    ends: Mapping[str, End]
    terms: Mapping[str, Term]


def edges_of(view: View) -> Edges:
    """The stated edges of a snapshot, read once."""
    return view.keep(_read)


def _read(view: View) -> Edges:
    ends = {row[0]: End._make(row) for row in view.rows(_ENDS)}
    out_of: dict[str, list[Stated]] = {}
    into: dict[str, list[Stated]] = {}
    for edge in map(Stated._make, view.rows(_STATED)):
        out_of.setdefault(edge.source_document_id, []).append(edge)
        into.setdefault(edge.target_document_id or edge.target_id, []).append(edge)
    terms = {row[0]: _term(row, into, ends) for row in view.rows(_TERMS)}
    return Edges(out_of, into, ends, terms)


def _term(row: tuple[str, str, str], into: Mapping[str, Sequence[Stated]], ends: Mapping[str, End]) -> Term:
    term_id, document_id, alias = row
    defining = [ends[edge.source_id] for edge in into.get(term_id, ()) if edge.type == "defines" and edge.source_id in ends]
    first = min(defining, key=lambda end: (end.document_id != document_id, end.ordinal), default=None)
    lines = (first.first_line, first.last_line) if first else (0, 0)
    return Term(term_id, document_id, alias, *lines)
