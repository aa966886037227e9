"""Dense retrieval, its fusion with BM25, and plain RAG.

dense   paragraphs by the cosine of their vector with the question's
RRF     reciprocal rank fusion: the sum over rankings of 1 / (k + rank) with ranks from 1 (Cormack, Clarke and Buettcher 2009)
RAG     dense retrieval of chunks: windows of CHUNK tokens that overlap by OVERLAP, whatever the borders of paragraphs; a paragraph is
        as near as the nearest chunk that has words of it (Lewis et al., arXiv 2005.11401, without the training)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from lineproof.evals.peers.collection import Collection, Peer, Scores, best_first
from lineproof.evals.peers.lexical import scorer

K: Final = 60
CHUNK: Final = 256
OVERLAP: Final = 32
CHARACTERS: Final = 4
"""Of a token, as budgets count them."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document, with the paragraphs that have characters of it."""

    text: str
    paragraphs: slice


def by_dense(collection: Collection) -> Peer:
    """The paragraphs nearest in meaning."""
    return lambda question: best_first(collection.near(collection.own, question))


def by_rrf(collection: Collection) -> Peer:
    """BM25 and dense retrieval, fused by rank."""
    lexical = scorer(collection.texts, collection.language)

    def rank(question: str) -> Sequence[int]:
        return best_first(fused([lexical(question), collection.near(collection.own, question)]))

    return rank


def fused(parts: Sequence[Scores]) -> Scores:
    """Reciprocal rank fusion of scores."""
    return np.asarray(sum(1.0 / (K + _ranks(scores)) for scores in parts), np.float64)


def by_rag(collection: Collection) -> Peer:
    """The paragraphs of the nearest chunks, in the order in which they stand there."""
    found = [chunk for document in collection.documents for chunk in chunks(collection.texts, document)]
    matrix = np.asarray(collection.embed([chunk.text for chunk in found]), np.float32)

    def rank(question: str) -> Sequence[int]:
        near = collection.near(matrix, question)
        scores = np.full(len(collection), -1.0)
        for place in np.argsort(near, kind="stable"):
            scores[found[place].paragraphs] = near[place]
        return best_first(scores)

    return rank


def chunks(texts: Sequence[str], document: range) -> Iterator[Chunk]:
    """The chunks of a document, whose paragraphs stand a line each.

    Args:
        texts: of the collection.
        document: the numbers of its paragraphs.
    """
    text = "\n".join(texts[number] for number in document)
    ends = np.cumsum([len(texts[number]) + 1 for number in document])
    for start in range(0, max(len(text) - OVERLAP * CHARACTERS, 1), (CHUNK - OVERLAP) * CHARACTERS):
        end = min(start + CHUNK * CHARACTERS, len(text))
        first, last = np.searchsorted(ends, [start, end - 1], side="right")
        yield Chunk(text[start:end], slice(document.start + int(first), min(document.start + int(last) + 1, document.stop)))


def _ranks(scores: Scores) -> Scores:
    """The rank of each paragraph, from 1."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks
