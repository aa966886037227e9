"""Relative dates: times that are named as seen from when the words are said (``last week``, ``three days ago``).

today      the day on which the words are said; without it nothing here has a meaning
span       the days that a phrase means; its value is the day, month or year itself, else ``first/last`` in ISO 8601
           (units ``date``, ``month``, ``year``; ``week`` from Monday to Sunday, ``weekend`` Saturday and Sunday)
open       a phrase that people understand in two ways (``next Friday``); it is a signal without a value

An amount of time counted from today is as precise as its unit: ``two months ago`` is a month, ``two weeks ago`` a week.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from lineproof.evidence.language import Language, Relative
from lineproof.evidence.signals.model import Signal
from lineproof.evidence.signals.phrases import Found, Paragraph, Phrases, either

WEEKDAY: Final = "{}"
MONTHS: Final = 12
WEEK: Final = 7
SATURDAY: Final = 5
SENTENCE_END: Final = re.compile(r"[.!?](?=\s|$)")
WORD: Final = re.compile(r"[^\W\d_]+")


class Distance(NamedTuple):
    """How far from today: ``steps`` of a unit (day, week, month, year, weekend), or which weekday, from 0, by what rule."""

    unit: str
    steps: int


NEVER: Final = Distance("never", 0)
THIS_WEEKEND: Final = Distance("weekend", 0)
"""On other days people say it of the last one too."""


def relative_dates(paragraph: Paragraph, language: Language, today: date, durations: Iterable[Signal]) -> Iterator[Signal]:
    """The relative dates of a text, in no order.

    Args:
        paragraph: the text.
        language: whose words are read.
        today: when it was said.
        durations: the amounts of time in it.
    """
    known = sorted(_phrases(language).find(paragraph), key=lambda found: (found.start, -found.end))
    void = [(found.start, found.end) for found in known if found.meaning is NEVER]
    for found in known:
        if found.meaning is not NEVER and not any(start <= found.start < end or start < found.end <= end for start, end in void):
            yield from _named(paragraph, found, language, today)
    for duration in durations:
        yield from _counted(paragraph, duration, language, today)


def _named(paragraph: Paragraph, found: Found[Distance], language: Language, today: date) -> Iterator[Signal]:
    text = paragraph.text[found.start : found.end]
    if text.lower() in language.relative.as_written and text[0].isupper():
        return
    value, unit = _span(today, found.meaning)
    if found.meaning == THIS_WEEKEND and today.weekday() < SATURDAY and not _looks_forward(paragraph, found.start, language.relative):
        value = None
    yield Signal("date", found.start, found.end, text, value, unit)


def _counted(paragraph: Paragraph, duration: Signal, language: Language, today: date) -> Iterator[Signal]:
    """The date that an amount of time is away, if the words around it say so."""
    relative = language.relative
    if duration.unit not in ("day", "week", "month", "year") or duration.value is None or not duration.value.isdigit():
        return
    start, end, sign = duration.start, duration.end, 0
    if found := _after(relative).match(paragraph.lower, end):
        end, sign = found.end(), -1 if found["back"] else 1
    elif found := _before(relative).search(paragraph.lower[max(0, start - 20) : start]):
        start, sign = start - len(found[0]), -1 if found["back"] else 1
        sign = 0 if sign > 0 and not _looks_forward(paragraph, start, relative) else sign
    if sign:
        value, unit = _span(today, Distance(duration.unit, sign * int(duration.value)))
        if value:
            yield Signal("date", start, end, paragraph.text[start:end], value, unit)


def _looks_forward(paragraph: Paragraph, place: int, relative: Relative) -> bool:
    """Whether the sentence around a place tells of what is to come."""
    ends = [found.end() for found in SENTENCE_END.finditer(paragraph.lower)]
    first = max((end for end in ends if end <= place), default=0)
    last = min((end for end in ends if end > place), default=len(paragraph.lower))
    words = set(WORD.findall(paragraph.lower[first:last]))
    return not words.isdisjoint(relative.forward) and words.isdisjoint(relative.backward)


def _span(today: date, distance: Distance) -> tuple[str | None, str]:
    """Value and unit; no value where the phrase is open, or the calendar does not go so far."""
    try:
        return SPANS[distance.unit](today, distance.steps)
    except (OverflowError, ValueError):
        return None, "date"


def _day(today: date, count: int) -> tuple[str | None, str]:
    return (today + timedelta(count)).isoformat(), "date"


def _week(today: date, count: int) -> tuple[str | None, str]:
    monday = today - timedelta(today.weekday()) + timedelta(WEEK * count)
    return f"{monday}/{monday + timedelta(WEEK - 1)}", "week"


def _weekend(today: date, count: int) -> tuple[str | None, str]:
    """That of this week, or one before or after it; on a weekend the present one is this."""
    saturday = today - timedelta(today.weekday()) + timedelta(SATURDAY + WEEK * count)
    return f"{saturday}/{saturday + timedelta(1)}", "weekend"


def _month(today: date, count: int) -> tuple[str | None, str]:
    year, month = divmod(today.year * MONTHS + today.month - 1 + count, MONTHS)
    return f"{date(year, month + 1, 1):%Y-%m}", "month"


def _year(today: date, count: int) -> tuple[str | None, str]:
    return f"{date(today.year + count, 1, 1):%Y}", "year"


def _weekday_before(today: date, weekday: int) -> tuple[str | None, str]:
    return (today - timedelta((today.weekday() - weekday - 1) % WEEK + 1)).isoformat(), "date"


def _weekday_after(today: date, weekday: int) -> tuple[str | None, str]:
    return (today + timedelta((weekday - today.weekday() - 1) % WEEK + 1)).isoformat(), "date"


def _weekday_next_week(today: date, weekday: int) -> tuple[str | None, str]:
    """Open where the day is still to come this week."""
    return _weekday_after(today, weekday) if weekday <= today.weekday() else (None, "date")


SPANS: Final = {
    "day": _day,
    "week": _week,
    "weekend": _weekend,
    "month": _month,
    "year": _year,
    "weekday_before": _weekday_before,
    "weekday_after": _weekday_after,
    "weekday_next_week": _weekday_next_week,
}


@lru_cache(maxsize=64)
def _phrases(language: Language) -> Phrases[Distance]:
    relative = language.relative
    tables = (
        ("day", relative.days), ("week", relative.weeks), ("weekend", relative.weekends),
        ("month", relative.months), ("year", relative.years),
    )  # fmt: skip
    named = [(phrase, Distance(unit, count)) for unit, table in tables for phrase, count in table.items()]
    days = (
        ("weekday_before", relative.weekday_before), ("weekday_after", relative.weekday_after),
        ("weekday_next_week", relative.weekday_next_week),
    )  # fmt: skip
    dated = [
        (phrase.replace(WEEKDAY, name), Distance(unit, number))
        for unit, phrases in days
        for phrase in phrases
        for number, names in enumerate(relative.weekdays)
        for name in names
    ]
    return Phrases.of([*((phrase, NEVER) for phrase in relative.never), *named, *dated])


@lru_cache(maxsize=64)
def _after(relative: Relative) -> re.Pattern[str]:
    """Words after an amount that count it from today; ``back`` if into the past."""
    return re.compile(rf"\s+(?:(?P<back>{_any(relative.before)})|(?:{_any(relative.after)}))(?!\w)")


@lru_cache(maxsize=64)
def _before(relative: Relative) -> re.Pattern[str]:
    """Words before an amount that count it from today; ``back`` if into the past."""
    return re.compile(rf"(?<!\w)(?:(?P<back>{_any(relative.before_leading)})|(?:{_any(relative.after_leading)}))\s+$")


def _any(words: Iterable[str]) -> str:
    """Alternatives; what never matches where there are none."""
    return either(words) or r"(?!)"
