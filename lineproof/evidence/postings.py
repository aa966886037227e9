"""Postings: the terms of the paragraphs of a document, by which a question finds them.

term       a word, folded and stemmed by the language of its document; of Chinese, Japanese and Korean text each pair of neighbouring
           characters, since no blanks part its words
stop word  a word that says nothing by itself (``the``); it is no term
posting    a term of a document, with the paragraphs that have it and how often each does
length     the number of terms of a paragraph
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

from lineproof.evidence.language import available, load
from lineproof.evidence.names import stem

_UNSPACED: Final = "\u1100-\u11ff\u3005-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]+|[^\W\d_{_UNSPACED}]+|\d+")
_RUN: Final = re.compile(rf"[{_UNSPACED}]")
LONGEST_WORD: Final = 64
"""Characters; what is longer is data, and no question names it."""


def words_of(text: str) -> list[str]:
    """The words of a text, folded: case and width do not matter, letters part from digits."""
    return [word for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()) if len(word) <= LONGEST_WORD or _RUN.match(word)]


def terms_of(text: str, language: str) -> list[str]:
    """The terms of a text in the order in which they stand."""
    stops = _stop_words(language)
    return list(chain.from_iterable(_terms(word, language) for word in words_of(text) if word not in stops))


def postings(texts: Sequence[str], language: str) -> tuple[dict[str, Counter[int]], list[int]]:
    """For each term of a document the positions of its paragraphs with their frequencies; and the length of each paragraph."""
    found: dict[str, Counter[int]] = {}
    lengths = []
    for position, text in enumerate(texts):
        terms = terms_of(text, language)
        lengths.append(len(terms))
        for term in terms:
            found.setdefault(term, Counter())[position] += 1
    return found, lengths


def _terms(word: str, language: str) -> Iterator[str]:
    if _RUN.match(word):
        yield from (first + second for first, second in pairwise(word)) if len(word) > 1 else (word,)
    elif word.isdigit():
        yield word.lstrip("0") or "0"
    else:
        # Once more, since one pass parts `Versicherer` from `Versicherers`.
        yield stem(stem(word, language), language)


@lru_cache(maxsize=16)
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(words_of(" ".join(load(language).stop_words))) if language in available() else frozenset()
