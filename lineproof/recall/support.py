"""Support: how much of a question the evidence found speaks of, to tell when a corpus does not answer.

weight    of a term of the question: its idf; a term that no paragraph has weighs most; words that ask what holds now have none
share     the greatest share of the question's weight that one of the best items has, with its heading and the names of its document
term      a paragraph has one too if it has what documents say for it (``routes/everyday.py``)
unknown   the share of the question's weight in terms that no paragraph of the corpus has, nor any compound of them
missing   words of the question that no item has
name      a word of the question that is written as no common word is: with a capital or a digit behind its first letter (`DoQ`, `HO3`)
wanted    kinds of signals of which an answer must have one: an amount of money where the question asks what something costs

A question is unsupported whose share is small or, in a large corpus of documents, whose unknown share is great, one of whose names no item
has, or where no item that has half of the best share holds what is wanted. Words that merely stand in the corpus do not make an answer, so
this errs: benchmarks/document_questions.py tells how often.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import numpy as np

from lineproof.evidence.postings import terms_of, words_of
from lineproof.recall.columns import NONE, Columns, columns_of
from lineproof.recall.nature import DOCUMENTS, nature_of
from lineproof.recall.question import Question, without_present
from lineproof.recall.routes.compounds import related
from lineproof.recall.routes.lexical import Posting, question_terms, spoken_of, weights_of
from lineproof.recall.view import Document, View

LEAST_SUPPORT: Final = 0.2
MOST_UNKNOWN: Final = 0.4
MANY: Final = 5_000
"""Paragraphs from which on it tells something that documents have a word nowhere; people who talk, and small corpora, lack most words."""
NEAR: Final = 0.5
LOOKED_AT: Final = 20
"""Items; what answers a question is among the first."""

_NAME: Final = re.compile(r"(?<!\w)[^\W\d_][a-zäöüß]*[A-ZÄÖÜ0-9]\w*")
_WRITTEN: Final = re.compile(r"\w+(?:[.,'’]\w+)*")
_SIGNALS: Final = """
SELECT count(*) FROM evidence.signals WHERE paragraph_id IN (SELECT unnest(?::VARCHAR[])) AND list_contains(?::VARCHAR[], kind)
"""


@dataclass(frozen=True, slots=True)
class Support:
    """How far a question is supported, and whether that is enough for an answer."""

    share: float
    missing: tuple[str, ...]
    enough: bool


def support_of(view: View, question: Question, numbers: Sequence[int]) -> Support:
    """The support that some items give a question, best item first."""
    topic = without_present(question.topic)
    weights = weights_of(view, topic)
    if not weights:
        return Support(1.0 if numbers else 0.0, (), bool(numbers))
    postings = spoken_of(view, topic)
    held = _held(view, numbers[:LOOKED_AT], postings)
    whole = sum(weights.values())
    shares = {number: sum(weights[term] for term in weights if term in one) / whole for number, one in held.items()}
    share = max(shares.values(), default=0.0)
    missing = words_with(view, topic, frozenset(weights) - frozenset().union(*held.values()))
    near = [number for number, own in shares.items() if own >= NEAR * share]
    speaks = share >= LEAST_SUPPORT and not (_knows_much(view) and _unknown(view, weights, postings) > MOST_UNKNOWN)
    enough = speaks and not (_names(topic) & {word for one in missing for word in words_of(one)}) and _has_wanted(view, question, near)
    return Support(round(share, 4), tuple(missing), enough)


def _knows_much(view: View) -> bool:
    """Whether a word that the corpus does not have is one that it does not speak of."""
    return len(columns_of(view)) >= MANY and nature_of(view) == DOCUMENTS


def _unknown(view: View, weights: Mapping[str, float], postings: Mapping[str, Posting]) -> float:
    """The share of some weighted terms that nothing in the corpus has."""
    unknown = (weight for term, weight in weights.items() if term not in postings and not related(view, term))
    return sum(unknown) / (sum(weights.values()) or 1.0)


def _names(text: str) -> frozenset[str]:
    """The names in a question, folded."""
    return frozenset(word for found in _NAME.findall(text) for word in words_of(found))


def _has_wanted(view: View, question: Question, numbers: Sequence[int]) -> bool:
    """Whether some paragraph holds a signal of a kind that is wanted, if any is."""
    if not question.wanted:
        return True
    ids = columns_of(view).ids_of(numbers)
    return bool(view.rows(_SIGNALS, [ids, list(question.wanted)])[0][0])


def _held(view: View, numbers: Sequence[int], postings: Mapping[str, Posting]) -> Mapping[int, set[str]]:
    """The terms that each of some paragraphs has, the one before it, its headings, or the names of its document."""
    columns, named = columns_of(view), view.keep(_terms_of_names)
    held = {number: postings.keys() & named(columns.document_of(number)) for number in numbers}
    around = [(number, place) for number in numbers for place in _around(columns, number)]
    places = np.array([place for _, place in around], dtype=np.int32)
    for term, posting in postings.items():
        for at in np.flatnonzero(posting.stands_in(places)):
            held[around[at][0]].add(term)
    return held


def _around(columns: Columns, number: int) -> Iterator[int]:
    """A paragraph, the one before it, and its headings."""
    yield number
    yield int(columns.previous[number])
    heading = int(columns.heading[number])
    while heading != NONE:
        yield heading
        heading = int(columns.heading[heading])


def _terms_of_names(view: View) -> Callable[[int], frozenset[str]]:
    """The terms of the names of a document, by its position."""
    documents = list(view.documents().values())
    return lru_cache(maxsize=None)(partial(_named, documents))


def _named(documents: Sequence[Document], position: int) -> frozenset[str]:
    document = documents[position]
    return frozenset(terms_of(f"{document.label} {document.path}", document.language))


def words_with(view: View, text: str, terms: Collection[str]) -> list[str]:
    """The words of a question that have some terms, as they are written but for their case."""
    words = dict.fromkeys(word.casefold() for word in _WRITTEN.findall(text))
    return [word for word in words if any(term in terms for term in question_terms(view, word))]
