"""Prose: statements of running text, a sentence each, with the sentence before it where that is needed.

chain   sentences that follow each other, each of which leans on the one before it; the first stands alone
lead    the last words of the paragraph before, which introduce this one (``Section 4 is amended to read:``)
topic   the first sentence of a list item, without which what the item goes on to say would be of everything
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose.heads import Head
from lineproof.beliefs.propose.independence import Reading, goes_on_with, is_named, means_itself, read, refers_back
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.sentences import Span, sentences
from lineproof.beliefs.propose.words import Words

LONGEST_CHAIN: Final = 3
LONGEST_TEXT: Final = 900


@dataclass(frozen=True)
class Text:
    """A paragraph or list item to be read.

    ``lead`` is what introduces it and becomes part of every statement, ``topical`` tells that its first sentence does too.
    ``about`` is the sentence of the block before by which the document speaks of itself, which a first ``It`` then means.
    ``leads`` tells that its last sentence introduces what follows, ``numbered`` that its sentences are cited by their numbers.
    """

    paragraph: Paragraph
    head: Head
    place: Place
    words: Words
    lead: Part | None = None
    topical: bool = False
    about: Part | None = None
    leads: bool = False
    numbered: bool = False

    @cached_property
    def spans(self) -> list[Span]:
        """Its sentences."""
        found = list(sentences(self.paragraph.text, self.words, self.words.empty, self.head.end))
        return found[:-1] if self.leads else found

    @cached_property
    def readings(self) -> list[Reading | None]:
        """How each sentence can be quoted."""
        found = [self._read(n, *span) for n, span in enumerate(self.spans)]
        if self._speaks_of_itself(found):
            found[0] = replace(found[0], leaning=False) if found[0] else None
        return found

    def _read(self, n: int, start: int, end: int) -> Reading | None:
        text = self.paragraph.text
        if n > 0 and goes_on_with(text[start:end], text[slice(*self.spans[n - 1])], self.place, self.words):
            return None
        reading = read(text, start, end, self.place, self.words, n == 0 and self._is_led(start))
        if reading and not reading.leaning and n > 0:
            before = text[slice(*self.spans[n - 1])]
            return replace(reading, leaning=refers_back(text[reading.start : end], before, self.place, self.words))
        return reading

    def _is_led(self, start: int) -> bool:
        """Whether something introduces it; a title alone names nothing that a pronoun at its beginning could mean."""
        if self.lead is None or not self.words.pronouns.match(self.paragraph.text, start):
            return self.lead is not None
        return bool(self.words.finite.search(self.lead.text) or self.words.modal.search(self.lead.text))

    @property
    def own_sentence(self) -> Part | None:
        """The first sentence, where the document speaks of itself in it (``This endorsement attaches to ...``)."""
        speaks = self.spans and self.words.own.match(self.paragraph.text, self.head.end)
        return Part(self.paragraph, *self.spans[0]) if speaks else None

    @property
    def introduction(self) -> tuple[Part, ...]:
        """The parts of other paragraphs that every statement of this one needs."""
        first = self.readings[0] if self.readings else None
        opened = self.about if first and self._means_document() else None
        return tuple(part for part in (self.lead, opened) if part)

    @property
    def titles(self) -> tuple[Part, ...]:
        """The heading within its line, where the place is named by it."""
        return (Part(self.paragraph, 0, len(self.paragraph.text[: self.head.end].rstrip())),) if self.head.title and not self.lead else ()

    def _means_document(self) -> bool:
        return bool(self.about and self.spans and means_itself(self.paragraph.text[slice(*self.spans[0])], self.words))

    def _speaks_of_itself(self, found: list[Reading | None]) -> bool:
        return bool(found and found[0] and found[0].leaning and self._means_document())


def passages(text: Text) -> Iterator[Passage]:
    """The passages of a text whose sentences can be believed, in order."""
    for n, reading in enumerate(text.readings):
        first = _first(n, text) if reading else None
        if reading is not None and first is not None and (reading.complete or text.lead):
            yield _passage(n, first, reading, text)


def _passage(n: int, first: int, reading: Reading, text: Text) -> Passage:
    """The passage of sentence ``n`` with the chain that begins with sentence ``first``."""
    begin = text.readings[first]
    chain = [Part(text.paragraph, begin.start, text.spans[n - 1][1])] if first < n and begin else []
    topic = [_topic(text)] if text.topical and first > 0 else []
    start = text.spans[n][0] if first < n else reading.start
    if text.topical and n == 0 and text.head.title:
        start = _topic(text).start
    focus = Part(text.paragraph, start, text.spans[n][1])
    return Passage(text.place, (focus,), (*text.introduction, *topic, *chain), text.titles)


def _topic(text: Text) -> Part:
    """The first sentence of an item, with the heading within its line."""
    return Part(text.paragraph, text.head.begin, text.spans[0][1])


def _first(n: int, text: Text) -> int | None:
    """The sentence with which the chain of sentence ``n`` begins; None where there is none that stands alone."""
    first = back = n
    while back >= first:
        cited = _cited(back, text)
        if cited is None:
            return None
        first = min(first, cited)
        reading = text.readings[back]
        if back == first and reading and reading.leaning and first > 0:
            first -= 1
        back -= 1
    reading = text.readings[first]
    fits = n - first < LONGEST_CHAIN and text.spans[n][1] - text.spans[first][0] <= LONGEST_TEXT
    stands = reading is not None and not reading.leaning and (first == n or reading.complete)
    return first if stands and fits and _is_resolved(first, n, text) else None


def _cited(n: int, text: Text) -> int | None:
    """The first sentence that sentence ``n`` cites by its number, itself where it cites none; None where one is not before it."""
    numbers = [int(number) for number in text.words.sentence_words.findall(text.paragraph.text, *text.spans[n])]
    if not numbers:
        return n
    return min(numbers) - 1 if text.numbered and min(numbers) > 0 and max(numbers) <= n else None


def _is_resolved(first: int, last: int, text: Text) -> bool:
    """Whether each noun that a sentence of a chain takes for known is in the words before it."""
    led = " ".join(part.text for part in text.introduction)
    begin = text.spans[first][0]
    for span, reading in zip(text.spans[first : last + 1], text.readings[first : last + 1], strict=True):
        before = f"{led} {text.paragraph.text[begin : span[0]]}"
        if reading is None or not all(is_named(noun, before, text.place) for noun in reading.missing):
            return False
    return True
