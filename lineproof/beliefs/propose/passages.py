"""Passages: the spans of text that one statement is made of.

part      a span of a paragraph
focus     the parts that say something; values are looked for in them alone
context   the parts without which the focus would not be understood: the sentence before, the words that lead to a list,
          the headings of a table
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from lineproof.beliefs.model import Paragraph, Quote, Relation
from lineproof.beliefs.plain import plain
from lineproof.beliefs.propose.blocks import CLAUSE
from lineproof.beliefs.propose.nesting import is_below
from lineproof.beliefs.propose.places import Place
from lineproof.evidence.signals.model import Signal

JOINS: Final = (".", ",", ";", ":", "!", "?", "…")
NUMBERED: Final = re.compile(r"\(?\w{1,4}[.)]\s")
"""An item that shows by itself where it begins, and behind which only another of its kind, or the end of the sentence, can follow."""
VALUE: Final = re.compile(r"\d+ ")
"""How an item begins that is no label of those below it, nor a sentence, but a value."""
ITEM: Final = "list_item"


@dataclass(frozen=True, slots=True)
class Part:
    """The span ``[start:end]`` of a paragraph."""

    paragraph: Paragraph
    start: int
    end: int

    @property
    def text(self) -> str:
        """What stands there."""
        return self.paragraph.text[self.start : self.end]

    @property
    def quote(self) -> Quote:
        """The span as a quote."""
        return Quote(self.paragraph.paragraph_id, self.start, self.end, self.text)

    def signals(self) -> list[Signal]:
        """The signals within it, in order."""
        held = self.paragraph.signals
        first = bisect_left(held, self.start, key=lambda signal: signal.start)
        return [signal for signal in held[first : bisect_left(held, self.end, key=lambda signal: signal.start)] if signal.end <= self.end]

    def relations(self) -> list[Relation]:
        """The relations stated within it."""
        return [relation for relation in self.paragraph.relations if self.start <= relation.start < self.end]


@dataclass(frozen=True, slots=True)
class Passage:
    """What one statement says and where; the parts stand in reading order, context first."""

    place: Place
    focus: tuple[Part, ...]
    context: tuple[Part, ...] = ()
    heads: tuple[Part, ...] = ()
    """Headings within the lines of these paragraphs, which name the place."""
    preceding: tuple[Part, ...] = ()
    """Those of the context on which the focus does not lean, so that it fixes the same without them, and is quoted by itself."""
    following: tuple[Part, ...] = ()
    """Sentences behind the focus that take it back, wholly or for some."""
    introduced: tuple[Part, ...] = ()
    """Sentences of other clauses of the section, before the context, that name what the passage takes for known."""
    clause: tuple[Part, ...] = ()
    """The number of its own clause, where others are quoted with it."""
    term: Part | None = None
    """The label of its context that its focus defines."""

    @property
    def opening(self) -> Part:
        """The part with which it begins."""
        return (*self.context, *self.focus)[0]

    @property
    def statement(self) -> str:
        """The words of all parts behind the name of the place, so that they stand alone."""
        before = (plain(part.text) for part in (*self.introduced, *self.clause))
        return " ".join((f"{self.place.name}:", *before, self.said))

    @property
    def said(self) -> str:
        """The words of its own paragraph and its lead, without the name of the place."""
        return _capital(joined((*self.context, *self.focus, *self.following)))

    def quotes(self, principal: Part) -> tuple[Quote, ...]:
        """One quote for each part, the principal first; parts that follow each other in a paragraph are one, but for what only precedes."""
        above = [Part(heading, 0, len(heading.text)) for heading in (*self.place.headings, *self.place.parts)]
        needed = [part for part in self.context if part not in self.preceding]
        number, preceding = (self.clause, self.preceding) if not self.preceding else ((), (*self.clause, *self.preceding))
        said = _merged((*number, *needed, *self.focus, *self.following))
        merged = [*said, *_merged(preceding), *_merged(self.introduced), *self.heads, *above]
        first = next(part for part in merged if part.paragraph is principal.paragraph and part.start <= principal.start < part.end)
        return tuple(part.quote for part in (first, *(part for part in merged if part is not first)))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def joined(parts: Sequence[Part]) -> str:
    """The texts of parts in one line; a colon parts an item from those below it, semicolons part items without number and punctuation."""
    texts = [plain(part.text) for part in parts]
    line = texts[0]
    for n, (before, text) in enumerate(pairwise(texts), 1):
        if is_below(parts[n].paragraph, parts[n - 1].paragraph) and _is_label(before, text):
            line += f": {text}"
            continue
        ended = n == 1 or before.endswith(JOINS) or CLAUSE.search(before) or NUMBERED.match(f"{before} ")
        goes_on = text[:1].islower() and parts[n].paragraph.kind != ITEM
        line += f" {text}" if ended or goes_on or NUMBERED.match(text) else f"; {text}"
    return line


def _is_label(before: str, text: str) -> bool:
    """Whether the words before those below them need a colon: not a value, nor where they end, or begin a sentence that goes on."""
    goes_on = NUMBERED.match(f"{before} ") and text[:1].islower()
    return not (before.endswith(JOINS) or CLAUSE.search(before) or VALUE.match(before) or goes_on)


def _merged(parts: Sequence[Part]) -> list[Part]:
    merged: list[Part] = []
    for part in parts:
        last = merged[-1] if merged else None
        if last and last.paragraph is part.paragraph and part.paragraph.text[last.end : part.start].strip() == "":
            merged[-1] = Part(last.paragraph, last.start, part.end)
        else:
            merged.append(part)
    return merged
