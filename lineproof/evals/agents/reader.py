"""Reader: states the sentences of the evidence that answer a question, or abstains; the same for every agent, and no model.

candidate   a sentence of a passage, with its own lines
covered     of a candidate: the share of the weight of the question's focus that it has (``weights``, as topic and scope)
headed      the share of the words of its heading that the question has; labelled: the same of the name of its document
on topic    it has enough of the topic, without the words that say where it stands
in scope    it has at least INSIDE of what the name of the best document has of the scope, and where the question names a document as it is
            called, stands in that one
second hand a sentence that names another document: where what that one says is among the evidence too, it answers instead
fit         covered + HEADED * headed + LABELLED * labelled

A candidate may answer if it holds what is wanted, is on topic and in scope. What no longer holds, or is disputed, is left out, unless the
question names the edition that it stands in or asks for the past. The reader abstains where nothing may answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from lineproof.evals.agents.asked import CHAIN, Asked, names_in
from lineproof.evals.agents.documents import edition_of, older_editions
from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Answer, Passage, Statement
from lineproof.evals.agents.sentences import (
    document_of,
    has_name,
    heading_of,
    holds,
    holds_quantity,
    kinds,
    sentences_on_lines,
    stands_in,
    terms,
    values,
    within,
)
from lineproof.evals.agents.weights import Words, among, covered, labels, share, words_of_question
from lineproof.evidence.names import name_key
from lineproof.evidence.postings import words_of
from lineproof.recall.routes.lexical import question_terms
from lineproof.recall.view import View

HEADED: Final = 0.5
LABELLED: Final = 0.3
INSIDE: Final = 0.5
HOLDING: Final = 0.2
"""What a quantity counts in a sentence where the question does not say what it wants."""
LEAST_COVERED: Final = 0.6
NEAR: Final = 0.8
"""A further sentence fits at least so well, as a share of how well the best one does."""
MOST: Final = 8
"""Most statements of an answer where several are wanted."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence with the lines that it stands on, how well it fits, and whether it may answer."""

    text: str
    first_line: int
    last_line: int
    passage: Passage
    rank: int
    fit: float
    stands: bool
    answers: bool

    @property
    def statement(self) -> Statement:
        """The sentence as an answer states it."""
        return Statement(self.text, self.passage.path, self.first_line, self.last_line)


