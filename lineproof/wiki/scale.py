"""Scale: how fully a corpus is said, and on how large pages.

share        the part of its sources that a family's pages may say, in characters
page         characters of a page
shelf        characters of a page that small families share
least        characters from which on a family of several documents, or a folder, has a page of its own
alone        the same for a single document
nomination   characters of a page for which it may nominate one topic
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes in characters."""

    share: float
    page: int
    shelf: int
    least: int
    alone: int
    nomination: int


WHOLE: Final = Scale(share=0.068, page=12_000, shelf=12_000, least=3_000, alone=3_000, nomination=2_500)
SMALL: Final = Scale(share=0.3, page=12_000, shelf=4_000, least=150, alone=2_500, nomination=1_200)
SMALL_CORPUS: Final = 100_000
"""Bytes below which a tenth of a corpus would fill no page, so that much of it may be said."""
TINY: Final = Scale(share=2.0, page=12_000, shelf=4_000, least=1, alone=2_500, nomination=1_200)
TINY_CORPUS: Final = 10_000
"""Bytes below which all of it is said."""


def scale(size: int) -> Scale:
    """The scale of a corpus of so many bytes."""
    if size < TINY_CORPUS:
        return TINY
    return SMALL if size < SMALL_CORPUS else WHOLE
