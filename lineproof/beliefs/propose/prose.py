"""Prose: statements of running text, a sentence each, with the sentence before it where that is needed.

chain   sentences that follow each other, each of which leans on the one before it; the first stands alone
lead    the last words of the paragraph before, which introduce this one (``Section 4 is amended to read:``)
"""

from collections.abc import Iterator
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose.independence import Reading, means_itself, read
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.sentences import Span, sentences
from lineproof.beliefs.propose.words import Words

LONGEST_CHAIN: Final = 3
LONGEST_TEXT: Final = 900


def passages(
    paragraph: Paragraph, start: int, place: Place, words: Words, lead: Part | None = None, last: bool = True, about: Part | None = None
) -> Iterator[Passage]:
    """The passages of a paragraph whose sentences can be believed, in order.

    Args:
        paragraph: a paragraph or list item.
        start: where its first sentence begins.
        place: where it stands.
        words: of its language.
        lead: what introduces it, if anything does; it becomes part of every passage.
        last: whether its last sentence is a statement of its own rather than the lead of what follows.
        about: the sentence of the block before by which the document speaks of itself, which a first ``It`` then means.
    """
    text = paragraph.text
    spans = list(sentences(text, words, words.empty, start))
    if not last:
        spans.pop()
    readings = [read(text, *span, place, words, bool(lead) and n == 0) for n, span in enumerate(spans)]
    if about and readings and readings[0] and readings[0].leaning and means_itself(text[slice(*spans[0])], words):
        readings[0] = Reading(readings[0].start, False)
        lead = about
    for n, (reading, span) in enumerate(zip(readings, spans, strict=True)):
        first = _first(n, readings, spans, text, words) if reading else None
        if reading is None or first is None:
            continue
        before = readings[first]
        context = (Part(paragraph, before.start, spans[n - 1][1]),) if first < n and before else ()
        focus = Part(paragraph, reading.start if first == n else span[0], span[1])
        yield Passage(place, (focus,), (lead, *context) if lead else context)


def own_sentence(paragraph: Paragraph, start: int, words: Words) -> Part | None:
    """The first sentence of a paragraph where the document speaks of itself in it (``This endorsement attaches to ...``)."""
    span = next(sentences(paragraph.text, words, words.empty, start), None)
    return Part(paragraph, *span) if span and words.own.match(paragraph.text, start) else None


def _first(n: int, readings: list[Reading | None], spans: list[Span], text: str, words: Words) -> int | None:
    """The sentence with which the chain of sentence ``n`` begins; None where there is none that stands alone."""
    first = n
    if numbers := [int(number) for number in words.sentence_words.findall(text, *spans[n])]:
        first = min(first, min(numbers) - 1)
    reading = readings[first] if 0 <= first < n else readings[n]
    while reading and reading.leaning and first > 0:
        first -= 1
        reading = readings[first]
    fits = 0 <= first and n - first < LONGEST_CHAIN and spans[n][1] - spans[first][0] <= LONGEST_TEXT
    return first if reading and not reading.leaning and fits else None
