"""Passages of a snapshot: paragraphs by number with what they stand under, and the paragraphs that stand on some lines.

about   the name of the document, then the headings above, outermost first, joined by SEPARATOR
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Passage
from lineproof.recall.columns import NONE, columns_of, homes_of
from lineproof.recall.force import demoted, flags_of
from lineproof.recall.view import View

SEPARATOR: Final = " > "

_TEXTS: Final = (
    "SELECT paragraph_id, text, map_offsets, map_lines FROM evidence.paragraphs WHERE paragraph_id IN (SELECT unnest(?::VARCHAR[]))"
)
_HEADINGS: Final = "SELECT paragraph_id, text FROM evidence.paragraphs WHERE kind = 'heading'"
_SILENT: Final = ("heading", "field")
"""Kinds of paragraphs that say nothing by themselves."""


def passages_of(view: View, numbers: Sequence[int], standing: bool = False) -> tuple[Passage, ...]:
    """Paragraphs as passages, in the order of their numbers as given; ``standing``: with whether they are in force."""
    columns = columns_of(view)
    ids = columns.ids_of(numbers)
    texts = {row[0]: row[1:] for row in view.rows(_TEXTS, [ids])}
    return tuple(
        Passage(
            path=view.documents()[columns.documents[columns.document_of(number)]].path,
            first_line=int(columns.first_line[number]),
            last_line=int(columns.last_line[number]),
            about=about(view, number),
            text=texts[paragraph][0],
            status=_standing(view, number) if standing else None,
            breaks=tuple(zip(*texts[paragraph][1:], strict=True)),
        )
        for number, paragraph in zip(numbers, ids, strict=True)
    )


def about(view: View, number: int) -> str:
    """What a paragraph stands under."""
    columns, headings = columns_of(view), view.keep(_headings)
    above: list[str] = []
    heading = int(columns.heading[number])
    while heading != NONE:
        above.append(headings[heading])
        heading = int(columns.heading[heading])
    return SEPARATOR.join((view.documents()[columns.documents[columns.document_of(number)]].label, *reversed(above)))


def _standing(view: View, number: int) -> str:
    return SUPERSEDED if demoted(flags_of(view, [number], None)[number]) else ACTIVE


def speaking(view: View) -> np.ndarray:
    """Whether each paragraph says something by itself (n)."""
    return view.keep(_speaking)


def on_lines(view: View, document_id: str, first: int, last: int) -> list[int]:
    """The numbers of the paragraphs that say something on some lines of a document."""
    return [number for number in _between(view, document_id, first, last) if speaking(view)[number]]


def stating(view: View, document_id: str, line: int) -> list[int]:
    """The numbers of the paragraphs on a line of a document, fields of metadata included."""
    return _between(view, document_id, line, line)


def _between(view: View, document_id: str, first: int, last: int) -> list[int]:
    """The numbers of the paragraphs of a document that have one of some lines."""
    columns, home = columns_of(view), homes_of(view)[document_id]
    start, end = int(columns.starts[home]), int(columns.starts[home + 1])
    standing = (columns.first_line[start:end] <= last) & (first <= columns.last_line[start:end])
    return [start + int(at) for at in np.flatnonzero(standing)]


def _speaking(view: View) -> np.ndarray:
    return ~np.isin(columns_of(view).kinds.astype(str), _SILENT)


def _headings(view: View) -> Mapping[int, str]:
    columns = columns_of(view)
    return {columns.positions[paragraph]: text for paragraph, text in view.rows(_HEADINGS)}
