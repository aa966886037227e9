"""Dated: the day for which a question says that it is asked (`as of 2020-03-01`, `galt am 1. März 2020`, `in force in 2019`).

stated     words behind which a date can be nothing else than the day for which it is asked (`as of`)
on         words behind which it is that only where the question asks what holds (`in 2019`, with `in force`)

A month or year stands for its last day: what took effect within it held by then. Two different days are none.
"""

import calendar
import datetime
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lineproof.evidence.language import load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals.dates import moments
from lineproof.evidence.signals.phrases import Paragraph, either
from lineproof.recall.nature import DOCUMENTS, nature_of
from lineproof.recall.question import FOLDER, QUOTED
from lineproof.recall.view import View


@dataclass(frozen=True, slots=True)
class Dated:
    """A question without the words that tell the day (``told``; empty where the day was given, or there is none)."""

    text: str
    day: datetime.date | None
    told: str = ""

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader is told of a day that nobody gave."""
        return (f'as_of: {self.day}, for the question says "{self.told}"',) if self.told else ()


@dataclass(frozen=True, slots=True)
class Words:
    """The patterns of one language, for the text before a date (``stated``, ``on``) and for the words of a question."""

    language: str
    stated: re.Pattern[str]
    on: re.Pattern[str]
    holding: re.Pattern[str]


def dated(view: View, text: str, day: datetime.date | None) -> Dated:
    """The day for which a question is asked: the given one, else the one that it plainly says. In conversations it says none."""
    if day is not None or nature_of(view) != DOCUMENTS:
        return Dated(text, day)
    masked = QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)
    found = [told for words in _words() for told in _told(masked, words)]
    if len({last for last, _, _ in found}) != 1:
        return Dated(text, None)
    last, start, end = max(found, key=lambda one: one[2] - one[1])
    rest = " ".join((text[:start] + text[end:]).split())
    return Dated(rest if name_key(rest) else text, last, text[start:end])


def _told(text: str, words: Words) -> Iterator[tuple[datetime.date, int, int]]:
    """Each day for which a text says that it is asked, with the span that says so."""
    holds = words.holding.search(f" {name_key(text)} ") is not None
    for moment in moments(Paragraph.of(text), load(words.language)):
        before = text[: moment.start]
        opener = words.stated.search(before) or (holds and words.on.search(before))
        if opener and (last := _last_day(moment.value)):
            yield last, opener.start(), moment.end


def _last_day(value: str | None) -> datetime.date | None:
    """The last day of a date, month or year as signals write it."""
    if not value or not (parts := re.fullmatch(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", value)):
        return None
    year, month = int(parts[1]), int(parts[2] or 12)
    return datetime.date(year, month, int(parts[3] or calendar.monthrange(year, month)[1]))


@lru_cache(maxsize=1)
def _words() -> tuple[Words, ...]:
    read = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["as_of"] for file in sorted(FOLDER.glob("*.toml"))}
    return tuple(Words(code, _before(one["stated"]), _before(one["on"]), _among(one["holding"])) for code, one in read.items())


def _before(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(phrases)})[\s:]+$", re.IGNORECASE)


def _among(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(rf" (?:{either(map(name_key, phrases))}) ")
