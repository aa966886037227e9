"""Values: where the values of a text stand, and the text with each of them masked by its number (``rises from ⟦0⟧ to ⟦1⟧``)."""

from functools import lru_cache
from typing import Final

from lineproof.beliefs.standing.measure import DATE, Measure, measure_of
from lineproof.beliefs.standing.words import CLOSE, OPEN
from lineproof.evidence.language import load
from lineproof.evidence.signals import signals

_WITHOUT_QUOTES: Final = dict.fromkeys(map(ord, '"“”„«»*'))
Value = tuple[int, int, Measure]
"""Start, end and measure."""


@lru_cache(maxsize=4096)
def values(text: str, language: str) -> tuple[Value, ...]:
    """The values of a text that do not overlap, in order."""
    found: list[Value] = []
    for signal in signals(text, load(language)):
        value = measure_of(signal.value, signal.unit, signal.kind == DATE)
        if value and (not found or signal.start >= found[-1][1]):
            found.append((signal.start, signal.end, value))
    return tuple(found)


def masked(text: str, language: str) -> str:
    """The text with each value replaced by its number, and without quotation marks, which may stand around one."""
    parts, position = [], 0
    for number, (start, end, _) in enumerate(values(text, language)):
        parts += [text[position:start], f"{OPEN}{number}{CLOSE}"]
        position = end
    return "".join([*parts, text[position:]]).translate(_WITHOUT_QUOTES)
