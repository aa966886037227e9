"""Batches: which paragraphs a model is shown at once.

batch      consecutive paragraphs of one section, or a part of one that is too long; bounded in characters and in number
boundary   where a section is cut: a paragraph's own text decides, so that an edit changes the batch that holds it and leaves the
           others, and their stored answers, as they are
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from lineproof.beliefs.model import Document, Paragraph
from lineproof.evidence.hashing import fingerprint

MOST: Final = 6_000
MOST_PARAGRAPHS: Final = 40
LEAST: Final = 1_500
ONE_IN: Final = 4
"""Of how many paragraphs one ends a batch that is long enough."""
SMALLEST: Final = 400
"""A text of so few characters is not halved."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Paragraphs and the text that is shown of them; ``order`` is the place of its beginning in the document."""

    order: tuple[int, int]
    paragraphs: tuple[Paragraph, ...]
    text: str

    def halves(self) -> "tuple[Batch, ...]":
        """Two smaller batches; none where it cannot be made smaller."""
        place, offset = self.order
        if len(self.paragraphs) > 1:
            middle = len(self.paragraphs) // 2
            return _whole(place, self.paragraphs[:middle]), _whole(place + middle, self.paragraphs[middle:])
        if len(self.text) <= SMALLEST:
            return ()
        cut = self.text.find(" ", len(self.text) // 2) + 1
        parts = ((0, self.text[:cut]), (cut, self.text[cut:]))
        return tuple(Batch((place, offset + start), self.paragraphs, text) for start, text in parts if cut and text.strip())


def batches(document: Document, wanted: Sequence[Paragraph] | None = None) -> list[Batch]:
    """The batches of a document in reading order; headings are shown with them, never in them.

    Args:
        document: the document.
        wanted: the paragraphs to be shown, in reading order; all by default.
    """
    places = {paragraph.paragraph_id: place for place, paragraph in enumerate(document.paragraphs)}
    shown = [paragraph for paragraph in wanted or document.paragraphs if paragraph.kind != "heading"]
    found: list[Batch] = []
    for _, section in groupby(shown, key=lambda paragraph: paragraph.section_id):
        for paragraphs in _cut(section):
            found += _bounded(places[paragraphs[0].paragraph_id], paragraphs)
    return found


def _cut(section: Iterator[Paragraph]) -> Iterator[tuple[Paragraph, ...]]:
    """The paragraphs of a section in groups that no edit elsewhere moves for long."""
    group: list[Paragraph] = []
    size = 0
    for paragraph in section:
        if group and (size + len(paragraph.text) > MOST or len(group) == MOST_PARAGRAPHS):
            yield tuple(group)
            group, size = [], 0
        group.append(paragraph)
        size += len(paragraph.text)
        if size >= LEAST and int(fingerprint(paragraph.text), 16) % ONE_IN == 0:
            yield tuple(group)
            group, size = [], 0
    if group:
        yield tuple(group)


def _bounded(place: int, paragraphs: tuple[Paragraph, ...]) -> Iterator[Batch]:
    """One batch, or several of a paragraph that alone is too long."""
    waiting = [_whole(place, paragraphs)]
    while waiting:
        batch = waiting.pop(0)
        halves = batch.halves() if len(batch.text) > MOST and len(paragraphs) == 1 else ()
        if halves:
            waiting[:0] = halves
        else:
            yield batch


def _whole(place: int, paragraphs: tuple[Paragraph, ...]) -> Batch:
    return Batch((place, 0), paragraphs, "\n\n".join(paragraph.text for paragraph in paragraphs))
