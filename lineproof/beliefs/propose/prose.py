"""Prose: statements of running text, a sentence each, with the sentence before it where that is needed.

chain   sentences that follow each other, the first of which stands alone: a sentence is quoted with those that precede it in its
        paragraph, since it often means what they set out, and alone only where they cannot be quoted and it takes nothing for known
lead    the last words of the paragraph before, which introduce this one (``Section 4 is amended to read:``)
taken back  a sentence that a later one says does not hold, or only for some (``This does not apply to tenants.``), so that both are quoted
topic   the first sentence of a list item, without which what the item goes on to say would be of everything
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose.exceptions import excepts
from lineproof.beliefs.propose.heads import Head
from lineproof.beliefs.propose.independence import (
    LAST_WORD,
    Reading,
    goes_on_with,
    is_labelled,
    is_named,
    means_itself,
    opens_on,
    opens_with_known,
    read,
    refers_back,
    suffices,
)
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.sentences import Span, spans_of

LONGEST_CHAIN: Final = 3
LONGEST_TEXT: Final = 900
LONGEST_WORD: Final = 40
"""Characters at the end of a paragraph among which its last word is looked for."""


@dataclass(frozen=True)
class Text:
    """A paragraph or list item to be read.

    ``lead`` is what introduces it and becomes part of every statement, ``topical`` tells that its first sentence does too.
    ``about`` is the sentence of the block before by which the document speaks of itself, which a first ``It`` then means.
    ``previous`` is the text of the paragraph before in its section.
    ``leads`` tells that its last sentence introduces what follows, ``numbered`` that its sentences are cited by their numbers.
    ``above`` is what is quoted before the lead: what leads to the list around it, and the items that it stands below.
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
    above: tuple[Part, ...] = ()
    previous: str = ""

    @cached_property
    def spans(self) -> Sequence[Span]:
        """Its sentences, but for one that introduces what follows."""
        return self.all_spans[:-1] if self.leads else self.all_spans

    @cached_property
    def all_spans(self) -> Sequence[Span]:
        """The same with the one that introduces what follows."""
        return spans_of(self.paragraph.text, self.words.language, self.head.end)

    @cached_property
    def readings(self) -> list[Reading | None]:
        """How each sentence can be quoted."""
        found = [self._read(n, *span) for n, span in enumerate(self.spans)]
        if self._speaks_of_itself(found):
            found[0] = replace(found[0], leaning=False) if found[0] else None
        return found

    @cached_property
    def cited(self) -> list[int | None]:
        """For each sentence the first one that it cites by its number, itself where it cites none; None where one is not before it."""
        return [self._cited(n, *span) for n, span in enumerate(self.spans)]

    def taken_back(self, n: int) -> range:
        """The sentences that sentence ``n`` takes back: those that it cites by their numbers, else the one before it."""
        start, end = self.all_spans[n]
        opening = self.words.left_out.match(self.paragraph.text, start)
        starts = (start, opening.end()) if opening else (start,)
        found = next(filter(None, (self.words.withdrawing.match(self.paragraph.text, at, end) for at in starts)), None)
        if found is None:
            return range(n - 1, n) if self._narrows(n) else range(0)
        if not found["first"]:
            return range(0 if found["all"] else self._said_before(n), n)
        return range(int(found["first"]) - 1, int(found["last"] or found["first"]))

    def _narrows(self, n: int) -> bool:
        """Whether sentence ``n`` moves a limit that the one before it sets, or sets a condition or an exception to its rule."""
        start, end = self.all_spans[n]
        said = self.paragraph.text[start:end]
        if n == 0 or self.words.moving.search(said):
            return n > 0
        before = self.paragraph.text[slice(*self.all_spans[n - 1])]
        if excepts(said, before, self.words):
            return True
        if not (self.words.modal.search(before) and self.words.modal.search(said)):
            return False
        forbidden = self.words.forbidding.search(said)
        released = forbidden and self.words.releasing.search(said, forbidden.end())
        return bool(released or (self.words.narrowed.match(said) and self.words.dependent.search(said)))

    def _said_before(self, n: int) -> int:
        """The sentence before sentence ``n``, past those that only say it again."""
        before = n - 1
        while before > 0 and self.words.elaborating.match(self.paragraph.text, self.all_spans[before][0]):
            before -= 1
        return before

    def _cited(self, n: int, start: int, end: int) -> int | None:
        numbers = [int(number) for number in self.words.sentence_words.findall(self.paragraph.text, start, end)]
        if not numbers:
            return n
        return min(numbers) - 1 if self.numbered and min(numbers) > 0 and max(numbers) <= n else None

    def _read(self, n: int, start: int, end: int) -> Reading | None:
        text = self.paragraph.text
        before = text[slice(*self.spans[n - 1])] if n > 0 else ""
        if n == 0 and self._is_cut_off():
            return None
        if before and goes_on_with(text[start:end], before, self.place, self.words):
            return None
        reading = read(text, start, end, self.place, self.words, n == 0 and self._is_led(start))
        if reading is None:
            return None
        if n == 0:
            return replace(reading, leaning=reading.leaning or self._opens_with_known(text[reading.start : end]))
        said = text[reading.start : end]
        leaning = reading.leaning or is_labelled(text, self.head.end) or refers_back(said, before, self.place, self.words)
        leaning = leaning or excepts(said, before, self.words)
        sufficient = not leaning and reading.start == start and suffices(said, self._said_to(n), self.place, self.words)
        return replace(reading, leaning=leaning, sufficient=sufficient)

    def _is_cut_off(self) -> bool:
        """Whether it goes on with a sentence of the paragraph before, which ends in an article."""
        last = LAST_WORD.search(self.previous, max(0, len(self.previous) - LONGEST_WORD))
        return last is not None and self.words.articled.fullmatch(last[1]) is not None

    def _opens_with_known(self, said: str) -> bool:
        """Whether its first sentence takes something for known that nothing quoted before it names."""
        if self.lead or self.words.framed:
            return False
        return opens_with_known(said, self.place, self.words) or opens_on(said, self.previous, self.place, self.words)

    def _said_to(self, n: int) -> str:
        """What is said before sentence ``n``, as far as may be quoted with it."""
        return self.paragraph.text[self.spans[max(0, n - LONGEST_CHAIN + 1)][0] : self.spans[n][0]]

    def _is_led(self, start: int) -> bool:
        """Whether something introduces it; a title alone names nothing that a pronoun at its beginning could mean."""
        if self.lead is None or not self.words.pronouns.match(self.paragraph.text, start):
            return self.lead is not None
        return bool(self.words.finite.search(self.lead.text) or self.words.modal.search(self.lead.text))

    @property
    def own_sentence(self) -> Part | None:
        """The first sentence, where the document speaks of itself in it (``This endorsement attaches to ...``)."""
        speaks = self.spans and self.words.own.match(self.paragraph.text, self.head.end)
        first = self.readings[0] if speaks else None
        return Part(self.paragraph, *self.spans[0]) if first and not first.leaning else None

    @property
    def introduction(self) -> tuple[Part, ...]:
        """The parts of other paragraphs that every statement of this one needs."""
        first = self.readings[0] if self.readings else None
        opened = self.about if first and self._means_document() else None
        return tuple(part for part in (*self.above, self.lead, opened) if part)

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
            withdrawing = withdrawals(first, n, text)
            if _are_quotable(withdrawing, first, text):
                yield _passage(n, first, reading, text, withdrawing)


