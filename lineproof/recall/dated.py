"""Dated: the day for which a question says that it is asked (`as of 2020-03-01`, `galt am 1. März 2020`, `in force in 2019`).

stated     words behind which a date can be nothing else than the day for which it is asked (`as of`)
on         words behind which it is that only where the question asks what holds (`in 2019`, with `in force`)
happened   words beside such a date that tell what was done then (`amended in 2019`, `im Jahr 2019 geänderte`); it is none then
past       words that ask how something was (`what was the`, `did * cost`); a day, month or year behind words of ``on`` is then the day
           for which it is asked too, and a day or month behind words of ``before`` the day before it; of a year the words stay in the
           question, since it may be what is asked about
unread     words that tell a day which cannot be taken: no such day, one that can be read in two ways, several days, or a day that is
           not meant (`not as of 2020`), or a range of days where it is asked what holds or held (``ranges``: `after 2020`)

A month or year stands for its last day: what took effect within it held by then. Two different days are none. Nothing is guessed: of what
is unread the reader is told. Words that tell the day for which it is asked, read or not, are not looked for: what answers has others, and
what merely has that date answers something else. A range stays in the question, since it may be what is asked about.
"""

import datetime
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from lineproof.evidence.dates import days_of
from lineproof.evidence.language import Language, load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals.dates import Moment, moments
from lineproof.evidence.signals.phrases import Paragraph, either
from lineproof.recall.errors import BadDay
from lineproof.recall.nature import DOCUMENTS, nature_of
from lineproof.recall.question import FOLDER, QUOTED, phrase_pattern
from lineproof.recall.view import View

