"""Saying: a statement without the words that its place on a page says already.

place     the words before the colon of a statement that stands alone: ``S.4 Proof of Loss of HV 30 01 (2026-01): You must ...``
saying    what follows, if the place holds the name of the document and no words but those of the headings above, or of what follows
"""

import re
from functools import lru_cache
from typing import Final

from lineproof.wiki.model import SourceDocument

_WORD: Final = re.compile(r"\w+")
_COLON: Final = re.compile(r": (?=\S)")
_JOINING: Final = 3
"""Characters of words that may join headings and names (``of``, ``des``), and of the parts of a number."""
_LONGEST: Final = 400


def saying(statement: str, known: frozenset[str], document: SourceDocument) -> str:
    """What a statement says where its page says its place; all of it where its place says more than that.

    Args:
        statement: it may begin with its place.
        known: the words of the headings above it, and of the names of its document.
        document: it stands in.
    """
    rest, names = statement, _names(document.identifier, document.title)
    while ": " in rest and (cut := _end_of_place(rest, known, names)):
        rest = rest[cut:]
    return rest[:1].upper() + rest[1:] if rest is not statement else statement


def _end_of_place(text: str, known: frozenset[str], names: tuple[frozenset[str], ...]) -> int:
    """Where the saying begins, after the first colon behind the name of the document and no part of it; 0 where there is no such place."""
    for colon in _COLON.finditer(text, 0, _LONGEST):
        if text.count("(", 0, colon.start()) > text.count(")", 0, colon.start()):
            continue
        new = _unsaid(text[: colon.start()], known, names)
        if new is not None:
            return colon.end() if not new or new <= words(text[colon.end() :]) else 0
    return 0


@lru_cache(maxsize=20_000)
def _unsaid(place: str, known: frozenset[str], names: tuple[frozenset[str], ...]) -> frozenset[str] | None:
    """The words of a place, at which many claims stand, that are not known; None where it does not name the document."""
    said = words(place)
    if not any(map(said.issuperset, names)):
        return None
    return frozenset(word for word in said - known if len(word) > _JOINING)


@lru_cache(maxsize=2_000)
def _names(*names: str | None) -> tuple[frozenset[str], ...]:
    """The words of each name that has any."""
    return tuple(filter(None, (words(name or "") for name in names)))


def words(text: str) -> frozenset[str]:
    """The words of a text, whatever their case."""
    return frozenset(_WORD.findall(text.casefold()))
