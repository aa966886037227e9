"""Differences: which words of two statements are not the same.

piece   a run of words that both statements have, or only this one
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

MOST_WORDS: Final = 400
"""Words up to which statements are compared; the comparison is quadratic."""
LEAST_ALIKE: Final = 0.6
"""Statements that share less are two statements, not two wordings of one: nothing is marked."""
_WORDS: Final = re.compile(r"\w+(?:[.,:/'’-]\w+)*|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text; ``own`` where the other statement does not have it."""

    text: str
    own: bool = False


def compare(old: str, new: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The pieces of both statements; joined they are the statements."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if max(len(before), len(after)) > MOST_WORDS:
        return (Piece(old),), (Piece(new),)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < LEAST_ALIKE:
        return (Piece(old),), (Piece(new),)
    steps = matcher.get_opcodes()
    return (
        _joined(Piece("".join(before[start:end]), tag != "equal") for tag, start, end, _, _ in steps),
        _joined(Piece("".join(after[start:end]), tag != "equal") for tag, _, _, start, end in steps),
    )


def _joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces that are not empty; those with only blanks between them become one."""
    return tuple(_bridged([piece for piece in pieces if piece.text]))


def _bridged(pieces: list[Piece]) -> Iterator[Piece]:
    position = 0
    while position < len(pieces):
        piece = pieces[position]
        while piece.own and position + 2 < len(pieces) and pieces[position + 1].text.isspace():
            piece = Piece(piece.text + pieces[position + 1].text + pieces[position + 2].text, True)
            position += 2
        yield piece
        position += 1
