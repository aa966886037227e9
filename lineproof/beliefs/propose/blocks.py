"""Blocks: paragraphs that belong together, in reading order.

prose     one paragraph; ``lead`` is the paragraph before it where that ends by introducing it
listing   the items of a list with the paragraph that leads to them, and what goes on behind them in lower case
table     rows with the row of headings above them, and the paragraph that leads to them
entry     one metadata field
turn      one turn of a conversation
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.model import Paragraph

SUBITEM: Final = re.compile(r"(?:[a-z]{1,2}\)|\d{1,3}[a-z]\.|\([a-zA-Z]{1,2}\)|\([ivx]{1,4}\))\s")
CLAUSE: Final = re.compile(r"(?:,|;|[,;]?\s(?:and|or|und|oder))$")
UNENDED: Final = re.compile(r"(?:[,;]|[^.!?:][\w)])$")
"""How an item ends that is a clause of a sentence, and the last one of a sentence that goes on behind the list."""
REMARK: Final = re.compile(r"\([^()]+\)")
"""Words in parentheses alone."""
CELL: Final = "|"
ENDED: Final = re.compile(r"[.!?][\"'”“’»)\]*_`]*$")


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph; ``leads`` tells that its last sentence introduces the next block."""

    first: Paragraph
    lead: Paragraph | None = None
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list."""

    items: tuple[Paragraph, ...]
    lead: Paragraph | None = None

    @property
    def first(self) -> Paragraph:
        """The first item."""
        return self.items[0]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, that of the headings first."""

    rows: tuple[Paragraph, ...]
    lead: Paragraph | None = None

    @property
    def first(self) -> Paragraph:
        """The row of headings."""
        return self.rows[0]


@dataclass(frozen=True, slots=True)
class Entry:
    """A metadata field."""

    first: Paragraph


Block = Prose | Listing | Table | Entry


def blocks(paragraphs: Sequence[Paragraph], capitals: bool = False) -> Iterator[Block]:
    """The blocks of a document; headings and code are in none. ``capitals`` tells that nouns are written with one."""
    place, before = 0, None
    while place < len(paragraphs):
        paragraph = paragraphs[place]
        end = _end(paragraphs, place, capitals)
        lead = before if before and introduces(before, paragraph) else None
        if paragraph.kind == "field":
            yield Entry(paragraph)
        elif paragraph.kind == "table_row":
            yield Table(tuple(paragraphs[place:end]), lead)
        elif is_item(paragraph):
            yield Listing(tuple(paragraphs[place:end]), lead)
        elif paragraph.kind in ("paragraph", "turn"):
            following = paragraphs[end] if end < len(paragraphs) else None
            yield Prose(paragraph, lead, following is not None and introduces(paragraph, following))
        before = paragraph if paragraph.kind == "paragraph" and not is_item(paragraph) else None
        place = end


def introduces(paragraph: Paragraph, following: Paragraph) -> bool:
    """Whether a paragraph ends with words that lead to the next one: with a colon, unfinished before a list, or a remark on a table."""
    if following.kind not in ("paragraph", "list_item", "table_row", "code") or paragraph.section_id != following.section_id:
        return False
    text = paragraph.text.rstrip("*_ ")
    remark = following.kind == "table_row" and REMARK.fullmatch(text)
    return text.endswith(":") or bool(remark) or (is_item(following) and not ENDED.search(text))


def is_item(paragraph: Paragraph) -> bool:
    """Whether it is an item of a list or of a list within one."""
    return paragraph.kind == "list_item" or (paragraph.kind == "paragraph" and SUBITEM.match(paragraph.text) is not None)


def _end(paragraphs: Sequence[Paragraph], place: int, capitals: bool) -> int:
    """Where the block that begins here ends."""
    first, end = paragraphs[place], place + 1
    if first.kind == "table_row":
        while end < len(paragraphs) and paragraphs[end].kind == "table_row" and not _is_headed_like(paragraphs[end], first):
            end += 1
    elif is_item(first):
        while end < len(paragraphs) and _continues(first, paragraphs[end]):
            end += 1
        if capitals and end < len(paragraphs) and _completes(paragraphs[place:end], paragraphs[end]):
            end += 1
    return end


def _is_headed_like(row: Paragraph, header: Paragraph) -> bool:
    """Whether a row begins like that of the headings, so that another table begins with it."""
    return row.text.partition(CELL)[0] == header.text.partition(CELL)[0] != ""


def _completes(items: Sequence[Paragraph], paragraph: Paragraph) -> bool:
    """Whether a paragraph ends the sentence of which the items before it are clauses (``1. by fire or 2. by water`` ``is punished.``)."""
    clauses = len(items) > 1 and all(CLAUSE.search(item.text) for item in items[:-1])
    follows = paragraph.kind == "paragraph" and paragraph.section_id == items[0].section_id
    return follows and clauses and UNENDED.search(items[-1].text) is not None


def _continues(first: Paragraph, paragraph: Paragraph) -> bool:
    """Whether it is a further item of the list, or text in lower case that goes on behind its items."""
    if paragraph.section_id != first.section_id:
        return False
    return is_item(paragraph) or (paragraph.kind == "paragraph" and paragraph.text[:1].islower())
