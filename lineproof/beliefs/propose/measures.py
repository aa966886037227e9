"""Measures: values that no signal of evidence states, but the words of a rule do.

qualified   a count with words between number and noun (``two written estimates``, ``three or more trades``)
rated       a bare number for each of a unit of time (``limited to 100 per minute``)
often       how many times something may happen (``only once``)
yearless    a day of every year (``June 1``), as ISO 8601 writes it: ``--06-01``

They are found in statements alone, where a wrong one would be seen with its sentence; they never overlap a signal.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from lineproof.beliefs.propose.patterns import NONE, either
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.language import Language
from lineproof.evidence.signals.model import Signal, plain
from lineproof.evidence.signals.numerals import normalise_number

FEWEST: Final = 2
ABBREVIATED: Final = 3
"""A unit of so few letters may be another word, unless it ends a heading (``Callee min gas``)."""
DAYS: Final = 31
WORD: Final = re.compile(r"[^\W\d_]+")
RATED: Final = re.compile(r"(?<![\w.,$€£-])(?P<number>\d[\d.,]*)(?P<rate>\s+[^\W\d_]+\s+)(?P<unit>[^\W\d_]+)")


def measures(text: str, start: int, end: int, known: Sequence[Signal], words: Words, language: Language) -> Iterator[Signal]:
    """The further values of a span of a text, in order of their kinds."""
    taken = [(signal.start, signal.end) for signal in known if signal.kind in _TAKEN]
    for signal in (
        *_qualified(text, start, end, words, language),
        *_rated(text, start, end, words, language),
        *_often(text, start, end, words),
        *_yearless(text, start, end, words, language),
    ):
        if not any(first < signal.end and signal.start < last for first, last in taken):
            yield signal


_TAKEN: Final = frozenset({"money", "duration", "percentage", "date", "count", "period", "identifier", "version", "url"})


def _qualified(text: str, start: int, end: int, words: Words, language: Language) -> Iterator[Signal]:
    pattern = _counting(language, words)
    for found in pattern.finditer(text, start, end) if pattern else ():
        value = language.numbers.words[found["word"].lower()] if found["word"] else int(found["digits"].replace(",", ""))
        if value >= FEWEST:
            yield Signal("count", found.start(), found.end(), found.group(), str(value), found["noun"].lower())


def _rated(text: str, start: int, end: int, words: Words, language: Language) -> Iterator[Signal]:
    for found in RATED.finditer(text, start, end):
        value, unit = normalise_number(found["number"], language), _durations(language).get(found["unit"].lower())
        if value is not None and unit and words.unfixed.rates.search(found["rate"]):
            yield Signal("count", found.start(), found.end(), found.group(), plain(value), f"per {unit}")


def _often(text: str, start: int, end: int, words: Words) -> Iterator[Signal]:
    for found in words.often.finditer(text, start, end):
        yield Signal("count", found.start(), found.end(), found.group(), words.times[found.group().split()[-1].lower()], "time")


def _yearless(text: str, start: int, end: int, words: Words, language: Language) -> Iterator[Signal]:
    for found in _day_of_year(language).finditer(text, start, end):
        day = int(found["day"] or found["first"])
        month = _months(language)[(found["month"] or found["second"]).lower()]
        if 0 < day <= DAYS and not _is_another_word(
            text, found.start("month") if found["month"] else found.start("second"), words, language
        ):
            yield Signal("date", found.start(), found.end(), found.group(), f"--{month:02}-{day:02}", "date")


def _is_another_word(text: str, start: int, words: Words, language: Language) -> bool:
    """Whether the name of a month that is a common word too is that word: without a capital, or before what it helps (``May be``)."""
    name = WORD.match(text, start)
    return (
        name is not None
        and name.group().lower() in language.stop_words
        and bool(not name.group().istitle() or words.no_month.match(text, start))
    )


@lru_cache(maxsize=16)
def _counting(language: Language, words: Words) -> re.Pattern[str] | None:
    """A number, perhaps ``or more``, up to two words that describe, and a noun in the plural."""
    if not language.nouns.plural_endings or not words.or_more:
        return None
    numbers = _any_of(language.numbers.words)
    endings = _any_of(language.nouns.plural_endings)
    no_plural = "".join(rf"(?<!{re.escape(ending)})" for ending in language.nouns.not_plural_endings)
    content = rf"(?!(?:{_any_of(language.stop_words | set(language.nouns.never))})\b)[a-z]"
    return re.compile(
        rf"(?<![\w.,$€£-])(?:(?P<word>(?i:{numbers}))|(?<=than )(?P<digits>\d{{1,3}}(?:,\d{{3}})*))\s+(?:(?:{words.or_more})\s+)?"
        rf"(?:{content}{{3,}}(?:-[a-z]+)?\s+){{0,2}}?(?P<noun>{content}{{2,}}(?:{endings}){no_plural})(?![\w-])"
    )


def _any_of(words: Iterable[str]) -> str:
    return either(words) or NONE


@lru_cache(maxsize=16)
def _months(language: Language) -> dict[str, int]:
    return {name: number for number, names in enumerate(language.dates.months, start=1) for name in names}


@lru_cache(maxsize=16)
def _day_of_year(language: Language) -> re.Pattern[str]:
    """A month in full with its day, in the order that the language writes, and no year behind them."""
    months = _any_of(names[0] for names in language.dates.months) or NONE
    ordinal = _any_of(language.dates.ordinal_suffixes) or NONE
    behind = r"(?!\w|,? ?\d)"
    month_first = (
        rf"(?P<month>{months})\s+(?P<day>\d{{1,2}})(?:{ordinal})?{behind}" if language.dates.month_first else r"(?!)(?P<month>)(?P<day>)"
    )
    day_first = rf"(?P<first>\d{{1,2}})(?:{ordinal})?\s+(?P<second>{months}){behind}"
    return re.compile(rf"(?<![\w.,/-])(?:{month_first}|{day_first})", re.IGNORECASE)


def unit_in(heading: str, language: Language) -> tuple[str, str] | None:
    """Kind and unit of the bare numbers below a heading: a unit of time or a noun in the plural with which it begins."""
    words = _WORDS.findall(_RATE.sub("", heading.lower()))
    for word in words:
        if word in _durations(language) and (len(word) > ABBREVIATED or word == words[-1]):
            return "period", _durations(language)[word]
    if words and (noun := singular(words[0], language)) != words[0] and words[0] not in language.nouns.never:
        return "count", noun
    return None


_WORDS: Final = re.compile(r"[^\W\d_]+")
_RATE: Final = re.compile(r"(?:/|\b(?:per|pro)\b)\s*[^\W\d_]+")
"""What something is measured by, which is no unit of its number (``Cost per year``)."""


@lru_cache(maxsize=16)
def _durations(language: Language) -> dict[str, str]:
    return {form: unit for unit, forms in language.durations.items() for form in forms if len(form) > FEWEST}


def singular(noun: str, language: Language) -> str:
    """A noun without its plural ending, where the language forms its plurals by endings."""
    for ending in language.nouns.plural_endings:
        if noun.endswith(ending) and not noun.endswith(language.nouns.not_plural_endings):
            return _IRREGULAR.sub(_repaired, noun.removesuffix(ending))
    return noun


_IRREGULAR: Final = re.compile(r"ie$|(?<=x)e$|(?<=ss|ch|sh)e$")
"""What is left of a plural in ``ies`` or ``xes``."""


def _repaired(found: re.Match[str]) -> str:
    return "y" if found.group() == "ie" else ""
