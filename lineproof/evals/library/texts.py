"""Texts from frames: a frame is a sentence with names in braces, which words, values, references or other texts take."""

import re
from collections.abc import Iterator
from typing import Final

from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.model import Piece, Text

_NAME: Final = re.compile(r"\{(\w+)\}")


def fill(frame: str, **parts: Piece | Text) -> Text:
    """The text of a frame, which begins with a capital; a name in capitals takes the words of the small one, capitalised."""
    text: list[Piece] = []
    for piece in _pieces(frame, parts):
        if isinstance(piece, str) and text and isinstance(text[-1], str):
            text[-1] += piece
        elif piece:
            text.append(piece)
    first = text[0]
    return (capitalised(first), *text[1:]) if isinstance(first, str) else tuple(text)


def _pieces(frame: str, parts: dict[str, Piece | Text]) -> Iterator[Piece]:
    for at, word in enumerate(_NAME.split(frame)):
        part = word if at % 2 == 0 else parts[word.lower()]
        if isinstance(part, str) and at % 2 and word != word.lower():
            part = capitalised(part)
        yield from part if isinstance(part, tuple) else (part,)


def lowered(text: Text) -> Text:
    """Without the capital at its beginning, to stand behind other words."""
    first = text[0]
    return (first[:1].lower() + first[1:], *text[1:]) if isinstance(first, str) else text
