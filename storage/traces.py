"""Traces: by what an erased text would be known again, wherever something of it is left.

said      what the rows of the erased say: texts of any length
trace     a text of several words, or a single word, that is said by what is erased and by nothing else
shared    what other sources say in the same words, or the program by itself; it proves nothing and stays where it is
"""

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ahocorasick_rs import AhoCorasick, BytesAhoCorasick

SHORTEST_TEXT: Final = 12
SHORTEST_WORD: Final = 4
SHORTEST_NUMBER: Final = 6
SHORTEST_IN_BYTES: Final = 9
"""Compressed text keeps pieces of up to eight bytes, which are no trace of a word."""
GAP: Final = "\n\0\n"
BATCH: Final = 5_000
PROGRAM: Final = ("lineproof", "storage", "assets", "checks", "pipelines")
PROGRAM_TEXTS: Final = frozenset({".py", ".toml", ".md", ".j2", ".txt", ".html", ".css", ".js"})

_PART: Final = re.compile(r"[^\W_]+")
_WORD: Final = re.compile(rf"[^\W_]{{{SHORTEST_WORD},}}")


@dataclass(frozen=True)
class Traces:
    """What must be found nowhere, as it was written; case and blanks make no difference but in bytes."""

    texts: frozenset[str]
    words: frozenset[str]

    def holds(self, text: str) -> bool:
        """Whether a text says something of the erased."""
        return bool(self._patterns.find_matches_as_indexes(folded(text))) or not self._words.isdisjoint(words(text))

    def in_bytes(self, raw: bytes) -> bool:
        """Whether raw bytes show something of it; a word only where it ends on both sides."""
        return any(
            number < len(self.texts) or not (_joins(raw, start - 1) or _joins(raw, end))
            for number, start, end in self._bytes.find_matches_as_indexes(raw)
        )

    def without(self, shared: Iterable[str]) -> "Traces":
        """What none of some other texts says."""
        texts = {folded(text) for text in self.texts}
        unshared = set(self._words)
        for text in joined(shared):
            unshared -= words(text)
            texts -= _found(texts, folded(text))
        return Traces(
            frozenset(text for text in self.texts if folded(text) in texts),
            frozenset(word for word in self.words if word.casefold() in unshared),
        )

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(map(str.casefold, self.words))

    @cached_property
    def _patterns(self) -> AhoCorasick:
        return AhoCorasick(sorted({folded(text) for text in self.texts}))

    @cached_property
    def _bytes(self) -> BytesAhoCorasick:
        long = [word for word in self.words if len(word) >= SHORTEST_IN_BYTES]
        return BytesAhoCorasick([text.encode() for text in (*sorted(self.texts), *sorted(long))])


def traces(said: Iterable[str]) -> Traces:
    """Everything by which texts can be known again, but for words of this program."""
    own = {part for text in said for part in (text.strip(), *map(str.strip, text.splitlines()))}
    texts = frozenset(text for text in own if len(text) >= SHORTEST_TEXT and len(_PART.findall(text)) > 1)
    spelled = {word for text in own for word in _WORD.findall(text)}
    kept = frozenset(word for word in spelled if not word.isdigit() or len(word) >= SHORTEST_NUMBER)
    return Traces(texts, kept).without(program_texts())


def folded(text: str) -> str:
    """A text as it is compared."""
    return " ".join(text.casefold().split())


def words(text: str) -> set[str]:
    """The words of a text as they are compared."""
    return set(_WORD.findall(text.casefold()))


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


def readings(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Every text that a cell holds: of lists each element, of bytes what they decode to, of JSON each string in it."""
    if isinstance(value, str):
        yield value
        if value[:1] in '{["' and (inner := _parsed(value)) != value:
            yield from readings(inner)
    elif isinstance(value, bytes):
        yield from readings(decoded(value))
    elif isinstance(value, Sequence):
        for each in value:
            yield from readings(each)
    elif isinstance(value, dict):
        yield from readings([*value, *value.values()])


def decoded(raw: bytes) -> str:
    """Bytes as text, whatever they are: packed text is unpacked, wide characters are joined."""
    with suppress(zlib.error):
        raw = zlib.decompress(raw)
    for encoding in ("utf-16-le", "utf-16-be") if b"\0" in raw else ("utf-8",):
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return raw.decode("latin-1")


def _parsed(text: str) -> Any:  # noqa: ANN401
    try:
        return json.loads(text)
    except ValueError:
        return text


def _found(texts: set[str], text: str) -> set[str]:
    if not texts:
        return set()
    patterns = sorted(texts)
    found = AhoCorasick(patterns).find_matches_as_indexes(text, overlapping=True)
    return {patterns[number] for number, _, _ in found}


def _joins(raw: bytes, place: int) -> bool:
    """Whether a letter or digit stands at a place."""
    return 0 <= place < len(raw) and (raw[place : place + 1].isalnum() or raw[place] >= 0x80)
