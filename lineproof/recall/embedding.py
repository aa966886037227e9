"""Embedding: the vector of a question, by the model that made those of the corpus.

MiniLM answers in the process, and is loaded once. An endpoint is not asked: between a question and its evidence stands no call to anybody.
"""

from functools import lru_cache

import numpy as np

from lineproof.models.minilm import MiniLM, unavailable
from lineproof.recall.routes.lexical import Scores


def embed(model: str, text: str) -> Scores | None:
    """The vector of a text by the model of a name; None where that is not at hand."""
    return _embedded(text) if model == MiniLM.name and _available() else None


@lru_cache(maxsize=1)
def _available() -> bool:
    return not unavailable()


@lru_cache(maxsize=1_000)
def _embedded(text: str) -> Scores:
    return np.asarray(_model().embed([text])[0], dtype=np.float32)


@lru_cache(maxsize=1)
def _model() -> MiniLM:
    return MiniLM()