class Reader:
    """Reads evidence for questions; ``language`` is that of the signals in the corpus."""

    def __init__(self, view: View, language: str) -> None:
        self._view = view
        self._last: tuple[Asked, Words] | None = None
        self._read: tuple[Asked, Sequence[Passage], list[Candidate]] | None = None
        self.language = language

    def answer(self, asked: Asked, evidence: Sequence[Passage]) -> Answer:
        """State what answers a question, in the words of the evidence."""
        if asked.several and (reached := _reached(asked, evidence, self.language)):
            return Answer(tuple(reached[:MOST]))
        if missing := [name for name in asked.identifiers if not any(has_name(passage, name) for passage in evidence)]:
            return Answer((), f"nothing that was found has: {', '.join(missing)}")
        chosen = self.chosen(asked, evidence)
        return Answer(tuple(one.statement for one in chosen), "" if chosen else "nothing that was found fits")

    def chosen(self, asked: Asked, evidence: Sequence[Passage]) -> list[Candidate]:
        """The sentences that answer: the best of each thing that is named side by side, else the best."""
        if asked.shape == CHAIN:
            return self._end_of_chain(asked, evidence)
        fitting = [one for one in self.candidates(asked, evidence) if one.answers]
        if parts := self.parts(asked):
            return _distinct([best for part in parts if (best := self._best_of(part, parts, fitting))])
        if not fitting:
            return []
        near = [one for one in fitting if one.fit >= NEAR * fitting[0].fit]
        return _distinct(near)[:MOST] if asked.several else [self._first_hand(fitting)]

    def _end_of_chain(self, asked: Asked, evidence: Sequence[Passage]) -> list[Candidate]:
        """The first sentence with a quantity in a document of the question's scope that references led to, else in any that was found."""
        scope = self._words(asked).scope
        others = [one for one in evidence if not _is_named(asked, one)]
        ends = [one for one in others if one.via] or others
        inside = {one: covered(scope, terms(document_of(one), self.language)) for one in ends} if scope else {}
        best = max(inside.values(), default=0.0)
        near = [one for one in ends if inside[one] == best > 0] if scope else ends
        found = (
            Candidate(*sentence, passage, 0, 1.0, True, True)
            for passage in near
            for sentence in sentences_on_lines(passage, self.language)
            if holds_quantity(sentence[0], self.language)
        )
        return list(islice(found, 1))

    def confirms(self, passage: Passage, candidate: Candidate) -> bool:
        """Whether a passage stands in a document that a sentence names, and has a quantity of that sentence."""
        shared = values(candidate.text, self.language) & values(passage.text, self.language)
        return bool(shared) and stands_in(self.sources(candidate), passage)

    def _best_of(self, part: str, parts: Sequence[str], fitting: Sequence[Candidate]) -> Candidate | None:
        """The best candidate of one of several things; one that speaks of another of them comes before others."""
        own = [one for one in fitting if self.is_of(one.passage, part)]
        return next((one for one in own if any(within(other, one.text) for other in parts if other != part)), own[0] if own else None)

    def _first_hand(self, fitting: Sequence[Candidate]) -> Candidate:
        """The best candidate, or the best of those that stand in a document which it names and hold the same quantities in kind."""
        best = fitting[0]
        told, sources = kinds(best.text, self.language), self.sources(best)
        itself = (one for one in fitting if stands_in(sources, one.passage) and told & kinds(one.text, self.language))
        return next(itself, best)

    def sources(self, candidate: Candidate) -> list[str]:
        """The identifiers of other documents that a sentence names; it is second hand if there are any."""
        own = document_of(candidate.passage)
        names = (name for name in names_in(candidate.text, self.language) if not within(name, own))
        return [name for name in names if any(within(name, label) for label in labels(self._view))]

    def parts(self, asked: Asked) -> tuple[str, ...]:
        """The things of a question of which each has an answer of its own: what it enumerates, or two documents or editions or more."""
        documents = self._words(asked).documents
        return asked.items or (documents if len(documents) > 1 and asked.shape != CHAIN else ())

    def topic(self, asked: Asked) -> str:
        """The part of a question that asks."""
        return next((part for part in asked.parts if among(self._view, self._words(asked).focus, part)), asked.focus)

    def speaking(self, asked: Asked, evidence: Sequence[Passage]) -> list[Candidate]:
        """The sentences in force that have all words of the topic and a quantity, whatever their document."""
        topic = self._words(asked).topic
        found = (one for one in self.candidates(asked, evidence) if one.stands and topic.keys() <= terms(one.text, self.language))
        return [one for one in found if holds_quantity(one.text, self.language)]

    def under(self, asked: Asked, heading: str) -> Asked | None:
        """The question put with a heading in place of its topic; None where the heading says nothing else than the topic does."""
        words = self._words(asked)
        named = " ".join(word for word in words_of(heading) if len(word) > 1 and not word.isdigit())
        if not named or words.topic.keys() <= terms(heading, self.language):
            return None
        placing = words.scope.keys() - words.topic.keys()
        scope = [word for word in words_of(asked.focus) if not placing.isdisjoint(question_terms(self._view, word))]
        return replace(asked, text=f"{asked.text} {named}", focus=" ".join((*scope, named)), parts=(named,))

    def is_of(self, passage: Passage, part: str) -> bool:
        """Whether a passage is about one of several things: it stands in a document of that name, or where none has it says it."""
        if any(within(part, label) for label in labels(self._view)):
            return within(part, document_of(passage))
        return has_name(passage, part)

    def candidates(self, asked: Asked, evidence: Sequence[Passage]) -> list[Candidate]:
        """All sentences of the evidence, those that fit best first; those of the last question and evidence are kept."""
        passages = list(dict.fromkeys(evidence))
        if self._read is None or self._read[:2] != (asked, passages):
            self._read = asked, passages, self._candidates(asked, passages)
        return self._read[2]

    def _candidates(self, asked: Asked, passages: Sequence[Passage]) -> list[Candidate]:
        words = self._words(asked)
        older = older_editions(self._view, {one.path for one in passages})
        found = [
            self._candidate(asked, words, text, first, last, passage, rank, _status(passage, older))
            for rank, passage in enumerate(passages)
            for text, first, last in sentences_on_lines(passage, self.language)
        ]
        return sorted(found, key=lambda one: (-round(one.fit, 6), one.rank, one.first_line))

    def _candidate(
        self, asked: Asked, words: Words, text: str, first: int, last: int, passage: Passage, rank: int, status: str
    ) -> Candidate:
        own, about, beside = (terms(part, self.language) for part in (text, passage.about, passage.text))
        label, heading = (terms(name, self.language) for name in (document_of(passage), heading_of(passage)))
        fit = covered(words.focus, own, about, beside) + HEADED * share(heading, words.all) + LABELLED * share(label, words.all)
        placing = label | (heading & words.scope.keys())
        topic = {term: weight for term, weight in words.topic.items() if term not in placing} or words.topic
        on_topic = covered(topic, own, heading, beside) >= LEAST_COVERED
        placed = covered(words.scope, own | label | heading, frozenset(), beside) >= INSIDE * words.inside
        in_scope = placed and (not words.documents or stands_in(words.documents, passage))
        if asked.wanted:
            told = any(holds(text, one.kind, one.unit, self.language) for one in asked.wanted)
        else:
            told, fit = True, fit + HOLDING * holds_quantity(text, self.language)
        stands = asked.past or status == ACTIVE or self._names_edition(asked, passage)
        return Candidate(text, first, last, passage, rank, fit, stands, on_topic and in_scope and told and stands)

    def _words(self, asked: Asked) -> Words:
        """The words of a question; those of the last one are kept."""
        if self._last is None or self._last[0] != asked:
            self._last = asked, words_of_question(self._view, asked, self.language)
        return self._last[1]

    def _names_edition(self, asked: Asked, passage: Passage) -> bool:
        """Whether a question names the very edition that a passage stands in, or its document where that has no edition."""
        edition = edition_of(self._view, passage.path)
        return within(edition, " | ".join(asked.names)) if edition else _is_named(asked, passage)


