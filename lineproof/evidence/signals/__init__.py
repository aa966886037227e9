"""Signals: typed anchors found by rule in a paragraph, with values in one canonical form whatever the notation.

family    kinds that one module finds: dates, relative dates, quantities, names, terms, acts
contest   signals that may not overlap: all anchors among themselves, all modals, all verdicts, all terms, all
          periods; the longer one wins, then the one whose kind comes first in ``KINDS``; a count loses against any
          other anchor, since any noun can be counted

The rules are data of the language (``lineproof.evidence.language``); the code knows shapes only.
"""

from bisect import bisect_left
from collections.abc import Iterable
from datetime import date
from typing import Final

from lineproof.evidence.language import Language
from lineproof.evidence.signals.acts import acts
from lineproof.evidence.signals.dates import dates
from lineproof.evidence.signals.model import ANCHORS, KINDS, MODALS, VERDICTS, Signal
from lineproof.evidence.signals.names import names
from lineproof.evidence.signals.numerals import normalise_number
from lineproof.evidence.signals.phrases import Paragraph
from lineproof.evidence.signals.quantities import quantities
from lineproof.evidence.signals.relative import relative_dates
from lineproof.evidence.signals.terms import terms

__all__ = ["KINDS", "Signal", "normalise_number", "signals"]

CONTESTS: Final = tuple(map(frozenset, (ANCHORS, MODALS, VERDICTS, ("defined_term",), ("period",))))
RANK: Final = {kind: rank for rank, kind in enumerate(KINDS)}
OPAQUE: Final = frozenset({"url", "email", "identifier"})


def signals(text: str, language: Language, today: date | None = None) -> list[Signal]:
    """All signals of a paragraph by the rules of its language.

    Args:
        text: the paragraph's normalised text; offsets of the signals count its characters.
        language: the language of the document.
        today: the day on which the text was said, if it is known; without it ``yesterday`` is no date.

    Returns:
        The signals sorted by start, end and kind. Values are ISO dates (units ``date``, ``month``, ``quarter``,
        ``year``, ``datetime``), ``start/end`` for periods, weeks and weekends (units ``week``, ``weekend``), plain
        decimal numbers (units of time, an ISO currency, ``ratio``, the thing counted), canonical names, and for acts
        their kind. A value is None where the text can be read in two ways.
    """
    paragraph = Paragraph.of(text)
    anchors = [*dates(paragraph, language), *quantities(paragraph, language), *names(paragraph, language)]
    if today:
        durations = [signal for signal in anchors if signal.kind == "duration"]
        anchors += relative_dates(paragraph, language, today, durations)
    found = [*anchors, *terms(paragraph, language), *acts(paragraph, language)]
    if len(found) < 2:
        return found
    kept = [signal for contest in CONTESTS for signal in _longest(signal for signal in found if signal.kind in contest)]
    return sorted(_outside_names(kept), key=lambda signal: (signal.start, signal.end, signal.kind))


def _longest(candidates: Iterable[Signal]) -> list[Signal]:
    """The candidates that overlap no longer one, in order of their start."""
    kept: list[Signal] = []
    for signal in sorted(candidates, key=_strength):
        place = bisect_left(kept, signal.start, key=lambda other: other.start)
        after_previous = place == 0 or kept[place - 1].end <= signal.start
        if after_previous and (place == len(kept) or signal.end <= kept[place].start):
            kept.insert(place, signal)
    return kept


def _strength(signal: Signal) -> tuple[bool, int, int, int]:
    return signal.kind == "count", signal.start - signal.end, signal.start, RANK[signal.kind]


def _outside_names(kept: list[Signal]) -> list[Signal]:
    """Without acts and terms that begin within an address or an identifier: a word there is part of a name."""
    names = [signal for signal in kept if signal.kind in OPAQUE]
    starts = [signal.start for signal in names]

    def inside(signal: Signal) -> bool:
        place = bisect_left(starts, signal.start + 1) - 1
        return place >= 0 and signal.start < names[place].end

    return [signal for signal in kept if signal.kind in ANCHORS or not (names and inside(signal))]
