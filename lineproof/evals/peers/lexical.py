"""BM25 by bm25s: the words of a paragraph against those of a question (Robertson and Zaragoza 2009, with the idf of Lucene).

Words are those of bm25s, two characters or more, without its stop words, stemmed by the language of the corpus.
"""

from collections.abc import Callable, Sequence
from functools import cache

import bm25s
import numpy as np
import Stemmer

from lineproof.evals.peers.collection import Collection, Peer, Scores, best_first

K1 = 1.5
B = 0.75
STEMMERS = {"en": "english", "de": "german", "es": "spanish"}

Score = Callable[[str], Scores]
"""Scores all paragraphs for a question."""


def by_bm25(collection: Collection) -> Peer:
    """The paragraphs whose own words fit best."""
    score = scorer(collection.texts, collection.language)
    return lambda question: best_first(score(question))


def scorer(texts: Sequence[str], language: str) -> Score:
    """BM25 over texts (at least one) of a language; one that is not known is read as English."""
    known = language if language in STEMMERS else "en"
    index = bm25s.BM25(k1=K1, b=B, method="lucene")
    index.index(_words(texts, known), show_progress=False)

    def score(question: str) -> Scores:
        words = [word for word in _words([question], known)[0] if word in index.vocab_dict]
        return np.asarray(index.get_scores(words), np.float64) if words else np.zeros(len(texts))

    return score


def _words(texts: Sequence[str], language: str) -> list[list[str]]:
    stem = _stemmer(language)
    found: list[list[str]] = bm25s.tokenize(list(texts), stopwords=language, stemmer=stem, return_ids=False, show_progress=False)
    return found


@cache
def _stemmer(language: str) -> Callable[[list[str]], list[str]]:
    stemmer = Stemmer.Stemmer(STEMMERS[language])
    return lambda words: list(stemmer.stemWords(words))
