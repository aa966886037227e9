"""Verbatim: the texts of paragraphs, and the lines that they stand on, as they were stored.

kept     documents that were asked for last stay in memory, since a snapshot never changes: at most LINES_KEPT lines
sound    of a paragraph: its text has the hash that was stored with it, and all of its lines are there and have theirs

Hashes are made anew whenever a paragraph is given out, of the very bytes that are given out.
"""

import datetime
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from xxhash import xxh3_64_intdigest

from lineproof.evidence.hashing import paragraph_hash
from lineproof.recall.columns import Columns, columns_of
from lineproof.recall.view import View

LINES_KEPT: Final = 1_000_000
"""About 130 MB with the texts of their paragraphs (the 466,000 lines of 260 RFCs: 59 MB)."""

_PARAGRAPHS: Final = """
SELECT p.document_id, p.text, p.paragraph_hash, t.turn_id, t.said_at
FROM evidence.paragraphs p LEFT JOIN evidence.turns t USING (document_id, paragraph_id)
WHERE p.document_id IN (SELECT unnest($documents::VARCHAR[])) ORDER BY p.document_id, p.ordinal
"""
_LINES: Final = """
SELECT document_id, n, raw, line_hash FROM evidence.lines
WHERE document_id IN (SELECT unnest($documents::VARCHAR[])) ORDER BY document_id, n
"""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph as it was stored; ``turn`` and ``said`` are the id and the time of a turn, where it is one and has them."""

    text: str
    turn: str | None
    said: datetime.datetime | None
    sound: bool


@dataclass(frozen=True, slots=True)
class _Stored:
    """A document: its paragraphs in order (text, its hash, turn, said), its lines, and their numbers and hashes."""

    paragraphs: Sequence[tuple[str, str, str | None, datetime.datetime | None]]
    raw: pa.Array
    numbers: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.uint64]

    def sound(self, first: int, last: int) -> bool:
        """Whether some lines are all there, each with its hash."""
        part = self._part(first, last)
        lines = zip(self.numbers[part].tolist(), self.raw[part].to_pylist(), self.hashes[part].tolist(), strict=True)
        return [n for n, raw, stored in lines if xxh3_64_intdigest(raw) == stored] == [*range(first, last + 1)]

    def between(self, first: int, last: int) -> list[tuple[int, bytes]]:
        """Some lines with their numbers."""
        part = self._part(first, last)
        return [*zip(self.numbers[part].tolist(), self.raw[part].to_pylist(), strict=True)]

    def _part(self, first: int, last: int) -> slice:
        start = int(np.searchsorted(self.numbers, first))
        return slice(start, start + last - first + 1)


class _Shelf:
    """The documents that were asked for last, by position; safe to share between threads."""

    def __init__(self) -> None:
        self._documents: OrderedDict[int, _Stored] = OrderedDict()
        self._lines = 0
        self._changing = Lock()

    def take(self, view: View, wanted: Sequence[int]) -> dict[int, _Stored]:
        """Some documents; those that are not there are read together."""
        with self._changing:
            found = {position: self._documents[position] for position in wanted if position in self._documents}
        missing = _read(view, [position for position in dict.fromkeys(wanted) if position not in found])
        with self._changing:
            for position, stored in (found | missing).items():
                self._put(position, stored)
        return found | missing

    def _put(self, position: int, stored: _Stored) -> None:
        """Put a document where it is let go last, and let others go where there are too many lines."""
        if self._documents.pop(position, None) is None:
            self._lines += len(stored.raw)
        self._documents[position] = stored
        while self._lines > LINES_KEPT and len(self._documents) > 1:
            _, oldest = self._documents.popitem(last=False)
            self._lines -= len(oldest.raw)


def lines_under(view: View, number: int) -> list[tuple[int, bytes]]:
    """The lines on which a paragraph stands, each with its number, as they were stored."""
    columns = columns_of(view)
    document = columns.document_of(number)
    first, last = int(columns.first_line[number]), int(columns.last_line[number])
    return view.keep(_shelf).take(view, [document])[document].between(first, last)


def passages_of(view: View, numbers: Sequence[int]) -> list[Passage]:
    """Some paragraphs by number, in the same order."""
    columns = columns_of(view)
    documents = view.keep(_shelf).take(view, columns.document[np.asarray(numbers, dtype=np.int32)].tolist())
    return [_passage(columns, documents[columns.document_of(number)], number) for number in numbers]


def _shelf(view: View) -> _Shelf:
    return _Shelf()


def _passage(columns: Columns, stored: _Stored, number: int) -> Passage:
    row = number - int(columns.starts[columns.document_of(number)])
    text, text_hash, turn, said = stored.paragraphs[row]
    lines_are_sound = stored.sound(int(columns.first_line[number]), int(columns.last_line[number]))
    return Passage(text, turn, said, lines_are_sound and paragraph_hash(text) == text_hash)


def _read(view: View, documents: Sequence[int]) -> dict[int, _Stored]:
    """Documents by position, from the snapshot."""
    if not documents:
        return {}
    columns = columns_of(view)
    ids = {columns.documents[position]: position for position in documents}
    paragraphs, lines = (dict(_parts(view.table(query, {"documents": [*ids]}))) for query in (_PARAGRAPHS, _LINES))
    nothing = view.table(_LINES, {"documents": []}).drop_columns("document_id")
    return {position: _stored(paragraphs[own], lines.get(own, nothing)) for own, position in ids.items() if own in paragraphs}


def _parts(table: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    """The rows of each document, which stand together; copied, so that each can be let go by itself."""
    runs = table.column("document_id").combine_chunks().dictionary_encode()
    codes: npt.NDArray[Any] = runs.indices.to_numpy()
    borders = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
    for begin, end in pairwise(borders):
        if begin < end:
            rows = pa.array(np.arange(begin, end))
            yield runs.dictionary[codes[begin]].as_py(), table.drop_columns("document_id").take(rows).combine_chunks()


def _stored(paragraphs: pa.Table, lines: pa.Table) -> _Stored:
    numbers, raw, hashes = (column.combine_chunks() for column in lines.columns)
    rows = zip(*(column.to_pylist() for column in paragraphs.columns), strict=True)
    return _Stored([*rows], raw, numbers.to_numpy(), hashes.to_numpy())
