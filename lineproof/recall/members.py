"""Members: the items of a list, for questions that ask for several things of a kind.

section    a heading with the paragraphs right below it
brought    the items of the lists in one of the best sections: whatever one of them shares with the question, they are told together

What leads in to a list says what its items have in common, so that a question finds the lead-in, or the one item that repeats its words,
and the others share none with it.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from lineproof.recall.columns import NONE, Columns, columns_of
from lineproof.recall.highest import highest
from lineproof.recall.view import View

SECTIONS: Final = 3
"""So many sections bring their items."""
LONGEST: Final = 20
"""Paragraphs of a section; what stands in a longer one is not told together."""
LOOKED_AT: Final = 60
"""The best paragraphs, by which sections are ranked."""
ITEM: Final = "list_item"
NO_EVIDENCE: Final = ("heading", "field")
"""Kinds of paragraphs by which no section is ranked."""

Scores = npt.NDArray[np.floating[Any]]


def members(view: View, scores: Scores, share: float) -> npt.NDArray[np.float64]:
    """What is added to every score, so that an item which is brought has at least a share of the best score in its section.

    Args:
        view: the snapshot.
        scores: of all paragraphs (n).
        share: of the score of the best paragraph.

    Returns:
        0 for all other paragraphs (n).
    """
    columns = columns_of(view)
    added = np.zeros(len(scores))
    for best, begin, end in _sections(columns, scores):
        items = begin + np.flatnonzero(columns.kinds[begin:end] == ITEM)
        added[items] = np.maximum(share * scores[best] - scores[items], 0.0)
    return added


def _sections(columns: Columns, scores: Scores) -> Iterator[tuple[int, int, int]]:
    """The best short sections: the best paragraph of each, the first of its paragraphs, and the one behind the last."""
    seen: set[int] = set()
    for number in highest(scores, LOOKED_AT).tolist():
        heading = int(columns.heading[number])
        if len(seen) == SECTIONS:
            return
        if heading == NONE or heading in seen or columns.kinds[number] in NO_EVIDENCE:
            continue
        end = _end(columns, heading)
        if end - heading <= LONGEST + 1:
            seen.add(heading)
            yield number, heading + 1, end


def _end(columns: Columns, heading: int) -> int:
    """The number behind the last paragraph right below a heading, or one that is more than LONGEST away from it."""
    below = columns.heading[heading + 1 : heading + LONGEST + 2] == heading
    return heading + 1 + (len(below) if below.all() else int(np.argmin(below)))
