"""Locating: where the words that a model says it copied really stand.

folded    text in which blanks, quotation marks and dashes are written in one way, and characters that nobody sees are left out;
          letters, digits and case stay, so that folding can join no two words and change no value
span      a place in the text as it is, which begins and ends with whole words and whole numbers
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

Span = tuple[int, int]

_SINGLE: Final = "‘’‚‛′´`"
_DOUBLE: Final = "“”„‟«»″"
_DASHES: Final = "‐‑‒–—―−"
_UNSEEN: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_SIGNS: Final = {
    **dict.fromkeys(map(ord, _SINGLE), "'"),
    **dict.fromkeys(map(ord, _DOUBLE), '"'),
    **dict.fromkeys(map(ord, _DASHES), "-"),
}
_DROPPED: Final = re.compile(f"[{_UNSEEN}]")
_ENCLOSING: Final = "'\" "
_NUMBER_SIGNS: Final = ".,"


class Folded:
    """A text folded, with the way back to where each of its characters stands."""

    def __init__(self, text: str) -> None:
        self.original = text
        kept: list[str] = []
        places: list[int] = []
        for place, character in enumerate(text):
            if character in _UNSEEN:
                continue
            if character.isspace():
                if kept and kept[-1] == " ":
                    continue
                character = " "
            kept.append(_SIGNS.get(ord(character), character))
            places.append(place)
        self.text = "".join(kept)
        self._places: Sequence[int] = places

    def span(self, start: int, end: int) -> Span:
        """The span of the text as it is for one of the folded text, which is not empty."""
        return self._places[start], self._places[end - 1] + 1


def locate(quote: str, text: str | Folded) -> list[Span]:
    """All spans of a text that say what a quote says, in order.

    Args:
        quote: the words; marks of quotation around them need not stand in the text.
        text: normalised text (NFC), or one that is folded already.

    Returns:
        Spans of the text as it is: those of exact copies where there are any, else of folded ones.
    """
    folded = text if isinstance(text, Folded) else Folded(text)
    words = unicodedata.normalize("NFC", quote).strip()
    if exact := [span for span in _found(words, folded.original) if _whole(folded.original, span)]:
        return exact
    wanted = fold(words).strip()
    for form in (wanted, wanted.strip(_ENCLOSING)):
        spans = [folded.span(start, end) for start, end in _found(form, folded.text)]
        if kept := [span for span in spans if _whole(folded.original, span)]:
            return kept
    return []


def fold(text: str) -> str:
    """A text folded."""
    return " ".join(_DROPPED.sub("", text).translate(_SIGNS).split())


def overlapping(spans: Sequence[Span], start: int, end: int) -> Span:
    """From the first to the last of some spans, in order, that share a character with ``[start:end]``; it itself where none does."""
    first = bisect_left(spans, start + 1, key=lambda span: span[1])
    last = bisect_left(spans, end, key=lambda span: span[0])
    held = spans[first:last]
    return (min(start, held[0][0]), max(end, held[-1][1])) if held else (start, end)


def _found(words: str, text: str) -> Iterator[Span]:
    start = text.find(words) if words else -1
    while start >= 0:
        yield start, start + len(words)
        start = text.find(words, start + 1)


def _whole(text: str, span: Span) -> bool:
    """Whether a span cuts no word and no number (``12 days`` is not in ``112 days``, nor in ``1.12 days``)."""
    start, end = span
    return not (_joined(text, start, -1) or _joined(text, end - 1, 1))


def _joined(text: str, place: int, step: int) -> bool:
    """Whether the character at the edge of a span belongs to a word or number that goes on beyond it."""
    beyond, after = place + step, place + 2 * step
    if not 0 <= beyond < len(text) or not text[place].isalnum():
        return False
    if text[beyond].isalnum():
        return True
    return text[place].isdigit() and text[beyond] in _NUMBER_SIGNS and 0 <= after < len(text) and text[after].isdigit()