def withdrawals(first: int, last: int, text: Text) -> list[int]:
    """The later sentences that take back one of those from ``first`` to ``last``."""
    taken_back = ((n, text.taken_back(n)) for n in range(last + 1, len(text.all_spans)))
    return [n for n, found in taken_back if any(first <= sentence <= last for sentence in found)]


def _are_quotable(withdrawing: Sequence[int], first: int, text: Text) -> bool:
    """Whether sentences that take back others can be quoted behind them."""
    if not all(n < len(text.spans) and text.readings[n] is not None for n in withdrawing):
        return False
    return not withdrawing or text.spans[withdrawing[-1]][1] - text.spans[first][0] <= LONGEST_TEXT


def _passage(n: int, first: int, reading: Reading, text: Text, withdrawing: Sequence[int]) -> Passage:
    """The passage of sentence ``n`` with the chain that begins with sentence ``first``, and the sentences that take it back."""
    topic = [_topic(text)] if text.topical and first > 0 else []
    start = text.spans[n][0] if first < n else reading.start
    if text.topical and n == 0 and text.head.title:
        start = _topic(text).start
    focus = Part(text.paragraph, start, text.spans[n][1])
    preceding, chain = _before(first, n, text)
    context = (*text.introduction, *topic, *preceding, *chain)
    following = tuple(Part(text.paragraph, *text.spans[later]) for later in withdrawing)
    return Passage(text.place, (focus,), context, text.titles, preceding, following)


def _before(first: int, n: int, text: Text) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The sentences from ``first`` on before sentence ``n``: those that it does not lean on, and those that it leans on."""
    needed = n
    while needed > first and (reading := text.readings[needed]) and reading.leaning:
        needed -= 1
    parts = [Part(text.paragraph, start, end) for start, end in text.spans[first:n]]
    if parts and (begin := text.readings[first]):
        parts[0] = replace(parts[0], start=begin.start)
    return tuple(parts[: needed - first]), tuple(parts[needed - first :])


def _topic(text: Text) -> Part:
    """The first sentence of an item, with the heading within its line."""
    return Part(text.paragraph, text.head.begin, text.spans[0][1])


def _first(n: int, text: Text) -> int | None:
    """The sentence with which the passage of sentence ``n`` begins; None where it needs more than may be quoted.

    That is itself where it names all that it speaks of, else as early a one as can be.
    """
    if (reading := text.readings[n]) and reading.sufficient and _is_chain(n, n, text):
        return n
    return next((first for first in range(max(0, n - LONGEST_CHAIN + 1), n + 1) if _is_chain(first, n, text)), None)


def _is_chain(first: int, n: int, text: Text) -> bool:
    """Whether the sentences from ``first`` to ``n`` can be read, and none means what is said before the first."""
    readings = text.readings[first : n + 1]
    begin = readings[0]
    if begin is None or not all(readings) or begin.leaning or not (first == 0 or begin.sufficient) or (first < n and not begin.complete):
        return False
    if text.spans[n][1] - text.spans[first][0] > LONGEST_TEXT:
        return False
    return all(sentence is not None and sentence >= first for sentence in text.cited[first : n + 1]) and _is_resolved(first, n, text)


def _is_resolved(first: int, last: int, text: Text) -> bool:
    """Whether each noun that a sentence of a chain takes for known is in the words before it."""
    led = " ".join(part.text for part in text.introduction)
    begin = text.spans[first][0]
    for span, reading in zip(text.spans[first : last + 1], text.readings[first : last + 1], strict=True):
        before = f"{led} {text.paragraph.text[begin : span[0]]}"
        if reading is None or not all(is_named(noun, before, text.place) for noun in reading.missing):
            return False
    return True
