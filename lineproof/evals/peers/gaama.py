"""GAAMA: nearest neighbours, and what a walk over typed edges adds to them.

seed       one of the SEEDS paragraphs nearest in meaning
expanded   what is at most DEPTH edges from a seed; the walk stays within it
dampening  an edge to a node of degree d > HUB counts HUB / d
score      PPR * mass / greatest mass of a paragraph + SIMILARITY * cosine

The number of seeds, the damping and that mass is a share of the greatest are our choices: what is published leaves them open.
Edges: NEXT between neighbours, HAS_CONCEPT to the phrases that a paragraph shares with others (see :mod:`phrases`). Facts, and the
reflections that are derived from them (DERIVED_FROM_FACT, weight 0.5), are left out: only a model writes them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from scipy.sparse import csr_array, diags_array

from lineproof.evals.peers.collection import NONE, Collection, Peer, Scores, best_first
from lineproof.evals.peers.phrases import occurrences, phrases
from lineproof.evals.peers.walk import graph, pagerank

SEEDS: Final = 40
DEPTH: Final = 2
NEXT: Final = 0.8
HAS_CONCEPT: Final = 0.8
HUB: Final = 50
DAMPING: Final = 0.85
PPR: Final = 0.1
SIMILARITY: Final = 1.0


def by_gaama(collection: Collection) -> Peer:
    """The paragraphs nearest in meaning, with what a walk from them reaches."""
    edges = _edges(collection)
    joined = edges.astype(bool)

    def rank(question: str) -> Sequence[int]:
        similarity = collection.near(collection.own, question)
        start = np.zeros(edges.shape[0])
        seeds = np.argsort(-similarity, kind="stable")[:SEEDS]
        start[seeds] = 1.0
        within = _within(joined, seeds)
        mass = np.zeros(edges.shape[0])
        mass[within] = pagerank(edges[within][:, within], start[within], DAMPING)
        paragraphs = mass[: len(collection)]
        return best_first(PPR * paragraphs / (paragraphs.max() or 1.0) + SIMILARITY * similarity)

    return rank


def _edges(collection: Collection) -> csr_array:
    """The weights of all edges between paragraphs and concepts, hubs dampened."""
    numbers, paragraph, concept = occurrences([phrases(text, collection.language) for text in collection.texts])
    shared = np.bincount(concept, minlength=len(numbers))[concept] > 1
    before = np.array(collection.previous, np.int64)
    following = np.flatnonzero(before != NONE)
    source = np.concatenate([following, paragraph[shared]])
    target = np.concatenate([before[following], len(collection) + concept[shared]])
    weight = np.concatenate([np.full(len(following), NEXT), np.full(int(shared.sum()), HAS_CONCEPT)])
    edges = graph(len(collection) + len(numbers), source, target, weight)
    return csr_array(edges @ diags_array(dampening(edges)))


def dampening(edges: csr_array) -> Scores:
    """The factor of edges to each node."""
    degree = np.diff(edges.indptr)
    return np.asarray(np.minimum(1.0, HUB / np.maximum(degree, 1)))


def _within(joined: csr_array, seeds: np.ndarray) -> np.ndarray:
    """The nodes at most DEPTH edges from the seeds."""
    reached = np.zeros(joined.shape[0], bool)
    reached[seeds] = True
    for _ in range(DEPTH):
        reached |= joined @ reached
    return np.flatnonzero(reached)
