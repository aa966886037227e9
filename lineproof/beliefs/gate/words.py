"""Words of the gate: what the words of one language do in a sentence, read from one data file a language.

operator   a word or phrase that changes the force of a sentence; it has a kind (negation, modality, condition, exception,
           quantifier, comparison) and a class: phrases of one class say the same (``not more than`` and ``at most``)
weak       an operator that is one only beside a value (``over 30 days``, but not ``over TLS``)
function   a word without a meaning of its own (``the``); it counts for nothing
filler     a word that a statement may add, since it only says that something is there
opposite   a word that denies another (``first`` and ``last``)

A language without such a file is compared word for word: nothing of it may be added or left out.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.beliefs.gate.keys import Keys
from lineproof.evidence.language import DEFAULT, Language, available, load

FOLDER: Final = Path(__file__).parent / "words"
KINDS: Final = ("negation", "modality", "condition", "exception", "quantifier", "comparison")

Phrase = tuple[str, ...]
Operators = Mapping[str, tuple[tuple[Phrase, str], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one language; compared by identity, since ``words_of`` yields each language once."""

    language: Language
    keys: Keys
    known: bool
    """Whether the language has a file here."""
    function: frozenset[str]
    fillers: frozenset[str]
    """The fillers as they are written, and their keys."""
    exact: Mapping[str, str]
    """Words that stand for a value (number words, ``daily``, ``tenth``) with it."""
    operators: Operators
    """First word of a phrase to the phrases with their class, longest first."""
    kind_of: Mapping[str, str]
    opposites: Mapping[str, frozenset[str]]
    """Key to the keys that deny it."""
    prefixes: tuple[str, ...]
    """What turns a word into its opposite when it stands before it."""
    lists: Mapping[str, frozenset[str]]
    """Words by what they do (``preposition``, ``relative``, ``agent``, ``weak``, ...)."""
    undone: tuple[str, ...]
    """Phrases with which a sentence takes back what another says."""
    negated: Mapping[str, str]
    negation_distance: int
    infinitive: str
    glued: Mapping[str, str]
    """Ends of words that begin with a number word to the unit of time that they stand for."""
    implied: Mapping[str, str]
    """Nouns that state a limit to the class of operators that they stand for (``maximum``: ``at_most``)."""
    contracted: Mapping[str, str]
    """Prepositions that hold an article to those without (``zum``: ``zu``)."""


@lru_cache(maxsize=64)
def words_of(code: str) -> Words:
    """The words of a language; those of an unknown language are compared word for word."""
    path = FOLDER / f"{code}.toml"
    known = code in available() and path.exists()
    table = tomllib.loads(path.read_text(encoding="utf-8")) if known else {}
    return _words(load(code if code in available() else DEFAULT), Keys.of(code, table), table)


def _words(language: Language, keys: Keys, table: Mapping[str, Any]) -> Words:
    phrases, negated, opposite = table.get("phrases", {}), table.get("negated", {}), table.get("opposite", {})
    function = language.stop_words.union(table.get("function", ())) if table else frozenset()
    return Words(
        language=language,
        keys=keys,
        known=bool(table),
        function=frozenset(function),
        fillers=frozenset(form for word in table.get("filler", ()) for form in (word, keys.key(word))),
        exact=_exact(language, table),
        operators=_operators(table),
        kind_of={name: kind for kind in KINDS for name in table.get(kind, {})},
        opposites=_opposites(keys, opposite.get("pairs", ())),
        prefixes=tuple(opposite.get("prefixes", ())),
        lists=defaultdict(frozenset, _lists(table)),
        undone=tuple(phrases.get("undone", ())),
        negated={name: other for name, other in negated.items() if name != "distance"},
        negation_distance=negated.get("distance", 0),
        glued={end: unit for unit, ends in table.get("glued", {}).items() for end in ends},
        implied=table.get("implied", {}),
        contracted=table.get("contracted", {}),
        infinitive=table.get("infinitive", {}).get("mark", ""),
    )


def _operators(table: Mapping[str, Any]) -> Operators:
    by_first: dict[str, list[tuple[Phrase, str]]] = defaultdict(list)
    for kind in KINDS:
        for name, phrases in table.get(kind, {}).items():
            for phrase in phrases:
                words = tuple(phrase.split())
                by_first[words[0]].append((words, name))
    return {first: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for first, entries in by_first.items()}


def _exact(language: Language, table: Mapping[str, Any]) -> Mapping[str, str]:
    numbers = {word: f"number:{value}" for word, value in language.numbers.words.items() if word not in language.numbers.articles}
    named = table.get("exact", {})
    return numbers | {word: f"number:{name}" if name.isdigit() else f"word:{name}" for name, words in named.items() for word in words}


def _opposites(keys: Keys, pairs: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        found[keys.key(one)].add(keys.key(other))
        found[keys.key(other)].add(keys.key(one))
    return {key: frozenset(others) for key, others in found.items()}


def _lists(table: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    return {
        name: frozenset(words)
        for part in ("phrases", "beside", "free", "infinitive")
        for name, words in table.get(part, {}).items()
        if isinstance(words, list)
    }
