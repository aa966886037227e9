"""Dated: the day for which a question says that it is asked (`as of 2020-03-01`, `galt am 1. März 2020`, `in force in 2019`).

stated     words behind which a date can be nothing else than the day for which it is asked (`as of`)
on         words behind which it is that only where the question asks what holds (`in 2019`, with `in force`)
past       words that ask how something was (`what was the`, `did * cost`); a day or month behind them is the day for which it is asked
           too, and stays in the question, since it may be a date to look for

A month or year stands for its last day: what took effect within it held by then. Two different days are none.
"""

import datetime
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lineproof.evidence.dates import days_of
from lineproof.evidence.language import load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals.dates import moments
from lineproof.evidence.signals.phrases import Paragraph, either
from lineproof.recall.nature import DOCUMENTS, nature_of
from lineproof.recall.question import FOLDER, QUOTED, phrase_pattern
from lineproof.recall.view import View

PRECISE: Final = frozenset({"date", "month"})


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
    holding: tuple[re.Pattern[str], ...]
    past: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A day with the span that tells it, and whether the span says nothing else (``apart``)."""

    day: datetime.date
    start: int
    end: int
    apart: bool


def dated(view: View, text: str, day: datetime.date | None) -> Dated:
    """The day for which a question is asked: the given one, else the one that it plainly says. In conversations it says none."""
    if day is not None or nature_of(view) != DOCUMENTS:
        return Dated(text, day)
    masked = QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)
    found = [told for words in _words() for told in _told(masked, words)]
    if len({told.day for told in found}) != 1:
        return Dated(text, None)
    longest = max(found, key=lambda told: (told.apart, told.end - told.start))
    rest = " ".join((text[: longest.start] + text[longest.end :]).split()) if longest.apart else text
    return Dated(rest if name_key(rest) else text, longest.day, text[longest.start : longest.end])


def _told(text: str, words: Words) -> Iterator[Told]:
    """Each day for which a text says that it is asked."""
    key = f" {name_key(text)} "
    holds, past = (any(one.search(key) for one in patterns) for patterns in (words.holding, words.past))
    for moment in moments(Paragraph.of(text), load(words.language)):
        before = text[: moment.start]
        on = words.on.search(before)
        apart = words.stated.search(before) or (on if holds else None)
        opener = apart or (on if past and moment.unit in PRECISE else None)
        if opener and (days := days_of(moment.value or "")):
            yield Told(days[1], opener.start(), moment.end, apart is not None)


@lru_cache(maxsize=1)
def _words() -> tuple[Words, ...]:
    read = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["as_of"] for file in sorted(FOLDER.glob("*.toml"))}
    return tuple(
        Words(code, _before(one["stated"]), _before(one["on"]), *(tuple(map(phrase_pattern, one[name])) for name in ("holding", "past")))
        for code, one in read.items()
    )


def _before(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(phrases)})[\s:]+$", re.IGNORECASE)
