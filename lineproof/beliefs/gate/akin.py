"""Akin words: different words of one origin, which may stand for each other in a statement (``registers``, ``registration``).

ending    what tells a person from a deed (see ``keys``); words with different ones are not akin (``insurer``, ``insured``)
compound  a word put together of others, in languages that write them as one (``Prämienzahlung``); it is akin to its parts
"""

from functools import lru_cache
from typing import Final

from rapidfuzz.distance import Prefix
from rapidfuzz.fuzz import ratio

from lineproof.beliefs.gate.words import Words

SHORTEST: Final = 4
SHORTEST_PART: Final = 5
LEAST_COMMON: Final = 0.75
LEAST_OF_LONGER: Final = 0.5
LEAST_ALIKE: Final = 85
PLAIN: Final = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "s"})


@lru_cache(maxsize=100_000)
def akin(one: str, other: str, words: Words) -> bool:
    """Whether two keys of content are of one origin and do not deny each other."""
    if one == other:
        return True
    if other in words.opposites.get(one, ()) or differ_by_prefix(one, other, words):
        return False
    (first, _, ending), (second, _, other_ending) = one.partition("+"), other.partition("+")
    if ":" in one + other or ending != other_ending:
        return False
    shorter, longer = sorted((first.translate(PLAIN), second.translate(PLAIN)), key=len)
    if len(shorter) < SHORTEST:
        return False
    if words.language.nouns.capitalised and len(shorter) >= SHORTEST_PART and shorter in longer:
        return True
    common = Prefix.similarity(shorter, longer)
    begins = common >= max(SHORTEST, LEAST_COMMON * len(shorter), LEAST_OF_LONGER * len(longer))
    return begins or (len(shorter) > SHORTEST_PART and ratio(shorter, longer) >= LEAST_ALIKE)


def differ_by_prefix(one: str, other: str, words: Words) -> bool:
    """Whether one word is the other with a prefix that denies it (``invalid``)."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= SHORTEST and any(longer == prefix + shorter for prefix in words.prefixes)
