"""Former: values of which the words themselves say that they no longer hold (``rises from 60 days to 90 days``)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lineproof.beliefs.model import Quote
from lineproof.beliefs.standing.measure import Measure
from lineproof.beliefs.standing.topics import around
from lineproof.beliefs.standing.values import Value, masked, values
from lineproof.beliefs.standing.words import load

NEAR: Final = 80
"""How far from a quote the words may stand that call its value former."""


@dataclass(frozen=True, slots=True)
class Former:
    """A value at ``start`` of a text that no longer holds; ``new`` is the value that took its place, if the words give it."""

    start: int
    old: Measure
    new: Measure | None


def is_former(text: str, language: str, value: Measure, quote: Quote) -> Former | None:
    """The former value of a paragraph that a claim states by its quote, if it is one and stands there nowhere else."""
    words = load(language)
    near = text[max(0, quote.start - NEAR) : quote.end + NEAR].casefold()
    if not any(cue in near for cue in words.former_cues) or not words.former_hint.search(near):
        return None
    inside = [former for former in former_values(text, language) if quote.start <= former.start < quote.end and former.old == value]
    if not inside or words.opens_case.search(text[slice(*around(text, quote.start, quote.end))]):
        return None
    places = [start for start, _, other in values(text, language) if quote.start <= start < quote.end and other == value]
    return inside[0] if len(places) == len(inside) else None


@lru_cache(maxsize=4096)
def former_values(text: str, language: str) -> tuple[Former, ...]:
    """The values of a paragraph that its words call former, in order."""
    found_values, without_values = values(text, language), masked(text, language)
    matches = (match for pattern in load(language).former for match in pattern.finditer(without_values))
    found: dict[int, Former] = {}
    for former in (former for match in matches for former in _former(match, found_values)):
        # The phrases that give the new value too come first.
        found.setdefault(former.start, former)
    return tuple(found[start] for start in sorted(found))


def _former(match: re.Match[str], found: Sequence[Value]) -> Iterator[Former]:
    groups = match.groupdict()
    start, _, old = found[int(groups["old"])]
    new = found[int(groups["new"])][2] if groups.get("new") else None
    # Without a new value, a date after "previously" is when something happened, not what was to be replaced.
    replaced = old.amount is not None if new is None else old.dimension == new.dimension and not old.equals(new)
    if replaced:
        yield Former(start, old, new)
