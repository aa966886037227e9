"""Asked: what a question wants, read by rule from its words alone; the words are in ``words/``.

shape    what kind of answer is wanted: ``single`` where no words tell
several  more than one thing is wanted: a word in the plural stands behind one that asks (*which states*)
wanted   kinds of signals, one of which an answer must hold; with a unit where the question names what is counted (how many *days*)
name     what is quoted, a title of a document that stands whole with a capital, and words that are written as names are: a run of words
         with capitals or digits; an identifier has a digit
item     one of three or more things that a question enumerates
focus    the words that are left without names, items and words of asking: what is asked about what is named; those that ask first
part     of a focus: what it has from one part of the question, the part that asks first: of its sentences the last that asks, of that what
         a colon announces, of that the words between commas that ask; the others tell circumstances (*under the form in force*)
place    words directly before one for a document (*the renters form*): they tell where the answer stands, and are no part, as is no unit
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
_SENTENCES: Final = re.compile(r"(?<=[.?!;])\s+")
_ANNOUNCED: Final = re.compile(r":\s+")
_ASIDE: Final = re.compile(r",\s+")
_PARTS: Final = re.compile(r"\s*(?:,|;|\?|\band\b|\bund\b)\s*")


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
    parts: tuple[str, ...]
    places: tuple[str, ...]
    past: bool

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The names that have a digit."""
        return tuple(name for name in self.names if _DIGIT.search(name))


def read_question(text: str, language: str, titles: Sequence[str] = ()) -> Asked:
    """Read a question; ``language`` is that of the signals in it, ``titles`` are those of the documents that it may name."""
    text = " ".join(text.split())
    known = load(language)
    names = tuple(dict.fromkeys(_names(text, known, titles)))
    items = _items(_without(text, [name for name in names if len(_PARTS.split(name)) > 1]), known)
    shape = next(iter(_told(text, "shapes")), SINGLE)
    bare = _without(text, (*names, *items))
    parts = list(_parts_of(bare))
    told = list(dict.fromkeys(filter(None, map(_focus, parts))))
    places = tuple(dict.fromkeys(_places(bare, known)))
    aside = (*places, *_units(text, known))
    wanted = tuple(dict.fromkeys([*_wanted(parts[0] if parts else text, known)] or _wanted(text, known)))
    return Asked(
        text=text,
        shape=shape,
        several=not wanted and shape in (SINGLE, DEPENDENTS) and _several(text, known),
        wanted=wanted,
        names=names,
        items=items,
        focus=" ".join(told),
        parts=tuple(filter(None, (_beyond(part, aside) for part in told))),
        places=places,
        past=bool(_told(text, "past")),
    )


def names_in(text: str, language: str) -> list[str]:
    """The identifiers in a text that have letters too, so that no number is taken for one."""
    return [name for name in dict.fromkeys(_names(text, load(language), ())) if _DIGIT.search(name) and any(map(str.isalpha, name))]


def _names(text: str, language: Language, titles: Sequence[str]) -> Iterator[str]:
    """The names in a question; a capital at the beginning of a sentence tells nothing, and neither does one of a stop word."""
    yield from (next(filter(None, found)) for found in _QUOTED.findall(text))
    rest = _QUOTED.sub(" | ", text)
    whole = list(_titles_in(rest, titles))
    yield from whole
    for title in whole:
        rest = rest.replace(title, " | ")
    for found in _NAME.finditer(rest):
        words = found[0].split()
        while words and not _DIGIT.search(words[0]) and (name_key(words[0]) in language.stop_words or _begins(rest, found, words)):
            words = words[1:]
        if name := " ".join(words).strip(_EDGES):
            yield name


def _titles_in(text: str, titles: Sequence[str]) -> Iterator[str]:
    """The titles of several words that stand in a text, as they stand there: with a capital, whatever their own case is."""
    folded = text.casefold()
    standing = {title for title in titles if " " in title and title.casefold() in folded}
    for title in sorted(standing, key=lambda one: (-len(one), one)):
        found = re.finditer(rf"(?<!\w){re.escape(title)}(?!\w)", text, re.IGNORECASE)
        yield from (hit[0] for hit in found if hit[0][0].isupper())


def _begins(text: str, found: re.Match[str], words: Sequence[str]) -> bool:
    """Whether the first of some words begins a sentence, and is not followed by a number that makes it a name."""
    before = text[: found.start()].rstrip()
    numbered = len(words) > 1 and _DIGIT.search(words[1])
    return len(words) == len(found[0].split()) and not numbered and (not before or before[-1] in ".?!:|")


