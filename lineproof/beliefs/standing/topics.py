"""Topics: what a passage is about, as the stems of its telling words, and how much of it another passage covers.

telling word   a word that is no stop word, number, unit, or word of a reference (``section``, ``edition``)
coverage       the share of one topic that stands in another, from 0 to 1
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from lineproof.beliefs.standing.words import load
from lineproof.evidence.names import stem

Topic = frozenset[str]
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[\"“'(\[]*[A-ZÄÖÜ0-9§])|(?<=;)\s+|\n")


@lru_cache(maxsize=100_000)
def topic(text: str, language: str) -> Topic:
    """The topic of a text."""
    ignored = load(language).ignored
    stems = (stem(word, language) for word in _WORD.findall(text.casefold()) if word not in ignored)
    return frozenset(stems) - _ignored_stems(language)


@lru_cache(maxsize=8)
def _ignored_stems(language: str) -> Topic:
    """The stems of the words that name no topic, for texts of stems."""
    return frozenset(stem(word, language) for word in load(language).ignored)


def coverage(part: Topic, whole: Topic) -> float:
    """How much of one topic stands in another; an empty topic is not covered."""
    return len(part & whole) / len(part) if part else 0.0


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The spans of the sentences of a text; the cells of a row stay together."""
    ends = list(_SENTENCE_END.finditer(text))
    starts = [0, *(found.end() for found in ends)]
    return tuple(zip(starts, [*(found.start() for found in ends), len(text)], strict=True))


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the sentences that overlap ``[start:end]``."""
    spans = sentences(text)
    first = bisect_right(spans, start, key=lambda span: span[1])
    last = bisect_left(spans, end, key=lambda span: span[0])
    return (spans[first][0], spans[last - 1][1]) if first < last else (start, end)


def blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with some spans blanked out, so that offsets stay."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
