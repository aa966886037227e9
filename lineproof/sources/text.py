"""Plain text to blocks: headings, paragraphs, list items and code, told from one another by layout alone.

chunk     rows without a blank line between them; a paragraph that a page break cuts in two is put together again
clause    a numbered provision that begins a line and runs on as text (``W.2 Limit of Liability. We pay ...``)
hanging   text whose first line stands left of the others
"""

import re
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import Final

from lineproof.sources.fields import centred_fields, document_header, read_head
from lineproof.sources.layout import Chunk, Row, chunks_of
from lineproof.sources.model import Block, Fragment, Kind, Parsed
from lineproof.sources.outline import Outline, entries_of, is_underline
from lineproof.sources.verbatim import WRAP_WIDTH, Measure, is_verbatim

SHORT_LINE: Final = 45
TITLE_INDENT: Final = 4
"""A centred title begins right of where text does, be it ever so long."""
NO_MEASURE: Final = Measure(margin=1_000, edge=0)

_RULE: Final = re.compile(r"([-=])\1{2,}(?:\s+\1{3,})+")
_BULLET: Final = re.compile(r"(?:[-*+•·–‣▪◦]|o)\s+(?=\S)")
_ORDINAL: Final = re.compile(r"(?:\d{1,3}[.)]|\((?:\d{1,3}|[a-z]{1,4}|[A-Z])\)|[a-z][.)]|[ivx]{1,5}[.)])\s+\S")
_CLAUSE: Final = re.compile(r"(?:[A-Z]{1,2}\.\d+(?:\.\d+)*|\d+(?:\.\d+)+|§+\s*\d+\w?)\.?\s+[\[*_\"“]{0,3}[^\W\d_a-zß-öø-ÿ]")
_SENTENCE_END: Final = re.compile(r"[.:;!?][\"')\]]*$")


def parse_text(texts: Sequence[str]) -> Parsed:
    """Fields and blocks of a plain text; the lines of the fields are in no block."""
    head = read_head(texts)
    chunks = _mended(_outdented(chunks_of(texts, frozenset(range(1, head.lines + 1)))))
    header = None if head.fields else document_header(chunks)
    fields = tuple(header.fields if header else head.fields)
    if not fields and (fields := tuple(centred_fields(chunks))):
        chunks = _without(chunks, {field.line for field in fields})
    outline = Outline(chunks)
    if header is None:
        return Parsed("text", fields, tuple(_blocks(chunks, range(len(chunks)), outline)))
    title = _title_chunks(chunks[header.end :])
    blocks = [
        *_blocks(chunks, range(header.start), outline),
        *([Block("heading", _joined([row for chunk in title for row in chunk.rows]), 1)] if title else []),
        *_blocks(chunks, range(header.end + len(title), len(chunks)), outline),
    ]
    return Parsed("text", fields, tuple(blocks))


