"""Nodes: what the graph is made of, and how each is shown.

node      a document, a section (a heading, or a clause with a label), another paragraph, or a defined term
extent    the paragraphs that belong to a node: all of a document, the subtree of a heading, or the paragraph itself
span      lines first to last of a document, both included, from 1
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from lineproof.evidence.names import name_key

LABEL_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class Node:
    """A node as it is shown. Lines are those of its extent, both 0 where it has none."""

    id: str
    kind: str
    label: str
    path: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Extent:
    """A node with its paragraphs: ordinals ``first`` to ``last`` of a document (first > last: none)."""

    node: Node
    document_id: str
    first: int
    last: int


class Span(NamedTuple):
    """Lines of a document."""

    first: int
    last: int


class Paragraph(NamedTuple):
    """A paragraph without its full text; ``begin`` is the first 120 characters."""

    id: str
    document_id: str
    ordinal: int
    kind: str
    level: int
    label: str | None
    section_id: str | None
    first_line: int
    last_line: int
    begin: str


@dataclass(frozen=True)
class Outline:
    """The paragraphs of one document, in order; ordinals count from 0 without gaps."""

    paragraphs: tuple[Paragraph, ...]

    @cached_property
    def by_id(self) -> dict[str, Paragraph]:
        """The paragraphs by their ids."""
        return {paragraph.id: paragraph for paragraph in self.paragraphs}

    def end_of(self, paragraph: Paragraph) -> Paragraph:
        """The last paragraph of the extent: of a heading, the one before the next heading of its level or above."""
        if paragraph.kind != "heading":
            return paragraph
        last = paragraph
        for other in self.paragraphs[paragraph.ordinal + 1 :]:
            if other.kind == "heading" and other.level <= paragraph.level:
                break
            last = other
        return last

    def span_of(self, paragraph: Paragraph) -> Span:
        """The lines of the extent of a paragraph."""
        return Span(paragraph.first_line, max(paragraph.last_line, self.end_of(paragraph).last_line))

    def covering(self, span: Span) -> Paragraph | None:
        """The paragraph that covers some lines, else the smallest section that does; none if only the document does."""
        inside = [one for one in self.paragraphs if one.first_line <= span.first and span.last <= one.last_line]
        if inside:
            return min(inside, key=lambda one: (one.last_line - one.first_line, one.ordinal))
        before = [one for one in self.paragraphs if one.first_line <= span.first]
        return next((one for one in self._around(before[-1]) if self.span_of(one).last >= span.last), None) if before else None

    def _around(self, paragraph: Paragraph) -> Iterator[Paragraph]:
        """A paragraph and the sections that it stands in, innermost first."""
        current: Paragraph | None = paragraph
        while current:
            yield current
            current = self.by_id.get(current.section_id or "")


def document_label(title: str, identifier: str | None, edition: str | None) -> str:
    """How a document is shown: what its title lacks of identifier and edition is added."""
    known = f" {name_key(title)} "
    name = identifier if identifier and f" {name_key(identifier)} " not in known else ""
    stated = f"({edition})" if edition and f" {name_key(edition)} " not in known else ""
    if name:
        return f"{' '.join(filter(None, (name, stated)))}: {title}"
    return " ".join(filter(None, (title, stated)))


def paragraph_label(begin: str, label: str | None) -> str:
    """How a paragraph is shown: its beginning, after its label where the text does not begin with it."""
    shown = " ".join(begin.split())
    if label and not name_key(shown).startswith(name_key(label)):
        shown = f"{label} {shown}"
    return shown if len(shown) <= LABEL_LENGTH else shown[: LABEL_LENGTH - 1].rstrip() + "…"


def paragraph_kind(kind: str, label: str | None) -> str:
    """The kind of node that a paragraph is: headings and clauses with a label are sections."""
    return "section" if kind == "heading" or label else kind
