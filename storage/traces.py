"""Traces: by what an erased text would be known again, wherever something of it is left.

said      what the rows of the erased say: texts of any length
trace     a text of some words, or a single word, that is said by what is erased and by nothing else
shared    what other sources say in the same words, or the program by itself; it proves nothing and stays where it is
moment    a date with a time of day, as turns have it; the program writes its own in the same form, so it is no trace
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final

from ahocorasick_rs import AhoCorasick, BytesAhoCorasick

SHORTEST_TEXT: Final = 5
"""Words in a text; shorter runs come about by chance where headings and sentences are put together."""
SHORTEST_WORD: Final = 4
SHORTEST_NUMBER: Final = 6
SHORTEST_IN_BYTES: Final = 9
"""Compressed text keeps pieces of up to eight bytes, which are no trace of a word."""
GAP: Final = "\nꙮ\n"
"""A letter that no source has, so that no text is found across a border."""
BATCH: Final = 5_000
PROGRAM: Final = ("lineproof", "storage", "assets", "checks", "pipelines")
PROGRAM_TEXTS: Final = frozenset({".py", ".toml", ".md", ".j2", ".txt", ".html", ".css", ".js"})

_WORD: Final = re.compile(r"[^\W_]+")
_MOMENT: Final = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d(:?\d\d)*")


@dataclass(frozen=True)
class Traces:
    """What must be found nowhere, as it was written; case, blanks and punctuation make no difference but in bytes."""

    texts: frozenset[str]
    words: frozenset[str]

    def holds(self, text: str) -> bool:
        """Whether a text says something of the erased."""
        words = words_of(text)
        return not self._words.isdisjoint(words) or bool(self._patterns.find_matches_as_indexes(spaced(words)))

    def in_bytes(self, raw: bytes) -> bool:
        """Whether raw bytes show something of it; a word only where it ends on both sides."""
        return any(
            number < len(self.texts) or not (_joins(raw, start - 1) or _joins(raw, end))
            for number, start, end in self._bytes.find_matches_as_indexes(raw)
        )

    def without(self, shared: Iterable[str]) -> "Traces":
        """What none of some other texts says."""
        found: set[int] = set()
        unshared = set(self._words)
        for text in joined(shared):
            words = words_of(text)
            unshared.difference_update(words)
            found.update(number for number, _, _ in self._patterns.find_matches_as_indexes(spaced(words), overlapping=True))
        return Traces(self._texts_but(found), frozenset(word for word in self.words if word.casefold() in unshared))

    def without_texts(self, composed: Iterable[str]) -> "Traces":
        """What no text says that was put together from other sources; a word is never put together."""
        found: set[int] = set()
        for text in joined(composed):
            found.update(number for number, _, _ in self._patterns.find_matches_as_indexes(spaced(words_of(text)), overlapping=True))
        return Traces(self._texts_but(found), self.words)

    def _texts_but(self, found: Collection[int]) -> frozenset[str]:
        known = {self._forms[number] for number in found}
        return frozenset(text for text in self.texts if spaced(words_of(text)) not in known)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(map(str.casefold, self.words))

    @cached_property
    def _patterns(self) -> AhoCorasick:
        return AhoCorasick(self._forms)

    @cached_property
    def _forms(self) -> list[str]:
        return sorted({spaced(words_of(text)) for text in self.texts})

    @cached_property
    def _bytes(self) -> BytesAhoCorasick:
        long = [word for word in self.words if len(word) >= SHORTEST_IN_BYTES]
        return BytesAhoCorasick([text.encode() for text in (*sorted(self.texts), *sorted(long))])


def traces(said: Iterable[str]) -> Traces:
    """Everything by which texts can be known again, but for words of this program and moments."""
    own = {part for text in said for part in (text.strip(), *map(str.strip, text.splitlines()))}
    texts = frozenset(text for text in own if len(_WORD.findall(text)) >= SHORTEST_TEXT and not _MOMENT.fullmatch(text))
    spelled = {word for text in own for word in _WORD.findall(_MOMENT.sub(" ", text))}
    kept = frozenset(word for word in spelled if len(word) >= (SHORTEST_NUMBER if word.isdigit() else SHORTEST_WORD))
    return Traces(texts, kept).without(program_texts())


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared, in order."""
    return _WORD.findall(text.casefold())


def spaced(words: Sequence[str]) -> str:
    """Words as one text, so that they are found only whole and in this order."""
    return f" {' '.join(words)} "


def joined(texts: Iterable[str]) -> Iterator[str]:
    """Many texts as few long ones, which are searched faster; what stands on a border belongs to neither side."""
    waiting = iter(texts)
    while batch := list(islice(waiting, BATCH)):
        yield GAP.join(batch)


def program_texts() -> Iterator[str]:
    """The files of this program: words of prompts, templates and columns occur in every database."""
    house = Path(__file__).parents[1]
    for folder in PROGRAM:
        for file in sorted((house / folder).rglob("*")):
            if file.suffix in PROGRAM_TEXTS:
                yield file.read_text(encoding="utf-8", errors="replace")


def _joins(raw: bytes, place: int) -> bool:
    """Whether a letter or digit stands at a place."""
    return 0 <= place < len(raw) and (raw[place : place + 1].isalnum() or raw[place] >= 0x80)
