"""Nesting: items of a list within an item of another, without which they would be said of everything.

family   an item with all that stands below it
parent   an item with others below it, which is quoted before each of them
label    a parent that is no sentence but a name (``**Barns**``), which its items are about
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.plain import plain

NUMBER: Final = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)[.)]?\s")
DOT: Final = "."
MARKS: Final = "*_ .:"


def families(items: Sequence[Paragraph]) -> Iterator[tuple[Paragraph, Sequence[Paragraph]]]:
    """The items of the outermost depth, each with those below it."""
    place = 0
    while place < len(items):
        end = place + 1
        while end < len(items) and is_below(items[end], items[place]):
            end += 1
        yield items[place], items[place + 1 : end]
        place = end


def is_below(item: Paragraph, other: Paragraph) -> bool:
    """Whether an item stands below another before it, by its depth or by its number (``1.1`` below ``1.``)."""
    if item.kind != other.kind:
        return False
    return item.level > other.level or (item.level == other.level and _extends(item.text, other.text))


def is_orphan(item: Paragraph) -> bool:
    """Whether an item that opens a list stands below one that another block holds."""
    return item.level > 0 and item.kind == "list_item"


def name_of(label: str) -> str:
    """The words of a label without its marks."""
    return plain(label).strip(MARKS)


def _extends(text: str, other: str) -> bool:
    number, above = NUMBER.match(text), NUMBER.match(other)
    return number is not None and above is not None and number[1].startswith(f"{above[1]}{DOT}")
