"""Lists: statements of items, each with the words that lead to the list.

whole       a statement of the lead and all items, where none of them is true or complete without the others
by itself   an item that is a statement together with the lead alone
selective   of a lead that sets conditions or chooses among the items, so that no item holds by itself
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose import prose
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.independence import INTRODUCED, JUNK, has_unnamed_letter, lacks_noun, leans, points_elsewhere
from lineproof.beliefs.propose.named import named_value
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.patterns import either
from lineproof.beliefs.propose.places import Place, Places
from lineproof.beliefs.propose.sentences import spans_of
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.language import load

LONGEST_WHOLE: Final = 1200
LONGEST_LEAD: Final = 500
SHORTEST_LEAD: Final = 12
MOST_COUNTED: Final = 12
FEWEST_ANNOUNCED: Final = 2
"""Items that a lead which announces several things must have, so that the list is whole."""
FULL: Final = re.compile(r"[\"“„`*_<\[(]*[A-ZÄÖÜ§].*[.!][\"'”“’»)\]*_`]*$", re.DOTALL)


def led(items: Sequence[Paragraph], lead: Part, place: Place, words: Words) -> Iterator[Passage]:
    """The passages of a list behind the words that lead to it."""
    counted = counted_in(lead.text, place.language)
    announced = counted or words.announcing.search(lead.text) or words.several.search(lead.text)
    if announced and len(items) < max(FEWEST_ANNOUNCED, counted):
        return
    chosen = announced or any(words_of.search(lead.text) for words_of in (words.ahead, words.selective, words.unfinished))
    if all(is_full(item, words) for item in items) and not chosen:
        for item in items:
            yield from prose.passages(prose.Text(item, head_of(item), place, words, lead, topical=True))
    elif is_short(lead, items) and all(_is_quotable(item, words) for item in items):
        yield Passage(place, (lead, *(part_of(item) for item in items)))


def counted_in(lead: str, language: str) -> int:
    """How many things the words that lead to something announce by their number (``two levels of``); 0 where they count none."""
    pattern, numbers = _counting(language), load(language).numbers.words
    return max((numbers[found["number"].lower()] for found in pattern.finditer(lead)), default=0) if pattern else 0


@lru_cache(maxsize=16)
def _counting(code: str) -> re.Pattern[str] | None:
    """A number in words from two on and, a few words behind it, a noun in the plural that is no unit of time."""
    language = load(code)
    numbers = either(word for word, value in language.numbers.words.items() if FEWEST_ANNOUNCED <= value <= MOST_COUNTED)
    if not language.nouns.plural_endings or not numbers:
        return None
    units = either(form for forms in language.durations.values() for form in forms)
    return re.compile(
        rf"(?<![\w-])(?P<number>{numbers})\s+(?:[\w-]+\s+){{0,3}}?(?!(?:{units})\b)[\w-]+(?:{either(language.nouns.plural_endings)})(?![\w-])",
        re.IGNORECASE,
    )


def _is_quotable(item: Paragraph, words: Words) -> bool:
    """Whether an item can be a part of a whole."""
    return not (JUNK.search(item.text) or points_elsewhere(item.text, words) or words.section.hang(item.text, listed=True))


def unled(items: Sequence[Paragraph], places: Places, words: Words) -> Iterator[Passage]:
    """The passages of a list that nothing leads to: of the items that are made of sentences, or name a value.

    An item behind one that only names another document may mean that (``This RFC``).
    """
    for before, item in zip((None, *items[:-1]), items, strict=True):
        head = head_of(item)
        if before and places.another(before.text) and not is_full(before, words) and words.own.search(item.text):
            continue
        if is_full(item, words):
            yield from prose.passages(prose.Text(item, head, places.of(item, head), words))
        elif passage := named_value(item, places.of(item, head), words):
            yield passage


def lead_of(paragraph: Paragraph, place: Place, words: Words) -> Part | None:
    """The words of a paragraph that lead to what follows; None where they are not understood by themselves."""
    text = paragraph.text
    spans = spans_of(text, words, head_of(paragraph).end)
    start, end = spans[-1] if spans else (0, len(text))
    if opening := words.left_out.match(text, start):
        start = opening.end()
    said = text[start:end]
    usable = SHORTEST_LEAD <= len(said) <= LONGEST_LEAD and not words.dropped.match(text, start) and not JUNK.search(said)
    pointing = points_elsewhere(said, words, leading=True) or words.section.hang(said, listed=True) or words.sentence_words.search(said)
    unnamed = words.letters and has_unnamed_letter(said, words)
    led_to = INTRODUCED.search(said) is not None and said.endswith(":")
    understood = (
        usable
        and not pointing
        and not words.lacks.led.search(said)
        and not unnamed
        and not led_to
        and not leans(said, place, words)
        and not lacks_noun(said, place, words)
    )
    return Part(paragraph, start, end) if understood else None


def is_full(item: Paragraph, words: Words) -> bool:
    """Whether an item is made of whole sentences, with a verb that is known where verbs are."""
    start = head_of(item).end
    verbs = words.finite.search(item.text, start) or words.modal.search(item.text, start)
    return FULL.match(item.text, start) is not None and bool(verbs)


def is_short(lead: Part, items: Sequence[Paragraph]) -> bool:
    """Whether lead and items together are still one statement."""
    return len(lead.text) + sum(len(item.text) + 1 for item in items) <= LONGEST_WHOLE


def part_of(item: Paragraph) -> Part:
    """A whole item as a part."""
    return Part(item, 0, len(item.text))
