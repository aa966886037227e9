"""Sections: the numbered clauses of one section of a law with their sentences, and what these take back of each other.

clause      the paragraphs behind a number in parentheses (``(2)``), or all before the first one
sentence    one of a clause, with the list that it leads to; it is cited by its number (``Absatz 2 Satz 1``)
position    of a sentence: the place of its clause in the section, and its own in the clause
taken back  a sentence that a later one withdraws or narrows (``Absatz 1 gilt nicht für``), or affirms where that denies
broken      of a clause with a list that goes on behind whole sentences, so that none of its parts is complete
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose.blocks import ENDED, is_item
from lineproof.beliefs.propose.claims import without_conditions
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.independence import has_stem
from lineproof.beliefs.propose.passages import Part
from lineproof.beliefs.propose.places import CLAUSE, WORD
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.names import stem
from lineproof.evidence.sentences import spans_of

CAPITALISED: Final = re.compile(r"(?<![\w-])[A-ZÄÖÜ][\w-]+")

COMMA: Final = ","
ALIKE: Final = 3
"""Nouns that two sentences share which are of the same rule."""

Sentence = tuple[Part, ...]
Position = tuple[int, int]


@dataclass(frozen=True)
class Section:
    """The sentences of each clause of a section, and the numbers of these; that of what stands before the first is empty."""

    numbers: tuple[str, ...]
    clauses: tuple[tuple[Sentence, ...], ...]
    words: Words
    language: str
    title: frozenset[str] = frozenset()
    """The stems of the words of its heading."""
    broken: frozenset[int] = frozenset()
    """The places of the broken clauses."""
    _stems: dict[Position, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def sentences(self) -> tuple[tuple[Position, Sentence], ...]:
        """All sentences with their positions, in order."""
        return tuple(((n, m), sentence) for n, clause in enumerate(self.clauses) for m, sentence in enumerate(clause))

    @property
    def first(self) -> Position:
        """The position of the first sentence."""
        return self.sentences[0][0]

    @property
    def last(self) -> Position:
        """That of the last one."""
        return self.sentences[-1][0]

    @cached_property
    def texts(self) -> tuple[tuple[Position, str], ...]:
        """The words of each sentence, in order."""
        return tuple((position, text_of(sentence)) for position, sentence in self.sentences)

    @cached_property
    def _said(self) -> dict[Position, str]:
        """The same by their positions."""
        return dict(self.texts)

    def naming(self, noun: str) -> Iterator[Position]:
        """The positions of the sentences that have a noun by its stem, alone or at the end of a longer one, in order."""
        for position, text in self.texts:
            if position not in self._stems:
                self._stems[position] = stems_of(text, self.language)
            if has_stem(self._stems[position], noun):
                yield position

    @cached_property
    def withdrawals(self) -> tuple[tuple[Position, frozenset[Position]], ...]:
        """The sentences that take others back, and which."""
        found = ((position, frozenset(self._taken_back(*position, text))) for position, text in self.texts[1:])
        return tuple((position, taken) for position, taken in found if taken)

    def position_of(self, part: Part) -> Position | None:
        """Of the sentence in which a part begins; None where it stands in none."""
        for end, position in self._ends.get(part.paragraph.paragraph_id, ()):
            if part.start < end:
                return position
        return None

    def until(self, position: Position) -> Sentence:
        """A clause from its number to the end of one of its sentences."""
        clause, last = position
        return tuple(part for n in range(last + 1) for part in self.sentence((clause, n)))

    def sentence(self, position: Position) -> Sentence:
        """A sentence, behind the number of its clause where it is the first one."""
        clause, n = position
        first, *further = self.clauses[clause][n]
        return (replace(first, start=0) if n == 0 else first, *further)

    def cited(self, text: str) -> Iterator[Position | None]:
        """For each clause that a text cites the sentence up to which it is meant; None where the section does not have it."""
        for number, sentence in self.words.section.cited(text):
            clause = self.numbers.index(number) if number in self.numbers else -1
            count = len(self.clauses[clause]) if clause >= 0 else 0
            yield (clause, (sentence or count) - 1) if 0 < (sentence or count) <= count else None

    def cited_beside(self, position: Position) -> list[Position]:
        """The sentences of the same clause that one cites by their numbers (``Satz 3``)."""
        clause, _ = position
        numbers = map(int, self.words.sentence_words.findall(self._said[position]))
        return [(clause, number - 1) for number in numbers if 0 < number <= len(self.clauses[clause])]

    @cached_property
    def _ends(self) -> dict[str, list[tuple[int, Position]]]:
        """Where the sentences of each paragraph end in it, by its id."""
        ends: dict[str, list[tuple[int, Position]]] = defaultdict(list)
        for position, sentence in self.sentences:
            for part in sentence:
                ends[part.paragraph.paragraph_id].append((part.end, position))
        return ends

    def _taken_back(self, clause: int, n: int, text: str) -> Iterator[Position]:
        """The sentences that one takes back by its words: of clauses that it names, of its own by their numbers, or the one before."""
        if cited := self.words.section.withdraws(text):
            yield from (position for number, sentence in cited for position in self._named(clause, number, sentence))
        elif found := self.words.withdrawing.match(text):
            first = int(found["first"] or (1 if found["all"] else n))
            yield from ((clause, m - 1) for m in range(first, int(found["last"] or found["first"] or n) + 1))
        elif self.words.dispensing.search(text):
            numbers = self.words.sentence_words.findall(text) if n > 0 else ()
            yield from ((clause, int(m) - 1) for m in numbers or ((n,) if n > 0 else ()))
            yield from self._of_the_same(clause, text) if n == 0 else ()
        elif n > 0 and self._limits(text, self._said[clause, n - 1]):
            yield clause, n - 1
        if n > 0:
            yield from self._narrowed(clause, n, text)
        if clause > 0 and (excluding := self.words.excluding.search(text)):
            yield from self._excluded(clause, n, text, text[: excluding.start()])

    def _narrowed(self, clause: int, n: int, text: str) -> Iterator[Position]:
        """The sentences before one in its clause that it narrows: all, those that name what it restricts, those whose value it replaces."""
        if self.words.narrowing.search(text):
            yield from ((clause, m) for m in range(n))
            return
        if self.words.restricting.search(text):
            yield from ((clause, m) for m in range(n) if self._shared(text, self._said[clause, m]))
        if self.words.replacing.search(text):
            yield from ((clause, int(m) - 1) for m in self.words.sentence_words.findall(text) if 0 < int(m) <= n)
            if self.words.replacing.search(self._said[clause, n - 1]):
                yield clause, n - 1

    def _limits(self, text: str, before: str) -> bool:
        """Whether a sentence sets limits to the one before it: by its words, by affirming what that denies, or by denying it for some."""
        if self.words.limiting.search(text) or self._affirms(text, before) or self._allows(text, before):
            return True
        if self.words.provisions.match(text) and self.words.applying.search(text) and not self.words.applied_to.search(text):
            return True
        negation = self.words.negation
        if not negation.search(text) or self.words.extending.search(text) or not negation.search(without_conditions(text, self.words)):
            return False
        pointing = self.words.demonstratives.match(text) or self.words.own.match(text)
        return pointing is not None or not self._nouns(text).isdisjoint(self._nouns(before))

    def _allows(self, text: str, before: str) -> bool:
        """Whether a sentence allows for some what the one before it forbids."""
        negation = self.words.negation
        if not negation.search(before) or not self.words.allowing.search(text) or negation.search(text):
            return False
        return negation.search(without_conditions(before, self.words)) is not None and bool(self._shared(text, before))

    def _alike(self, clause: int, text: str) -> list[Position]:
        """The sentences of earlier clauses that are so much of the same things as one that what it restricts is their rule."""
        return [position for position, other in self.texts if position[0] < clause and len(self._shared(text, other)) >= ALIKE]

    def _shared(self, text: str, before: str) -> frozenset[str]:
        """The stems of the nouns that two sentences have, but for parties and the like."""
        return (self._nouns(text) & self._nouns(before)) - self._known

    @cached_property
    def _known(self) -> frozenset[str]:
        """The stems of the nouns that need no introduction."""
        return frozenset(stem(noun, self.language) for noun in self.words.known)

    def _nouns(self, text: str) -> frozenset[str]:
        """The stems of the words that are written with a capital, but for those that name nothing."""
        words = (word.lower() for word in CAPITALISED.findall(text))
        return frozenset(stem(word, self.language) for word in words if word not in self.words.empty)

    def _named(self, clause: int, number: str, sentence: int) -> Iterator[Position]:
        """The sentences of another clause by its number: one, or all for 0."""
        of = self.numbers.index(number) if number in self.numbers else clause
        yield from ((of, m) for m in range(len(self.clauses[of])) if of != clause and sentence in (0, m + 1))

    def _of_the_same(self, clause: int, text: str) -> Iterator[Position]:
        """The sentences of the clause before that name the thing which one begins with (``Der Einwilligung bedarf es nicht``)."""
        if found := self.words.definite_nouns.match(text):
            noun = stem(found["noun"].lower(), self.language)
            yield from (position for position in self.naming(noun) if position[0] == clause - 1)

    def _excluded(self, clause: int, n: int, text: str, before: str) -> Iterator[Position]:
        """The sentences of other clauses to which one sets limits: those it cites, all before it, or those of the thing it begins with.

        Args:
            clause, n: its position.
            text: its words.
            before: those before the ones that exclude.
        """
        if cited := self.words.section.named(text):
            yield from (position for number, sentence in cited for position in self._named(clause, number, sentence))
        elif self.words.all_before.search(text):
            yield from (position for position, _ in self.sentences if position < (clause, n))
        elif n == 0 and (self.words.barring.search(text) or self.words.continuing.match(text)):
            yield from ((clause - 1, m) for m in range(len(self.clauses[clause - 1])))
        elif n == 0 and self.words.restricting.search(text) and (alike := self._alike(clause, text)):
            yield from alike
        elif n == 0 and self.words.definite.match(text) and COMMA not in before:
            things = (self._of_thing(clause, noun) for noun in self._heads(text, before))
            yield from next(filter(None, things), self._of_effect(clause, text))

    def _heads(self, text: str, before: str) -> Iterator[str]:
        """The stems of the nouns with which a sentence begins, but for parties and the like."""
        for word in CAPITALISED.findall(before)[1:]:
            if word.lower() not in self.words.known or self.words.relational.match(text):
                yield stem(word.lower(), self.language)

    def _of_effect(self, clause: int, text: str) -> Sequence[Position]:
        """The sentences of all earlier clauses, where one begins with the effect that rules have (``Die Ersatzpflicht``)."""
        opening = self.words.definite_nouns.match(text)
        told = opening is not None and opening["noun"].lower() in self.words.effects
        return [position for position, _ in self.sentences if position[0] < clause] if told else []

    def _of_thing(self, clause: int, noun: str) -> list[Position]:
        """The sentences of earlier clauses that name a thing, and the first one where the heading does."""
        named = [position for position in self.naming(noun) if position[0] < clause]
        titled = range(1, min(2, clause)) if has_stem(self.title, noun) else ()
        return [*named, *((m, n) for m in titled for n in range(len(self.clauses[m])))]

    def _affirms(self, text: str, before: str) -> bool:
        """Whether a sentence affirms what the one before it denies (``ist nicht verpflichtet``, ``ist verpflichtet, wenn``)."""
        denied = {found["predicate"] for found in self.words.denied.finditer(before)}
        return any(predicate in text for predicate in denied - {found["predicate"] for found in self.words.denied.finditer(text)})


def section_of(heading: str, paragraphs: Sequence[Paragraph], words: Words, language: str) -> Section:
    """The section that paragraphs of running text and items of lists make up below a heading."""
    numbers: list[str] = [""]
    clauses: list[list[list[Part]]] = [[]]
    broken: set[int] = set()
    for paragraph in paragraphs:
        head = head_of(paragraph)
        if CLAUSE.fullmatch(head.marker):
            numbers.append(head.marker.strip("()"))
            clauses.append([])
        current = clauses[-1]
        ended = not current or ENDED.search(current[-1][-1].text) is not None
        if current and (is_item(paragraph) or not ended or paragraph.text[:1].islower()):
            if ended and is_item(paragraph) and not is_item(current[-1][-1].paragraph):
                broken.add(len(clauses) - 1)
            current[-1].append(Part(paragraph, 0, len(paragraph.text)))
        else:
            current += [[Part(paragraph, *span)] for span in spans_of(paragraph.text, words.language, head.end)]
    sentences = tuple(tuple(map(tuple, clause)) for clause in clauses)
    return Section(tuple(numbers), sentences, words, language, stems_of(heading, language), frozenset(broken))


def text_of(sentence: Sequence[Part]) -> str:
    """The words of all parts."""
    return " ".join(part.text for part in sentence)


def stems_of(text: str, language: str) -> frozenset[str]:
    """The stems of the words of a text."""
    return frozenset(stem(word, language) for word in WORD.findall(text.lower()))
