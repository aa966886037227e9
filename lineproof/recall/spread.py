"""Spread: an order in which what stands close to something better comes later, for questions whose evidence stands in many places.

An order in which things came up, or a list, has one piece of evidence for each member, while the best paragraphs lie close together, since
what stands around a good one resembles it. Source of the greedy choice: Carbonell and Goldstein, The Use of MMR (1998); here places are
compared in the place of words, which the pieces of one subject share wherever they stand.

near    of two paragraphs of one document: fewer than WIDTH places apart
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from lineproof.recall.columns import Columns

WIDTH: Final = 6


def spread(columns: Columns, scores: Mapping[int, float], share: float) -> dict[int, float]:
    """The scores of some paragraphs, each lowered for every better one near it.

    Args:
        columns: the paragraphs of the snapshot.
        scores: by number of the paragraph.
        share: of its score that a paragraph loses to one right beside it; further away it loses less, in a straight line down to none.
    """
    numbers = np.array(sorted(scores), dtype=np.int64)
    left = np.array([scores[number] for number in numbers.tolist()])
    found: dict[int, float] = {}
    for _ in range(len(numbers)):
        at = int(np.argmax(left))
        found[int(numbers[at])] = float(left[at])
        distance = np.abs(numbers - numbers[at])
        near = (distance < WIDTH) & (columns.document[numbers] == columns.document[numbers[at]])
        left[near] *= 1 - share * (1 - distance[near] / WIDTH)
        left[at] = -np.inf
    return found
