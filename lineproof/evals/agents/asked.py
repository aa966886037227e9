"""Asked: what a question wants, read by rule from its words alone.

shape    what kind of answer is wanted, by the words in ``words/``; ``single`` where none tells
wanted   kinds of signals, one of which an answer must hold; with a unit where the question names what is counted (how many *days*)
name     words of the question that are written as names are: a run of words with capitals or digits; an identifier has a digit
focus    the other words that say something: what is asked about what is named
past     the question asks for what held before
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.evidence.language import Language, load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals import signals
from lineproof.evidence.signals.model import ANCHORS

FOLDER: Final = Path(__file__).parent / "words"
SINGLE: Final = "single"
COMPARISON: Final = "comparison"
CONTRADICTION: Final = "contradiction"
LIST: Final = "list"
DEPENDENTS: Final = "dependents"

_NAME: Final = re.compile(r"(?:\(?(?:[A-ZÄÖÜ§]|\d)[\w./-]*\)?)(?:\s+\(?(?:[A-ZÄÖÜ§]|\d)[\w./-]*\)?)*")
_EDGES: Final = " .,;:?!"
_DIGIT: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A kind of signal, and its unit where the question tells."""

    kind: str
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as agents take it."""

    text: str
    shape: str
    wanted: tuple[Wanted, ...]
    names: tuple[str, ...]
    focus: str
    past: bool

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The names that have a digit."""
        return tuple(name for name in self.names if _DIGIT.search(name))


def read_question(text: str, language: str) -> Asked:
    """Read a question; ``language`` is that of the signals in it."""
    text = " ".join(text.split())
    names = tuple(dict.fromkeys(_names(text, load(language))))
    shape = next(iter(_told(text, "shapes")), SINGLE)
    return Asked(text, shape, tuple(_wanted(text, load(language))), names, _focus(text, names), bool(_told(text, "past")))


def _focus(text: str, names: Sequence[str]) -> str:
    """A question without names and without the words that tell what is wanted."""
    for name in names:
        text = text.replace(name, " ")
    words = f" {name_key(text)} "
    for table in ("shapes", "wanted"):
        for _, patterns in _patterns(table):
            for pattern in patterns:
                words = pattern.sub(lambda found: " ".join(("", *found[0].split()[1:-1], "")) if "*" in found[0] else " ", words)
    return " ".join(words.split())


def _names(text: str, language: Language) -> Iterator[str]:
    """The names in a question; a capital at its beginning tells nothing, and neither does one of a stop word."""
    for found in _NAME.finditer(text):
        words = found[0].split()
        while words and (
            name_key(words[0]) in language.stop_words
            or (found.start() == 0 and words[0] == text.split()[0] and not _DIGIT.search(words[0]))
        ):
            words = words[1:]
        if name := " ".join(words).strip(_EDGES):
            yield name


def _wanted(text: str, language: Language) -> Iterator[Wanted]:
    """What an answer must hold: the thing that is counted, else what the words tell."""
    found = [signal for thing in _counted(text) for signal in signals(f"2 {thing}", language)]
    counted = [Wanted(signal.kind, signal.unit) for signal in found if signal.kind in ANCHORS]
    yield from counted or map(Wanted, _told(text, "wanted"))


def _counted(text: str) -> Iterator[str]:
    """The words behind those with which one asks how many."""
    words = f" {name_key(text)} "
    for phrase in _table("counted", "before"):
        _, found, behind = words.partition(f" {phrase} ")
        if found:
            yield " ".join(behind.split()[:2])


def _told(text: str, table: str) -> list[str]:
    """The entries of a table whose words a text has, in the order of the file, in any language."""
    words = f" {name_key(text)} "
    return list(dict.fromkeys(name for name, patterns in _patterns(table) if any(pattern.search(words) for pattern in patterns)))


@lru_cache(maxsize=8)
def _patterns(table: str) -> Sequence[tuple[str, tuple[re.Pattern[str], ...]]]:
    return [(name, tuple(map(_pattern, phrases))) for read in _files() for name, phrases in read[table].items()]


@lru_cache(maxsize=8)
def _table(table: str, name: str) -> Sequence[str]:
    return [name_key(phrase) for read in _files() for phrase in read[table][name]]


@lru_cache(maxsize=1)
def _files() -> Sequence[Mapping[str, Any]]:
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.toml"))]


def _pattern(phrase: str) -> re.Pattern[str]:
    """Words as they are written; ``*`` stands for up to six others."""
    parts = [re.escape(name_key(part)) for part in phrase.split("*")]
    return re.compile(" " + r" (?:\S+ ){1,6}".join(parts) + " ")
