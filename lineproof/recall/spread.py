"""Spread: an order in which what stands close to something better comes later, for questions whose evidence stands in many places.

A list, or an order in which things came up, has one piece of evidence for each member; the best places lie close together, since what
stands around a good one resembles it. Source of the greedy choice: Carbonell and Goldstein, The Use of MMR (1998), with nearness in the text in
the place of likeness, which the words of one subject have everywhere.

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
