"""Labels: the number or letter by which a section or clause is cited.

label    `4.2`, `W.2`, `§ 823`, `Appendix A`, `Section I`, as it stands at the head of a heading or clause
keys     the normalised forms under which a label is found; the first is the most specific
title    what follows the label in a heading
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lineproof.evidence.mentions.grammar import alternatives, section_words
from lineproof.evidence.names import name_key

NUMBER = r"(?:\d{1,4}[a-z]{0,2}(?:\.\d{1,4}[a-z]?)*|[A-Z]{1,2}(?:\.\d{1,4})+|[IVXLC]{1,7}(?:\.\d{1,4})*|[A-Z](?:\.[A-Z0-9]{1,3})*)"
_SEPARATOR = r"(?:\s*[.:)\u2013\u2014-]+(?=\s|$)|(?=\s|$))"
_SIGNED = re.compile(r"(?P<sign>§)\s*(?P<number>\d{1,4}[a-z]{0,2})(?![\w.]\w)" + _SEPARATOR)
_NUMBERED = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})*|[A-Z]{1,2}(?:\.\d{1,4})+)(?:\.(?=\s|$)|\)?(?=\s|$)|[:\u2013-](?=\s))")
_LETTERED = re.compile(r"(?P<number>[A-Z])\.(?=\s)")
_CLAUSE = re.compile(r"(?P<number>[A-Z]{1,2}(?:\.\d{1,3})+|\d{1,3}(?:\.\d{1,3})+)(?:\.|\))?[*_]{0,3}(?=\s+[\"“'*_]{0,3}[A-ZÄÖÜ])")
_LETTER_NUMBER = re.compile(r"[A-Z]{1,2}(?:\.\d{1,4})+")
_MARKUP = re.compile(r"^[*_`\"“\s]+")
SERIES_BEGINS_BELOW = 20
"""Clauses are numbered from near the beginning; `X.25` and `X.400` are names."""
CITABLE = ("heading", "paragraph", "list_item", "table_row")


@dataclass(frozen=True, slots=True)
class Label:
    """A label as written, its keys, where it ends in the text, and what follows it."""

    text: str
    keys: tuple[str, ...]
    end: int
    title: str


def label_of(kind: str, text: str, words: frozenset[tuple[str, str]] = frozenset()) -> Label | None:
    """The label at the head of a paragraph, if it has one; ``words`` for kinds of sections that the settings add, with the kind."""
    if kind == "heading":
        return _heading_label(text, words)
    if kind in CITABLE and (found := _CLAUSE.match(text, _skip_markup(text))):
        return _label(text, found, found["number"])
    return None


def settle(labels: Sequence[Label | None]) -> list[Label | None]:
    """Drop what only looks like a label: a letter and number (`X.25 switches`) that no series of the document leads to."""
    lettered = [label.text for label in labels if label and _LETTER_NUMBER.fullmatch(label.text)]
    series: dict[str, set[int]] = {}
    for text in lettered:
        letter, number, *_ = text.split(".")
        series.setdefault(letter, set()).add(int(number))
    led = {letter for letter, numbers in series.items() if min(numbers) < SERIES_BEGINS_BELOW}
    repeated = {text for text, times in Counter(lettered).items() if times > 2}
    false = {text for text in lettered if text in repeated or text.partition(".")[0] not in led}
    return [None if label and label.text in false else label for label in labels]


def _heading_label(text: str, words: frozenset[tuple[str, str]]) -> Label | None:
    start = _skip_markup(text)
    if found := _SIGNED.match(text, start):
        return _label(text, found, f"§ {found['number']}")
    if found := _worded(words).match(text, start):
        kind = (dict(section_words()) | dict(words))[found["word"].casefold()]
        return _label(text, found, f"{found['word']} {found['number']}", f"{kind} {found['number']}", *_letter(kind, found["number"]))
    if found := _NUMBERED.match(text, start) or _LETTERED.match(text, start):
        return _label(text, found, found["number"])
    return None


def _label(text: str, found: re.Match[str], written: str, *others: str) -> Label:
    keys = tuple(dict.fromkeys(name_key(name) for name in (*others, written)))
    return Label(written, keys, found.end(), text[found.end() :].strip(" .:)–—-*_"))


def _letter(kind: str, number: str) -> tuple[str, ...]:
    """An appendix is cited by its letter alone too."""
    return (number,) if kind == "appendix" else ()


def _skip_markup(text: str) -> int:
    found = _MARKUP.match(text)
    return found.end() if found else 0


@lru_cache(maxsize=32)
def _worded(words: frozenset[tuple[str, str]]) -> re.Pattern[str]:
    known = alternatives([*section_words(), *(word for word, _ in words)])
    return re.compile(rf"(?i:(?P<word>{known}))\s*(?P<number>{NUMBER})(?![\w])" + _SEPARATOR)
