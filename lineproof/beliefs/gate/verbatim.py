"""Verbatim: the short way through the gate, for statements that are their quotes word for word.

folded    a text in small letters with single blanks, without markup, links' targets and closing punctuation
label     what numbers or marks a paragraph (``(2)``, ``a)``, ``3.1``, a bullet); it may be left out
name      a heading, a title, another name of the document, or a further quote such as a lead-in
subject   what stands before the first colon, if it consists of names alone: it tells what the rest is about and is no part of
          what must be judged
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from lineproof.beliefs.gate.tokens import LINK, MARKUP
from lineproof.beliefs.gate.words import Words
from lineproof.beliefs.model import Surroundings

LABEL: Final = re.compile(r"(?:\(?[0-9a-z]{1,3}(?:\.[0-9]{1,3}){0,5}[.)]?|[-*•o])\s")
IN_BRACKETS: Final = re.compile(r"\([0-9a-z]{1,3}\)")
DASHES: Final = re.compile(r"\s[-–—]\s")
WORD: Final = re.compile(r"\w+")
BLANKS: Final = re.compile(r"\s+")
CLOSING: Final = " .;:,?!"
LONGEST_SUBJECT: Final = 400
LONGEST_NAME: Final = 300
SHORTEST_NAME: Final = 2
MOST_COLONS: Final = 4


def is_verbatim(statement: str, quotes: Sequence[str], subject: str = "") -> bool:
    """Whether a statement is its quotes as they stand, in any order, with or without their labels.

    Args:
        statement: the statement behind its subject.
        quotes: its quotes.
        subject: the subject, which may hold further quotes.
    """
    if len(quotes) == 1 and statement == quotes[0]:
        return True
    said, named = fold(statement), fold(subject)
    if not said or not _targets(statement) <= {target for quote in quotes for target in _targets(quote)}:
        return False
    for quote in sorted(map(fold, quotes), key=len, reverse=True):
        found = next((text for text in (quote, without_label(quote)) if text and text in said), None)
        if found is None and without_label(quote) not in named:
            return False
        said = said.replace(found, "", 1) if found else said
    return WORD.search(said) is None


def without_subject(statement: str, quotes: Sequence[str], around: Surroundings, words: Words) -> str:
    """The statement behind its subject; all of it if it has none."""
    end, rest = 0, statement
    names: Sequence[str] | None = None
    for _ in range(MOST_COLONS):
        end = statement.find(": ", end + 1, LONGEST_SUBJECT)
        if end < 0:
            break
        if names is None:
            names = _names(around, tuple(quotes[1:]))
        if _consists_of(fold(statement[:end]), names, words):
            rest = statement[end + len(": ") :]
    return rest


def is_row(statement: str, quotes: Sequence[str], around: Surroundings, words: Words) -> bool:
    """Whether a statement is a row of a table, each cell behind its heading, behind words that only name what it is about."""
    cells = [cell.strip() for cell in quotes[0].split("|")]
    for other in quotes[1:]:
        heads = [head.strip() for head in other.split("|")]
        if len(cells) < 2 or len(heads) != len(cells):
            continue
        row = fold("; ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True) if cell))
        said = fold(statement)
        if said == row:
            return True
        subject = said.removesuffix(row).rstrip()
        if said.endswith(row) and subject.endswith(":"):
            return _consists_of(subject.removesuffix(":"), _names(around, tuple(quotes[1:])), words)
    return False


def fold(text: str) -> str:
    """The text folded."""
    if "](" in text:
        text = LINK.sub(r"\1", text)
    if "`" in text or "*" in text or "_" in text:
        text = MARKUP.sub("", text)
    return BLANKS.sub(" ", text).strip().rstrip(CLOSING).casefold()


def _targets(text: str) -> set[str]:
    """Where the links of a text lead."""
    return {found[2] for found in LINK.finditer(text)} if "](" in text else set()


def without_label(text: str) -> str:
    """A folded text without its label."""
    label = LABEL.match(text)
    return text[label.end() :] if label else text


@lru_cache(maxsize=512)
def _names(around: Surroundings, quotes: tuple[str, ...]) -> tuple[str, ...]:
    """The names folded, with and without their labels, longest first."""
    texts = (*around.heading.split(" > "), around.title, *around.names, *quotes)
    folded = {fold(text) for text in texts if len(text) <= LONGEST_NAME}
    known = {_joined(name) for name in folded | {without_label(name) for name in folded}}
    return tuple(sorted((name for name in known if len(name) >= SHORTEST_NAME), key=lambda name: (-len(name), name)))


def _consists_of(subject: str, names: Sequence[str], words: Words) -> bool:
    """Whether a folded text, labels in brackets apart, consists of names and of single words of names that deny or limit nothing."""
    subject = _joined(subject)
    for name in names:
        start = subject.find(name)
        if start >= 0 and not _splits_word(subject, start, start + len(name)):
            subject = f"{subject[:start]}|{subject[start + len(name) :]}"
    rest = WORD.findall(subject)
    known = _words_of(names)
    return bool(known) and all(word in words.lists["joining"] or (word in known and word not in words.operators) for word in rest)


def _joined(text: str) -> str:
    """A folded text without labels in brackets and without dashes between its parts."""
    return BLANKS.sub(" ", DASHES.sub(" ", IN_BRACKETS.sub(" ", text)))


@lru_cache(maxsize=512)
def _words_of(names: Sequence[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in WORD.findall(name))


def _splits_word(text: str, start: int, end: int) -> bool:
    before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    return before or (end < len(text) and text[end].isalnum() and text[end - 1].isalnum())
