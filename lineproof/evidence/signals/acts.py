"""Acts: what obliges, permits or forbids, and what decides, corrects, approves or rejects.

modal      a phrase that obliges, permits or forbids (``must``, ``is entitled to``, ``hat ... zu leisten``)
negation   a word that turns a modal round (``may not``, ``no podrá``); how far it may stand from it is a fact of
           the language

The value of an act is its kind.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from lineproof.evidence.language import Language, alternatives
from lineproof.evidence.signals.dates import is_month
from lineproof.evidence.signals.model import MODALS, VERDICTS, Signal
from lineproof.evidence.signals.phrases import Found, Paragraph, Phrases, either

NUMBERED: Final = re.compile(r"\(?[0-9a-z]{1,3}[.)]")


def acts(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """All acts of a paragraph, in no order."""
    modals = [found for found in _modals(language).find(paragraph) if not _is_date(paragraph, found, language)]
    verdicts = list(_verdicts(language).find(paragraph))
    if not modals and not verdicts:
        return
    barred = {place for found in _never(language).find(paragraph) for place in range(found.start, found.end)}
    for found in modals:
        if found.start not in barred:
            yield from _modal(paragraph, found, language)
    for found in verdicts:
        if found.start not in barred and not _part_of_word(paragraph.lower, found):
            yield _signal(paragraph, found.meaning, found.start, found.end)


def _modal(paragraph: Paragraph, found: Found[str], language: Language) -> Iterator[Signal]:
    """The modal with its negation, which a phrase with a gap must not contain."""
    start, end, kind = found.start, found.end, found.meaning
    if _part_of_word(paragraph.lower, found) or _is_no_modal(paragraph, found, language):
        return
    if negation := _negation(paragraph.lower, found, language):
        start, end = min(start, negation[0]), max(end, negation[1])
        kind = language.acts.negated.get(kind, kind)
    elif found.gapped and _inner_negation(language).search(paragraph.lower, found.start, found.end):
        return
    yield _signal(paragraph, kind, start, end)


def _is_no_modal(paragraph: Paragraph, found: Found[str], language: Language) -> bool:
    """Whether the phrase only states a condition, or does not end with a verb (``ist zu deren Gunsten``)."""
    if language.acts.conditional_first and _opens_sentence(paragraph.text, found.start):
        return True
    last = paragraph.text[found.start : found.end].split()[-1]
    return found.gapped and (last in language.stop_words or not last.islower())


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 12) : start].rstrip()
    return not before or before[-1] in ".!?:*#" or NUMBERED.fullmatch(before) is not None


def _negation(lower: str, found: Found[str], language: Language) -> tuple[int, int] | None:
    """Place of the negation beside a modal of one word, if any; longer phrases are listed with theirs."""
    patterns = _negations(language)
    if patterns is None or " " in lower[found.start : found.end]:
        return None
    after, before, exceptions = patterns
    if language.acts.negation_before:
        window = max(0, found.start - 40)
        place = before.search(lower[window : found.start])
        return (window + place.start(1), window + place.end(1)) if place else None
    place = after.match(lower, found.end)
    if place is None or exceptions.match(lower, place.start(1)):
        return None
    words = lower[found.end : place.start(1)].split()
    if words and words[-1] in language.definitions.articles:
        return None
    return place.span(1)


def _is_date(paragraph: Paragraph, found: Found[str], language: Language) -> bool:
    """Whether the modal is the name of a month, written with a capital within a sentence (``on May 5``)."""
    word = paragraph.text[found.start : found.end]
    if not is_month(word.lower(), language) or not word.istitle():
        return False
    day_follows = paragraph.text[found.end : found.end + 2].strip().isdigit()
    return day_follows or not _opens_sentence(paragraph.text, found.start)


def _part_of_word(lower: str, found: Found[str]) -> bool:
    """Whether a hyphen ties the phrase to a word before it (``self-denied``)."""
    return lower[found.start - 1 : found.start] in ("-", "_") and lower[found.start - 2 : found.start - 1].isalnum()


def _signal(paragraph: Paragraph, kind: str, start: int, end: int) -> Signal:
    return Signal(kind, start, end, paragraph.text[start:end], kind, None)


@lru_cache(maxsize=64)
def _modals(language: Language) -> Phrases[str]:
    return Phrases.of(_entries(language, MODALS))


@lru_cache(maxsize=64)
def _verdicts(language: Language) -> Phrases[str]:
    return Phrases.of(_entries(language, VERDICTS))


@lru_cache(maxsize=64)
def _never(language: Language) -> Phrases[None]:
    return Phrases.of((phrase, None) for text in language.acts.never for phrase in alternatives(text))


def _entries(language: Language, kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(phrase, kind) for kind in kinds for text in getattr(language.acts, kind) for phrase in alternatives(text)]


@lru_cache(maxsize=64)
def _inner_negation(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(language.acts.negation)})(?!\w)" if language.acts.negation else r"(?!)")


@lru_cache(maxsize=64)
def _negations(language: Language) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]] | None:
    """What finds a negation after a modal, before it, and what looks like one but is none."""
    if not language.acts.negation:
        return None
    negation = rf"({either(language.acts.negation)})(?!\w)"
    listing = either(word for word in language.references.get("and", ()) if word.isalpha()) or "(?!)"
    word = rf"(?:[\s\u00a0]+(?!(?:{listing})(?!\w))[\w-]{{1,40}}){{0,{language.acts.negation_distance}}}?"
    after = re.compile(rf"{word}[\s\u00a0]+{negation}")
    before = re.compile(rf"(?<!\w){negation}{word}[\s\u00a0]+$")
    exceptions = re.compile(either(language.acts.negation_exceptions) or "(?!)")
    return after, before, exceptions
