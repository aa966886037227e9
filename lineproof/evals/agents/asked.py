"""Asked: what a question wants, read by rule from its words alone; the words are in ``words/``.

shape    what kind of answer is wanted: ``single`` where no words tell
several  more than one thing is wanted: a word in the plural stands behind one that asks (*which states*)
wanted   kinds of signals, one of which an answer must hold; with a unit where the question names what is counted (how many *days*)
name     what is quoted, and words that are written as names are: a run of words with capitals or digits; an identifier has a digit
item     one of three or more things that a question enumerates
focus    the words that are left without names, items and words of asking: what is asked about what is named
past     the question asks for what held before
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from lineproof.evidence.language import Language, load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals import signals
from lineproof.evidence.signals.model import ANCHORS

FOLDER: Final = Path(__file__).parent / "words"
SINGLE: Final = "single"
CONTRADICTION: Final = "contradiction"
CHAIN: Final = "chain"
DEPENDENTS: Final = "dependents"
QUANTITIES: Final = ("money", "duration", "percentage", "count")
LEAST_ITEMS: Final = 3
LONGEST_ITEM: Final = 4
"""Words."""

_QUOTED: Final = re.compile(r"\"([^\"]{2,200})\"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»")
_NAME: Final = re.compile(r"(?:\(?(?:[A-ZÄÖÜ§]|\d)[\w./-]*\)?)(?:\s+\(?(?:[A-ZÄÖÜ§]|\d)[\w./-]*\)?)*")
_EDGES: Final = " .,;:?!"
_DIGIT: Final = re.compile(r"\d")
_PARTS: Final = re.compile(r"\s*(?:,|;|:|\?|\band\b|\bund\b)\s*")


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
    several: bool
    wanted: tuple[Wanted, ...]
    names: tuple[str, ...]
    items: tuple[str, ...]
    focus: str
    past: bool

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The names that have a digit."""
        return tuple(name for name in self.names if _DIGIT.search(name))


def read_question(text: str, language: str) -> Asked:
    """Read a question; ``language`` is that of the signals in it."""
    text = " ".join(text.split())
    known = load(language)
    names, items = tuple(dict.fromkeys(_names(text, known))), _items(text, known)
    shape = next(iter(_told(text, "shapes")), SINGLE)
    wanted = tuple(dict.fromkeys(_wanted(text, known)))
    return Asked(
        text=text,
        shape=shape,
        several=not wanted and shape in (SINGLE, DEPENDENTS) and _several(text, known),
        wanted=wanted,
        names=names,
        items=items,
        focus=_focus(text, (*names, *items)),
        past=bool(_told(text, "past")),
    )


def names_in(text: str, language: str) -> list[str]:
    """The identifiers in a text that have letters too, so that no number is taken for one."""
    return [name for name in dict.fromkeys(_names(text, load(language))) if _DIGIT.search(name) and any(map(str.isalpha, name))]


def _names(text: str, language: Language) -> Iterator[str]:
    """The names in a question; a capital at the beginning of a sentence tells nothing, and neither does one of a stop word."""
    yield from (next(filter(None, found)) for found in _QUOTED.findall(text))
    rest = _QUOTED.sub(" | ", text)
    for found in _NAME.finditer(rest):
        words = found[0].split()
        while words and not _DIGIT.search(words[0]) and (name_key(words[0]) in language.stop_words or _begins(rest, found, words)):
            words = words[1:]
        if name := " ".join(words).strip(_EDGES):
            yield name


def _begins(text: str, found: re.Match[str], words: Sequence[str]) -> bool:
    """Whether the first of some words begins a sentence, and is not followed by a number that makes it a name."""
    before = text[: found.start()].rstrip()
    numbered = len(words) > 1 and _DIGIT.search(words[1])
    return len(words) == len(found[0].split()) and not numbered and (not before or before[-1] in ".?!:|")


def _items(text: str, language: Language) -> tuple[str, ...]:
    """The longest enumeration of a question: parts of few words between commas, at least three in a row."""
    best: list[str] = []
    run: list[str] = []
    for part in _PARTS.split(text):
        item = _item(part, language)
        run = ([*run, item] if len(part.split()) <= LONGEST_ITEM else [item]) if item else []
        best = run if len(run) > len(best) else best
    return tuple(best) if len(best) >= LEAST_ITEMS else ()


def _item(part: str, language: Language) -> str:
    """The last words of a part that are no words of asking; nothing if there are none, or too many."""
    telling = takewhile(lambda word: name_key(word) not in _passed_over(language), reversed(part.split()))
    words = [*telling][::-1]
    return " ".join(words) if len(words) <= LONGEST_ITEM else ""


def _passed_over(language: Language) -> frozenset[str]:
    return frozenset((*language.stop_words, *_table("framing", "words")))


def _several(text: str, language: Language) -> bool:
    """Whether a word in the plural stands behind one that asks."""
    words = f" {name_key(text)} "
    if any(f" {phrase} " in words for phrase in _table("several", "always")):
        return True
    behind = (words.partition(f" {phrase} ")[2].split() for phrase in _table("several", "before"))
    return any(rest and rest[0] not in language.stop_words and rest[0].endswith(tuple(_table("several", "endings"))) for rest in behind)


def _focus(text: str, without: Sequence[str]) -> str:
    """A question without some names and without the words that ask."""
    for name in sorted(without, key=len, reverse=True):
        text = text.replace(name, " ")
    words = f" {name_key(text)} "
    for table in ("shapes", "wanted", "quantity"):
        for _, patterns in _patterns(table):
            for pattern in patterns:
                words = pattern.sub(
                    lambda found: " ".join(("", *found[0].split()[1:-1], "")) if len(found[0].split()) > LONGEST_ITEM else " ", words
                )
    framing = frozenset(_table("framing", "words"))
    return " ".join(word for word in words.split() if word not in framing)


def _wanted(text: str, language: Language) -> Iterator[Wanted]:
    """What an answer must hold: the thing that is counted, else what the words tell."""
    found = [signal for thing in _counted(text) for signal in signals(f"2 {thing}", language)]
    counted = [Wanted(signal.kind, signal.unit) for signal in found if signal.kind in ANCHORS]
    told = [Wanted(kind) for kind in _told(text, "wanted")]
    yield from counted or told or (map(Wanted, QUANTITIES) if _told(text, "quantity") else ())


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


@lru_cache(maxsize=16)
def _table(table: str, name: str) -> Sequence[str]:
    return [name_key(phrase) for read in _files() for phrase in read[table][name]]


@lru_cache(maxsize=1)
def _files() -> Sequence[Mapping[str, Any]]:
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.toml"))]


def _pattern(phrase: str) -> re.Pattern[str]:
    """Words as they are written; ``*`` stands for up to six others."""
    parts = [re.escape(name_key(part)) for part in phrase.split("*")]
    return re.compile(" " + r" (?:\S+ ){1,6}".join(parts) + " ")
