"""Verbatim: the short way through the gate, for statements that are their quotes word for word.

folded   a text with single blanks and without its closing punctuation
label    what numbers or marks a paragraph (``(2)``, ``a)``, ``3.1``, a bullet); it may be left out
name     a heading, a title or another name of the document; it may stand before the quote, since it says what the quote is about
"""

import re
from collections.abc import Sequence
from typing import Final

from lineproof.beliefs.gate.words import Words
from lineproof.beliefs.model import Surroundings

LABEL: Final = re.compile(r"(?:\(?[0-9A-Za-z]{1,3}(?:\.[0-9]{1,3}){0,5}[.)]?|[-*•o§])\s")
PARTS: Final = re.compile(r"\s*[:;,–—>|]\s*|\s+-\s+")
CLOSING: Final = " .;:,"
BLANKS: Final = re.compile(r"\s+")


def is_verbatim(statement: str, quotes: Sequence[str], around: Surroundings, words: Words) -> bool:
    """Whether a statement is its quotes as they stand, with or without the label, or behind names of what they are about."""
    if len(quotes) == 1 and statement == quotes[0]:
        return True
    said, quoted = fold(statement), fold(" ".join(quotes))
    if said == quoted:
        return True
    if not quoted:
        return False
    bare = without_label(quoted)
    return said == bare or (said.endswith(bare) and _is_named(said[: -len(bare)], around, words))


def fold(text: str) -> str:
    """The text folded."""
    return BLANKS.sub(" ", text).strip().rstrip(CLOSING)


def without_label(text: str) -> str:
    """A folded text without its label."""
    label = LABEL.match(text)
    return text[label.end() :] if label else text


def _is_named(prefix: str, around: Surroundings, words: Words) -> bool:
    """Whether what stands before the quote consists of names alone, none of which denies, permits or limits anything."""
    if not prefix.endswith((" ", ":")) or not any(mark in prefix for mark in ":–—>|-"):
        return False
    names = {fold(part).casefold() for name in (around.heading, around.title, *around.names) for part in (name, *name.split(" > "))}
    names |= {without_label(name) for name in names}
    parts = [part.casefold() for part in PARTS.split(prefix.strip().rstrip(CLOSING)) if part]
    if not all(part in names for part in parts):
        return prefix.strip().rstrip(CLOSING).casefold() in names
    return not any(word in words.operators for part in parts for word in part.split())
