"""Scope: for whom a document or a passage holds, and whether what it says can take the place of something else.

place        a state or another jurisdiction that a document names as its own (``state: Arden``, ``in the State of Arden``)
attachment   what holds only where it is attached (an endorsement, a rider); the editions of one attachment are the same one
reach        a scope reaches another if it holds wherever the other does; only then may it retire what stands there
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.beliefs.standing.model import Library, Source
from lineproof.beliefs.standing.topics import sentences
from lineproof.beliefs.standing.words import Words, load
from lineproof.evidence.names import name_key

CODE: Final = 2
"""Letters of the code of a state."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where something holds: everywhere if ``places`` is empty, on every policy or product if ``attachment`` is None."""

    places: frozenset[str] = frozenset()
    attachment: str | None = None

    def reaches(self, other: "Scope") -> bool:
        """Whether this holds wherever the other does."""
        everywhere = not self.places or (bool(other.places) and other.places <= self.places)
        return everywhere and self.attachment in (None, other.attachment)


class Scopes:
    """The scopes of a library's documents and passages."""

    def __init__(self, library: Library) -> None:
        stated = {node: frozenset(_stated_places(source)) for node, source in library.sources.items()}
        self._names = _finder(frozenset().union(*stated.values()))
        self._words = {node: load(source.language) for node, source in library.sources.items()}
        attached = {link.source for link in library.of("attaches_to")}
        self._of = {node: self._scope(source, stated[node], node in attached) for node, source in library.sources.items()}

    def document(self, document: str) -> Scope:
        """The scope of a document."""
        return self._of[document]

    def passage(self, document: str, texts: Iterable[str]) -> Scope:
        """The scope of words in a document: narrowed to the places that they name, if the document is not."""
        whole = self._of[document]
        if whole.places:
            return whole
        pattern = self._words[document].place
        named = frozenset(name for text in texts for name in (*_named(self._names, text), *_placed(pattern, text)))
        return replace(whole, places=named) if named else whole

    def _scope(self, source: Source, stated: frozenset[str], attached: bool) -> Scope:
        words = load(source.language)
        places = stated or frozenset(self._limited(source, words))
        attachment = attached or any(words.attachment.search(text) for text in (source.title, *source.opening))
        return Scope(places, (name_key(source.identifier or "") or source.document_id) if attachment else None)

    def _limited(self, source: Source, words: Words) -> Iterator[str]:
        """Places known in the library that a document names in its title, or where it says what it applies to."""
        yield from _named(self._names, source.title)
        for line in source.opening:
            for start, end in sentences(line) if any(_named(self._names, line)) else ():
                if words.applies.search(line[start:end]):
                    yield from _named(self._names, line[start:end])


def limits(source: Source) -> frozenset[str]:
    """All lines of metadata by which a document tells for which places, products or people it holds, folded."""
    words = load(source.language)
    return frozenset(
        " ".join(line.casefold().split()) for line in source.opening if words.place_field.match(line) or words.limit_field.match(line)
    )


def _stated_places(source: Source) -> Iterator[str]:
    """Places that a document itself calls a state, in a field or in words."""
    words = load(source.language)
    for line in source.opening:
        if field := words.place_field.match(line):
            yield from _listed(field["places"], words.no_places)
        else:
            yield from _placed(words.place, line)
    yield from _placed(words.place_title, source.title)


def _listed(value: str, never: Sequence[str]) -> Iterator[str]:
    for name in re.split(r"\s*[,;/]\s*|\s+(?:and|und|&)\s+", value.strip(" []\"'")):
        if name[:1].isupper() and _folded(name) not in never:
            yield _folded(name)


def _folded(name: str) -> str:
    return name.strip().casefold()


def _finder(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern of all names; codes of two letters are words elsewhere (``IN``, ``OR``)."""
    long = sorted((name for name in names if len(name) > CODE), key=lambda name: (-len(name), name))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, long))})\b", re.IGNORECASE) if long else None


def _named(names: re.Pattern[str] | None, text: str) -> Iterator[str]:
    """The places that a text names; their names begin with a capital."""
    found = names.finditer(text) if names else ()
    return (_folded(match[0]) for match in found if match[0][:1].isupper())


def _placed(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (_folded(found["place"]) for found in pattern.finditer(text))
