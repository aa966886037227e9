"""Vector: the paragraphs whose meaning is near to that of a question.

vector           nearness of the paragraph
vector_section   nearness of the nearest paragraph of its section
vector_context   nearness of a turn within what is said around it: the direction of its vector plus those of its neighbours, each with its
                 weight; no text is embedded twice for it

Without vectors, or without what made them, these routes say nothing.
"""

from collections.abc import Callable, Container, Mapping
from typing import Final

import numpy as np

from lineproof.recall.columns import Columns, Numbers, columns_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.routes.wider import best_of, sections
from lineproof.recall.vectors import Matrix, Vectors, unit, vectors_of
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


def nearness(view: View, question: Question, embed: Embed, wanted: Container[str]) -> Mapping[str, Scores]:
    """What those routes say that are wanted: cosines of every paragraph (n), the least of all where it has no vector.

    Nothing without vectors.
    """
    vectors = vectors_of(view)
    asked = embed(vectors.model, question.text) if vectors.model else None
    if asked is None:
        return {}
    direction, count = unit(np.reshape(asked, (1, -1)))[0], len(columns_of(view))
    own = _spread(count, vectors.numbers, vectors.matrix @ direction)
    found = {VECTOR: own}
    if SECTION in wanted:
        found[SECTION] = best_of(view.keep(sections), own)
    if CONTEXT in wanted:
        found[CONTEXT] = _spread(count, vectors.numbers, view.keep(_in_context) @ direction)
    return {name: scores for name, scores in found.items() if name in wanted}


def _spread(count: int, numbers: Numbers, cosines: Scores) -> Scores:
    scores = np.full(count, cosines.min(initial=0.0), dtype=np.float32)
    scores[numbers] = cosines
    return scores


def _in_context(view: View) -> Matrix:
    """The vectors of turns with those around them; of other paragraphs as they are."""
    columns, vectors = columns_of(view), vectors_of(view)
    rows = np.full(len(columns) + 1, len(vectors.numbers), dtype=np.int32)  # the last row is nought, and stands for no vector
    rows[vectors.numbers] = np.arange(len(vectors.numbers))
    padded = np.vstack([vectors.matrix, np.zeros((1, vectors.matrix.shape[1]), dtype=np.float32)])
    around = vectors.matrix.copy()
    for weight, neighbour in ((PREVIOUS, columns.previous), (BEFORE, columns.before), (FOLLOWING, columns.following)):
        around += weight * padded[rows[neighbour[vectors.numbers]]]
    return unit(np.where(_turns(columns, vectors)[:, None], around, vectors.matrix))


def _turns(columns: Columns, vectors: Vectors) -> np.ndarray:
    return np.asarray(columns.kinds[vectors.numbers] == "turn")