def _status(passage: Passage, older: frozenset[str]) -> str:
    """What the tool told of a passage; where it told nothing, what does not stand in one of some older editions is in force."""
    return passage.status or (SUPERSEDED if passage.path in older else ACTIVE)


def _is_named(asked: Asked, passage: Passage) -> bool:
    """Whether a question names the document that a passage stands in."""
    return any(within(name, document_of(passage)) for name in asked.names)


def _reached(asked: Asked, evidence: Sequence[Passage], language: str) -> list[Statement]:
    """What edges led to, else what speaks of what is named: the first passage of each other document, under its name."""
    others = [one for one in evidence if not _is_named(asked, one)]
    speaking = [one for one in others if asked.names and all(within(name, one.text) for name in asked.names)]
    first: dict[str, Passage] = {}
    for passage in [one for one in others if one.via] or speaking:
        first.setdefault(document_of(passage), passage)
    return [_naming(asked, name, passage, language) for name, passage in first.items()]


def _naming(asked: Asked, document: str, passage: Passage, language: str) -> Statement:
    """The sentence of a passage that has a name of the question, else its first one, with the name of the document."""
    found = list(sentences_on_lines(passage, language)) or [(passage.text, passage.first_line, passage.last_line)]
    text, first, last = next((one for one in found if any(within(name, one[0]) for name in asked.names)), found[0])
    return Statement(f"{document}: {text}", passage.path, first, last)


def _distinct(found: Sequence[Candidate]) -> list[Candidate]:
    """Sentences without those that repeat an earlier one in the same words."""
    return list({(name_key(one.text), one.passage.path): one for one in reversed(found)}.values())[::-1]
