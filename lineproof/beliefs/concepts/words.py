"""Words: a text as a row of words with what each of them does in a phrase, and the keys of words and phrases.

core     a word without the punctuation around it
role     ARTICLE, VERB_OPENER, CONNECTOR or FUNCTION (function words), BOUNDARY (verbs, adverbs), VAGUE (adjectives of little meaning),
         CONTENT (may be part of a topic), or OTHER (numbers, code, addresses)
light    whether a word of CONTENT names no topic by itself
opens    whether a phrase cannot go on from the word before, since punctuation stands between; ``closes`` the same for the word after
"""

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from lineproof.beliefs.concepts.vocabulary import Rewriting, Vocabulary, load

MARKUP: Final = re.compile(r"`[^`\n]*`|\]\([^)\s]*\)|<[^<>\n]{1,80}>|\[\[?(?=\w)|(?<=\w)\]\]?(?:\[[^\]]*\])?")
"""Code and the addresses of links; a link keeps its words."""
LEADING: Final = "([{<\"'“”„‘’«»‹›*_~-–—•·|"
TRAILING: Final = ")]}>\"'“”„‘’«»‹›*_~-–—.,;:!?…|"
WORD: Final = re.compile(
    r"(?:[^\W\d_]+(?:['’][^\W\d_]+)?|[A-Z]{2,}s|[A-Z][A-Za-z]*\d{1,3})(?:[-‑](?:[^\W\d_]+|[A-Z]*\d{1,3}))*|[^\W\d_]+['’]"
)
CAMEL: Final = re.compile(r"[^\W_]*[a-zäöüß][A-Z]\w*")
ACRONYM: Final = re.compile(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9]{1,7}(?:[-‑][A-Z0-9]{1,6})*")
PLURAL_ACRONYM: Final = re.compile(r"([A-Z]{2,})s")
PARTS: Final = re.compile(r"[-‑]")
SENTENCE_END: Final = frozenset(".!?:")
LONGEST_WORD: Final = 45


class Role(IntEnum):
    """What a word does in a phrase."""

    ARTICLE = 0
    VERB_OPENER = 1
    CONNECTOR = 2
    FUNCTION = 3
    BOUNDARY = 4
    VAGUE = 5
    CONTENT = 6
    OTHER = 7


class Word(NamedTuple):
    """A word of a text; ``key`` is that of a noun, ``modifier_key`` that of a word before a noun; ``ends`` whether a sentence ends here."""

    core: str
    lower: str
    key: str
    modifier_key: str
    role: Role
    light: bool
    opens: bool
    closes: bool
    ends: bool


def words(text: str, language: str) -> list[Word]:
    """The words of a text in order, by the vocabulary of its language."""
    return [_word(chunk, language) for chunk in chunks(text)]


def chunks(text: str) -> list[str]:
    """What stands between the blanks of a text, its markup taken out: a word each, with the punctuation around it."""
    plain = MARKUP.sub(_blank, text) if "`" in text or "](" in text or "<" in text or "[" in text else text
    return plain.split()


def parts_of(chunk: str, language: str) -> frozenset[str]:
    """The words of the keys that a chunk may have in a phrase; a word with a hyphen has a key of several."""
    word = _word(chunk, language)
    return frozenset((*word.key.split(), *word.modifier_key.split()))


def _blank(found: re.Match[str]) -> str:
    """What stands in place of markup: code bounds a phrase, brackets do not."""
    return " = " if found.group()[0] in "`<" else ""


@lru_cache(maxsize=65_536)
def _word(chunk: str, language: str) -> Word:
    vocabulary = load(language)
    bare = chunk.lstrip(LEADING)
    core = bare.rstrip(TRAILING)
    opens, tail = len(bare) < len(chunk), bare[len(core) :]
    lower = core.lower().replace("’", "'")
    role = Role.OTHER if tail.startswith("-") else _role(core, lower, vocabulary)
    key, modifier = _keys(core, language) if role is Role.CONTENT else (lower, lower)
    light = lower in vocabulary.light or key in _light_keys(language)
    return Word(core, lower, key, modifier, role, light, opens, bool(tail), not SENTENCE_END.isdisjoint(tail))


@lru_cache(maxsize=65_536)
def _keys(core: str, language: str) -> tuple[str, str]:
    """The keys of a word as a noun and before one."""
    vocabulary = load(language)
    lower = core.lower().replace("’", "'")
    noun = _key(core, lower, vocabulary.noun_endings, vocabulary)
    return noun, _key(core, lower, vocabulary.modifier_endings, vocabulary) if vocabulary.capitalised_nouns else noun


@lru_cache(maxsize=64)
def _light_keys(language: str) -> frozenset[str]:
    vocabulary = load(language)
    return frozenset(_key(word, word, vocabulary.noun_endings, vocabulary) for word in vocabulary.light)


def _role(core: str, lower: str, vocabulary: Vocabulary) -> Role:
    if lower in vocabulary.connectors:
        return Role.CONNECTOR
    if lower in vocabulary.articles:
        return Role.ARTICLE
    if lower in vocabulary.verb_openers:
        return Role.VERB_OPENER
    if lower in vocabulary.function_words:
        return Role.FUNCTION
    if lower in vocabulary.boundaries or vocabulary.boundary.fullmatch(core):
        return Role.BOUNDARY
    if lower in vocabulary.vague:
        return Role.VAGUE
    usable = 1 < len(core) <= LONGEST_WORD and WORD.fullmatch(core) and not CAMEL.fullmatch(core)
    return Role.CONTENT if usable else Role.OTHER


def _key(core: str, lower: str, endings: Sequence[Rewriting], vocabulary: Vocabulary) -> str:
    if ACRONYM.fullmatch(core):
        return lower
    if found := PLURAL_ACRONYM.fullmatch(core):
        return found.group(1).lower()
    return " ".join(_folded(part, endings, vocabulary) for part in PARTS.split(lower) if part)


def _folded(word: str, endings: Sequence[Rewriting], vocabulary: Vocabulary) -> str:
    for pattern, replacement in (*vocabulary.spellings, *endings):
        word = pattern.sub(replacement, word)
    return _without_accents(word)


def _without_accents(word: str) -> str:
    if word.isascii():
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def key_of(phrase: Sequence[Word], capitalised_nouns: bool) -> str:
    """The key of a phrase: the keys of its words without articles, joined by blanks."""
    counted = [word for word in phrase if word.role is not Role.ARTICLE]
    return " ".join(word.modifier_key if capitalised_nouns and word.core[:1].islower() else word.key for word in counted)


def joined(phrase: Sequence[Word]) -> str:
    """The words as they stand, joined by blanks."""
    return " ".join(word.core for word in phrase)
