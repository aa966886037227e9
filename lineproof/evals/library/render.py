"""Documents to lines, and where on them what was planted came to stand.

mark      a character of private use that opens or closes a planted piece while lines are made; it takes no room and is taken out after
glue      a blank within a value, at which no line is broken
page      of a text in page layout: a running header, rows, and a running footer; a form feed opens each page but the first
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.model import Block, Cited, Document, Grid, Listing, Piece, Prose, Said, Section, Text

WIDTH: Final = 88
ROWS: Final = 50
_FIRST: Final = 0xF0000
_CLOSE: Final = "\ue000"
_GLUE: Final = "\ue001"
_MARKS: Final = re.compile("[\U000f0000-\U000ffffd\ue000]")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\U000f0000-\U000ffffd\"])")

Mark = Said | Cited | Section
Cite = Callable[[Cited, str | None], str]
"""Writes a reference that stands in a section, whose key is given; none at the opening of a document."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark with its line, the words as written, and the sentence or row that holds them."""

    mark: Mark
    line: int
    text: str
    quote: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """The lines of a document, and what stands on them."""

    lines: tuple[str, ...]
    placed: tuple[Placed, ...]


class Writer:
    """Encodes the texts of one document, and remembers what it marked and in which sentence."""

    def __init__(self, cite: Cite, escape: Callable[[str], str] = str) -> None:
        self._cite, self._escape = cite, escape
        self._here: str | None = None
        self.marks: list[Mark] = []
        self.written: list[str] = []
        self.quotes: list[str] = []

    def heading(self, section: Section) -> str:
        """The heading of a section."""
        self._here = section.key
        title = f"{section.label} {section.title}".strip()
        return self._marked(section, self._escape(title))

    def text(self, text: Text) -> str:
        """A text with its marks."""
        encoded = "".join(self._piece(piece, _begins_sentence(text, at)) for at, piece in enumerate(text))
        for sentence in _SENTENCE_END.split(encoded):
            for found in _MARKS.findall(sentence):
                if found != _CLOSE:
                    self.quotes[ord(found) - _FIRST] = html.unescape(plain(sentence))
        return encoded

    def row(self, cells: Sequence[Text]) -> list[str]:
        """The cells of a row of a table."""
        start = len(self.marks)
        encoded = [self.text(cell) for cell in cells]
        for at in range(start, len(self.marks)):
            self.quotes[at] = html.unescape(plain(" ".join(encoded)))
        return encoded

    def _piece(self, piece: Piece, first: bool) -> str:
        if isinstance(piece, str):
            return self._escape(piece)
        if isinstance(piece, Said):
            return self._marked(piece, piece.surface.replace(" ", _GLUE))
        written = self._cite(piece, self._here)
        return self._marked(piece, self._escape(capitalised(written) if first else written))

    def _marked(self, mark: Mark, text: str) -> str:
        self.marks.append(mark)
        self.written.append(html.unescape(plain(text)))
        self.quotes.append(self.written[-1])
        return f"{chr(_FIRST + len(self.marks) - 1)}{text}{_CLOSE}"


def _begins_sentence(text: Text, at: int) -> bool:
    before = text[at - 1] if at else ". "
    return isinstance(before, str) and before.endswith(". ")


def plain(text: str) -> str:
    """Without marks."""
    return _MARKS.sub("", text).replace(_GLUE, " ")


def render(document: Document, form: str, company: str, cite: Cite) -> Rendered:
    """The lines of a document in one of the forms ``md``, ``rst``, ``html`` and ``txt``."""
    writer = Writer(cite, _escape_html if form == "html" else str)
    lines = list(_FORMS[form](document, company, writer))
    placed = sorted(_placed(lines, writer), key=lambda one: one.line)
    return Rendered(tuple(map(plain, lines)), tuple(placed))


def _placed(lines: Sequence[str], writer: Writer) -> Iterator[Placed]:
    """What was marked, with the line on which it begins."""
    for number, line in enumerate(lines, 1):
        for found in _MARKS.findall(line):
            if found != _CLOSE:
                at = ord(found) - _FIRST
                yield Placed(writer.marks[at], number, writer.written[at], writer.quotes[at])


def wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> Iterator[str]:
    """Lines of at most ``width`` columns; marks take none."""
    line, length = first, len(first)
    for word in text.split(" "):
        room = len(plain(word))
        if length > len(rest) and length > len(first) and length + 1 + room > width:
            yield line.replace(_GLUE, " ")
            line, length = rest, len(rest)
        joint = "" if line in (first, rest) else " "
        line, length = f"{line}{joint}{word}", length + len(joint) + room
    yield line.replace(_GLUE, " ")


def _markdown(document: Document, company: str, writer: Writer) -> Iterator[str]:
    yield "---"
    yield from (f"{name}: {value}" for name, value in head(document))
    yield from ("---", "", f"# {headline(document)}", "")
    yield from _markdown_blocks(document.opening, writer)
    for section in document.sections:
        yield from (f"{'#' * section.level} {writer.heading(section)}", "")
        yield from _markdown_blocks(section.blocks, writer)


