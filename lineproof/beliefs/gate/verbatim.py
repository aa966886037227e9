"""Verbatim: the short way through the gate, for statements that are their quotes word for word.

folded   a text in lower case with single blanks, without marking up and without its closing punctuation
label    what numbers or marks a paragraph (``(2)``, ``a)``, ``3.1``, a bullet); it may be left out
name     a heading, a title or another name of the document; it may stand before the quotes, since it says what they are about
place    names and the little words between them (``S.4 Proof of Loss of HV 30 01 (2026-01)``)
row      a quote with cells; behind the row of headings above it each cell may be said behind its heading (``Limit: $200``)
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from lineproof.beliefs.gate.words import Words
from lineproof.beliefs.model import Surroundings
from lineproof.beliefs.plain import plain

LABEL: Final = re.compile(r"(?:\(?[0-9A-Za-z]{1,3}(?:\.[0-9]{1,3}){0,5}[.)]?|[-*•o§])\s")
PARTS: Final = re.compile(r"\s*[:;,–—>|]\s*|\s+-\s+")
BETWEEN: Final = re.compile(r"(?:[\s,;:.>()\[\]–—|-]|\bof\b)*")
"""What may stand between the names of a place."""
CLAUSE: Final = re.compile(r"\(\w{1,4}\)")
SEPARATED: Final = re.compile(r"[\s,;.]*")
"""What may stand between quotes that are said one behind the other."""
BORDER: Final = " | "
CLOSING: Final = " .;:,"
BLANKS: Final = re.compile(r"\s+")


def is_verbatim(statement: str, quotes: Sequence[str], around: Surroundings, words: Words) -> bool:
    """Whether a statement is its quotes as they stand, with or without the label, or behind names of what they are about."""
    if len(quotes) == 1 and statement == quotes[0]:
        return True
    said, folded = fold(statement), [fold(quote) for quote in quotes]
    if not all(folded):
        return False
    start = _first_quoted(said, folded)
    return start is not None and (start == 0 or _is_named(said[:start], around, words))


def fold(text: str) -> str:
    """The text folded."""
    return BLANKS.sub(" ", plain(text)).strip().rstrip(CLOSING).casefold()


def without_label(text: str) -> str:
    """A folded text without its label."""
    label = LABEL.match(text)
    return text[label.end() :] if label else text


def _first_quoted(said: str, quotes: Sequence[str]) -> int | None:
    """Where the words of the quotes begin, if all that follows there is the quotes, each once and whole."""
    row = _row_in_words(quotes)
    if row and said.endswith(row):
        return len(said) - len(row)
    spans = []
    left = said
    for quote in sorted(quotes, key=len, reverse=True):
        place = left.rfind(quote)
        length = len(quote)
        if place < 0 and (bare := without_label(quote)) != quote:
            place, length = left.rfind(bare), len(bare)
        if place < 0 or length == 0:
            return None
        spans.append((place, place + length))
        left = left[:place] + "\0" * length + left[place + length :]
    spans.sort()
    ends = [end for _, end in spans]
    starts = [start for start, _ in spans[1:]] + [len(said)]
    apart = all(SEPARATED.fullmatch(said, end, start) for end, start in zip(ends, starts, strict=True))
    return spans[0][0] if apart else None


def _row_in_words(quotes: Sequence[str]) -> str | None:
    """A row with each cell behind the heading of its column, as folded text; what leads to the table stands before it."""
    rows = [quote.split(BORDER) for quote in quotes if BORDER in quote]
    if len(rows) != 2 or len(rows[0]) != len(rows[1]):
        return None
    said = "; ".join(f"{heading}: {cell}" if heading else cell for cell, heading in zip(*rows, strict=True) if cell)
    lead = " ".join(quote for quote in quotes if BORDER not in quote)
    return fold(f"{lead}: {said}" if lead else said)


def _is_named(prefix: str, around: Surroundings, words: Words) -> bool:
    """Whether what stands before the quotes consists of names alone.

    Where the document is named among them, the prefix says where the statement stands; else no name may deny, permit or limit anything.
    """
    if not prefix.endswith((" ", ":")) or not any(mark in prefix for mark in ":–—>|-"):
        return False
    left, named = CLAUSE.sub(" ", prefix) if prefix.startswith("§") else prefix, False
    for name, is_document in _names(around):
        if name in left:
            left = left.replace(name, " ")
            named = named or is_document
    if not BETWEEN.fullmatch(left):
        return False
    return named or not any(word in words.operators for part in PARTS.split(prefix) for word in part.split())


@lru_cache(maxsize=256)
def _names(around: Surroundings) -> tuple[tuple[str, bool], ...]:
    """The names that may stand before a quote, longest first, each with whether it is one of the document."""
    documents = {fold(name) for name in (around.title, *around.names)}
    headings = {fold(part) for part in (around.heading, *around.heading.split(" > "))}
    headings |= {without_label(name) for name in headings} | {LABELLED.sub(r"\1 ", name) for name in headings}
    kept = {name: name in documents for name in documents | headings if name}
    return tuple(sorted(kept.items(), key=lambda item: (-len(item[0]), item[0])))


LABELLED: Final = re.compile(r"^([\w.]*\w)[.:)]?\s+(?:[–—-]\s+)?")
