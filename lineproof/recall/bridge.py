"""Bridge: the other ends of references, for questions whose answer stands in two places that refer to one another.

source     a paragraph that refers to something
region     what it refers to: a section with all below it, or a whole document
near       of two places, the one that was found by the words of the question; the other is the far one
onward     from the best sources, and from those of sections that the question names, to the paragraphs of their regions
back       from the best paragraphs to the sources whose regions hold them
fit        of a paragraph at the far end: BM25 of the question, where a term that the near end has counts REPEATED of its weight, since
           the other half of the question is looked for; scaled to 1 at the best, with LIKENESS of how similar the paragraph is itself,
           and HOLDING if it holds a value of the kind that is asked for
score      of a paragraph at the far end: closeness of the near end, the square of its similarity to that of the best, lowered by the
           rank of its fit among the paragraphs at that end, by exp(-rank / DECAY); 1 for the sources of named sections themselves

A walk (``pagerank``) passes on what it has whatever was asked; here the words decide which paragraph of a region is meant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lineproof.recall.columns import NONE, Columns, Numbers, columns_of, positions
from lineproof.recall.highest import highest
from lineproof.recall.question import Question
from lineproof.recall.routes.answering import answering
from lineproof.recall.routes.lexical import Fields, Posting, Scores, bm25_by_term, sought
from lineproof.recall.routes.scope import sections_named
from lineproof.recall.view import View

ENDS: Final = 3
"""So many near ends are followed each way."""
LOOKED_AT: Final = 60
"""The best paragraphs, among which near ends are."""
OF_NAMED: Final = 2
"""Sources of each named section; they count as the best."""
REPEATED: Final = 0.3
LIKENESS: Final = 0.5
HOLDING: Final = 0.5
DECAY: Final = 4.0
OF_DOCUMENT: Final = 0.6
"""What a reference to a whole document counts, which says less of the place that is meant."""
SHARED: Final = 0.25
"""Power of the number of references at a source by which each counts less."""
OF_HEADING: Final = 0.3
"""What the fit of a heading counts, which says little by itself."""
NEARBY: Final = Fields(own=1.0, previous=0.5, heading=0.5)
"""Where a term counts at a far end."""

_REFERENCES: Final = """
SELECT DISTINCT source_id, target_id FROM graph.stated_edges
WHERE type NOT IN ('uses_term', 'defines') AND source_id <> target_id ORDER BY ALL
"""


@dataclass(frozen=True)
class References:
    """The r references of a snapshot by number of the source; a region is the paragraphs ``begin`` to ``end`` - 1 (r each)."""

    source: Numbers
    begin: Numbers
    end: Numbers
    whole: npt.NDArray[np.bool_]
    """Whether the region is a whole document."""

    def onward(self, source: int) -> npt.NDArray[np.intp]:
        """Positions of the references of a paragraph to regions in which it does not stand itself."""
        own = np.arange(*np.searchsorted(self.source, [source, source + 1]))
        return own[(self.begin[own] > source) | (self.end[own] <= source)]

    def back(self, number: int) -> npt.NDArray[np.intp]:
        """Positions of the references to regions that hold a paragraph, but for those from within."""
        holding = np.flatnonzero((self.begin <= number) & (self.end > number))
        return holding[(self.source[holding] < self.begin[holding]) | (self.source[holding] >= self.end[holding])]


@dataclass(frozen=True)
class _Near:
    """A near end: its number, and how close it is to the best paragraph (1)."""

    number: int
    closeness: float


@dataclass(frozen=True)
class _Far:
    """The paragraphs at the far ends of a near one (m, ascending), and what the best of them scores."""

    near: int
    share: float
    numbers: Numbers


def bridge(view: View, question: Question, similarity: Scores) -> Scores:
    """How much each paragraph is the far end of a reference at one of the best paragraphs (n), between 0 and 1.

    Args:
        view: the snapshot.
        question: what is asked.
        similarity: of every paragraph to the question, by its words (n).
    """
    scores = np.zeros(len(similarity), dtype=np.float32)
    references, best = view.keep(references_of), _best(columns_of(view), similarity)
    named = [_Near(number, 1.0) for number in _named(view, question, references, similarity)]
    ends = [*_onward(references, named, best), *_back(references, best)]
    if not ends:
        return scores
    postings = sought(view, question)
    numbers = np.unique(np.concatenate([far.numbers for far in ends]))
    by_term = bm25_by_term(view, postings, NEARBY, numbers)
    holding = answering(view, question)
    scores[[near.number for near in named]] = 1.0
    for far in ends:
        own = by_term[:, np.searchsorted(numbers, far.numbers)]
        words = (_counts(view, postings, far.near) * own).sum(axis=0)  # no BLAS, whose threads may add in another order
        np.maximum.at(scores, far.numbers, far.share * _decayed(view, words, similarity, holding, far.numbers))
    return scores


def _onward(references: References, named: Sequence[_Near], best: Sequence[_Near]) -> Iterator[_Far]:
    """The regions to which the sources of named sections, and the best ones, refer."""
    sources = islice((near for near in best if len(references.onward(near.number))), ENDS)
    for near in (*named, *sources):
        found = references.onward(near.number)
        for at in found:
            share = near.closeness * (OF_DOCUMENT if references.whole[at] else 1.0) / len(found) ** SHARED
            yield _Far(near.number, share, np.arange(references.begin[at], references.end[at], dtype=np.int32))


def _back(references: References, best: Sequence[_Near]) -> Iterator[_Far]:
    """The sources that refer to where the best paragraphs stand; of paragraphs with the same sources the first counts."""
    found: dict[bytes, _Far] = {}
    for near in best:
        sources = np.unique(references.source[references.back(near.number)])
        if len(sources):
            found.setdefault(sources.tobytes(), _Far(near.number, near.closeness, sources))
        if len(found) == ENDS:
            break
    yield from found.values()


def _counts(view: View, postings: Sequence[Posting], near: int) -> Scores:
    """What each term counts at the far end of a near one (t, 1)."""
    around = np.array([near, columns_of(view).heading[near]], dtype=np.int32)
    return np.array([[REPEATED if posting.stands_in(around).any() else 1.0] for posting in postings], dtype=np.float32).reshape(-1, 1)


def _decayed(view: View, words: Scores, similarity: Scores, holding: Scores, numbers: Numbers) -> Scores:
    """Between 0 and 1 how far in front each of some paragraphs is, if they are ranked by their fit (m), of which ``words`` are a part."""
    ranked = _to_one(words) + LIKENESS * _to_one(similarity[numbers]) + HOLDING * holding[numbers]
    ranked[columns_of(view).kinds[numbers] == "heading"] *= OF_HEADING
    decayed = np.empty(len(numbers), dtype=np.float32)
    decayed[np.argsort(-ranked, kind="stable")] = np.exp(-np.arange(len(numbers)) / DECAY)
    return decayed


def _best(columns: Columns, similarity: Scores) -> list[_Near]:
    """The best paragraphs that are no headings, best first."""
    numbers = [int(one) for one in highest(similarity, LOOKED_AT) if similarity[one] > 0 and columns.kinds[one] != "heading"]
    return [_Near(number, float(similarity[number] / similarity[numbers[0]]) ** 2) for number in numbers]


def _named(view: View, question: Question, references: References, similarity: Scores) -> Iterator[int]:
    """The best sources of each section that the question names."""
    for begin, end in sections_named(view, question):
        first, last = np.searchsorted(references.source, [begin, end])
        sources = np.unique(references.source[first:last])
        yield from sources[np.argsort(-similarity[sources], kind="stable")][:OF_NAMED].tolist()


def _to_one(scores: Scores) -> Scores:
    """Scores as shares of the greatest."""
    return np.asarray(scores / (scores.max(initial=0.0) or 1.0), dtype=np.float32)


def references_of(view: View) -> References:
    """The references of a snapshot, read once."""
    columns = columns_of(view)
    table = view.table(_REFERENCES)
    source, target = (positions(table.column(name), columns.ids) for name in ("source_id", "target_id"))
    home = positions(table.column("target_id"), pa.array(columns.documents, pa.string()))
    starts, last = columns.starts, _last_below(columns)
    begin = np.where(home == NONE, target, starts[home])
    end = np.where(home == NONE, last[target] + 1, starts[home + 1])
    known = np.flatnonzero((source != NONE) & ((home != NONE) | (target != NONE)))
    order = known[np.lexsort((end[known], begin[known], source[known]))]
    return References(source[order], begin[order], end[order], home[order] != NONE)


def _last_below(columns: Columns) -> Numbers:
    """The number of the last paragraph below each heading, however deep; of any other paragraph its own (n)."""
    last = np.arange(len(columns), dtype=np.int32)
    below = np.flatnonzero(columns.heading != NONE)
    grown = True
    while grown:
        before = last.copy()
        np.maximum.at(last, columns.heading[below], last[below])
        grown = not np.array_equal(before, last)
    return last