def _outdented(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """Chunks without the indentation that all rows share, so that a document may stand anywhere on its page."""
    least = min((row.indent for chunk in chunks for row in chunk.rows), default=0)
    if not least:
        return chunks
    return [Chunk([row._replace(indent=row.indent - least) for row in chunk.rows], chunk.after_break) for chunk in chunks]


def _mended(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Chunks with those joined that a page break cut in two."""
    mended: list[Chunk] = []
    for chunk in chunks:
        if chunk.after_break and mended and _continues(mended[-1].rows, chunk.rows):
            mended[-1] = Chunk([*mended[-1].rows, *chunk.rows], mended[-1].after_break)
        else:
            mended.append(chunk)
    return mended


def _continues(before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Whether the text before a page break runs on after it."""
    last, first = before[-1], after[0]
    hangs = len(before) == 1 and 0 < first.indent - last.indent <= 8 and first.text[0].islower()
    if first.indent != last.indent and not hangs:
        return False
    if opens_item(first.text) or is_verbatim(before, NO_MEASURE) or is_verbatim(after, NO_MEASURE):
        return False
    if first.text[0].islower():
        return not _SENTENCE_END.search(last.text) or last.text.endswith((";", ","))
    return not _SENTENCE_END.search(last.text) and len(last.text) >= 50


def _without(chunks: Sequence[Chunk], lines: Container[int]) -> list[Chunk]:
    """Chunks without some lines."""
    kept = ((chunk, [row for row in chunk.rows if row.line not in lines]) for chunk in chunks)
    return [Chunk(rows, chunk.after_break) for chunk, rows in kept if rows]


def _title_chunks(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """The chunks of a centred title: one, or several single lines in capitals."""
    if not chunks or len(chunks[0].rows) > 6 or min(row.indent for row in chunks[0].rows) < TITLE_INDENT:
        return []
    count = 1
    while count < len(chunks) and all(_in_capitals(chunk) for chunk in (chunks[count - 1], chunks[count])):
        count += 1
    return chunks[:count]


def _in_capitals(chunk: Chunk) -> bool:
    return len(chunk.rows) == 1 and chunk.rows[0].indent >= 6 and chunk.rows[0].text.isupper()


def _blocks(chunks: Sequence[Chunk], positions: range, outline: Outline) -> Iterator[Block]:
    contents = outline.contents
    for position in positions:
        rows = chunks[position].rows
        following = chunks[position + 1].rows if position + 1 < len(chunks) else []
        if contents.start <= position < contents.end:
            yield from _contents_blocks(rows, position == contents.start)
            continue
        while rows and (heading := outline.heading(rows, following)):
            title = [row for row in rows[: heading.rows] if not is_underline(row.text)]
            yield Block("heading", _joined(title), heading.level)
            rows = rows[heading.rows :]
        if rows:
            yield from body_blocks(rows, outline.measure)


def _contents_blocks(rows: list[Row], opens: bool) -> Iterator[Block]:
    if opens and not opens_item(rows[0].text) and len(rows[0].text) < 30:
        yield Block("heading", _joined(rows[:1]), 1)
        rows = rows[1:]
    for entry in entries_of(rows):
        yield Block("list_item", _joined(entry))


def _joined(rows: Sequence[Row]) -> tuple[Fragment, ...]:
    return tuple(Fragment(row.line, row.text) for row in rows)


def body_blocks(rows: Sequence[Row], measure: Measure = NO_MEASURE) -> Iterator[Block]:
    """The blocks of a chunk that has no heading: paragraphs and list items, or code."""
    if _is_ruled(rows) or (not opens_item(rows[0].text) and is_verbatim(rows, measure)):
        yield _code(rows)
        return
    starts = [0]
    for position in range(1, len(rows)):
        if _opens_block(rows, starts[-1], position):
            starts.append(position)
    if len(starts) == 1:
        yield _prose(rows)
        return
    for start, end in pairwise([*starts, len(rows)]):
        part = rows[start:end]
        yield _code(part) if not opens_item(part[0].text) and is_verbatim(part, measure) else _prose(part)


def _is_ruled(rows: Sequence[Row]) -> bool:
    """Whether a rule of dashes parts the columns of a table from their head."""
    return len(rows) > 2 and _RULE.fullmatch(rows[1].text) is not None


def _prose(rows: Sequence[Row]) -> Block:
    first = rows[0]
    if bullet := _BULLET.match(first.text):
        return Block("list_item", (Fragment(first.line, first.text[bullet.end() :]), *_joined(rows[1:])))
    kind: Kind = "list_item" if _ORDINAL.match(first.text) else "paragraph"
    return Block(kind, _joined(rows))


def _code(rows: Sequence[Row]) -> Block:
    common = min(row.indent for row in rows)
    return Block("code", tuple(Fragment(row.line, " " * (row.indent - common) + row.text) for row in rows))


def opens_item(text: str) -> bool:
    """Whether a line begins with a bullet, a number in a list, or the label of a clause."""
    return bool(_BULLET.match(text) or _ORDINAL.match(text) or _CLAUSE.match(text))


def opens_clause(text: str, after: str) -> bool:
    """Whether a clause begins at a line, given the line before: a label in the middle of a sentence is a reference."""
    if not _CLAUSE.match(text):
        return False
    return bool(_SENTENCE_END.search(after)) or (bool(_CLAUSE.match(after)) and len(after) <= SHORT_LINE)


def _opens_block(rows: Sequence[Row], start: int, position: int) -> bool:
    """Whether a new block begins at a row, given the row at which the current one began."""
    first, before, row = rows[start], rows[position - 1], rows[position]
    if row.indent == before.indent and row.text[0].islower() and row.text[1:2].isalpha():
        return False
    if len(before.text) > WRAP_WIDTH:
        return True
    if _CLAUSE.match(row.text):
        return opens_clause(row.text, after=before.text)
    if opens_item(row.text):
        return _may_open_item(first, before, row)
    if position - start == 1:
        return row.indent >= first.indent + 2 and bool(_SENTENCE_END.search(first.text))
    rest = rows[start + 1].indent
    if first.indent > rest:
        return row.indent < rest or row.indent >= rest + 2
    return (row.indent == first.indent and before.indent > first.indent) or row.indent < first.indent


def _may_open_item(first: Row, before: Row, row: Row) -> bool:
    if opens_item(first.text) and row.indent <= first.indent:
        return True
    return row.indent != before.indent or bool(_SENTENCE_END.search(before.text))
