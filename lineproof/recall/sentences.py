"""Sentences: where the sentences of a text begin and end, by their marks alone."""

import re
from collections.abc import Iterator
from typing import Final

_BETWEEN: Final = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[^\W_a-z])")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, as they stand."""
    return [part for part in _BETWEEN.split(text) if part.strip()]


def spans_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end, with the marks that close them; without the blanks between them."""
    begin = 0
    for between in _BETWEEN.finditer(text):
        yield begin, between.start() + len(between.group().rstrip())
        begin = between.end()
    if begin < len(text):
        yield begin, len(text)
