"""Abbreviations that a text defines: ``Transport Layer Security (TLS)``, ``Versicherungsvertragsgesetz (VVG)``.

The words before the parenthesis are the shortest that hold its letters in order and whose first letter is its first
(Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text", 2003).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

BRACKETED: Final = re.compile(r" \([\"“„'*]*(?P<short>[A-ZÄÖÜ][\w-]{1,9})[\"”“'*]*\)")
BORDER: Final = re.compile(r"[()\n]")
LONGEST: Final = 200
"""Characters before the parenthesis among which the words are looked for."""
CAPITALS: Final = 2
WORD: Final = re.compile(r"[^\W_][\w'’-]*")


def abbreviations(text: str) -> Iterator[tuple[str, str]]:
    """Each abbreviation that a text defines, with the words that it stands for."""
    for found in BRACKETED.finditer(text) if "(" in text else ():
        short = found["short"]
        before = BORDER.split(text[max(0, found.start() - LONGEST) : found.start()])[-1]
        if sum(letter.isupper() for letter in short) >= CAPITALS and (long := _expansion(short, before)):
            yield short, long


def _expansion(short: str, before: str) -> str | None:
    """The end of a text that an abbreviation stands for."""
    letters = [letter.lower() for letter in short if letter.isalnum()]
    starts = [found.start() for found in WORD.finditer(before)]
    begin = _by_initials(letters, before, starts)
    if begin is None:
        begin = _by_letters(letters, before, starts[-2 * len(short) :])
    long = before[begin:].strip(" \"“”„'*") if begin is not None else ""
    return long if len(long) > len(short) + 2 and short not in long.split() else None


def _by_initials(letters: Sequence[str], before: str, starts: Sequence[int]) -> int | None:
    """Where the words begin whose first letters are those of the abbreviation."""
    last = starts[-len(letters) :]
    return last[0] if [before[start].lower() for start in last] == letters else None


def _by_letters(letters: Sequence[str], before: str, starts: Sequence[int]) -> int | None:
    """Where the shortest text begins that has the letters of the abbreviation in order."""
    place, text = len(before), before.lower()
    for letter in reversed(letters[1:]):
        place = text.rfind(letter, 0, place)
        if place < 0:
            return None
    return max((start for start in starts if start < place and text[start] == letters[0]), default=None)
