"""Vector: the paragraphs whose meaning is near to that of a question.

vector           nearness of the paragraph
vector_section   nearness of the nearest paragraph of its section
vector_context   nearness of a turn within what is said around it: the direction of its vector plus those of its neighbours, each with its
                 weight; no text is embedded twice for it
compared         all vectors; where the snapshot has an index, those that it finds near, those that the other routes rank high, and their
                 neighbours: their cosines are exact, and of the rest it is taken that they are the least

Without vectors, or without what made them, these routes say nothing.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from lineproof.recall.columns import NONE, Numbers, columns_of
from lineproof.recall.errors import NotEmbedded
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.routes.wider import best_of, sections
from lineproof.recall.vectors import Indexed, Vectors, cosines, dimensions_of, indexed_of, model_of, vectors_of
from lineproof.recall.view import View

Embed = Callable[[str, str], Scores]
"""The vector of a text by the model of a name; raises NotEmbedded where there is none."""
VECTOR: Final = "vector"
SECTION: Final = "vector_section"
CONTEXT: Final = "vector_context"
MEANING: Final = (VECTOR, SECTION, CONTEXT)
"""The routes by vectors."""
PREVIOUS: Final = 0.5
BEFORE: Final = 0.25
FOLLOWING: Final = 0.25
FOUND: Final = 1_000
"""So many paragraphs an index finds; more than are ranked."""


@dataclass(frozen=True)
class _Surroundings:
    """What stands around t turns among m vectors: their rows (t), by weight those of their neighbours (t; where there is none, m), and how
    long the sums are (t).
    """

    turns: Numbers
    beside: Sequence[tuple[float, Numbers]]
    lengths: Scores


@dataclass(frozen=True)
class Nearness:
    """What routes by vectors say of every paragraph (n), and how vectors were compared, in words; nothing where there are none."""

    scores: Mapping[str, Scores]
    told: str


@dataclass(frozen=True)
class _Compared:
    """The vectors that a question is compared with, what stands around them, and the rows whose neighbours are all among them."""

    vectors: Vectors
    around: _Surroundings
    whole: Numbers


def nearness(view: View, question: Question, embed: Embed, wanted: Container[str], ranked: Callable[[], Numbers]) -> Nearness:
    """What those routes say that are wanted: cosines, the least of all for a paragraph that has no vector or is not compared.

    Args:
        view: the snapshot.
        question: what is asked.
        embed: makes its vector.
        wanted: names of routes.
        ranked: the numbers of what the other routes rank high; called where there is an index.
    """
    model = model_of(view)
    if model is None:
        return Nearness({}, "none")
    try:
        asked = _fitting(view, embed(model, question.topic))
    except NotEmbedded as error:
        return Nearness({}, f"not used: {error}")
    index, told = indexed_of(view)
    compared = _narrowed(view, index, asked, ranked()) if index else view.keep(_all)
    numbers, cosine, count = compared.vectors.numbers, cosines(compared.vectors.matrix, asked), len(columns_of(view))
    own = _spread(count, numbers, cosine)
    found = {VECTOR: own}
    if SECTION in wanted:
        found[SECTION] = best_of(view.keep(sections), own)
    if CONTEXT in wanted:
        found[CONTEXT] = _spread(count, numbers[compared.whole], _in_context(compared.around, cosine)[compared.whole])
    return Nearness({name: scores for name, scores in found.items() if name in wanted}, told)


def _fitting(view: View, asked: Scores) -> Scores:
    """A vector that can be compared with those of the corpus; an endpoint may serve another model under the same name."""
    if len(asked) != (dimensions := dimensions_of(view)):
        raise NotEmbedded(f"the vector of the question has {len(asked)} numbers, and those of the corpus {dimensions}")
    return asked


def _all(view: View) -> _Compared:
    vectors = vectors_of(view)
    return _Compared(vectors, _surroundings(view, vectors), np.arange(len(vectors.numbers), dtype=np.int32))


def _narrowed(view: View, index: Indexed, asked: Scores, ranked: Numbers) -> _Compared:
    """What an index finds near to a question, what else is to be compared, and the neighbours of both."""
    columns = columns_of(view)
    # The farthest too, since what routes say is scaled between the least and the greatest.
    near = np.unique(np.concatenate([index.near(asked, FOUND), index.near(np.negative(asked), 1), ranked]))
    beside = [other[near] for other in (columns.previous, columns.before, columns.following)]
    vectors = index.take(np.setdiff1d(np.concatenate([near, *beside]), [NONE]))
    whole = np.flatnonzero(np.isin(vectors.numbers, near)).astype(np.int32)
    return _Compared(vectors, _surroundings(view, vectors), whole)


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


def _surroundings(view: View, vectors: Vectors) -> _Surroundings:
    """What stands around turns; other paragraphs are compared as they are."""
    columns = columns_of(view)
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
