"""Postings: which paragraphs have a term and how often, of all terms of a snapshot, read once and kept in memory."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from lineproof.recall.columns import Numbers, columns_of, homes_of
from lineproof.recall.view import View

_POSTINGS: Final = "SELECT term, document_id, ordinals, frequencies FROM search.postings"


@dataclass(frozen=True)
class Postings:
    """The postings of t terms, p in all: those of the term at place i are ``starts[i]`` to ``starts[i + 1]``."""

    places: Mapping[str, int]
    """Where each term stands (t)."""
    starts: npt.NDArray[np.int64]
    numbers: Numbers
    """The numbers of the paragraphs; of one term ascending (p)."""
    frequencies: npt.NDArray[Any]
    """How often each has it (p)."""

    def of(self, term: str) -> tuple[Numbers, npt.NDArray[Any]]:
        """The numbers of the paragraphs that have a term, and how often."""
        place = self.places[term]
        part = slice(int(self.starts[place]), int(self.starts[place + 1]))
        return self.numbers[part], self.frequencies[part]


def postings_kept(view: View) -> Postings:
    """The postings of a snapshot (1,200,000 of 90,000 paragraphs: about a tenth of a second and 10 MB)."""
    return view.keep(_postings)


def _postings(view: View) -> Postings:
    table = view.table(_POSTINGS)
    columns, homes = columns_of(view), homes_of(view)
    terms, documents = (table.column(name).combine_chunks().dictionary_encode() for name in ("term", "document_id"))
    home = np.array([homes[document] for document in documents.dictionary.to_pylist()], dtype=np.int64)[documents.indices.to_numpy()]
    term = terms.indices.to_numpy().astype(np.int64)
    # A term has one row a document, so this order is the only one; within a row paragraphs ascend.
    order = np.argsort(term * len(columns.documents) + home)
    ordinals, frequencies = (table.column(name).combine_chunks() for name in ("ordinals", "frequencies"))
    counts = ordinals.value_lengths().to_numpy().astype(np.int64)
    runs = _runs(np.cumsum(counts) - counts, counts, order)
    numbers = ordinals.flatten().to_numpy()[runs] + np.repeat(columns.starts[home[order]], counts[order])
    ends = np.cumsum(np.bincount(term, counts, len(terms.dictionary))).astype(np.int64)
    return Postings(
        places={one: place for place, one in enumerate(terms.dictionary.to_pylist())},
        starts=np.concatenate([[0], ends]),
        numbers=numbers.astype(np.int32),
        frequencies=frequencies.flatten().to_numpy()[runs],
    )


def _runs(starts: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], order: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Positions of the elements of lists that lie one after the other, as they stand once the lists are put in another order."""
    ordered = counts[order]
    return np.asarray(np.repeat(starts[order] - (np.cumsum(ordered) - ordered), ordered) + np.arange(ordered.sum()))
