"""Sources as plain data: what reading a file yields, whatever its format.

fragment   the visible part of one physical line that belongs to a block (markup, indentation and prefixes taken off)
block      a heading, paragraph, list item, table row, code block or field, in reading order
field      one metadata entry (front matter, header block, what a conversation says of its session), with its line
turn       what one speaker says at one time in a conversation; a block of its own
parsed     a whole document: its format, fields and blocks

Lines count from 1, and only LF, CRLF and CR end one.
"""

import datetime
from dataclasses import dataclass
from typing import Literal

Kind = Literal["heading", "paragraph", "list_item", "table_row", "code", "turn", "field"]


@dataclass(frozen=True, slots=True)
class Fragment:
    """What a block shows of one line."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink: the text shown, the target as written, and the line on which it begins."""

    text: str
    target: str
    line: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Who says a turn and when, by the speaker's own clock; ``turn_id`` is the name that the conversation gives it."""

    turn_id: str | None
    speaker: str
    said_at: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class Block:
    """One unit of text.

    ``level`` is the depth of a heading from 1, of a list item the number of items that it stands within, and 0 otherwise; ``anchor`` an
    explicit id that links may name; ``turn`` is set for the kind of that name alone, whose fragments are every line that it stands on:
    the first shows all of its text, the others nothing.
    """

    kind: Kind
    fragments: tuple[Fragment, ...]
    level: int = 0
    links: tuple[Link, ...] = ()
    anchor: str | None = None
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A metadata entry. A list in front matter yields one field an element; ``name`` is lower case with underscores."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document as fields and blocks; ``format`` is markdown, restructuredtext, html, conversation or text."""

    format: str
    fields: tuple[Field, ...]
    blocks: tuple[Block, ...]
