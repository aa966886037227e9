"""Validity: the days between which a statement says that it holds.

begins, ends   its first and its last day: of a date that opens it behind `from` or `until`, or follows words that put it in force; of a
               period that opens it or follows such words; a month, quarter or year has its first and its last day
borne          an end that follows the only value of a statement (`is 5 euros until 30 June 2024`): until then this is the value

What names no year says nothing of this, nor does an end that is denied (`not valid until`), or one before the beginning.
"""

import datetime
from collections.abc import Sequence
from typing import Final

from lineproof.beliefs.propose.passages import Part
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.dates import days_of
from lineproof.evidence.signals.model import Signal

Days = tuple[datetime.date | None, datetime.date | None]
DATED: Final = frozenset({"date", "period"})
BORNE_BY: Final = frozenset({"money", "percentage", "duration", "count"})
WORDS_BETWEEN: Final = 2
"""Between a value and its end: `5 euros per day until`."""


def validity(placed: Sequence[tuple[Part, Signal]], words: Words) -> Days:
    """The first and the last day for which a statement holds, as it says itself.

    Args:
        placed: the signals of the statement with the part that holds them, in their order.
        words: the extractor's words of the language.
    """
    begins = ends = None
    for part, signal in placed:
        if signal.kind in DATED and (days := _days(signal)):
            before = part.paragraph.text[part.start : signal.start].strip()
            first, last = _told(signal, days, before, words)
            if last is None and signal.kind == "date" and _is_borne(part, signal, placed, words):
                last = days[1]
            begins, ends = begins or first, ends or last
    return (begins, ends) if not (begins and ends and begins > ends) else (None, None)


def _days(signal: Signal) -> tuple[datetime.date, datetime.date] | None:
    """The first and the last day of a date or a period."""
    first, _, last = (signal.value or "").partition("/")
    begin, end = days_of(first), days_of(last or first)
    return (begin[0], end[1]) if begin and end else None


def _told(signal: Signal, days: tuple[datetime.date, datetime.date], before: str, words: Words) -> Days:
    """What the words before a date or a period make of it."""
    in_force = words.in_force.search(before) is not None
    if signal.kind == "period":
        return days if not before or in_force or words.opens_from.fullmatch(before) else (None, None)
    if words.opens_after.fullmatch(before):
        return days[1] + datetime.timedelta(days=1), None
    if in_force or words.opens_from.fullmatch(before):
        return days[0], None
    told = words.opens_to.fullmatch(before) or (words.in_force_to.search(before) and not words.negation.search(before))
    return None, days[1] if told else None


def _is_borne(part: Part, date: Signal, placed: Sequence[tuple[Part, Signal]], words: Words) -> bool:
    """Whether a date is the end of the only value beside it."""
    text = part.paragraph.text
    until = words.until.search(text, part.start, date.start)
    values = [signal for other, signal in placed if other is part and signal.kind in BORNE_BY and signal.end <= date.start]
    dated = [signal for _, signal in placed if signal.kind in DATED]
    if not until or len(values) != 1 or len(dated) != 1 or words.negation.search(text[part.start : until.start()]):
        return False
    between = text[values[0].end : until.start()]
    return len(between.split()) <= WORDS_BETWEEN and not set(between) & set(",;:")
