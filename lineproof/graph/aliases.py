"""Aliases: names of documents, and defined terms, where they stand in running text as they are.

name    the words of a title, short title, abbreviation or term, in the form in which they are compared: exactly (a term may begin a
        sentence with a capital), or by stem in a language that inflects
pattern a piece of text that stands in every text which holds the name; one Aho-Corasick automaton over all patterns tells which
        paragraphs are worth a closer look
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ahocorasick_rs import AhoCorasick

from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.names import name_key, stem, stem_key

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_APOSTROPHES = {ord("’"): "'", ord("‘"): "'"}
_ABBREVIATION = re.compile(r"(?:[A-ZÄÖÜ][\wäöüß]*){2,}")


@dataclass(frozen=True, slots=True)
class Name:
    """A name to look for; ``key`` is what to look up when it is found, ``term`` whether it is a defined term."""

    key: str
    words: tuple[str, ...]
    written: str
    term: bool


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name found in a text."""

    start: int
    end: int
    name: Name


class NameFinder:
    """Finds names in text; inflecting languages are compared by stem."""

    def __init__(self, names: Iterable[Name], inflects: bool, language: str) -> None:
        self.inflects = inflects
        self.language = language
        self.by_beginning: dict[tuple[str, ...], list[Name]] = defaultdict(list)
        for name in sorted(set(names), key=lambda name: (-len(name.words), name.key, name.written)):
            self.by_beginning[name.words[:2]].append(name)
        self.by_pattern: dict[str, list[Name]] = defaultdict(list)
        for found in self.by_beginning.values():
            for name in found:
                for pattern in self._patterns(name):
                    self.by_pattern[pattern].append(name)
        self.patterns = sorted(self.by_pattern)
        self.automaton = AhoCorasick(self.patterns)

    def __bool__(self) -> bool:
        return bool(self.by_beginning)

    def find(self, text: str) -> Iterator[Occurrence]:
        """All names in a text from left to right, the longest at each place, without overlaps."""
        matches = self.automaton.find_matches_as_indexes(plain(text) if self.inflects else _straight(text), overlapping=not self.inflects)
        if matches and self.inflects:
            yield from self._by_stem(text)
        elif matches:
            yield from self._as_written(text, matches)

    def _as_written(self, text: str, matches: Iterable[tuple[int, int, int]]) -> Iterator[Occurrence]:
        """Whole words only; of names that begin at one place the longest, of names that overlap the first."""
        whole = [
            (start, -end, pattern)
            for pattern, start, end in matches
            if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
        ]
        position = 0
        for start, minus_end, pattern in sorted(whole):
            if start >= position:
                position = -minus_end
                yield Occurrence(start, position, self.by_pattern[self.patterns[pattern]][0])

    def _by_stem(self, text: str) -> Iterator[Occurrence]:
        found = [(match.start(), match.end(), _form(match[0], self.inflects, self.language)) for match in _WORD.finditer(text)]
        position = 0
        while position < len(found):
            name = self._at(text, found, position)
            if name is None:
                position += 1
                continue
            last = position + len(name.words) - 1
            yield Occurrence(found[position][0], found[last][1], name)
            position = last + 1

    def _patterns(self, name: Name) -> tuple[str, ...]:
        """A stem is the beginning of every form of its word, accents aside; other names stand as they are written."""
        if self.inflects:
            return (plain(max(name.words, key=len)),)
        written = _straight(name.written)
        return (written, written[:1].upper() + written[1:]) if name.term else (written,)

    def _at(self, text: str, found: Sequence[tuple[int, int, str]], position: int) -> Name | None:
        beginning = tuple(form for _, _, form in found[position : position + 2])
        candidates: list[Name] = [*self.by_beginning.get(beginning, ()), *self.by_beginning.get(beginning[:1], ())]
        for name in candidates:
            end = position + len(name.words)
            if end <= len(found) and all(found[position + n][2] == word for n, word in enumerate(name.words)):
                written = text[found[position][0] : found[end - 1][1]]
                if written[:1] == name.written[:1] and (len(name.words) > 1 or _stem_like(written, name.written)):
                    return name
        return None


def spellings(term: str) -> tuple[str, ...]:
    """A term as it is defined; one that is defined at the start of a sentence (`“Actual cash value” means`) also as within one."""
    return (term, term[:1].lower() + term[1:]) if term[1:].islower() else (term,)


def document_name(written: str, key: str, grammar: Grammar, chosen: bool = False) -> Name | None:
    """A document's name as one to look for in running text.

    None where it is too common a word to be a citation, unless the owner of the corpus has ``chosen`` it.
    """
    inflects = grammar.inflects
    words = _words(written, inflects, grammar.language)
    if not words or not (chosen or _distinctive(written, words, grammar, inflects)):
        return None
    return Name(stem_key(written, grammar.language) if inflects else key, words, " ".join(written.split()), term=False)


def term_name(written: str, key: str, inflects: bool, language: str) -> Name | None:
    """A defined term as a name to look for."""
    words = _words(written, inflects, language)
    return Name(key, words, " ".join(written.split()), term=True) if words and len(written) > 2 else None


def is_shared(term: Name) -> bool:
    """Whether a term is distinctive enough to be recognised outside of the document that defines it: several words."""
    return len(term.words) > 1


def _straight(text: str) -> str:
    """Text with straight apostrophes, which titles and those who cite them mix with curly ones."""
    return text.translate(_APOSTROPHES) if "’" in text or "‘" in text else text


_ACCENTS = {code: base for code in range(0xC0, 0x250) if (base := unicodedata.normalize("NFD", chr(code).casefold())[:1]) != chr(code)}


def plain(text: str) -> str:
    """Folded text without the accents of Latin letters."""
    return text.casefold().translate(_ACCENTS)


def _words(written: str, inflects: bool, language: str) -> tuple[str, ...]:
    return tuple(_form(match[0], inflects, language) for match in _WORD.finditer(written))


@lru_cache(maxsize=400_000)
def _form(word: str, inflects: bool, language: str) -> str:
    folded = word.casefold()
    return stem(folded, language) if inflects else folded


def _distinctive(written: str, words: Sequence[str], grammar: Grammar, inflects: bool) -> bool:
    capitals = sum(word[:1].isupper() or word[:1].isdigit() for word in written.split())
    if len(words) == 1:
        compound = inflects and re.search(rf"\w{{3}}{grammar.any_of('law_suffix')}$", written, re.IGNORECASE)
        return bool(_ABBREVIATION.fullmatch(written) and len(written) > 2 and inflects) or bool(compound)
    if len(words) == 2:
        return capitals == 2 and any(word in grammar.nouns for word in words)
    return (capitals >= 2 or len(words) >= 4) and not name_key(written).isdigit()


def _stem_like(text: str, written: str) -> bool:
    """A single inflected word may gain or lose an ending, but an abbreviation must stand as it is."""
    return text == written if _ABBREVIATION.fullmatch(written) else abs(len(text) - len(written)) <= 3
