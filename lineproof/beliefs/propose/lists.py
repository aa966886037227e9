"""Lists: statements of items, each with the words that lead to the list.

whole       a statement of the lead and all items, where none of them is true or complete without the others
by itself   an item that is a statement together with the lead alone
selective   of a lead that sets conditions or chooses among the items, so that no item holds by itself
above       the words that are quoted before an item: what leads to its list, and the items that it stands below
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose import prose
from lineproof.beliefs.propose.blocks import REMARK
from lineproof.beliefs.propose.exceptions import opens_exception, with_exceptions
from lineproof.beliefs.propose.heads import Head, head_of
from lineproof.beliefs.propose.independence import INTRODUCED, JUNK, has_unnamed_letter, lacks_noun, leans, points_elsewhere
from lineproof.beliefs.propose.named import named_value
from lineproof.beliefs.propose.nesting import families, is_orphan, name_of
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.patterns import either
from lineproof.beliefs.propose.places import Place, Places
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.language import known
from lineproof.evidence.sentences import spans_of

LONGEST_WHOLE: Final = 1200
LONGEST_LEAD: Final = 500
SHORTEST_LEAD: Final = 12
MOST_COUNTED: Final = 12
FEWEST_NESTED: Final = 2
"""Clauses below an item that make a whole with it."""
TERM: Final = re.compile(r"[A-Z][\w-]*(?: [\w-]+){0,3}")
BREAK: Final = re.compile(r"[,:;]")
CLOSING: Final = "*_ "
COLON: Final = ":"
FEWEST_ANNOUNCED: Final = 2
"""Items that a lead which announces several things must have, so that the list is whole."""
FULL: Final = re.compile(r"[\"“„`*_<\[(]*[A-ZÄÖÜ§].*[.!][\"'”“’»)\]*_`]*$", re.DOTALL)


def led(items: Sequence[Paragraph], lead: Part, place: Place, words: Words, above: tuple[Part, ...] = ()) -> Iterator[Passage]:
    """The passages of a list behind the words that lead to it, and those above them."""
    counted = counted_in(lead.text, place.language)
    announced = counted or words.announcing.search(lead.text) or words.several.search(lead.text)
    if announced and len(list(families(items))) < max(FEWEST_ANNOUNCED, counted):
        return
    chosen = announced or any(words_of.search(lead.text) for words_of in (words.ahead, words.selective, words.unfinished))
    if all(is_full(item, words) for item in items) and not chosen:
        yield from _below(items, (*above, lead), place, words)
    elif is_short((*above, lead), items) and all(_is_quotable(item, words) for item in items):
        yield Passage(place, (lead, *(part_of(item) for item in items)), above)


def _below(items: Sequence[Paragraph], above: tuple[Part, ...], place: Place, words: Words) -> Iterator[Passage]:
    """The passages of items, each by itself behind the words above it."""
    for item, nested, exceptions in _rules(items, words):
        yield from with_exceptions(_led(item, above, place, words), exceptions, words)
        yield from _nested(item, nested, above, place, words)


def _led(item: Paragraph, above: tuple[Part, ...], place: Place, words: Words) -> Iterator[Passage]:
    """The passages of one item behind the words above it."""
    if is_full(item, words):
        yield from prose.passages(prose.Text(item, head_of(item), place, words, above[-1], topical=True, above=above[:-1]))
    elif passage := named_value(item, place, words):
        yield replace(passage, context=above)


def _rules(items: Sequence[Paragraph], words: Words) -> Iterator[tuple[Paragraph, Sequence[Paragraph], Sequence[Paragraph]]]:
    """The items of the outermost depth, each with those below it but for exceptions, and the exceptions below and behind it."""
    found: list[tuple[Paragraph, list[Paragraph], list[Paragraph]]] = []
    for item, nested in families(items):
        if found and opens_exception(item, words):
            found[-1][2].extend((item, *nested))
            continue
        further = list(families(nested))
        exceptions = [one for first, below in further if opens_exception(first, words) for one in (first, *below)]
        found.append((item, [one for one in nested if one not in exceptions], exceptions))
    yield from found


def _nested(parent: Paragraph, items: Sequence[Paragraph], above: tuple[Part, ...], place: Place, words: Words) -> Iterator[Passage]:
    """The passages of the items below another; none where it cannot be quoted before them."""
    part = _parent(parent, place, words, bool(above)) if items else None
    if part is None:
        return
    leads = part.text.rstrip(CLOSING).endswith(COLON)
    if len(items) == 1 and (definition := _defined(items[0], part, above, place, words)):
        yield from definition
    elif not leads:
        yield from _below(items, (*above, part), place, words)
    elif all(is_full(item, words) for item in items) or _is_plain(items):
        yield from led(items, part, place, words, above)


def _is_plain(items: Sequence[Paragraph]) -> bool:
    """Whether clauses below an item make a whole with it: several, none of which has others below it."""
    return FEWEST_NESTED <= len(items) == len(list(families(items)))


def _defined(item: Paragraph, label: Part, above: tuple[Part, ...], place: Place, words: Words) -> list[Passage]:
    """The passages of an item that says what the only label above it means, by a phrase (``A gate that opens.``)."""
    head, term = head_of(item), name_of(label.text)
    phrased = words.meanings.match(item.text, head.end) and _is_phrase(item.text[head.end :], words) and FULL.match(item.text, head.end)
    if not (phrased and TERM.fullmatch(term) and _is_phrase(term, words)):
        return []
    passages = list(prose.passages(prose.Text(item, head, place, words, label, topical=True, above=above)))
    if not passages or passages[0].focus[0].start > head.end:
        return []
    return [replace(passages[0], term=label), *passages[1:]]


def _is_phrase(text: str, words: Words) -> bool:
    """Whether no verb that is known stands in its beginning, but within a clause of its own (``A gate that opens``)."""
    said = BREAK.split(text, maxsplit=1)[0]
    dependent = words.dependent.search(said)
    end = dependent.start() if dependent else len(said)
    verbs = (verb for pattern in (words.modal, words.finite) for verb in pattern.finditer(said, 0, end))
    return all(words.subordinating.search(said[: verb.start()]) for verb in verbs)


def _parent(item: Paragraph, place: Place, words: Words, under: bool) -> Part | None:
    """An item as the words above those below it; None where it is not understood by itself, or says that they are no rules."""
    start = head_of(item).begin
    said = item.text[start:]
    silent = name_of(said).casefold() in words.silent or words.dropped.match(item.text, start)
    understood = len(said) <= LONGEST_LEAD and not silent and _is_understood(said, place, words, under)
    return part_of(item, start) if understood else None


def counted_in(lead: str, language: str) -> int:
    """How many things the words that lead to something announce by their number (``two levels of``); 0 where they count none."""
    pattern, numbers = _counting(language), known(language).numbers.words
    return max((numbers[found["number"].lower()] for found in pattern.finditer(lead)), default=0) if pattern else 0


@lru_cache(maxsize=16)
def _counting(code: str) -> re.Pattern[str] | None:
    """A number in words from two on and, a few words behind it, a noun in the plural that is no unit of time."""
    language = known(code)
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
    before = None
    for item, nested, exceptions in _rules(items, words):
        if is_orphan(item):
            continue
        yield from with_exceptions(_unled(item, before, places, words), exceptions, words)
        yield from _nested(item, nested, (), places.of(item, Head(0)), words)
        before = (item, *nested, *exceptions)[-1]


def _unled(item: Paragraph, before: Paragraph | None, places: Places, words: Words) -> Iterator[Passage]:
    """The passages of one such item by itself."""
    head = head_of(item)
    if before and places.another(before.text) and not is_full(before, words) and words.own.search(item.text):
        return
    if is_full(item, words):
        yield from prose.passages(prose.Text(item, head, places.of(item, head), words))
    elif passage := named_value(item, places.of(item, head), words):
        yield passage


def lead_of(paragraph: Paragraph, place: Place, words: Words) -> Part | None:
    """The words of a paragraph that lead to what follows; None where they are not understood by themselves."""
    text = paragraph.text
    spans = spans_of(text, words.language, head_of(paragraph).end)
    start, end = spans[-1] if spans else (0, len(text))
    if opening := words.left_out.match(text, start):
        start = opening.end()
    said = text[start:end]
    usable = SHORTEST_LEAD <= len(said) <= LONGEST_LEAD and not words.dropped.match(text, start)
    return Part(paragraph, start, end) if usable and _is_understood(said, place, words) else None


def whole_lead_of(paragraph: Paragraph, place: Place, words: Words) -> Part | None:
    """A whole paragraph that leads to what follows; None where its first words are not understood by themselves, or others point elsewhere.

    Words in parentheses alone are a remark on what follows.
    """
    start = head_of(paragraph).end
    if REMARK.fullmatch(paragraph.text):
        return part_of(paragraph)
    spans = spans_of(paragraph.text, words.language, start)
    said = [paragraph.text[begin:end] for begin, end in spans]
    if not said or len(paragraph.text) - start > LONGEST_LEAD or words.dropped.match(said[0]) or JUNK.search(paragraph.text):
        return None
    understood = _is_understood(said[0], place, words) and not any(points_elsewhere(one, words, leading=True) for one in said)
    return part_of(paragraph, start) if understood else None


def _is_understood(said: str, place: Place, words: Words, under: bool = False) -> bool:
    """Whether words that lead to others are understood by themselves, or ``under`` those that are quoted before them."""
    pointing = points_elsewhere(said, words, leading=True) or words.section.hang(said, listed=True) or words.sentence_words.search(said)
    unnamed = words.letters and has_unnamed_letter(said, words)
    led_to = INTRODUCED.search(said) is not None and said.endswith(":")
    return (
        not JUNK.search(said)
        and not pointing
        and not words.lacks.led.search(said)
        and not unnamed
        and not led_to
        and not leans(said, place, words, under)
        and not lacks_noun(said, place, words)
    )


def is_full(item: Paragraph, words: Words) -> bool:
    """Whether an item is made of whole sentences, with a verb that is known where verbs are."""
    start = head_of(item).end
    verbs = words.finite.search(item.text, start) or words.modal.search(item.text, start)
    return FULL.match(item.text, start) is not None and bool(verbs)


def is_short(above: Sequence[Part], items: Sequence[Paragraph]) -> bool:
    """Whether items and the words above them are together still one statement."""
    return sum(len(part.text) for part in above) + sum(len(item.text) + 1 for item in items) <= LONGEST_WHOLE


def part_of(item: Paragraph, start: int = 0) -> Part:
    """A whole item as a part, or what of it follows ``start``."""
    return Part(item, start, len(item.text))
