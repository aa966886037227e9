"""HippoRAG: passages by a walk from the entities of the question (Gutierrez et al., arXiv 2405.14831).

node          an entity (here: a phrase or a word of one, see :mod:`phrases`) or a passage that has it
specificity   of an entity: one over the number of passages that have it (section 2.3)
score         of a passage: its mass in the walk

As in the later version of the paper's program, passages are nodes themselves. Left out without a model: relations between entities of one
triple, and synonyms by vectors; entities of one passage are two steps apart, and stems join spellings.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from lineproof.evals.peers.collection import Collection, Peer, best_first
from lineproof.evals.peers.phrases import occurrences, with_words
from lineproof.evals.peers.walk import graph, pagerank

DAMPING: Final = 0.5


def by_hipporag(collection: Collection) -> Peer:
    """The passages that a walk from the question's entities reaches."""
    numbers, passage, entity = occurrences([with_words(text, collection.language) for text in collection.texts])
    count = len(collection)
    edges = graph(count + len(numbers), passage, count + entity, np.ones(len(entity)))
    passages = np.bincount(entity, minlength=len(numbers))

    def rank(question: str) -> Sequence[int]:
        start = np.zeros(count + len(numbers))
        for key in with_words(question, collection.language):
            if key in numbers:
                start[count + numbers[key]] = 1.0 / passages[numbers[key]]
        return best_first(pagerank(edges, start, DAMPING)[:count])

    return rank
