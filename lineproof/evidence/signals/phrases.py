"""Phrases in text: found through their words, so that text without them costs a look into a set and no more.

paragraph   a text in three shapes: as it stands, in lower case of the same length, and as the set of its words
first       the first word or sign of a phrase
gap         the ``...`` of a phrase: up to 80 characters within one clause
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, TypeVar

from lineproof.evidence.language import WORD

FIRST: Final = re.compile(r"[^\W\d_]{1,60}|[^\w\s]|[0-9]{1,4}")
BLANK: Final = r"[\s\u00a0]{1,3}"
GAP: Final = r"[^.,;:!?()]{0,80}?"
WILDCARD: Final = r"[^\W\d_]{1,30}"

Meaning = TypeVar("Meaning")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One text, prepared once for all kinds of signals."""

    text: str
    lower: str
    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Paragraph":
        """Prepare a text."""
        lower = text.lower()
        if len(lower) != len(text):
            lower = "".join(low if len(low := character.lower()) == 1 else character for character in text)
        return cls(text, lower, frozenset(WORD.findall(lower)))


@dataclass(frozen=True, slots=True)
class Found(Generic[Meaning]):
    """A phrase in a text: its place, what it means, and whether it has a gap."""

    start: int
    end: int
    meaning: Meaning
    gapped: bool = False


@dataclass(frozen=True, slots=True)
class Entry(Generic[Meaning]):
    """One phrase, compiled; ``others`` are its words after the first, without which it cannot stand in a text."""

    pattern: re.Pattern[str]
    meaning: Meaning
    gapped: bool
    others: frozenset[str]


@dataclass(frozen=True, slots=True)
class Phrases(Generic[Meaning]):
    """Phrases by their first word or sign, longest first."""

    by_first: Mapping[str, tuple[Entry[Meaning], ...]]
    first_words: frozenset[str]
    first_signs: frozenset[str]

    @classmethod
    def of(cls, phrases: Iterable[tuple[str, Meaning]]) -> "Phrases[Meaning]":
        """Compile phrases without alternatives, each with its meaning; of equal ones the first counts."""
        by_first: dict[str, list[Entry[Meaning]]] = {}
        for phrase, meaning in sorted(phrases, key=lambda entry: -len(entry[0])):
            if first := FIRST.match(phrase):
                whole_words = (text for text in phrase.split()[1:] if "*" not in text)
                others = frozenset(word for text in whole_words for word in WORD.findall(text))
                entry = Entry(re.compile(expression(phrase)), meaning, "..." in phrase, others)
                by_first.setdefault(first.group(), []).append(entry)
        words = frozenset(first for first in by_first if WORD.fullmatch(first))
        return cls({first: tuple(entries) for first, entries in by_first.items()}, words, frozenset(by_first) - words)

    def match(self, text: str, start: int) -> Found[Meaning] | None:
        """The longest phrase that begins exactly here."""
        first = FIRST.match(text, start)
        return _first_of(self.by_first.get(first.group(), ()), text, start) if first else None

    def find(self, paragraph: Paragraph) -> Iterator[Found[Meaning]]:
        """Every place where a phrase begins; of several at one place the longest. Not in order."""
        for word in self.first_words & paragraph.words:
            yield from self._find(paragraph, word, whole(word))
        for sign in self.first_signs:
            if sign in paragraph.lower:
                yield from self._find(paragraph, sign, re.compile(re.escape(sign)))

    def _find(self, paragraph: Paragraph, first: str, pattern: re.Pattern[str]) -> Iterator[Found[Meaning]]:
        entries = [entry for entry in self.by_first[first] if entry.others <= paragraph.words]
        if entries:
            for place in pattern.finditer(paragraph.lower):
                if found := _first_of(entries, paragraph.lower, place.start()):
                    yield found


def expression(phrase: str) -> str:
    """The regular expression of a phrase."""
    text = BLANK.join(_part(word) for word in phrase.split())
    text = text.replace(f"{BLANK}{GAP}{BLANK}", rf"(?!\w){GAP}(?<!\w)")
    return text + (r"(?!\w)(?!-\w)" if phrase[-1].isalnum() else "")


def either(words: Iterable[str]) -> str:
    """Alternatives for literal words, longest first, without a group around them."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


@lru_cache(maxsize=4096)
def whole(word: str) -> re.Pattern[str]:
    """A word with nothing glued to it; the literal stands first, which lets the engine search for it at full speed."""
    return re.compile(rf"{re.escape(word)}(?<!\w.{{{len(word)}}})(?!\w)", re.DOTALL)


def _first_of(entries: Iterable[Entry[Meaning]], text: str, start: int) -> Found[Meaning] | None:
    for entry in entries:
        if found := entry.pattern.match(text, start):
            return Found(start, found.end(), entry.meaning, entry.gapped)
    return None


def _part(word: str) -> str:
    if word == "...":
        return GAP
    return WILDCARD.join(re.escape(piece) for piece in word.split("*"))
