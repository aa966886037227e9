"""Speakers: who says what in a document, as far as its lines show it.

turn           what one person says: the line that begins with the name and a colon, and the lines after it
conversation   a document most of whose groups of lines begin with a speaker; in it a turn goes on across blank lines
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

LEAST_TURNS: Final = 2
_TIME: Final = r"(?:[\[(]?\d{1,4}[-.:/]\d[\d:.,/\sT-]*(?:\s?[ap]\.?m\.?)?[\])]?[\s–—-]*)?"
_SPEAKER: Final = re.compile(
    rf"[\s>*_#•|-]*{_TIME}[\s*_]*(?P<name>[^\W\d_][\w.'’-]*(?: [\w.'’-]+){{0,3}})[\s*_]*(?:[\[(][^\])]{{0,40}}[\])])?[\s*_]*:(?![/\w])",
    re.IGNORECASE,
)


def speaker_of(text: str) -> str | None:
    """The name that a line or turn begins with, before a colon; None if it begins otherwise."""
    found = _SPEAKER.match(text)
    return found["name"] if found else None


def speakers(texts: Sequence[str]) -> Iterator[str | None]:
    """For each line of a document who says it."""
    goes_on = is_conversation(texts)
    current: str | None = None
    for text in texts:
        if not text.strip():
            current = current if goes_on else None
        elif found := speaker_of(text):
            current = found
        elif text.startswith("#"):
            current = None
        yield current


def is_conversation(texts: Sequence[str]) -> bool:
    """Whether most groups of lines begin with a speaker."""
    before = ["", *texts[:-1]] if texts else []
    first = [text for above, text in zip(before, texts, strict=True) if text.strip() and not above.strip() and not text.startswith("#")]
    spoken = sum(speaker_of(text) is not None for text in first)
    return spoken >= LEAST_TURNS and spoken * 2 >= len(first)
