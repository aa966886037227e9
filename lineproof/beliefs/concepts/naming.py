"""Naming: which concepts a text names, by the keys of its words.

sieve   tells quickly which texts may name some keys at all: those that have every word of one of them, wherever it stands
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.concepts.vocabulary import load
from lineproof.beliefs.concepts.words import Role, Word, chunks, key_of, parts_of, words

LONGEST: Final = 8
"""Words of a key, beyond which none is looked for."""


@dataclass(frozen=True)
class Names:
    """The concept of each key, and how many words the longest key has that begins with a word."""

    by_key: Mapping[str, str]
    longest: Mapping[str, int]

    @classmethod
    def of(cls, by_key: Mapping[str, str]) -> "Names":
        """Names by their keys."""
        longest: dict[str, int] = {}
        for key in by_key:
            parts = key.split()
            longest[parts[0]] = max(longest.get(parts[0], 0), len(parts))
        return cls(by_key, longest)


def named(text: str, language: str, names: Names) -> frozenset[str]:
    """The concepts that a text names."""
    row = [word for word in words(text, language) if word.role is not Role.ARTICLE]
    keys = _keys(row, load(language).capitalised_nouns)
    found: set[str] = set()
    for start, key in enumerate(keys):
        if not (most := names.longest.get(key.partition(" ")[0])):
            continue
        for end in range(start + 1, min(start + min(most, LONGEST), len(row)) + 1):
            if end - start > 1 and (row[end - 1].opens or row[end - 2].closes):
                break
            if concept := names.by_key.get(" ".join(keys[start:end])):
                found.add(concept)
    return frozenset(found)


class Sieve:
    """Lets through every text of a language that names one of some keys, and few others; each word of all texts is looked at once."""

    def __init__(self, keys: Iterable[str], language: str) -> None:
        self._language = language
        words_of_keys = [key.split() for key in keys]
        self._keys = [frozenset(parts) for parts in words_of_keys]
        self._longest = {max(parts, key=len) for parts in words_of_keys}
        self._seen: set[str] = set()
        self._telling: set[str] = set()

    def passes(self, text: str) -> bool:
        """Whether a text may name one of the keys."""
        if not self._keys:
            return False
        held = set(chunks(text))
        self._look_at(held - self._seen)
        if self._telling.isdisjoint(held):
            return False
        parts = frozenset().union(*(parts_of(chunk, self._language) for chunk in held))
        return any(key <= parts for key in self._keys)

    def _look_at(self, fresh: set[str]) -> None:
        """Keep of some chunks those that hold the longest word of a key, which few texts have."""
        self._seen |= fresh
        self._telling.update(chunk for chunk in fresh if not self._longest.isdisjoint(parts_of(chunk, self._language)))


def _keys(row: Sequence[Word], capitalised_nouns: bool) -> list[str]:
    if not capitalised_nouns:
        return [word.key for word in row]
    return [key_of((word,), capitalised_nouns) for word in row]
