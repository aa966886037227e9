"""Phrases: what stands for the entities and concepts that a model would find: words that stand together between stop words.

A phrase has up to LONGEST words; a longer run is cut. Its key is its words, stemmed, so that singular and plural are one. Numbers alone
are no phrase.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from lineproof.evals.peers.walk import Numbers
from lineproof.evidence.postings import terms_of

LONGEST: Final = 3

_CLAUSE: Final = re.compile(r"[^\w\s'’-]+|\n")


def phrases(text: str, language: str) -> list[str]:
    """The keys of the phrases of a text, each once."""
    parts = (run[start : start + LONGEST] for run in _runs(text, language) for start in range(0, len(run), LONGEST))
    return [key for key in dict.fromkeys(map(" ".join, parts)) if not key.isdigit()]


def with_words(text: str, language: str) -> list[str]:
    """The keys of the phrases of a text and of the words that they are made of, each once."""
    return list(dict.fromkeys(key for phrase in phrases(text, language) for key in (phrase, *phrase.split())))


def occurrences(keys: Sequence[Sequence[str]]) -> tuple[dict[str, int], Numbers, Numbers]:
    """The keys of texts, numbered from 0; and for each place of one the number of the text and of the key."""
    numbers: dict[str, int] = {}
    pairs = [(place, numbers.setdefault(key, len(numbers))) for place, own in enumerate(keys) for key in own]
    table = np.array(pairs, np.int64).reshape(-1, 2)
    return numbers, table[:, 0], table[:, 1]


def _runs(text: str, language: str) -> Iterator[list[str]]:
    """The stemmed words that stand together between stop words and punctuation."""
    for clause in _CLAUSE.split(text):
        run: list[str] = []
        for word in clause.split():
            if terms := terms_of(word, language):
                run += terms
            elif run:
                yield run
                run = []
        if run:
            yield run
