"""Saying: a statement without the words that its place on a page says already.

place     the words before the colon of a statement that stands alone: ``S.4 Proof of Loss of HV 30 01 (2026-01): You must ...``
saying    what follows, if the place holds the name of the document and no words but those of the headings above, or of what follows
"""

import re
from collections.abc import Iterable
from typing import Final

from lineproof.wiki.model import SourceDocument

_WORD: Final = re.compile(r"\w+")
_JOINING: Final = 3
"""Characters of words that may join headings and names (``of``, ``des``), and of the parts of a number."""
_LONGEST: Final = 400


def saying(statement: str, headings: Iterable[str], document: SourceDocument) -> str:
    """What a statement says under the headings of its document; all of it where its place says more than these.

    Args:
        statement: it may begin with its place.
        headings: those above it, and its own label.
        document: it stands in.
    """
    known = _words(" ".join((*headings, document.title, document.identifier or "", document.edition or "")))
    names = [words for name in (document.identifier, document.title) if (words := _words(name or ""))]
    rest = statement
    while (cut := _end_of_place(rest, known, names)) is not None:
        rest = rest[cut:]
    return rest[:1].upper() + rest[1:] if rest != statement else statement


def _end_of_place(text: str, known: frozenset[str], names: list[frozenset[str]]) -> int | None:
    """Where the saying begins, after the first colon behind the name of the document."""
    for colon in re.finditer(r": (?=\S)", text[:_LONGEST]):
        place = _words(text[: colon.start()])
        if any(name <= place for name in names):
            new = place - known - _words(text[colon.end() :])
            return None if any(len(word) > _JOINING for word in new) else colon.end()
    return None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
