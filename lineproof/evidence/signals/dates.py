"""Dates, months, quarters, years, times, and the periods between two of them.

moment   a place in a text that names a point in time, perhaps without its year (``1. Januar`` before ``bis 31. März
         2020``)
span     the words around two moments that make them a period (``from ... to``)

A date that does not exist (``2026-02-30``) is no signal; one that can be read in two ways (``03/04/2026``) is one
without a value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from itertools import pairwise
from typing import Final

from lineproof.evidence.language import WORD, Language
from lineproof.evidence.signals.model import Signal
from lineproof.evidence.signals.phrases import Paragraph, either
from lineproof.evidence.signals.quantities import units

HINT: Final = re.compile(r"[0-9]\\?[-./][0-9]")
FOUR_DIGITS: Final = re.compile(r"[12][0-9]{3}")
ISO: Final = re.compile(
    r"(?<![\w.,/:-])([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})"
    r"(?P<time>[t ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?: ?z|[+-][0-9]{2}:?[0-9]{2})?)?(?![\w/]|[-.:][\w])"
)
ISO_MONTH: Final = re.compile(r"(?<![\w.,/:-])((?:19|20|21)[0-9]{2})-(0[1-9]|1[0-2])(?![\w/]|[-.:]\w)")
DIGITS: Final = re.compile(r"(?<![\w.,/:-])([0-9]{1,2})\\?([./-])([0-9]{1,2})\\?\2([0-9]{4})(?![\w/]|[-.:]\w)")
YEAR_ALONE: Final = re.compile(r"(?<![\w.,/:§-])(?:18|19|20)[0-9]{2}(?![\w/%]|[-.,:]\w)")
YEAR_QUARTER: Final = re.compile(r"(?<![\w.,/-])((?:19|20)[0-9]{2})[- ]?q([1-4])(?!\w)")
EARLIEST: Final = 1500
LATEST: Final = 2199
YEAR: Final = r"(?P<year>[0-9]{4})(?![\w/]|[-.,:][0-9])"


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time with the unit of its precision; ``unit`` is ``partial`` where the year is missing."""

    start: int
    end: int
    value: str | None
    unit: str
    month: int = 0
    day: int = 0


