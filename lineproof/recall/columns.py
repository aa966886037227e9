"""Columns: the paragraphs of a snapshot as arrays, in one order: by path of the document, then by position in it.

number      the place of a paragraph in that order, from 0; NONE stands for no paragraph
previous    the paragraph just before, in the same section or the same conversation; a heading has none
heading     the heading under which a paragraph stands
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from lineproof.recall.view import View

NONE: Final = -1

Numbers = npt.NDArray[np.int32]

_PARAGRAPHS = """
SELECT paragraph_id, document_id, ordinal, kind, section_id, first_line, last_line FROM evidence.paragraphs
"""


@dataclass(frozen=True)
class Columns:
    """The paragraphs of a snapshot (n of them, in d documents)."""

    ids: pa.StringArray
    """Their ids (n)."""
    documents: Sequence[str]
    """Ids of the documents by path (d)."""
    starts: Numbers
    """The number of the first paragraph of each document, and n at the end (d + 1)."""
    kinds: npt.NDArray[Any]
    """Their kinds as words (n)."""
    heading: Numbers
    previous: Numbers
    first_line: Numbers
    last_line: Numbers

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def document(self) -> Numbers:
        """The position of each paragraph's document (n)."""
        return np.repeat(np.arange(len(self.documents), dtype=np.int32), np.diff(self.starts))

    @cached_property
    def before(self) -> Numbers:
        """The paragraph before the previous one (n)."""
        return np.append(self.previous, np.int32(NONE))[self.previous]

    @cached_property
    def following(self) -> Numbers:
        """The paragraph to which each is the previous one (n)."""
        following = np.full(len(self), NONE, dtype=np.int32)
        has = np.flatnonzero(self.previous != NONE)
        following[self.previous[has]] = has
        return following

    def document_of(self, number: int) -> int:
        """The position of the document of one paragraph."""
        return int(self.document[number])

    def at_line(self, document: int, line: int) -> int:
        """The number of the paragraph that stands on a line of a document, by its position; of the next one where none does."""
        start, end = self.starts[document : document + 2].tolist()
        return int(min(end - 1, start + np.searchsorted(self.last_line[start:end], line)))

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """The numbers of all paragraphs by id."""
        return {paragraph_id: number for number, paragraph_id in enumerate(self.ids.to_pylist())}

    def ids_of(self, numbers: Sequence[int]) -> list[str]:
        """The ids of some paragraphs."""
        return [self.ids[int(number)].as_py() for number in numbers]


def columns_of(view: View) -> Columns:
    """The paragraphs of a snapshot, read once (100,000 paragraphs: about a tenth of a second)."""
    return view.keep(_columns)


def homes_of(view: View) -> Mapping[str, int]:
    """The position of each document by its id."""
    return view.keep(_homes)


def positions_of(view: View) -> Mapping[str, int]:
    """The position of each document by its path."""
    return view.keep(_positions)


def _positions(view: View) -> Mapping[str, int]:
    homes = homes_of(view)
    return {document.path: homes[document.id] for document in view.documents().values()}


def _homes(view: View) -> Mapping[str, int]:
    return {document: position for position, document in enumerate(columns_of(view).documents)}


def _columns(view: View) -> Columns:
    documents = list(view.documents())
    table, position = _ordered(view.table(_PARAGRAPHS), documents)
    ids = table.column("paragraph_id").combine_chunks()
    starts = np.searchsorted(position, np.arange(len(documents) + 1)).astype(np.int32)
    kinds = table.column("kind").to_numpy(zero_copy_only=False)
    heading = positions(table.column("section_id"), ids)
    return Columns(
        ids=ids,
        documents=documents,
        starts=starts,
        kinds=kinds,
        heading=heading,
        previous=_previous(position, kinds, heading),
        first_line=table.column("first_line").to_numpy().astype(np.int32),
        last_line=table.column("last_line").to_numpy().astype(np.int32),
    )


def _ordered(table: pa.Table, documents: Sequence[str]) -> tuple[pa.Table, Numbers]:
    """Rows in the order of the documents and, within one, of their ordinals; with the positions of their documents."""
    position = positions(table.column("document_id"), pa.array(documents, pa.string()))
    order = np.lexsort((table.column("ordinal").to_numpy(), position))
    return table.take(pa.array(order)), position[order]


def positions(values: pa.Array, among: pa.Array) -> Numbers:
    """Where each of some values stands among others; NONE where it is none of them."""
    found: Numbers = pc.fill_null(pc.index_in(values, among), NONE).to_numpy().astype(np.int32)
    return found


def _previous(document: Numbers, kinds: npt.NDArray[Any], heading: Numbers) -> Numbers:
    before = np.arange(len(document), dtype=np.int32) - 1
    goes_on = np.zeros(len(document), dtype=bool)
    goes_on[1:] = (document[1:] == document[:-1]) & (heading[1:] == heading[:-1]) & (kinds[1:] != "heading") & (kinds[:-1] != "heading")
    return np.where(goes_on, before, np.int32(NONE)).astype(np.int32)
