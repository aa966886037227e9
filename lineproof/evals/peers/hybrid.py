"""The best simple hybrid: BM25 and vectors, each over a paragraph and over the previous paragraph with it, mixed by weight.

score   the weighted sum of four scores, each scaled to 0 to 1 over the collection; NAMED more for turns of the one speaker whom the
        question names
walk    the same with WALK times the mass of a walk over neighbours, as a share of the greatest
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from lineproof.evals.peers.collection import NONE, Collection, Peer, Scores, best_first, scaled
from lineproof.evals.peers.lexical import scorer
from lineproof.evals.peers.walk import graph, pagerank

LEXICAL: Final = 0.2
DENSE: Final = 0.3
LEXICAL_CONTEXT: Final = 0.2
DENSE_CONTEXT: Final = 0.3
NAMED: Final = 0.1
WALK: Final = 0.3
DAMPING: Final = 0.5
SHARPNESS: Final = 2.0
"""The power to which scores are raised where a walk starts, so that it starts from what is near."""

_WORD: Final = re.compile(r"\w+")


def by_hybrid(collection: Collection) -> Peer:
    """The mix of four scores."""
    mix = _mixed(collection)
    return lambda question: best_first(mix(question))


def by_hybrid_walk(collection: Collection) -> Peer:
    """The mix, with a walk over neighbours."""
    mix = _mixed(collection)
    before = np.array(collection.previous, np.int64)
    following = np.flatnonzero(before != NONE)
    edges = graph(len(collection), following, before[following], np.ones(len(following)))

    def rank(question: str) -> Sequence[int]:
        scores = mix(question)
        mass = pagerank(edges, scaled(scores) ** SHARPNESS, DAMPING)
        return best_first(scores + WALK * mass / (mass.max() or 1.0))

    return rank


def _mixed(collection: Collection) -> Callable[[str], Scores]:
    own, context = (scorer(texts, collection.language) for texts in (collection.texts, collection.with_previous))

    def mix(question: str) -> Scores:
        return np.asarray(
            LEXICAL * scaled(own(question))
            + DENSE * scaled(collection.near(collection.own, question))
            + LEXICAL_CONTEXT * scaled(context(question))
            + DENSE_CONTEXT * scaled(collection.near(collection.context, question))
            + NAMED * _said_by(collection, question)
        )

    return mix


def _said_by(collection: Collection, question: str) -> Scores:
    """1 for turns of the speaker that a question names; nothing where it names none or several."""
    words = set(_WORD.findall(question.casefold()))
    named = {speaker for speaker in set(collection.speakers) if speaker and words & _parts(speaker)}
    return np.array([float(len(named) == 1 and speaker in named) for speaker in collection.speakers])


def _parts(speaker: str) -> set[str]:
    return set(_WORD.findall(speaker.casefold()))
