"""Weights: what the words of a question count, and how much of them a text has.

weight   of a word: its idf in the corpus
topic    the words of the part of the question that asks
scope    of the words that the name of some document has those of a place, else those of the other parts, else, where the question names no
         document and enumerates nothing, all
inside   the share of the scope that the name of one document has, at best
covered  the share of the weight of some words that a sentence has; what only its surroundings have counts ABOUT (the names of its document
         and sections) or BESIDE (the rest of its passage)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from lineproof.evals.agents.asked import Asked
from lineproof.evals.agents.sentences import terms, within
from lineproof.recall.routes.lexical import lengths_of, postings_of, question_terms
from lineproof.recall.view import View

ABOUT: Final = 0.9
BESIDE: Final = 0.4

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Words:
    """The weights of all words of a question, of its focus, its topic and its scope; its names of documents."""

    all: Weights
    focus: Weights
    topic: Weights
    scope: Weights
    inside: float
    documents: tuple[str, ...]


def words_of_question(view: View, asked: Asked, language: str) -> Words:
    """What the words of a question count in a corpus."""
    everything = _weights(view, asked.text)
    focus = among(view, everything, asked.focus) or everything
    placing = frozenset(term for label in labels(view) for term in terms(label, language))
    topic = next(filter(None, (among(view, focus, part) for part in asked.parts)), focus)
    documents = tuple(name for name in asked.names if any(within(name, label) for label in labels(view)))
    named = {term: weight for term, weight in focus.items() if term in placing}
    aside = {term: weight for term, weight in named.items() if term not in topic}
    scope = among(view, named, " ".join(asked.places)) or aside or ({} if documents or asked.items else named)
    inside = max((covered(scope, terms(label, language)) for label in labels(view)), default=0.0)
    return Words(everything, focus, topic, scope, inside, documents)


def among(view: View, weights: Weights, text: str) -> Weights:
    """Those of some weights whose words a text has."""
    return {term: weights[term] for term in question_terms(view, text) if term in weights}


def covered(wanted: Weights, own: frozenset[str], about: frozenset[str] = frozenset(), beside: frozenset[str] = frozenset()) -> float:
    """See the module; 1 of no words."""
    found = (
        weight * (1.0 if term in own else ABOUT if term in about else BESIDE if term in beside else 0.0) for term, weight in wanted.items()
    )
    return sum(found) / sum(wanted.values()) if wanted else 1.0


def share(found: frozenset[str], asked: Weights) -> float:
    """The share of some terms that a question has; numbers and single letters are labels, which count nothing."""
    telling = [term for term in found if len(term) > 1 and not term.isdigit()]
    return sum(term in asked for term in telling) / len(telling) if telling else 0.0


def labels(view: View) -> Sequence[str]:
    """The names of all documents."""
    return view.keep(_labels)


def _labels(view: View) -> Sequence[str]:
    return [document.label for document in view.documents().values()]


def _weights(view: View, text: str) -> Weights:
    wanted = question_terms(view, text)
    postings = postings_of(view, wanted)
    most = log(1 + (lengths_of(view).spoken + 0.5) / 0.5)
    return {term: postings[term].idf if term in postings else most for term in wanted}
