"""Bearing: what is to be known of lines beside their words: the flags of the paragraphs on them, and of turns who says them and when."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from lineproof.recall.columns import columns_of, positions_of
from lineproof.recall.force import flags_of
from lineproof.recall.verbatim import passages_of
from lineproof.recall.view import View


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn with its speaker (``text``) by the line on which it begins; ``day`` is that on which it was said, ``""`` where nobody tells.

    ``sound``: it is as it was stored.
    """

    line: int
    day: str
    text: str
    sound: bool

    @property
    def dated(self) -> str:
        """The turn behind its day."""
        return f"{self.day}, {self.text}" if self.day else self.text


def flags_on(view: View, path: str, first: int, last: int) -> tuple[str, ...]:
    """The flags of some lines of a document without a day; one that only some of their paragraphs have tells their lines."""
    numbers = _on(view, path, first, last)
    bearing: dict[str, list[int]] = {}
    for number, flags in flags_of(view, numbers, None).items():
        for flag in flags:
            bearing.setdefault(flag, []).append(number)
    return tuple(flag if len(of) == len(numbers) else f"{flag} [{_lines(view, of)}]" for flag, of in bearing.items())


def turns_on(view: View, path: str, first: int, last: int) -> list[Spoken]:
    """The turns that begin on some lines of a document; where none does, that on whose lines these are."""
    columns = columns_of(view)
    turns = [number for number in _on(view, path, first, last) if columns.kinds[number] == "turn"]
    turns = [number for number in turns if columns.first_line[number] >= first] or turns
    return [
        Spoken(
            line=max(first, int(columns.first_line[number])),
            day=passage.said.date().isoformat() if passage.said else "",
            text=passage.text,
            sound=passage.sound,
        )
        for number, passage in zip(turns, passages_of(view, turns), strict=True)
    ]


def _on(view: View, path: str, first: int, last: int) -> list[int]:
    """The numbers of the paragraphs of a document that stand on some of its lines, in their order."""
    columns, position = columns_of(view), positions_of(view).get(path)
    if position is None:
        return []
    start, end = columns.starts[position : position + 2].tolist()
    within = (columns.first_line[start:end] <= last) & (columns.last_line[start:end] >= first)
    return [start + at for at in np.flatnonzero(within).tolist()]


def _lines(view: View, numbers: Sequence[int]) -> str:
    """The lines of some paragraphs, those of neighbours together."""
    columns = columns_of(view)
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0])]
    return ", ".join(_span(int(columns.first_line[run[0]]), int(columns.last_line[run[-1]])) for run in runs)


def _span(first: int, last: int) -> str:
    return f"L{first}" if first == last else f"L{first}-L{last}"
