"""Reader: states the sentences of the evidence that answer a question, or abstains; the same for every agent, and no model.

candidate   a sentence of a passage, with its own lines
covered     of a candidate: the share of the weight of the question's focus that it has; what only its surroundings have counts ABOUT
            (the names of its document and sections) or BESIDE (the rest of its passage)
headed      the share of the words of its heading that the question has; labelled: the same of the name of its document
topic       the words of the part of the question that asks, without those that say where the candidate stands
scope       of the words that the name of some document has those of a place, else those of the other parts, else, where the question
            names no document and enumerates nothing, all: a candidate that has less than INSIDE of what the name of the best document has
            of them is about something else; so is one of another document where the question names one as it is called
second hand a sentence that names another document: where what that one says is among the evidence too, it answers instead
weight      of a word: its idf in the corpus
fit         covered + HEADED * headed + LABELLED * labelled

A candidate may answer if it holds what is wanted, is in scope, and its topic is covered. What no longer holds, or is
disputed, is left out, unless the question names the edition that it stands in or asks for the past. The reader abstains where nothing may
answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import log
from typing import Final

from lineproof.evals.agents.asked import CHAIN, QUANTITIES, Asked, names_in
from lineproof.evals.agents.documents import edition_of, older_editions
from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Answer, Passage, Statement
from lineproof.evals.agents.passages import SEPARATOR
from lineproof.evidence.language import load
from lineproof.evidence.names import name_key
from lineproof.evidence.postings import terms_of, words_of
from lineproof.evidence.signals import signals
from lineproof.recall.answer import sentences_of
from lineproof.recall.routes.lexical import lengths_of, postings_of, question_terms
from lineproof.recall.view import View

ABOUT: Final = 0.9
BESIDE: Final = 0.4
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


@dataclass(frozen=True, slots=True)
class Words:
    """The weights of the words of a question, of those of its focus, of its topic and of its scope; its names of documents.

    ``inside`` is the share of the scope that the name of one document has, at best.
    """

    focus: Mapping[str, float]
    all: Mapping[str, float]
    topic: Mapping[str, float]
    scope: Mapping[str, float]
    inside: float
    documents: tuple[str, ...]


class Reader:
    """Reads evidence for questions; ``language`` is that of the signals in the corpus."""

    def __init__(self, view: View, language: str) -> None:
        self._view = view
        self._last: tuple[Asked, Words] | None = None
        self._read: tuple[Asked, Sequence[Passage], list[Candidate]] | None = None
        self.language = language

    def answer(self, asked: Asked, evidence: Sequence[Passage]) -> Answer:
        """State what answers a question, in the words of the evidence."""
        if asked.several and (reached := _reached(asked, evidence)):
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
        inside = {one: self._covered(scope, _terms(document_of(one), self.language)) for one in ends} if scope else {}
        best = max(inside.values(), default=0.0)
        near = [one for one in ends if inside[one] == best > 0] if scope else ends
        found = (
            Candidate(*sentence, passage, 0, 1.0, True, True)
            for passage in near
            for sentence in sentences_on_lines(passage)
            if any(self._holds(sentence[0], kind, None) for kind in QUANTITIES)
        )
        return list(islice(found, 1))

    def confirms(self, passage: Passage, candidate: Candidate) -> bool:
        """Whether a passage stands in a document that a sentence names, and has a quantity of that sentence."""
        shared = _values(candidate.text, self.language) & _values(passage.text, self.language)
        return bool(shared) and _stands_in(self.sources(candidate), passage)

    def _best_of(self, part: str, parts: Sequence[str], fitting: Sequence[Candidate]) -> Candidate | None:
        """The best candidate of one of several things; one that speaks of another of them comes before others."""
        own = [one for one in fitting if self.is_of(one.passage, part)]
        return next((one for one in own if any(_within(other, one.text) for other in parts if other != part)), own[0] if own else None)

    def _first_hand(self, fitting: Sequence[Candidate]) -> Candidate:
        """The best candidate, or the best of those that stand in a document which it names and hold the same quantities in kind."""
        kinds = _kinds(fitting[0].text, self.language)
        sources = self.sources(fitting[0])
        told = (one for one in fitting if kinds & _kinds(one.text, self.language) and _stands_in(sources, one.passage))
        return next(told, fitting[0])

    def sources(self, candidate: Candidate) -> list[str]:
        """The identifiers of other documents that a sentence names; it is second hand if there are any."""
        own, labels = document_of(candidate.passage), self._view.keep(_labels)
        names = (name for name in names_in(candidate.text, self.language) if not _within(name, own))
        return [name for name in names if any(_within(name, label) for label in labels)]

    def parts(self, asked: Asked) -> tuple[str, ...]:
        """The things of a question of which each has an answer of its own: what it enumerates, or two documents or editions or more."""
        documents = self._words(asked).documents
        return asked.items or (documents if len(documents) > 1 and asked.shape != CHAIN else ())

    def topic(self, asked: Asked) -> str:
        """The part of a question that asks."""
        return next((part for part in asked.parts if self._among(self._words(asked).focus, part)), asked.focus)

    def speaking(self, asked: Asked, evidence: Sequence[Passage]) -> list[Candidate]:
        """The sentences in force that have all words of the topic and a quantity, whatever their document."""
        topic = self._words(asked).topic
        found = (one for one in self.candidates(asked, evidence) if one.stands and topic.keys() <= _terms(one.text, self.language))
        return [one for one in found if any(self._holds(one.text, kind, None) for kind in QUANTITIES)]

    def under(self, asked: Asked, heading: str) -> Asked | None:
        """The question put with a heading in place of its topic; None where the heading says nothing else than the topic does."""
        words = self._words(asked)
        named = " ".join(word for word in words_of(heading) if len(word) > 1 and not word.isdigit())
        if not named or words.topic.keys() <= _terms(heading, self.language):
            return None
        placing = words.scope.keys() - words.topic.keys()
        scope = [word for word in words_of(asked.focus) if not placing.isdisjoint(question_terms(self._view, word))]
        return replace(asked, text=f"{asked.text} {named}", focus=" ".join((*scope, named)), parts=(named,))

    def is_of(self, passage: Passage, part: str) -> bool:
        """Whether a passage is about one of several things: it stands in a document of that name, or where none has it says it."""
        if any(_within(part, label) for label in self._view.keep(_labels)):
            return _within(part, document_of(passage))
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
            for text, first, last in sentences_on_lines(passage)
        ]
        return sorted(found, key=lambda one: (-round(one.fit, 6), one.rank, one.first_line))

    def _candidate(
        self, asked: Asked, words: Words, text: str, first: int, last: int, passage: Passage, rank: int, status: str
    ) -> Candidate:
        own, about, beside = (_terms(part, self.language) for part in (text, passage.about, passage.text))
        label, heading = _terms(document_of(passage), self.language), _terms(heading_of(passage), self.language)
        covered = self._covered(words.focus, own, about, beside)
        headed = self._share(heading, words.all)
        fit = covered + HEADED * headed + LABELLED * self._share(label, words.all)
        placing = label | (heading & words.scope.keys())
        topic = {term: weight for term, weight in words.topic.items() if term not in placing} or words.topic
        on_topic = self._covered(topic, own, heading, beside) >= LEAST_COVERED
        inside = self._covered(words.scope, own | label | heading, frozenset(), beside) >= INSIDE * words.inside
        inside = inside and (not words.documents or _stands_in(words.documents, passage))
        if asked.wanted:
            holds = any(self._holds(text, one.kind, one.unit) for one in asked.wanted)
        else:
            holds, fit = True, fit + HOLDING * any(self._holds(text, kind, None) for kind in QUANTITIES)
        stands = asked.past or status == ACTIVE or self._names_edition(asked, passage)
        return Candidate(text, first, last, passage, rank, fit, stands, inside and on_topic and holds and stands)

    def _words(self, asked: Asked) -> Words:
        """The words of a question; those of the last one are kept."""
        if self._last is None or self._last[0] != asked:
            self._last = asked, self._weighed(asked)
        return self._last[1]

    def _weighed(self, asked: Asked) -> Words:
        everything = self._weights(asked.text)
        focus = self._among(everything, asked.focus) or everything
        labels = self._view.keep(_labels)
        placing = frozenset(term for label in labels for term in _terms(label, self.language))
        topic = next(filter(None, (self._among(focus, part) for part in asked.parts)), focus)
        documents = tuple(name for name in asked.names if any(_within(name, label) for label in labels))
        named = {term: weight for term, weight in focus.items() if term in placing}
        aside = {term: weight for term, weight in named.items() if term not in topic}
        scope = self._among(named, " ".join(asked.places)) or aside or ({} if documents or asked.items else named)
        inside = max((self._covered(scope, _terms(label, self.language)) for label in labels), default=0.0)
        return Words(focus, everything, topic, scope, inside, documents)

    def _among(self, weights: Mapping[str, float], text: str) -> Mapping[str, float]:
        """Those of some weights whose words a text has."""
        return {term: weights[term] for term in question_terms(self._view, text) if term in weights}

    def _weights(self, text: str) -> Mapping[str, float]:
        terms = question_terms(self._view, text)
        postings = postings_of(self._view, terms)
        most = log(1 + (lengths_of(self._view).spoken + 0.5) / 0.5)
        return {term: postings[term].idf if term in postings else most for term in terms}

    def _covered(
        self, wanted: Mapping[str, float], own: frozenset[str], about: frozenset[str] = frozenset(), beside: frozenset[str] = frozenset()
    ) -> float:
        """The share of the weight of some words that a sentence has, what only its surroundings have counting less; 1 of none."""
        found = (
            weight * (1.0 if term in own else ABOUT if term in about else BESIDE if term in beside else 0.0)
            for term, weight in wanted.items()
        )
        return sum(found) / sum(wanted.values()) if wanted else 1.0

    def _share(self, terms: frozenset[str], asked: Mapping[str, float]) -> float:
        """The share of some terms that a question has; numbers and single letters are labels, which count nothing."""
        telling = [term for term in terms if len(term) > 1 and not term.isdigit()]
        return sum(term in asked for term in telling) / len(telling) if telling else 0.0

    def _names_edition(self, asked: Asked, passage: Passage) -> bool:
        """Whether a question names the very edition that a passage stands in, or its document where that has no edition."""
        edition = edition_of(self._view, passage.path)
        return _within(edition, " | ".join(asked.names)) if edition else _is_named(asked, passage)

    def _holds(self, text: str, kind: str, unit: str | None) -> bool:
        return any(found == kind and unit in (None, measure) for found, measure in _kinds(text, self.language))


def _status(passage: Passage, older: frozenset[str]) -> str:
    """What the tool told of a passage; where it told nothing, what does not stand in one of some older editions is in force."""
    return passage.status or (SUPERSEDED if passage.path in older else ACTIVE)


def sentences_on_lines(passage: Passage) -> Iterable[tuple[str, int, int]]:
    """The sentences of a passage, each with the lines on which it stands."""
    place = 0
    for sentence in sentences_of(passage.text):
        begin = passage.text.index(sentence, place)
        place = begin + len(sentence)
        yield sentence, passage.line_at(begin), passage.line_at(place - 1) if passage.breaks else passage.last_line


def document_of(passage: Passage) -> str:
    """The name of the document that a passage stands in."""
    return passage.about.split(SEPARATOR)[0]


def heading_of(passage: Passage) -> str:
    """The heading that it stands under; nothing if there is none."""
    return passage.about.split(SEPARATOR)[-1] if SEPARATOR in passage.about else ""


def has_name(passage: Passage, name: str) -> bool:
    """Whether a name stands in a passage, or in what it stands under."""
    return _within(name, f"{passage.about} | {passage.text}")


def _within(name: str, text: str) -> bool:
    return _key(name) in _key(text)


def _is_named(asked: Asked, passage: Passage) -> bool:
    """Whether a question names the document that a passage stands in."""
    return any(_within(name, document_of(passage)) for name in asked.names)


def _stands_in(names: Sequence[str], passage: Passage) -> bool:
    """Whether a passage stands in a document of one of some names."""
    return any(_within(name, document_of(passage)) for name in names)


def _labels(view: View) -> Sequence[str]:
    return [document.label for document in view.documents().values()]


def _reached(asked: Asked, evidence: Sequence[Passage]) -> list[Statement]:
    """What edges led to, else what speaks of what is named: the first passage of each other document, under its name."""
    others = [one for one in evidence if not _is_named(asked, one)]
    speaking = [one for one in others if asked.names and all(_within(name, one.text) for name in asked.names)]
    first: dict[str, Passage] = {}
    for passage in [one for one in others if one.via] or speaking:
        first.setdefault(document_of(passage), passage)
    return [_naming(asked, name, passage) for name, passage in first.items()]


def _naming(asked: Asked, document: str, passage: Passage) -> Statement:
    """The sentence of a passage that has a name of the question, else its first one, with the name of the document."""
    found = list(sentences_on_lines(passage)) or [(passage.text, passage.first_line, passage.last_line)]
    text, first, last = next((one for one in found if any(_within(name, one[0]) for name in asked.names)), found[0])
    return Statement(f"{document}: {text}", passage.path, first, last)


def _distinct(found: Sequence[Candidate]) -> list[Candidate]:
    """Sentences without those that repeat an earlier one in the same words."""
    return list({(name_key(one.text), one.passage.path): one for one in reversed(found)}.values())[::-1]


@lru_cache(maxsize=65_536)
def _key(text: str) -> str:
    return f" {name_key(text)} "


@lru_cache(maxsize=65_536)
def _terms(text: str, language: str) -> frozenset[str]:
    return frozenset(terms_of(text, language))


@lru_cache(maxsize=65_536)
def _kinds(text: str, language: str) -> frozenset[tuple[str, str | None]]:
    return frozenset((signal.kind, signal.unit) for signal in signals(text, load(language)))


@lru_cache(maxsize=65_536)
def _values(text: str, language: str) -> frozenset[tuple[str, str | None]]:
    """The values of the quantities of a text, each with its unit."""
    found = (signal for signal in signals(text, load(language)) if signal.kind in QUANTITIES)
    return frozenset((signal.value, signal.unit) for signal in found if signal.value is not None)
