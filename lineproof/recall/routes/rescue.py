"""Rescue: verbatim evidence for what a question quotes, and for the identifiers and numbers that it has.

A paragraph scores the share of the exact words that it holds, as they stand; case and width do not matter. A number that stands nowhere
so is looked for by its value, in whatever notation (`12500.50`: `12.500,50 EUR`).
"""

from typing import Final

import numpy as np

from lineproof.evidence.language import available, load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals.model import plain
from lineproof.evidence.signals.numerals import normalise_number
from lineproof.recall.columns import columns_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores, postings_of, question_terms
from lineproof.recall.view import View

_TEXTS: Final = "SELECT paragraph_id, text FROM evidence.paragraphs WHERE paragraph_id IN (SELECT unnest(?::VARCHAR[]))"
_STATING: Final = "SELECT DISTINCT paragraph_id FROM evidence.signals WHERE value IN (SELECT unnest(?::VARCHAR[]))"
MOST_READ: Final = 2_000
"""Paragraphs; where more have all words of what is quoted, these say little."""


def rescue(view: View, question: Question) -> Scores:
    """For each paragraph the share of the exact words of a question that stand in it."""
    columns = columns_of(view)
    scores = np.zeros(len(columns), dtype=np.float32)
    for words in question.exact:
        found = standing(view, words)
        for number in stating(view, words) if found == [] else found or ():
            scores[number] += 1.0 / len(question.exact)
    return scores


def stating(view: View, words: str) -> list[int]:
    """Numbers of the paragraphs that have a signal of the value of a number, as any language reads it; none where it is no number."""
    values = {plain(value) for code in available() if (value := normalise_number(words, load(code))) is not None}
    positions = columns_of(view).positions
    return sorted(positions[paragraph] for (paragraph,) in view.rows(_STATING, [sorted(values)])) if values else []


def standing(view: View, words: str) -> list[int] | None:
    """Numbers of the paragraphs in which some words stand as they are; None where they are all stop words, or too many have every term."""
    columns, numbers = columns_of(view), _holding_all(view, words)
    if not numbers:
        return numbers
    wanted, texts = f" {name_key(words)} ", view.rows(_TEXTS, [columns.ids_of(numbers)])
    return [columns.positions[paragraph] for paragraph, text in texts if wanted in f" {name_key(text)} "]


def _holding_all(view: View, words: str) -> list[int] | None:
    """Numbers of the paragraphs that have every term of some words; None where there are no terms, or too many have them."""
    postings = postings_of(view, terms := question_terms(view, words))
    if not terms:
        return None
    if len(postings) < len(terms):
        return []
    found = set.intersection(*(set(posting.numbers.tolist()) for posting in postings.values()))
    return sorted(found) if len(found) <= MOST_READ else None
