"""Read: the lines of a node as they stand, each hashed again when it is read.

verbatim    the bytes of a line decoded by the encoding of its document; what that lacks is U+FFFD, and NUL is U+2400
verified    every line is there, and its bytes still have the hash that was stored with it
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from xxhash import xxh3_64_intdigest

from lineproof.recall.errors import BadLines
from lineproof.recall.names import at_lines, find, place_of, span_of
from lineproof.recall.nodes import Extent, Node, Span
from lineproof.recall.view import View

MOST_LINES: Final = 1_000

_LINES = "SELECT n, raw, line_hash FROM evidence.lines WHERE document_id = ? AND n BETWEEN ? AND ? ORDER BY n"


@dataclass(frozen=True, slots=True)
class Line:
    """A physical line: its number from 1, and its text."""

    n: int
    text: str


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Reading:
    """Lines of a node. ``more``: the lines asked for go on after ``last_line``."""

    id: str
    path: str
    first_line: int
    last_line: int
    lines: tuple[Line, ...]
    verified: bool
    more: bool


def read(view: View, text: str, lines: str | None, limit: int = MOST_LINES) -> Reading:
    """The lines of a node.

    Args:
        view: the snapshot.
        text: the node; of a path with lines exactly these are read, under the id of the smallest node that covers them.
        lines: numbers of lines in the document (``10-20``), to read a part of the node.
        limit: most lines to return.

    Raises:
        NavigationError: see :func:`lineproof.recall.names.find`.
        BadLines: ``lines`` is not written as numbers, or outside of the node.
    """
    name, asked = place_of(view, text)
    extent = find(view, name)
    if asked:
        extent = at_lines(view, extent.document_id, asked)
    span = asked or Span(extent.node.first_line, extent.node.last_line)
    return _read(view, extent, span if lines is None else _part(extent.node, span, lines), limit)


def _part(node: Node, whole: Span, lines: str) -> Span:
    """The lines of a span that are asked for."""
    part = span_of(lines)
    if part is None or part.last < part.first:
        raise BadLines(f"{lines!r} is no range of lines; write 10-20, or 10 for one line.")
    if part.first > whole.last or part.last < whole.first:
        raise BadLines(f"{node.label!r} stands on lines {whole.first} to {whole.last} of {node.path}, not on {lines}.")
    return Span(max(part.first, whole.first), min(part.last, whole.last))


def _read(view: View, extent: Extent, span: Span, limit: int) -> Reading:
    last = min(span.last, span.first + limit - 1)
    rows = view.rows(_LINES, [extent.document_id, span.first, last])
    encoding = view.documents()[extent.document_id].encoding
    return Reading(
        id=extent.node.id,
        path=extent.node.path,
        first_line=span.first,
        last_line=last,
        lines=tuple(Line(n, shown(raw, encoding)) for n, raw, _ in rows),
        verified=_verified(rows, Span(span.first, last)),
        more=last < span.last,
    )


def _verified(rows: Sequence[tuple[Any, ...]], span: Span) -> bool:
    expected = range(span.first, span.last + 1) if span.last else ()
    return [n for n, _, _ in rows] == [*expected] and all(xxh3_64_intdigest(raw) == stored for _, raw, stored in rows)


def shown(raw: bytes, encoding: str) -> str:
    # The codec with a byte order mark would drop one that stands at the beginning of any line.
    codec = "utf-8" if encoding == "utf-8-sig" else encoding
    return raw.decode(codec, "replace").replace("\0", "\u2400")