def _markdown_blocks(blocks: Sequence[Block], writer: Writer) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Prose):
            yield from wrapped(writer.text(block.text))
        elif isinstance(block, Listing):
            yield from _items(block, writer, "")
        else:
            rows = [list(block.head), *(writer.row(row) for row in block.rows)]
            widths = _widths(rows)
            table = ["| " + " | ".join(_padded(row, widths)) + " |" for row in rows]
            yield from (table[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *table[1:])
        yield ""


def _items(block: Listing, writer: Writer, indent: str) -> Iterator[str]:
    for number, item in enumerate(block.items, 1):
        bullet = f"{number}. " if block.numbered else "- "
        yield from wrapped(writer.text(item), indent + bullet, indent + " " * len(bullet))


def _restructured(document: Document, company: str, writer: Writer) -> Iterator[str]:
    title = headline(document)
    yield from (title, "=" * len(title), "")
    yield from (f":{name}: {value}" for name, value in head(document) if name != "title")
    yield ""
    yield from _restructured_blocks(document.opening, writer)
    for section in document.sections:
        heading = writer.heading(section)
        yield from (heading, {2: "-", 3: "~"}[section.level] * len(plain(heading)), "")
        yield from _restructured_blocks(section.blocks, writer)


def _restructured_blocks(blocks: Sequence[Block], writer: Writer) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Prose):
            yield from wrapped(writer.text(block.text))
        elif isinstance(block, Listing):
            yield from _items(block, writer, "")
        else:
            yield from _ruled(block, writer, "=", frame=True)
        yield ""


def _ruled(block: Grid, writer: Writer, rule: str, frame: bool) -> Iterator[str]:
    """A table whose columns are ruled by one character."""
    rows = [list(block.head), *(writer.row(row) for row in block.rows)]
    widths = _widths(rows)
    ruler = "  ".join(rule * width for width in widths)
    lines = ["  ".join(_padded(row, widths)).rstrip() for row in rows]
    yield from ([ruler] if frame else [])
    yield from (lines[0], ruler, *lines[1:])
    yield from ([ruler] if frame else [])


def _html(document: Document, company: str, writer: Writer) -> Iterator[str]:
    yield from ("<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">')
    yield f"<title>{_escape_html(document.title)}</title>"
    for name, value in head(document):
        if name != "title":
            yield f'<meta name="{name}" content="{_escape_html(value)}">'
    yield from ("</head>", "<body>", f"<h1>{_escape_html(headline(document))}</h1>")
    yield from _html_blocks(document.opening, writer)
    for section in document.sections:
        yield from ("", f"<h{section.level}>{writer.heading(section)}</h{section.level}>")
        yield from _html_blocks(section.blocks, writer)
    yield from ("</body>", "</html>")


def _html_blocks(blocks: Sequence[Block], writer: Writer) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Prose):
            yield from wrapped(f"<p>{writer.text(block.text)}</p>")
        elif isinstance(block, Listing):
            tag = "ol" if block.numbered else "ul"
            yield f"<{tag}>"
            for item in block.items:
                yield from wrapped(f"<li>{writer.text(item)}</li>")
            yield f"</{tag}>"
        else:
            yield from ("<table>", _html_row(block.head, "th"))
            yield from (_html_row(writer.row(row), "td") for row in block.rows)
            yield "</table>"


def _html_row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{cell.replace(_GLUE, ' ')}</{tag}>" for cell in cells) + "</tr>"


def _escape_html(text: str) -> str:
    return html.escape(text, quote=False)


def _pages(document: Document, company: str, writer: Writer) -> Iterator[str]:
    rows = list(_page_rows(document, writer))
    header = f"{company}{document.name:>{WIDTH - len(company)}}"
    for page, start in enumerate(range(0, len(rows), ROWS), 1):
        number = f"Page {page}"
        issued = f"Issued {document.date}" if document.date else "For use in the house"
        yield ("\f" if page > 1 else "") + header
        yield from ("", "", *rows[start : start + ROWS], "", "", f"{issued}{number:>{WIDTH - len(issued)}}")


def _page_rows(document: Document, writer: Writer) -> Iterator[str]:
    yield from (document.title.upper().center(WIDTH).rstrip(), "")
    yield from (line.center(WIDTH).rstrip() for line in page_head(document))
    yield from ("", "")
    yield from _page_blocks(document.opening, writer)
    for section in document.sections:
        heading = writer.heading(section).replace(" ", "  ", 1) if section.label else writer.heading(section).upper()
        yield from (heading, "")
        yield from _page_blocks(section.blocks, writer)


def _page_blocks(blocks: Sequence[Block], writer: Writer) -> Iterator[str]:
    indent = " " * 5
    for block in blocks:
        if isinstance(block, Prose):
            yield from wrapped(writer.text(block.text), indent, indent)
        elif isinstance(block, Listing):
            yield from _items(block, writer, indent)
        else:
            yield from (indent + line for line in _ruled(block, writer, "-", frame=False))
        yield ""


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(plain(cell)) for cell in column) for column in zip(*rows, strict=True)]


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cell.replace(_GLUE, " ") + " " * (width - len(plain(cell))) for cell, width in zip(row, widths, strict=True)]


def head(document: Document) -> list[tuple[str, str]]:
    """The metadata of a document, in order."""
    named = [("title", document.title)]
    if document.identifier != document.title:
        named.append(("form" if document.edition else "identifier", document.identifier))
    if document.edition:
        named.append(("edition", document.edition))
    if document.date:
        named.append(("effective", document.date))
    return [*named, *document.fields]


def headline(document: Document) -> str:
    """The heading at the top."""
    if document.edition or document.identifier == document.title:
        return document.title
    return f"{document.identifier}: {document.title}"


def page_head(document: Document) -> list[str]:
    """The lines below the title of a text in page layout."""
    lines = [f"Form {document.identifier}   Edition {document.edition}" if document.edition else document.identifier]
    if document.identifier == document.title:
        lines.clear()
    if document.date:
        lines.append(f"Effective {document.date}")
    return [*lines, *(f"{name.replace('_', ' ').capitalize()}: {value}" for name, value in document.fields)]


_FORMS: Final = {"md": _markdown, "rst": _restructured, "html": _html, "txt": _pages}
