"""Vector: the paragraphs whose meaning is near to that of a question, by vectors of whole texts, of sentences, and of turns in context.

own        nearness of a whole paragraph; of a turn, of the mean of its sentences
sentence   nearness of the nearest sentence of a turn; of other paragraphs that of the whole
context    nearness of a turn together with the turn before; of other paragraphs that of the whole

Without vectors, or without what made them, the route says nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from lineproof.recall.columns import Numbers, columns_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.vectors import Matrix, unit, vectors_of
from lineproof.recall.view import View

Embed = Callable[[str, str], Scores | None]
"""The vector of a text by the model of a name; None where that is not at hand."""
PARTS: Final = ("own", "sentence", "context")


@dataclass(frozen=True)
class Part:
    """The vectors of one part: numbers of paragraphs, ascending and perhaps several times, and a row for each."""

    numbers: Numbers
    matrix: Matrix


def nearness(view: View, question: Question, embed: Embed) -> Mapping[str, Scores]:
    """For each part the cosine of every paragraph (n), that of the farthest where it has no vector; nothing without vectors."""
    vectors = vectors_of(view)
    asked = embed(vectors.model, question.text) if vectors.model else None
    if asked is None:
        return {}
    direction = unit(np.reshape(asked, (1, -1)))[0]
    return {name: _greatest(len(columns_of(view)), part, direction) for name, part in view.keep(_parts).items()}


def _greatest(count: int, part: Part, direction: Scores) -> Scores:
    """The greatest cosine of each paragraph's rows."""
    cosines = part.matrix @ direction
    scores = np.full(count, cosines.min(initial=0.0), dtype=np.float32)
    np.maximum.at(scores, part.numbers, cosines)
    return scores


def _parts(view: View) -> Mapping[str, Part]:
    vectors = vectors_of(view)
    rows = {name: vectors.parts == name for name in PARTS}
    whole = Part(vectors.numbers[rows["own"]], vectors.matrix[rows["own"]])
    sentences = Part(vectors.numbers[rows["sentence"]], vectors.matrix[rows["sentence"]])
    contexts = Part(vectors.numbers[rows["context"]], vectors.matrix[rows["context"]])
    return {"own": _joined(whole, _means(sentences)), "sentence": _joined(whole, sentences), "context": _joined(whole, contexts)}


def _joined(first: Part, second: Part) -> Part:
    return Part(np.concatenate([first.numbers, second.numbers]), np.concatenate([first.matrix, second.matrix]))


def _means(part: Part) -> Part:
    """One row a paragraph: the direction of the sum of its rows."""
    numbers, starts = np.unique(part.numbers, return_index=True)
    return Part(numbers, unit(np.add.reduceat(part.matrix, starts)) if len(numbers) else part.matrix)
