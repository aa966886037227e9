"""Abbreviations: initials that stand for the words that they begin (``TLS`` for ``Transport Layer Security``).

short   a word of two to six capitals
long    words in a row whose initials it is; of a word with several capitals all of them count (``FedBizOpps``)
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.tokens import CONTENT

SHORTEST: Final = 2
LONGEST: Final = 6


def abbreviated(short: Reading, long: Reading) -> Iterator[tuple[int, Sequence[int]]]:
    """Each short form of one text with the places of its long form in another, or in the same."""
    shorts = [place for place in short.places if _is_short(_letters(short, place))]
    if not shorts:
        return
    places = [place for place, token in enumerate(long.tokens) if token.kind == CONTENT]
    initials = [_initials(long, place) for place in places]
    for place in shorts:
        if found := _spelled(_letters(short, place), places, initials):
            yield place, found


def _is_short(letters: str) -> bool:
    return SHORTEST <= len(letters) <= LONGEST and letters.isupper() and letters.isalpha()


def _letters(reading: Reading, place: int) -> str:
    token = reading.tokens[place]
    return reading.source[token.start : token.end]


def _initials(reading: Reading, place: int) -> str:
    """The initial of a word, or its capitals if it has several but is not written in them."""
    letters = _letters(reading, place)
    capitals = "".join(letter for letter in letters if letter.isupper())
    return capitals if SHORTEST <= len(capitals) < len(letters) else letters[:1].upper()


def _spelled(letters: str, places: Sequence[int], initials: Sequence[str]) -> Sequence[int]:
    """The first places whose initials spell the letters; empty if there are none."""
    for start in range(len(places)):
        spelled = ""
        for end in range(start, len(places)):
            spelled += initials[end]
            if not letters.startswith(spelled):
                break
            if spelled == letters and _is_row(places[start : end + 1]):
                return places[start : end + 1]
    return ()


def _is_row(places: Sequence[int]) -> bool:
    """Whether at most one word stands between any two neighbours."""
    return all(right - left <= SHORTEST for left, right in pairwise(places))