def _items(text: str, language: Language) -> tuple[str, ...]:
    """The longest enumeration of a question: parts of few words between commas, at least three in a row."""
    best: list[str] = []
    for said in _ANNOUNCED.split(text):
        run: list[str] = []
        for part in _PARTS.split(said):
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
    return _framing().union(language.stop_words)


def _several(text: str, language: Language) -> bool:
    """Whether a word in the plural stands behind one that asks."""
    words = f" {name_key(text)} "
    if any(f" {phrase} " in words for phrase in _table("several", "always")):
        return True
    behind = (words.partition(f" {phrase} ")[2].split() for phrase in _table("several", "before"))
    return any(rest and rest[0] not in language.stop_words and rest[0].endswith(tuple(_table("several", "endings"))) for rest in behind)


def _without(text: str, names: Sequence[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def _beyond(words: str, others: Sequence[str]) -> str:
    """Words without some others."""
    spaced = _without(f" {words} ", [f" {other} " for other in others])
    return " ".join(spaced.split())


def _focus(text: str) -> str:
    """Words without those that ask."""
    words = f" {name_key(text)} "
    for _, patterns in (*_patterns("shapes"), *_patterns("past")):
        for pattern in patterns:
            words = pattern.sub(_between, words)
    framing = _framing()
    return " ".join(word for word in _unasked(words).split() if word not in framing and (len(word) > 1 or word.isdigit()))


def _between(found: re.Match[str]) -> str:
    """The words for which a pattern has a ``*``."""
    words = found[0].split()
    return " ".join(("", *words[1:-1], "")) if len(words) > LONGEST_ITEM else " "


def _unasked(words: str) -> str:
    """Words without those that ask for a value, which come first: *limit* asks once, and is then a thing like any other."""
    found = [hit for table in ("wanted", "quantity") for _, patterns in _patterns(table) for one in patterns if (hit := one.search(words))]
    if not found:
        return words
    first = min(found, key=lambda hit: (hit.start(), -hit.end()))
    return f"{words[: first.start()]} {words[first.end() :]}"


def _parts_of(text: str) -> Iterator[str]:
    """The parts of a question, the one that asks first."""
    last_first = [one for one in _SENTENCES.split(text) if one][::-1]
    for sentence in sorted(last_first, key=lambda one: not _asks(one)):
        for said in reversed(_ANNOUNCED.split(sentence)):
            yield from sorted(_ASIDE.split(said), key=lambda one: not _asks(one))


def _places(text: str, language: Language) -> Iterator[str]:
    """The words directly before each word for a document, back to one that says nothing."""
    words, documents = name_key(text).split(), _table("framing", "documents")
    for at in (at for at, word in enumerate(words) if word in documents):
        telling = takewhile(lambda word: len(word) > 1 and word not in _passed_over(language), reversed(words[:at]))
        if place := " ".join([*telling][::-1]):
            yield place


def _asks(text: str) -> bool:
    """Whether words ask, or only tell circumstances."""
    return bool(_told(text, "asking"))


def _wanted(text: str, language: Language) -> Iterator[Wanted]:
    """What an answer must hold: the thing that is counted, else what the words tell."""
    found = [signal for thing in _counted(text) for signal in signals(f"2 {thing}", language)]
    counted = [Wanted(signal.kind, signal.unit) for signal in found if signal.kind in ANCHORS]
    told = [Wanted(kind) for kind in _told(text, "wanted")]
    yield from counted or told or (map(Wanted, QUANTITIES) if _told(text, "quantity") else ())


def _units(text: str, language: Language) -> Iterator[str]:
    """The words for units in which an answer is wanted (how many *days*); what is counted itself is none."""
    for word in (thing.split()[0] for thing in _counted(text) if thing):
        if any(signal.kind in ANCHORS and signal.kind != "count" for signal in signals(f"2 {word}", language)):
            yield word


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
def _framing() -> frozenset[str]:
    """The words with which a question speaks of documents, of time, and of what documents do."""
    return frozenset(word for read in _files() for words in read["framing"].values() for word in map(name_key, words))


@lru_cache(maxsize=1)
def _files() -> Sequence[Mapping[str, Any]]:
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.toml"))]


def _pattern(phrase: str) -> re.Pattern[str]:
    """Words as they are written; ``*`` stands for up to six others."""
    parts = [re.escape(name_key(part)) for part in phrase.split("*")]
    return re.compile(" " + r" (?:\S+ ){1,6}".join(parts) + " ")
