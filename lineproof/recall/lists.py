"""Lists: what a paragraph says only together with those around it.

lead       what leads in to an item of a list, and to a row of a table: the paragraph before the list or table; of a row also the head,
           which is the first row. It says what the items or rows have in common (`The warranty does not cover:`)
parts      of what ends with a colon: the items of the list, or the rows of the table, right behind it, or else the next paragraph; of the
           head of a table: its rows
"""

from collections.abc import Iterator
from typing import Final

from lineproof.recall.columns import NONE, Columns

ITEM: Final = "list_item"
ROW: Final = "table_row"


def leads_of(columns: Columns, number: int) -> list[int]:
    """The numbers of the paragraphs that lead in to a paragraph; none where it is neither an item of a list nor a row of a table."""
    kind = columns.kinds[number]
    if kind not in (ITEM, ROW):
        return []
    first = number
    while (before := int(columns.previous[first])) != NONE and columns.kinds[before] == kind:
        first = before
    return [at for at in ((before, first) if kind == ROW else (before,)) if at not in (NONE, number)]


def parts_of(columns: Columns, number: int, text: str) -> list[int]:
    """The numbers of the paragraphs that a paragraph announces, in their order: where its text ends with a colon, or it heads a table."""
    heads = columns.kinds[number] == ROW and not any(columns.kinds[at] == ROW for at in leads_of(columns, number))
    if not (heads or text.rstrip().endswith(":")):
        return []
    behind = int(columns.following[number])
    kind = columns.kinds[behind] if behind != NONE else None
    return [behind, *_run(columns, behind)] if kind in (ITEM, ROW) else [behind] if behind != NONE else []


def _run(columns: Columns, number: int) -> Iterator[int]:
    """The paragraphs of the same kind that follow one without a gap."""
    while (behind := int(columns.following[number])) != NONE and columns.kinds[behind] == columns.kinds[number]:
        yield behind
        number = behind
