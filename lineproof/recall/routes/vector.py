"""Vector: the paragraphs whose meaning is near to that of a question.

vector           nearness of the paragraph
vector_section   nearness of the nearest paragraph of its section
vector_context   nearness of a turn within what is said around it: the direction of its vector plus those of its neighbours, each with its
                 weight; no text is embedded twice for it

Without vectors, or without what made them, these routes say nothing.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from lineproof.recall.columns import Numbers, columns_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.routes.wider import best_of, sections
from lineproof.recall.vectors import cosines, vectors_of
from lineproof.recall.view import View

Embed = Callable[[str, str], Scores | None]
"""The vector of a text by the model of a name; None where that is not at hand."""
VECTOR: Final = "vector"
SECTION: Final = "vector_section"
CONTEXT: Final = "vector_context"
MEANING: Final = (VECTOR, SECTION, CONTEXT)
"""The routes by vectors."""
PREVIOUS: Final = 0.5
BEFORE: Final = 0.25
FOLLOWING: Final = 0.25


@dataclass(frozen=True)
class _Surroundings:
    """What stands around t turns among m vectors: their rows (t), by weight those of their neighbours (t; where there is none, m), and how
    long the sums are (t).
    """

    turns: Numbers
    beside: Sequence[tuple[float, Numbers]]
    lengths: Scores


def nearness(view: View, question: Question, embed: Embed, wanted: Container[str]) -> Mapping[str, Scores]:
    """What those routes say that are wanted: cosines of every paragraph (n), the least of all where it has no vector.

    Nothing without vectors.
    """
    vectors = vectors_of(view)
    asked = embed(vectors.model, question.topic) if vectors.model else None
    if asked is None:
        return {}
    count, cosine = len(columns_of(view)), cosines(vectors.matrix, asked)
    own = _spread(count, vectors.numbers, cosine)
    found = {VECTOR: own}
    if SECTION in wanted:
        found[SECTION] = best_of(view.keep(sections), own)
    if CONTEXT in wanted:
        found[CONTEXT] = _spread(count, vectors.numbers, _in_context(view.keep(_surroundings), cosine))
    return {name: scores for name, scores in found.items() if name in wanted}


def _spread(count: int, numbers: Numbers, found: Scores) -> Scores:
    scores = np.full(count, found.min(initial=0.0), dtype=np.float32)
    scores[numbers] = found
    return scores


def _in_context(around: _Surroundings, own: Scores) -> Scores:
    """The cosines of turns with what stands around them, from their own: a product with a sum is the sum of the products."""
    padded = np.append(own, np.float32(0))
    found = own.copy()
    found[around.turns] = sum((weight * padded[rows] for weight, rows in around.beside), own[around.turns]) / around.lengths
    return found


def _surroundings(view: View) -> _Surroundings:
    """What stands around turns; other paragraphs are compared as they are."""
    columns, vectors = columns_of(view), vectors_of(view)
    count = len(vectors.numbers)
    rows = np.full(len(columns) + 1, count, dtype=np.int32)  # the last paragraph is none
    rows[vectors.numbers] = np.arange(count)
    turns = np.flatnonzero(columns.kinds[vectors.numbers] == "turn").astype(np.int32)
    numbers = vectors.numbers[turns]
    neighbours = ((PREVIOUS, columns.previous), (BEFORE, columns.before), (FOLLOWING, columns.following))
    beside = [(weight, rows[other[numbers]]) for weight, other in neighbours]
    summed = vectors.matrix[turns]
    for weight, at in beside:
        has = np.flatnonzero(at < count)
        summed[has] += weight * vectors.matrix[at[has]]
    lengths = np.linalg.norm(summed, axis=1).astype(np.float32)
    return _Surroundings(turns, beside, np.where(lengths > 0, lengths, np.float32(1)))
