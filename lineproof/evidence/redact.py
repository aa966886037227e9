"""Redact: a document without what was erased from it; the source file stays as it is.

erased line   a line that is blank for everything that is compiled: its bytes, and what blocks and fields show of it. The other
              lines keep their numbers, so that citations lead to the right place in the file
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from unicodedata import normalize

from lineproof.evidence.hashing import paragraph_hash
from lineproof.evidence.paragraphs import normalise
from lineproof.evidence.speakers import speakers
from lineproof.sources.decode import Decoded
from lineproof.sources.fields import quotable_fields
from lineproof.sources.model import Block, Fragment, Parsed
from storage.tombstones import LOCAL, PERSON, TEXT, Tombstones

_BLANKS = re.compile(r"\s+")


def erased_lines(document_id: str, content_hash: str, texts: Sequence[str], parsed: Parsed, tombstones: Tombstones) -> frozenset[int]:
    """Numbers of the lines, from 1, that tombstones cover: of paragraphs, of lines by themselves, and of what somebody says.

    Args:
        document_id: the document.
        content_hash: of its bytes, by which it is known under another name.
        texts: its lines as text.
        parsed: its fields and blocks.
        tombstones: of the corpus.
    """
    found: set[int] = set()
    if tombstones.kinds & {TEXT, LOCAL}:
        blocks = [*quotable_fields(parsed, texts), *parsed.blocks]
        is_erased = partial(tombstones.text_erased, document_id, content_hash)
        found.update(*(_lines(block) for block in blocks if is_erased(paragraph_hash(normalise(block).text))))
        found.update(n for n, text in enumerate(texts, 1) if text.strip() and is_erased(line_text_hash(text)))
    if PERSON in tombstones.kinds:
        found.update(_spoken(texts, parsed, tombstones))
    return frozenset(found)


def line_text_hash(text: str) -> str:
    """The hash of a line's text, the same as that of a paragraph that has only this line."""
    return paragraph_hash(_BLANKS.sub(" ", normalize("NFC", text)).strip())


def without_lines(decoded: Decoded, parsed: Parsed, erased: frozenset[int]) -> tuple[Decoded, Parsed]:
    """A document whose erased lines are blank."""
    lines = tuple(b"" if n in erased else raw for n, raw in enumerate(decoded.lines, 1))
    texts = tuple("" if n in erased else text for n, text in enumerate(decoded.texts, 1))
    blocks = tuple(part for block in parsed.blocks for part in _without(block, erased))
    fields = tuple(field for field, held in zip(parsed.fields, _extents(parsed), strict=True) if erased.isdisjoint(held))
    return Decoded(decoded.encoding, lines, texts), replace(parsed, fields=fields, blocks=blocks)


def _spoken(texts: Sequence[str], parsed: Parsed, tombstones: Tombstones) -> Iterator[int]:
    """Lines of the persons whose words are erased."""
    said = list(speakers(texts))
    erased = {name for name in set(said) if name and tombstones.person_erased(name)}
    yield from (n for n, (name, text) in enumerate(zip(said, texts, strict=True), 1) if name in erased and text.strip())
    for block in parsed.blocks:
        if block.turn and tombstones.person_erased(block.turn.speaker):
            yield from _lines(block)


def _lines(block: Block) -> set[int]:
    return {fragment.line for fragment in block.fragments}


def _without(block: Block, erased: frozenset[int]) -> list[Block]:
    """What is left of a block: itself, the pieces of text between erased lines, or nothing; of a turn nothing."""
    if erased.isdisjoint(_lines(block)):
        return [block]
    if block.turn:
        return []
    pieces: list[list[Fragment]] = [[]]
    for fragment in block.fragments:
        if fragment.line not in erased:
            pieces[-1].append(fragment)
        elif block.kind != "code":
            pieces.append([])
    return [_piece(block, piece) for piece in pieces if piece]


def _piece(block: Block, fragments: Sequence[Fragment]) -> Block:
    lines = {fragment.line for fragment in fragments}
    return replace(block, fragments=tuple(fragments), links=tuple(link for link in block.links if link.line in lines))


def _extents(parsed: Parsed) -> list[range]:
    """For each field the lines that its value may stand on: up to the next field, or to the text; in JSON its own line."""
    if parsed.format == "conversation":
        return [range(field.line, field.line + 1) for field in parsed.fields]
    starts = sorted({field.line for field in parsed.fields})
    text = min((line for block in parsed.blocks for line in _lines(block) if starts and line > starts[-1]), default=0)
    ends = dict(pairwise([*starts, max(text, starts[-1] + 1)])) if starts else {}
    return [range(field.line, ends[field.line]) for field in parsed.fields]
