"""Lists: statements of items, each with the words that lead to the list.

whole       a statement of the lead and all items, where none of them is true or complete without the others
by itself   an item that is a statement together with the lead alone
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose import prose
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.independence import JUNK, leans, points_elsewhere
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.sentences import sentences
from lineproof.beliefs.propose.words import Words

LONGEST_WHOLE: Final = 1200
LONGEST_LEAD: Final = 500
SHORTEST_LEAD: Final = 12
FULL: Final = re.compile(r"[\"“„`*_<\[(]*[A-ZÄÖÜ§].*[.!][\"'”“’»)\]*_`]*$", re.DOTALL)


def passages(items: Sequence[Paragraph], lead: Part | None, place: Place, words: Words) -> Iterator[Passage]:
    """The passages of a list in order; none where its lead is not understood by itself."""
    if all(is_full(item) for item in items):
        yield from _full_items(items, lead, place, words)
    elif lead and is_short(lead, items) and not any(JUNK.search(item.text) or points_elsewhere(item.text, words) for item in items):
        yield Passage(place, (lead, *(part_of(item) for item in items)))


def lead_of(paragraph: Paragraph, place: Place, words: Words) -> tuple[Part | None, bool]:
    """The words of a paragraph that lead to what follows, and whether they can be believed where they stand."""
    text = paragraph.text
    spans = list(sentences(text, words, words.empty, head_of(paragraph).end))
    start, end = spans[-1] if spans else (0, len(text))
    if opening := words.left_out.match(text, start):
        start = opening.end()
    said = text[start:end]
    usable = SHORTEST_LEAD <= len(said) <= LONGEST_LEAD and not words.dropped.match(text, start) and not JUNK.search(said)
    understood = usable and not leans(said, place, words)
    return (Part(paragraph, start, end) if understood else None), understood


def is_full(item: Paragraph) -> bool:
    """Whether an item is made of whole sentences."""
    return FULL.match(item.text, head_of(item).end) is not None


def is_short(lead: Part, items: Sequence[Paragraph]) -> bool:
    """Whether lead and items together are still one statement."""
    return len(lead.text) + sum(len(item.text) + 1 for item in items) <= LONGEST_WHOLE


def part_of(item: Paragraph) -> Part:
    """A whole item as a part."""
    return Part(item, 0, len(item.text))


def _full_items(items: Sequence[Paragraph], lead: Part | None, place: Place, words: Words) -> Iterator[Passage]:
    for item in items:
        yield from prose.passages(item, head_of(item).end, place, words, lead)