UNREAD: Final = "date not understood"
PRECISE: Final = frozenset({"date", "month"})
YEAR: Final = "year"
RANGE: Final = "a range; ask for one day of it"
ONE_DAY: Final = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Dated:
    """A question without the words that tell the day; ``told`` are these (empty where the day was given, or there is none)."""

    text: str
    day: datetime.date | None
    told: str = ""
    unread: tuple[str, ...] = ()

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader is told of a day that nobody gave."""
        told = (f'as_of: {self.day}, for the question says "{self.told}"',) if self.told else ()
        return (*told, *(f"{UNREAD}: {text}" for text in self.unread))


@dataclass(frozen=True, slots=True)
class Words:
    """The patterns of one language: words beside a date (``stated`` to ``happened``), of a question, and around its day."""

    language: str
    stated: re.Pattern[str]
    on: re.Pattern[str]
    before: re.Pattern[str]
    ranges: re.Pattern[str]
    happened: re.Pattern[str]
    holding: re.Pattern[str]
    past: tuple[re.Pattern[str], ...]
    negated: re.Pattern[str]
    joined: re.Pattern[str]
    looks_like: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Told:
    """A place of a question that tells a day: the last day that it means, or why it cannot be taken; ``kept`` where it stays in it."""

    start: int
    end: int
    day: datetime.date | None
    why: str = ""
    kept: bool = False


def day_of(day: datetime.date | str | None) -> datetime.date | None:
    """A day as programs give it: a date, a moment, or text such as `2026-01-31`.

    Raises:
        BadDay: it is none.
    """
    if isinstance(day, datetime.datetime):
        return day.date()
    if day is None or isinstance(day, datetime.date):
        return day
    try:
        return datetime.date.fromisoformat(day)
    except (TypeError, ValueError):
        raise BadDay(day) from None


def dated(view: View, text: str, day: datetime.date | None) -> Dated:
    """The day for which a question is asked: the given one, else the one that it plainly says. In conversations it says none."""
    if nature_of(view) != DOCUMENTS:
        return Dated(text, day)
    asked = " ".join(text.split())
    masked = QUOTED.sub(lambda quoted: " " * len(quoted.group()), asked)
    found = _outermost({told for words in _words() for told in _told(masked, words)})
    if day is not None:
        return Dated(_without(text, asked, [told for told in found if told.day == day and not told.kept]), day)
    days = {told.day for told in found if told.day}
    rest = _without(text, asked, [told for told in found if not told.kept])
    unread = tuple(f'"{asked[told.start : told.end]}" ({told.why})' for told in found if told.why)
    if len(days) > 1:
        several = ", ".join(f'"{asked[told.start : told.end]}"' for told in found if told.day)
        return Dated(rest, None, unread=(*unread, f"{several} (more than one day; ask for each by itself)"))
    if not days:
        return Dated(rest, None, unread=unread)
    told = next(one for one in found if one.day)
    return Dated(rest, told.day, asked[told.start : told.end], unread)


def _without(text: str, asked: str, places: Sequence[Told]) -> str:
    """A question without some places of it; as it is where nothing else is asked. ``asked`` is the same with single blanks."""
    rest = asked
    for told in reversed(places):
        rest = rest[: told.start] + rest[told.end :]
    return " ".join(rest.split()) if places and name_key(rest) else text


def _outermost(found: Collection[Told]) -> list[Told]:
    """The places that lie in no other, in the order of the text."""
    ordered = sorted(found, key=lambda told: (told.start, -told.end, told.why))
    return [told for at, told in enumerate(ordered) if not any(told.end <= other.end for other in ordered[:at])]


def _told(text: str, words: Words) -> Iterator[Told]:
    """Each place of a text that says, or seems to say, for which day it is asked."""
    found: dict[int, Moment] = {}
    for moment in sorted(moments(Paragraph.of(text), load(words.language)), key=lambda one: one.end):
        found[moment.start] = moment
    key = f" {name_key(text)} "
    holds = words.holding.search(key) is not None
    past = not holds and any(one.search(key) for one in words.past)
    for opener in (*words.stated.finditer(text), *(words.on.finditer(text) if holds else ())):
        told = _behind(text, opener, found.get(opener.end()), words)
        if told and not (opener.re is words.on and _happened(text, told, words)):
            yield told
            yield from _joined(text, told, found, words)
    for opener in words.on.finditer(text) if past else ():
        precise = found.get(opener.end())
        if precise and precise.unit in (*PRECISE, YEAR) and (told := _behind(text, opener, precise, words)) and told.day:
            yield replace(told, kept=precise.unit == YEAR)
            yield from _joined(text, told, found, words)
    if past or holds:
        yield from _ranged(text, found, words, past)


def _ranged(text: str, moments: Mapping[int, Moment], words: Words, past: bool) -> Iterator[Told]:
    """Each range of days of a text: the day before its end where it is asked how something was before that, else not a day."""
    for opener in (*words.before.finditer(text), *words.ranges.finditer(text)):
        moment = moments.get(opener.end())
        days = days_of(moment.value or "") if moment else None
        if not (moment and days):
            continue
        link = words.joined.match(text, moment.end)
        last = moments.get(link.end(), moment) if link else moment
        told = Told(opener.start(), last.end, None, RANGE, kept=True)
        if _happened(text, told, words):
            continue
        ends = past and opener.re is words.before and moment.unit in PRECISE and days[0] > datetime.date.min
        yield Told(told.start, moment.end, days[0] - ONE_DAY) if ends else told


def _happened(text: str, told: Told, words: Words) -> bool:
    """Whether the words right before or behind a date tell what was done then."""
    beside = (text[: told.start].split()[-1:], text[told.end :].split()[:1])
    return any(words.happened.search(f" {name_key(word)} ") for one in beside for word in one)


def _behind(text: str, opener: re.Match[str], moment: Moment | None, words: Words) -> Told | None:
    """What the date behind some words tells; None where none stands there."""
    start = opener.start()
    day = _last_day(moment.value) if moment else None
    looks_like = words.looks_like.match(text, opener.end())
    if moment and (day or (moment.value is None and moment.unit == "date")):
        end = moment.end
    elif looks_like:
        end = looks_like.end()
    else:
        return None
    if negated := words.negated.search(text[:start]):
        return Told(negated.start(), end, None, "say for which day it is asked")
    if day:
        return Told(start, end, day)
    return Told(start, end, None, "it can be read in two ways; write it as 2026-01-31" if moment else "there is no such day")


def _joined(text: str, told: Told, moments: Mapping[int, Moment], words: Words) -> Iterator[Told]:
    """The further day that is joined to one (``as of 2019 and 2022``)."""
    if (link := words.joined.match(text, told.end)) and (moment := moments.get(link.end())) and (day := _last_day(moment.value)):
        yield Told(moment.start, moment.end, day)


def _last_day(value: str | None) -> datetime.date | None:
    """The last day of a date, month or year as signals write it."""
    days = days_of(value or "")
    return days[1] if days else None


@lru_cache(maxsize=1)
def _words() -> tuple[Words, ...]:
    read = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["as_of"] for file in sorted(FOLDER.glob("*.toml"))}
    return tuple(
        Words(
            language=code,
            stated=_before(one["stated"]),
            on=_before(one["on"]),
            before=_before(one["before"]),
            ranges=_before(one["ranges"]),
            happened=_among(one["happened"]),
            holding=_among(one["holding"]),
            past=tuple(map(phrase_pattern, one["past"])),
            negated=re.compile(rf"(?<!\w)(?:{either(one['negations'])})\s$", re.IGNORECASE),
            joined=re.compile(rf",?\s(?:{either(one['joins'])})\s", re.IGNORECASE),
            looks_like=_looks_like(load(code)),
        )
        for code, one in read.items()
    )


def _before(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(phrases)})[\s:]+", re.IGNORECASE)


def _among(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(rf" (?:{either(map(name_key, phrases))}) ")


def _looks_like(language: Language) -> re.Pattern[str]:
    """What is written like a date, whether there is such a day or not."""
    month = rf"(?:{either(name for names in language.dates.months for name in names)})\.?"
    numeric = r"\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{4}-\d{1,2}"
    day = r"\d{1,2}\w{0,2}\.?"
    return re.compile(rf"(?:{numeric}|{day}\s{month},?\s\d{{4}}|{month}\s{day},?\s\d{{4}})(?!\w)", re.IGNORECASE)
