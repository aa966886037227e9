"""Durations, amounts of money, percentages and counts: a number and its unit.

unit      the phrase after a number that tells what it measures (``days``, ``percent``, ``dollars``, ``bytes``)
noun      a word after a number that no unit table holds, but that stands like something counted (``three
          endorsements``)
partner   the first of two numbers with one unit (``5`` in ``5-10%``)
label     a word before a number that makes it a name (``Figure 3``), so that it counts nothing
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from lineproof.evidence.language import Language
from lineproof.evidence.signals.model import SECTIONS, Signal, plain
from lineproof.evidence.signals.numerals import Number, is_vague, literal_value, numbers, part_after, read_literal, scale_after
from lineproof.evidence.signals.phrases import Found, Paragraph, Phrases, either, whole

JOINT: Final = re.compile(r"[\s\u00a0\u202f]{1,3}|-|")
NOUN: Final = re.compile(r"[^\W\d_]{3,40}(?:-[^\W\d_]{1,40}){0,3}(?![\w-]|\.\w)")
WORD_BEFORE: Final = re.compile(r"([^\W\d_]+|[§#])[.:]?[\s\u00a0(\[]{0,2}$")
SUFFIX: Final = re.compile(r"[^\W\d_]{1,3}(?!\w)")
NEXT_WORD: Final = re.compile(r"[\s\u00a0]([^\W\d_]+)")
CONTINUED: Final = re.compile(r"[ \u00a0\u202f][0-9]{3}(?![0-9])|[ \u00a0]?[¼-¾⅐-⅞]|/[0-9]|[ \u00a0][0-9]/[0-9]")
GROUP_BEFORE: Final = re.compile(r"(?<![\w.,])[0-9]{1,3} $")
GROUP: Final = re.compile(r"[0-9]{3}(?![0-9])")
ROUND: Final = 1_000_000
PARTNER_WIDTH: Final = 40
SENTENCE_ENDS: Final = (".", "!", "?", ":", "*", "(", "-", "|")
ABBREVIATION: Final = 3
SYMBOL: Final = 3
YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
MINUS: Final = re.compile(r"(?:^|[\s(|])[-−]$")
MARKUP: Final = re.compile(r"[\s#*_>|]*")


class Unit(NamedTuple):
    """What a number is a number of: the kind of signal, the canonical unit, and what the number is divided by."""

    kind: str
    name: str
    divisor: int = 1


def quantities(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """All quantities of a paragraph, in no order."""
    yield from _prefixed_money(paragraph, language)
    for number in numbers(paragraph, language):
        if found := _measured(paragraph, number, language) or _counted(paragraph, number, language):
            yield found
            if number.literal and not number.scaled and found.kind in ("percentage", "duration"):
                yield from _partner(paragraph, number, found, language)
    yield from _one_and_a_part(paragraph, language)


@lru_cache(maxsize=64)
def units(language: Language) -> Phrases[Unit]:
    """All phrases that may follow a number as its unit."""
    entries = [(phrase, Unit("percentage", "ratio", divisor)) for phrase, divisor in language.percent.items()]
    for kind, table in (("money", language.currencies), ("duration", language.durations), ("count", language.counts)):
        entries += [(phrase, Unit(kind, name)) for name, phrases in table.items() for phrase in phrases]
    return Phrases.of(entries)


def _measured(paragraph: Paragraph, number: Number, language: Language) -> Signal | None:
    """The quantity whose unit a table holds."""
    found = _unit_after(paragraph.lower, number, language)
    if found is None or not _stands_alone(paragraph.text, number, found):
        return None
    unit = found.meaning
    if unit.kind == "count" and not _may_count(paragraph, number, found, language):
        return None
    if unit.kind == "duration" and number.literal and _follows_label(paragraph.text, number, language):
        return None
    end, part = _part(paragraph.lower, found, language) if unit.kind == "duration" else (found.end, Decimal(0))
    value = None if number.value is None or part is None else (number.value + part) / unit.divisor
    if (number.doubtful and unit.kind in ("money", "count")) or _is_last_group(paragraph.lower, number):
        value = None
    start = number.start
    if unit.kind == "percentage" and value is not None and MINUS.search(paragraph.text[max(0, start - 2) : start]):
        start, value = start - 1, -value
    return _signal(paragraph, unit, start, end, value)


def _part(lower: str, found: Found[Unit], language: Language) -> tuple[int, Decimal | None]:
    """End and value of the part that follows a unit (``a year and a half``).

    Nothing where the part has a unit of its own, and no value where a word after it may be one.
    """
    part = part_after(lower, found.end, language)
    if part is None or scale_after(lower, part.end, language) or units(language).match(lower, part.end + 1):
        return found.end, Decimal(0)
    word = NEXT_WORD.match(lower, part.end)
    is_last = word is None or (word.group(1) in language.stop_words and word.group(1) not in language.nouns.links)
    return (part.end, part.meaning) if is_last else (found.end, None)


def _one_and_a_part(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """Times of one unit and a part, whose article counts as one only because of the part (``a year and a half``)."""
    if paragraph.words.isdisjoint(language.numbers.one_before_scale) or paragraph.words.isdisjoint(_part_words(language)):
        return
    for article in paragraph.words.intersection(language.numbers.one_before_scale):
        for place in whole(article).finditer(paragraph.lower):
            found = units(language).match(paragraph.lower, place.end() + 1)
            if found is None or found.meaning.kind != "duration" or is_vague(paragraph.lower, place.start(), language):
                continue
            end, part = _part(paragraph.lower, found, language)
            if part:
                yield _signal(paragraph, found.meaning, place.start(), end, 1 + part)


def _partner(paragraph: Paragraph, number: Number, last: Signal, language: Language) -> Iterator[Signal]:
    """The smaller number before a measured one that has its unit too."""
    if last.value is None or last.start != number.start or number.value is None:
        return
    found = _partners(language).search(paragraph.lower, max(0, number.start - PARTNER_WIDTH), number.start)
    if found is None:
        return
    value, doubtful = literal_value(found.group(1), language)
    first = Number(found.start(1), found.end(1), value)
    if value is None or doubtful or not 0 <= value < number.value or _may_be_name(paragraph, first, language):
        return
    ratio = Decimal(last.value) / number.value
    if ratio.normalize().as_tuple().digits != (1,):  # a part was added after the unit
        return
    yield Signal(last.kind, first.start, first.end, paragraph.text[first.start : first.end], plain(value * ratio), last.unit)


def _may_be_name(paragraph: Paragraph, number: Number, language: Language) -> bool:
    """Whether a number is a year, follows a label, or continues a list that one may open (``Sections 3, 4 and``)."""
    if YEAR.fullmatch(paragraph.lower[number.start : number.end]) or _is_label(paragraph, number, language):
        return True
    return _list_before(language).search(paragraph.lower, max(0, number.start - PARTNER_WIDTH), number.start) is not None


def _is_last_group(lower: str, number: Number) -> bool:
    """Whether a blank that groups no digits in this language stands between groups all the same (``5 000``)."""
    if not number.literal or not GROUP.match(lower, number.start):
        return False
    return GROUP_BEFORE.search(lower[max(0, number.start - 8) : number.start]) is not None


def _unit_after(lower: str, number: Number, language: Language) -> Found[Unit] | None:
    table = units(language)
    joint = JOINT.match(lower, number.end)
    start = joint.end() if joint else number.end
    if found := table.match(lower, start):
        return found
    is_round = number.scaled or (number.value is not None and number.value >= ROUND and number.value % ROUND == 0)
    if is_round and (linked := _links(language).match(lower, start)):
        return table.match(lower, linked.end + 1)
    if filler := _fillers(language).match(lower, start):
        return table.match(lower, filler.end + 1)
    return None


def _stands_alone(text: str, number: Number, found: Found[Unit]) -> bool:
    """Whether the unit is no part of a glued word (``2DIGIT``), an initial (``5 H.``) or an escape (``%20``)."""
    if text[found.end : found.end + 1].isalnum():
        return False
    if found.start == number.end and number.literal:
        return found.end - found.start <= SYMBOL
    return found.end - found.start > 1 or not text[found.start].isupper()


def _may_count(paragraph: Paragraph, number: Number, found: Found[Unit], language: Language) -> bool:
    if _is_label(paragraph, number, language):
        return False
    if number.literal:
        return True
    one = paragraph.lower[number.start : number.end]
    return one not in language.numbers.articles and not (number.value == 1 and found.meaning.name in language.nouns.never_after_one)


def _counted(paragraph: Paragraph, number: Number, language: Language) -> Signal | None:
    """The count of something that no table holds, named by the noun as it is written."""
    if number.value is None or number.value % 1 or number.value == 1 or _is_last_group(paragraph.lower, number):
        return None
    noun = NOUN.match(paragraph.text, number.end + 1) if paragraph.text[number.end : number.end + 1].isspace() else None
    if noun is None or not _is_noun(noun.group(), language) or _is_label(paragraph, number, language):
        return None
    if number.literal and YEAR.fullmatch(paragraph.lower[number.start : number.end]):
        return None
    value = None if number.doubtful else number.value
    return _signal(paragraph, Unit("count", noun.group().lower()), number.start, noun.end(), value)


def _is_noun(word: str, language: Language) -> bool:
    nouns, lower = language.nouns, word.lower()
    if lower in nouns.never or lower in language.stop_words:
        return False
    if nouns.capitalised:
        return word[0].isupper()
    return len(word) > 3 and word.endswith(nouns.plural_endings) and not lower.endswith(nouns.not_plural_endings)


def _is_label(paragraph: Paragraph, number: Number, language: Language) -> bool:
    """Whether what stands before the number, or the heading that it opens, makes it a name."""
    before = paragraph.text[max(0, number.start - 40) : number.start]
    if number.literal and MARKUP.fullmatch(before) and not language.nouns.capitalised:
        heading = NOUN.match(paragraph.text, number.end + 1)
        return heading is not None and heading.group().istitle()
    if _follows_label(paragraph.text, number, language):
        return True
    word = WORD_BEFORE.search(before)
    return word is not None and number.literal and not language.nouns.capitalised and _is_name(before, word, language)


def _follows_label(text: str, number: Number, language: Language) -> bool:
    word = WORD_BEFORE.search(text[max(0, number.start - 40) : number.start])
    if word is None:
        return False
    return word.group(1).lower() in (_dotted_labels(language) if "." in word.group() else _labels(language))


def _is_name(before: str, word: re.Match[str], language: Language) -> bool:
    """Whether the word before a number is capitalised within a sentence, as names are where nouns are written small."""
    opens_sentence = word.start(1) == 0 or before[: word.start(1)].rstrip().endswith(SENTENCE_ENDS)
    return word.group(1)[0].isupper() and not opens_sentence and word.group(1).lower() not in language.stop_words


def _prefixed_money(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """Amounts whose currency stands before them."""
    for found in _currency_prefixes(language).find(paragraph):
        start = found.end + (paragraph.lower[found.end : found.end + 1] in (" ", "\u00a0", "\u202f"))
        if found.start and paragraph.lower[found.start - 1].isalnum():
            continue
        if number := read_literal(paragraph.lower, start, language):
            number = _suffixed(paragraph.lower, number, language)
            glued = paragraph.lower[number.end : number.end + 1].isalpha()
            if not glued and not _is_variable(paragraph.lower, found.start, number):
                value = None if number.doubtful or _is_continued(paragraph.lower, number, language) else number.value
                yield _signal(paragraph, found.meaning, found.start, number.end, value)


def _is_continued(lower: str, number: Number, language: Language) -> bool:
    """Whether digits, or a scale after a second number or as a letter, leave it open what the amount is (``$5 to 10 million``)."""
    if number.scaled or CONTINUED.match(lower, number.end):
        return not number.scaled
    if lower[number.end : number.end + 1].isspace() and _suffixed(lower, replace(number, end=number.end + 1), language).scaled:
        return True
    link = _range_links(language).match(lower, number.end)
    if link is None:
        return False
    prefix = _currency_prefixes(language).match(lower, link.end())
    last = read_literal(lower, prefix.end if prefix else link.end(), language)
    return last is not None and (last.scaled or _suffixed(lower, last, language).scaled)


def _is_variable(lower: str, start: int, number: Number) -> bool:
    """Whether a sign and one digit name a variable (``$1 = ...``)."""
    beside = lower[max(0, start - 2) : start] + lower[number.end : number.end + 2]
    return number.end - start <= len("$1") and "=" in beside


def _suffixed(lower: str, number: Number, language: Language) -> Number:
    """With a scale that is glued to the digits (``5k``)."""
    suffix = SUFFIX.match(lower, number.end)
    if suffix is None or number.value is None or suffix.group() not in language.numbers.suffixes:
        return number
    return Number(number.start, suffix.end(), number.value * language.numbers.suffixes[suffix.group()], scaled=True)


def _signal(paragraph: Paragraph, unit: Unit, start: int, end: int, value: Decimal | None) -> Signal:
    return Signal(unit.kind, start, end, paragraph.text[start:end], None if value is None else plain(value), unit.name)


@lru_cache(maxsize=64)
def _currency_prefixes(language: Language) -> Phrases[Unit]:
    """Symbols and codes; names of currencies follow their amount."""
    return Phrases.of(
        (phrase, Unit("money", code))
        for code, phrases in language.currencies.items()
        for phrase in phrases
        if not phrase[-1].isalpha() or phrase == code.lower()
    )


@lru_cache(maxsize=64)
def _link_expression(language: Language) -> str:
    words = either(word for part in ("range", "and") for word in language.references.get(part, ())) or "(?!)"
    return rf"(?:[-–—]|[\s\u00a0](?:{words})[\s\u00a0])"


@lru_cache(maxsize=64)
def _range_links(language: Language) -> re.Pattern[str]:
    return re.compile(_link_expression(language))


@lru_cache(maxsize=64)
def _partners(language: Language) -> re.Pattern[str]:
    """A number in digits and what links it to the number at whose start the search ends."""
    literal = r"(?<![\w.,:/§#^%$€£¥-])(?<![−–—])([0-9]{1,9}(?:[.,][0-9]{1,9})?)"
    return re.compile(rf"{literal}{_link_expression(language)}$")


@lru_cache(maxsize=64)
def _list_before(language: Language) -> re.Pattern[str]:
    return re.compile(rf"[0-9](?:,[\s\u00a0]|{_link_expression(language)})$")


@lru_cache(maxsize=64)
def _part_words(language: Language) -> frozenset[str]:
    return frozenset(phrase.split()[-1] for phrase in language.numbers.fractions if " " in phrase)


@lru_cache(maxsize=64)
def _labels(language: Language) -> frozenset[str]:
    sections = (word.rstrip(".") for key in SECTIONS for word in language.references.get(key, ()))
    return frozenset([*language.nouns.labels, *sections, "§", "#"])


@lru_cache(maxsize=64)
def _dotted_labels(language: Language) -> frozenset[str]:
    """Labels that are abbreviated, so that a dot after them ends no sentence."""
    words = {word for key in SECTIONS for word in language.references.get(key, ())} | set(language.nouns.labels)
    return frozenset(word.rstrip(".") for word in words if word.endswith(".") or len(word) <= ABBREVIATION)


@lru_cache(maxsize=64)
def _fillers(language: Language) -> Phrases[None]:
    return Phrases.of((phrase, None) for phrase in language.nouns.fillers)


@lru_cache(maxsize=64)
def _links(language: Language) -> Phrases[None]:
    return Phrases.of((phrase, None) for phrase in language.nouns.links)
