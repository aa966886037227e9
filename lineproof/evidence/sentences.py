"""Sentences: where they begin and end in a text, by the abbreviations and ordinals of its language; for all that quotes or shows some.

stop     a full stop, question mark or exclamation mark, with the brackets and quotation marks that close behind it
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from lineproof.evidence.language import Language, known

STOP: Final = re.compile(r"[.!?]+[\"'”“’»)\]*_]*(?=\s+[\"'“„‘«(\[`*_<§$]*[\wÀ-ɏ])")
NEXT: Final = re.compile(r"\s+[\"'“„‘«(\[`*_<]*(?P<word>[\w§$À-ɏ][\w'’-]*)")
LAST: Final = re.compile(r"[^\s(\[\"“„'‘/–—]*$")
ESCAPE: Final = "\\"
"""Before a dot that is not to make a list of its line (``31\\. Dezember``)."""
ROMAN: Final = re.compile(r"[IVX]+")
SHORT_NUMBER: Final = 2
_BLANKS: Final = re.compile(r"\s*")
INITIAL: Final = re.compile(r"[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]")

Span = tuple[int, int]


def sentences(text: str, language: Language, start: int = 0) -> Iterator[Span]:
    """The spans of the sentences of a paragraph's normalised text from an offset on, without the blanks between them."""
    for stop in STOP.finditer(text, start):
        following = NEXT.match(text, stop.end())
        if following and _ends(text, start, stop.start(), following["word"], language):
            yield start, stop.end()
            start = _BLANKS.match(text, stop.end()).end()  # type: ignore[union-attr]
    if start < len(text):
        yield start, len(text)


@lru_cache(maxsize=512)
def spans_of(text: str, language: Language, start: int = 0) -> tuple[Span, ...]:
    """The same for one who asks again: a paragraph is read by itself, and with the others of its section."""
    return tuple(sentences(text, language, start))


def sentences_of(text: str, code: str) -> list[str]:
    """The sentences of a text as they stand, by the code of its language; of one without a file by the rules of the default."""
    return [text[start:end] for start, end in sentences(text, known(code)) if text[start:end].strip()]


def _ends(text: str, start: int, stop: int, following: str, language: Language) -> bool:
    """Whether a sentence ends at this stop: what follows begins one, and the dot belongs to no abbreviation, initial or ordinal."""
    if following[0].islower() and following[0].isalpha():
        return False
    if following.isupper() and len(following) > 1 and following.lower() in language.stop_words:
        return False
    if text[stop] != ".":
        return True
    found = LAST.search(text, max(start, stop - 60), stop)
    word = found.group().rstrip(ESCAPE) if found else ""
    if not word or word.lower() in language.abbreviations or INITIAL.fullmatch(word):
        return False
    ordinals = "." in language.dates.ordinal_suffixes
    if ordinals and following[0].isdigit() and ROMAN.fullmatch(word):
        return False
    if word.isdigit() and ordinals:
        return len(word) > SHORT_NUMBER or following.lower() in language.stop_words
    return not (word.isdigit() and stop - len(word) == start)