def dates(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """All dates and periods of a paragraph, in no order."""
    found = sorted(moments(paragraph, language), key=lambda moment: (moment.start, -moment.end))
    for moment in found:
        if moment.unit == "year" and not _marked(paragraph.lower, moment.start, language):
            continue
        if moment.unit != "partial":
            yield _signal(paragraph, "date", moment.start, moment.end, moment.value, moment.unit)
    if len(found) > 1:
        yield from _periods(paragraph, found, language)


def is_month(word: str, language: Language) -> bool:
    """Whether a lower-case word is the name of a month."""
    return word in _months(language)


def moments(paragraph: Paragraph, language: Language) -> Iterator[Moment]:
    """All points in time that a paragraph names, those that lie in others included, in no order."""
    lower = paragraph.lower
    if HINT.search(lower):
        yield from _iso(paragraph)
        yield from _in_digits(lower, language)
    has_year = FOUR_DIGITS.search(lower) is not None
    if not has_year:
        return
    if not paragraph.words.isdisjoint(_months(language)):
        yield from _named(lower, language)
    if not paragraph.words.isdisjoint(_quarter_words(language)):
        yield from _quarters(lower, language)
    yield from (Moment(year.start(), year.end(), year.group(), "year") for year in YEAR_ALONE.finditer(lower))


def _iso(paragraph: Paragraph) -> Iterator[Moment]:
    for found in ISO.finditer(paragraph.lower):
        year, _, month, day, time = found.groups()
        if (value := _day(year, month, day)) is None:
            continue
        if time is None:
            yield Moment(found.start(), found.end(), value, "date")
        elif (written := _time(value, time)) is not None:
            yield Moment(found.start(), found.end(), written, "datetime")
        else:
            yield Moment(found.start(), found.start("time"), value, "date")
    for found in ISO_MONTH.finditer(paragraph.lower):
        yield Moment(found.start(), found.end(), found.group(), "month")


def _time(day: str, time: str) -> str | None:
    written = f"{day}T{time[1:].replace(' ', '').upper()}"
    try:
        datetime.fromisoformat(written)
    except ValueError:
        return None
    return written


def _in_digits(lower: str, language: Language) -> Iterator[Moment]:
    for found in DIGITS.finditer(lower):
        first, separator, second, year = found.groups()
        values = {_day(year, second, first)}
        if separator not in language.dates.day_first:
            values.add(_day(year, first, second))
        if known := values - {None}:
            yield Moment(found.start(), found.end(), known.pop() if len(known) == 1 else None, "date")


def _named(lower: str, language: Language) -> Iterator[Moment]:
    for found in _name_pattern(language).finditer(lower):
        month = _months(language)[found["month"]]
        day = found["day"] or (found["day_after"] if language.dates.month_first else None)
        number = int(day) if day and day.isdigit() else language.dates.day_words.get(day or "", 0)
        if found["year"] is None:
            yield Moment(found.start(), found.end(), None, "partial", month, number)
        elif day is None:
            if found["joint"] != "-" and EARLIEST <= int(found["year"]) <= LATEST:
                yield Moment(found.start(), found.end(), f"{found['year']}-{month:02}", "month", month)
        elif value := _day(found["year"], str(month), str(number)):
            yield Moment(found.start(), found.end(), value, "date", month, number)


def _quarters(lower: str, language: Language) -> Iterator[Moment]:
    for found in _quarter_pattern(language).finditer(lower):
        quarter = next(n for n, names in enumerate(language.dates.quarters, 1) if found["name"] in names)
        yield Moment(found.start(), found.end(), f"{found['year']}-Q{quarter}", "quarter")
    for found in YEAR_QUARTER.finditer(lower):
        yield Moment(found.start(), found.end(), f"{found.group(1)}-Q{found.group(2)}", "quarter")


def _day(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _marked(lower: str, start: int, language: Language) -> bool:
    if units(language).match(lower, start + 5):
        return False
    before = lower[max(0, start - 30) : start].rstrip()
    return before.endswith(language.dates.year_markers) and _marker_pattern(language).search(before) is not None


def _periods(paragraph: Paragraph, moments: list[Moment], language: Language) -> Iterator[Signal]:
    for first, last in pairwise(_outermost(moments)):
        if last.start - first.end > 20 or (start := _span_start(paragraph.lower, first, last, language)) is None:
            continue
        first = _completed(first, last)
        if first.value and last.value and first.unit == last.unit and first.value <= last.value:
            yield _signal(paragraph, "period", start, last.end, f"{first.value}/{last.value}", last.unit)


def _outermost(moments: list[Moment]) -> list[Moment]:
    """Moments that lie in no other; the list is sorted by start, longer ones first."""
    kept: list[Moment] = []
    for moment in moments:
        if not kept or moment.start >= kept[-1].end:
            kept.append(moment)
    return kept


def _completed(first: Moment, last: Moment) -> Moment:
    """The first moment with the year of the last where it has none of its own."""
    if first.unit != "partial" or last.value is None or last.unit not in ("date", "month"):
        return first
    year = last.value[:4]
    if not first.day:
        return replace(first, value=f"{year}-{first.month:02}", unit="month")
    return replace(first, value=_day(year, str(first.month), str(first.day)), unit="date")


def _span_start(lower: str, first: Moment, last: Moment, language: Language) -> int | None:
    """Where the period begins, if the words around two moments make one; years alone need a word before them."""
    between, before = lower[first.end : last.start], lower[max(0, first.start - 24) : first.start]
    for opener, link in _spans(language):
        if not link.fullmatch(between):
            continue
        if opener is None:
            return first.start if first.unit != "year" else None
        if found := opener.search(before):
            return first.start - len(before) + found.start()
    return None


def _signal(paragraph: Paragraph, kind: str, start: int, end: int, value: str | None, unit: str) -> Signal:
    return Signal(kind, start, end, paragraph.text[start:end], value, unit)


@lru_cache(maxsize=64)
def _months(language: Language) -> dict[str, int]:
    return {name: number for number, names in enumerate(language.dates.months, 1) for name in names}


@lru_cache(maxsize=64)
def _quarter_words(language: Language) -> frozenset[str]:
    return frozenset(WORD.findall(name)[-1] for names in language.dates.quarters for name in names)


@lru_cache(maxsize=64)
def _name_pattern(language: Language) -> re.Pattern[str]:
    names = language.dates
    ordinal = rf"(?:{either(names.ordinal_suffixes)})?" if names.ordinal_suffixes else ""
    link = rf"(?:(?:{either(names.links)})\s+)?" if names.links else ""
    day = "|".join([r"[0-9]{1,2}", *map(re.escape, names.day_words)])
    return re.compile(
        rf"(?:(?<![\w.,/§-])(?P<day>{day}){ordinal}(?:\s+{link}|-))?(?<!\w)(?P<month>{either(_months(language))})(?!\w)\.?"
        rf"(?:\s+(?P<day_after>[0-9]{{1,2}}){ordinal}(?![\w]))?(?:(?P<joint>,?\s+{link}|-){YEAR})?"
    )


@lru_cache(maxsize=64)
def _quarter_pattern(language: Language) -> re.Pattern[str]:
    names = tuple(name for names in language.dates.quarters for name in names)
    link = rf"(?:(?:{either(language.dates.links)})\s+)?" if language.dates.links else ""
    return re.compile(rf"(?<![\w.,/-])(?P<name>{either(names)})(?:,?\s+{link}|[/-]){YEAR}")


@lru_cache(maxsize=64)
def _marker_pattern(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(language.dates.year_markers)})$")


@lru_cache(maxsize=64)
def _spans(language: Language) -> tuple[tuple[re.Pattern[str] | None, re.Pattern[str]], ...]:
    """Opener (none where a span needs none) and link of each span."""
    spans = []
    for span in language.dates.spans:
        opener, _, link = (part.strip() for part in span.partition("..."))
        before = re.compile(rf"(?<!\w){re.escape(opener)}\s+$") if opener else None
        spans.append((before, re.compile(rf"\s*{re.escape(link)}\s*")))
    return tuple(spans)
