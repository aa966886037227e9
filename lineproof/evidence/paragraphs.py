"""Paragraphs: blocks of a document as atoms of evidence, with ids that depend on text and not on place.

normalised text   NFC, wraps joined, blanks folded; code keeps its line breaks and the indentation within it. What goes on behind a
                  hyphen at the end of a line is joined without a blank, unless that leaves a compound open (``Börsen- oder Marktpreis``)
line map          for each source line the offset in the normalised text at which it begins
twin              one of several paragraphs of a document that have the same text
surroundings      the section path and the neighbours' hashes, which tell twins apart; what still ties takes its ordinal
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lineproof.evidence import language
from lineproof.evidence.hashing import node_id, paragraph_hash
from lineproof.evidence.labels import Label, label_of, settle
from lineproof.sources.model import Block

_BLANKS = re.compile(r"\s+")
_OPEN_HYPHEN = re.compile(r"\w-$")


@dataclass(frozen=True, slots=True)
class Text:
    """Normalised text with its line map; ``offsets[i]`` is where source line ``lines[i]`` begins."""

    text: str
    offsets: tuple[int, ...]
    lines: tuple[int, ...]

    def line_at(self, offset: int) -> int:
        """The source line on which a character stands."""
        position = 0
        for index, start in enumerate(self.offsets):
            if start > offset:
                break
            position = index
        return self.lines[position]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One atom of evidence; ``section`` is the index of the heading that it stands under, or None."""

    paragraph_id: str
    ordinal: int
    block: Block
    label: Label | None
    section: int | None
    body: Text
    text_hash: str
    repeated: bool

    @property
    def kind(self) -> str:
        """Kind of the block."""
        return self.block.kind

    @property
    def text(self) -> str:
        """The normalised text."""
        return self.body.text


def paragraphs(document_id: str, blocks: Sequence[Block], words: frozenset[tuple[str, str]] = frozenset()) -> list[Paragraph]:
    """The paragraphs of a document in order; blocks without visible text yield none.

    Args:
        document_id: the document.
        blocks: its blocks in reading order.
        words: words for kinds of sections that the settings of the corpus add, each with its kind.
    """
    kept = [(block, body) for block in blocks if (body := normalise(block)).text]
    hashes = [paragraph_hash(body.text) for _, body in kept]
    labels = settle([label_of(block.kind, body.text, words) for block, body in kept])
    sections = _sections([block for block, _ in kept])
    times = Counter(hashes)
    ids = _identify(document_id, hashes, sections)
    return [
        Paragraph(ids[n], n, block, labels[n], sections[n], body, hashes[n], times[hashes[n]] > 1) for n, (block, body) in enumerate(kept)
    ]


def normalise(block: Block) -> Text:
    """The text by which a block is hashed, quoted and searched."""
    return _keep_lines(block) if block.kind == "code" else _join_lines(block)


def _join_lines(block: Block) -> Text:
    parts: list[str] = []
    offsets, lines, length = [], [], 0
    for fragment in block.fragments:
        words = _BLANKS.sub(" ", unicodedata.normalize("NFC", fragment.text)).strip()
        if not words and block.kind == "turn":  # a line that the turn stands on, too
            offsets.append(length)
            lines.append(fragment.line)
        if not words:
            continue
        if parts and (not _OPEN_HYPHEN.search(parts[-1]) or _joining().match(words)):
            parts.append(" ")
            length += 1
        offsets.append(length)
        lines.append(fragment.line)
        parts.append(words)
        length += len(words)
    return Text("".join(parts), tuple(offsets), tuple(lines))


@lru_cache(maxsize=1)
def _joining() -> re.Pattern[str]:
    """A word of any language that joins two others, at the beginning of a line."""
    words = {word for code in language.available() for word in language.load(code).references.get("and", ())}
    return re.compile(rf"(?:{'|'.join(map(re.escape, sorted(words)))})\s")


def _keep_lines(block: Block) -> Text:
    rows = [unicodedata.normalize("NFC", fragment.text).expandtabs(4).rstrip() for fragment in block.fragments]
    margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    first = next((n for n, row in enumerate(rows) if row), len(rows))
    last = next((n for n in range(len(rows) - 1, -1, -1) if rows[n]), -1)
    offsets, lines, length = [], [], 0
    kept = [row[margin:] for row in rows[first : last + 1]]
    for row, fragment in zip(kept, block.fragments[first : last + 1], strict=True):
        offsets.append(length)
        lines.append(fragment.line)
        length += len(row) + 1
    return Text("\n".join(kept), tuple(offsets), tuple(lines))


def _sections(blocks: Iterable[Block]) -> list[int | None]:
    """For each block the index of the heading that it stands under; for a heading that of its parent."""
    open_headings: list[tuple[int, int]] = []
    result: list[int | None] = []
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
        result.append(open_headings[-1][1] if open_headings else None)
        if block.kind == "heading":
            open_headings.append((block.level, index))
    return result


def _identify(document_id: str, hashes: Sequence[str], sections: Sequence[int | None]) -> list[str]:
    """Ids of all paragraphs: by text alone where it is unique, by surroundings and then by ordinal where it is not."""
    groups: dict[str, list[int]] = defaultdict(list)
    for index, text_hash in enumerate(hashes):
        groups[text_hash].append(index)
    ids = [""] * len(hashes)
    for text_hash, members in groups.items():
        if len(members) == 1:
            ids[members[0]] = node_id("p", document_id, text_hash)
            continue
        seen: Counter[tuple[str, ...]] = Counter()
        for index in members:
            around = _surroundings(index, hashes, sections)
            ids[index] = node_id("p", document_id, text_hash, *around, str(seen[around]))
            seen[around] += 1
    return ids


def _surroundings(index: int, hashes: Sequence[str], sections: Sequence[int | None]) -> tuple[str, ...]:
    path = []
    section = sections[index]
    while section is not None:
        path.append(hashes[section])
        section = sections[section]
    before = hashes[index - 1] if index else ""
    after = hashes[index + 1] if index + 1 < len(hashes) else ""
    return ("/".join(path), before, after)
