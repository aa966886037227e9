"""Vocabulary: the words of a language by which topics are told from everything else, read from one data file a language.

function word   a stop word of the language; it bounds a phrase and is never part of one, but for connectors
boundary        a verb, an adverb, or another word that no topic holds: it bounds a phrase as a function word does
vague           an adjective that is part of a topic only where something else shows that it is one (``actual cash value``)
light           a noun that names no topic by itself (``number``, ``case``); it may stand within a phrase, not at its end
generic         a heading under which anything may stand (``Introduction``); it is no topic
skipped         a heading whose whole section names no topics (``References``); under one of ``people`` stand names of persons
rewriting       a pattern and its replacement, applied in order
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.evidence.language import load as load_language

FOLDER: Final = Path(__file__).parent / "languages"
GIVEN_NAMES: Final = Path(__file__).parent / "given_names.toml"

NEVER: Final = r"(?!)"

Rewriting = tuple[re.Pattern[str], str]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of one language; compared by identity, since ``load`` yields each file once."""

    function_words: frozenset[str]
    boundaries: frozenset[str]
    boundary: re.Pattern[str]
    """Shape of further words, in lower case, that are boundaries."""
    vague: frozenset[str]
    articles: frozenset[str]
    """Function words that are no part of a key; a phrase before one ended in a verb."""
    verb_openers: frozenset[str]
    """Words behind which a verb stands (``must``)."""
    infinitives: frozenset[str]
    """Words behind which a verb may stand, or a noun (``to``)."""
    connectors: frozenset[str]
    """Words that tie two phrases to one (``of``)."""
    light: frozenset[str]
    generic: frozenset[str]
    skipped: frozenset[str]
    people: frozenset[str]
    person_fields: frozenset[str]
    """Fields of metadata that hold names of persons."""
    addresses: frozenset[str]
    """Words before a name with which one addresses a person, as they are written; they name no topic."""
    capitalised_nouns: bool
    not_last: re.Pattern[str]
    """Shape of a word that does not end a phrase."""
    modifier: re.Pattern[str]
    """Shape of a word that may precede a noun, where nouns are told by their capital."""
    proper_modifier: re.Pattern[str]
    """The same for a word with a capital."""
    noun_endings: Sequence[Rewriting]
    modifier_endings: Sequence[Rewriting]
    spellings: Sequence[Rewriting]


@lru_cache(maxsize=64)
def load(code: str) -> Vocabulary:
    """The vocabulary of a language; one without a file of its own has the stop words of ``lineproof.evidence`` only."""
    path = FOLDER / f"{code}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    language = load_language(code)
    return Vocabulary(
        function_words=language.stop_words | _words(table, "function_words"),
        boundaries=_words(table, "boundaries") | _inflected(table.get("verbs", ())),
        boundary=re.compile(table.get("boundary", NEVER)),
        vague=_words(table, "vague"),
        articles=_words(table, "articles"),
        verb_openers=_words(table, "verb_openers"),
        infinitives=_words(table, "infinitives"),
        connectors=_words(table, "connectors"),
        light=_words(table, "light") | _words(table, "addresses"),
        generic=_words(table, "generic"),
        skipped=_words(table, "skipped"),
        people=_words(table, "people"),
        person_fields=_words(table, "person_fields"),
        addresses=frozenset(table.get("addresses", ())),
        capitalised_nouns=language.nouns.capitalised,
        not_last=re.compile(table.get("not_last", NEVER)),
        modifier=re.compile(table.get("modifier", NEVER)),
        proper_modifier=re.compile(table.get("proper_modifier", NEVER)),
        noun_endings=_rewritings(table, "noun_endings"),
        modifier_endings=_rewritings(table, "modifier_endings"),
        spellings=_rewritings(table, "spellings"),
    )


@lru_cache(maxsize=1)
def given_names() -> frozenset[str]:
    """Given names that are no ordinary words, in lower case."""
    return frozenset(tomllib.loads(GIVEN_NAMES.read_text(encoding="utf-8"))["names"].split())


def _words(table: Mapping[str, Any], name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in table.get(name, ()))


def _inflected(groups: Iterable[Mapping[str, Sequence[str]]]) -> frozenset[str]:
    """Every stem of a group with each of its endings."""
    return frozenset(stem + ending for group in groups for stem in group["stems"] for ending in group["endings"])


def _rewritings(table: Mapping[str, Any], name: str) -> tuple[Rewriting, ...]:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in table.get(name, ()))
