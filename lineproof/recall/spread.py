"""Spread: an order in which what stands close to something better comes later, for questions whose evidence stands in many places.

An order in which things came up, or a list, has one piece of evidence for each member, while the best paragraphs lie close together, since
what stands around a good one resembles it. Source of the greedy choice: Carbonell and Goldstein, The Use of MMR (1998); here places are
compared in the place of words, which the pieces of one subject share wherever they stand.

near    of two paragraphs of one document: fewer than WIDTH places apart
"""

from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Final

from lineproof.recall.columns import Columns

WIDTH: Final = 6


def spread(columns: Columns, scores: Mapping[int, float], share: float) -> dict[int, float]:
    """The scores of some paragraphs, each lowered for every better one near it.

    Args:
        columns: the paragraphs of the snapshot.
        scores: by number of the paragraph.
        share: of its score that a paragraph loses to one right beside it; further away it loses less, in a straight line down to none.
    """
    left = dict(scores)
    waiting = [(-score, number) for number, score in left.items()]
    heapify(waiting)
    found: dict[int, float] = {}
    while waiting:
        score, number = heappop(waiting)
        if left.get(number) != -score:
            continue  # it was lowered since, and stands there again
        found[number] = left.pop(number)
        for other, distance in _near(columns, number):
            if other in left:
                left[other] *= 1 - share * (1 - distance / WIDTH)
                heappush(waiting, (-left[other], other))
    return found


def _near(columns: Columns, number: int) -> Iterator[tuple[int, int]]:
    """The numbers near one, each with how far away it stands."""
    document = columns.document_of(number)
    first = max(number - WIDTH + 1, int(columns.starts[document]))
    last = min(number + WIDTH - 1, int(columns.starts[document + 1]) - 1)
    return ((other, abs(other - number)) for other in range(first, last + 1) if other != number)
