"""Reader: states the sentences of the evidence that answer a question, or abstains; the same for every agent, and no model.

candidate   a sentence of a passage, with its own lines
covered     of a candidate: the weight of the words of the question's focus that it has; what only its surroundings have counts ABOUT
            (the names of its document and sections) or BESIDE (the rest of its passage)
fit         covered as a share of the weight of the focus; a candidate of what is named fits, one of something else does not
            (SCOPE), and one without what is wanted hardly (WANTED)
weight      of a word: its idf in the corpus

What no longer holds is left out where something that holds fits too, unless the question asks for the past or names what it stands in.
The reader abstains where nothing fits LEAST, where no evidence has an identifier of the question, or nothing what is wanted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from lineproof.evals.agents.asked import COMPARISON, CONTRADICTION, DEPENDENTS, LIST, Asked
from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Answer, Passage, Statement
from lineproof.evals.agents.passages import SEPARATOR
from lineproof.evidence.language import load
from lineproof.evidence.names import name_key
from lineproof.evidence.postings import terms_of
from lineproof.evidence.signals import signals
from lineproof.recall.answer import sentences_of
from lineproof.recall.routes.lexical import lengths_of, postings_of, question_terms
from lineproof.recall.view import View

ABOUT: Final = 0.9
BESIDE: Final = 0.4
WANTED: Final = 0.3
SCOPE: Final = 0.5
LEAST: Final = 0.5
NEAR: Final = 0.8
"""A further sentence fits at least so well, as a share of how well the best one does."""
MOST: Final[Mapping[str, int]] = {LIST: 12, DEPENDENTS: 12, COMPARISON: 2, CONTRADICTION: 2}
"""Most statements of an answer by shape; one where none is named."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence with the lines that it stands on, and how well it fits."""

    text: str
    first_line: int
    last_line: int
    passage: Passage
    rank: int
    fit: float


class Reader:
    """Reads evidence for questions; ``language`` is that of the signals in the corpus."""

    def __init__(self, view: View, language: str) -> None:
        self._view = view
        self.language = language

    def answer(self, asked: Asked, evidence: Sequence[Passage]) -> Answer:
        """State what answers a question, in the words of the evidence."""
        if missing := [name for name in asked.identifiers if not any(_has_name(passage, name) for passage in evidence)]:
            return Answer((), f"nothing that was found has: {', '.join(missing)}")
        if asked.shape == DEPENDENTS:
            return _dependents(asked, evidence)
        found = self.candidates(asked, evidence)
        fitting = [one for one in _in_force(asked, found) if one.fit >= LEAST]
        if not fitting:
            return Answer((), "nothing that was found fits")
        chosen = _chosen(asked, fitting)
        return Answer(tuple(Statement(one.text, one.passage.path, one.first_line, one.last_line) for one in chosen))

    def candidates(self, asked: Asked, evidence: Sequence[Passage]) -> list[Candidate]:
        """All sentences of the evidence, those that fit best first."""
        weights = self._weights(asked)
        found = [
            Candidate(text, first, last, passage, rank, self._fit(asked, weights, text, passage))
            for rank, passage in enumerate(dict.fromkeys(evidence))
            for text, first, last in sentences_on_lines(passage)
        ]
        return sorted(found, key=lambda one: (-round(one.fit, 6), one.rank, one.first_line))

    def _weights(self, asked: Asked) -> Mapping[str, float]:
        """The weights of the words of the focus; of the whole question if it has no focus."""
        terms = question_terms(self._view, asked.focus) or question_terms(self._view, asked.text)
        postings = postings_of(self._view, terms)
        most = log(1 + (lengths_of(self._view).spoken + 0.5) / 0.5)
        return {term: postings[term].idf if term in postings else most for term in terms}

    def _fit(self, asked: Asked, weights: Mapping[str, float], text: str, passage: Passage) -> float:
        own, about, beside = (_terms(part, self.language) for part in (text, passage.about, passage.text))
        covered = sum(
            weight * (1.0 if term in own else ABOUT if term in about else BESIDE if term in beside else 0.0)
            for term, weight in weights.items()
        )
        fit = covered / (sum(weights.values()) or 1.0)
        if asked.wanted and not any(self._holds(text, one.kind, one.unit) for one in asked.wanted):
            fit *= WANTED
        named = [_has_name(passage, name) for name in asked.names]
        return fit * (1.0 if not named else SCOPE + (1 - SCOPE) * sum(named) / len(named))

    def _holds(self, text: str, kind: str, unit: str | None) -> bool:
        return any(found == kind and unit in (None, measure) for found, measure in _kinds(text, self.language))


def sentences_on_lines(passage: Passage) -> Iterable[tuple[str, int, int]]:
    """The sentences of a passage, each with the lines on which it stands."""
    place = 0
    for sentence in sentences_of(passage.text):
        begin = passage.text.index(sentence, place)
        place = begin + len(sentence)
        yield sentence, passage.line_at(begin), passage.line_at(place - 1) if passage.breaks else passage.last_line


def _dependents(asked: Asked, evidence: Sequence[Passage]) -> Answer:
    """What depends on what is named: passages that edges led to, else those that name it; each with the document that it stands in."""
    reached = [one for one in evidence if one.via] or [one for one in evidence if _speaks_of(asked, one)]
    first = {_document(one): one for one in reversed(reached)}
    stated = [(name, one) for name, one in reversed(first.items()) if not any(_stands_in(one, each) for each in asked.identifiers)]
    return Answer(tuple(Statement(f"{name}: {_naming(asked, one)}", one.path, one.first_line, one.last_line) for name, one in stated))


def _speaks_of(asked: Asked, passage: Passage) -> bool:
    return bool(asked.identifiers) and all(f" {name_key(name)} " in f" {name_key(passage.text)} " for name in asked.identifiers)


def _stands_in(passage: Passage, name: str) -> bool:
    return f" {name_key(name)} " in f" {name_key(_document(passage))} "


def _document(passage: Passage) -> str:
    return passage.about.split(SEPARATOR)[0]


def _naming(asked: Asked, passage: Passage) -> str:
    """The sentence of a passage that has a name of the question, else the first one."""
    sentences = sentences_of(passage.text) or [passage.text]
    return next((one for one in sentences if any(f" {name_key(name)} " in f" {name_key(one)} " for name in asked.names)), sentences[0])


def _in_force(asked: Asked, found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those that no longer hold, unless they are asked for."""
    if asked.past or asked.shape == CONTRADICTION:
        return list(found)
    kept = [one for one in found if one.passage.status in (None, ACTIVE) or _dated(asked, one.passage)]
    return kept or list(found)


def _dated(asked: Asked, passage: Passage) -> bool:
    """Whether a question names what a passage stands in, be it in force or not."""
    return passage.status == SUPERSEDED and any(f" {name_key(name)} " in f" {name_key(passage.about)} " for name in asked.identifiers)


def _chosen(asked: Asked, fitting: Sequence[Candidate]) -> list[Candidate]:
    """The sentences to state: the best of each name that is compared, else those that fit nearly as well as the best."""
    most = MOST.get(asked.shape, 1)
    if asked.shape == COMPARISON and len(asked.names) > 1:
        best = [next((one for one in fitting if _has_name(one.passage, name)), None) for name in asked.names]
        return _distinct([one for one in best if one])
    return _distinct([one for one in fitting if one.fit >= NEAR * fitting[0].fit])[:most]


def _distinct(found: Sequence[Candidate]) -> list[Candidate]:
    """Sentences without those that repeat an earlier one on the same lines or in the same words."""
    return list({name_key(one.text): one for one in reversed(found)}.values())[::-1]


def _has_name(passage: Passage, name: str) -> bool:
    return f" {name_key(name)} " in f" {name_key(passage.about)} | {name_key(passage.text)} "


@lru_cache(maxsize=65_536)
def _terms(text: str, language: str) -> frozenset[str]:
    return frozenset(terms_of(text, language))


@lru_cache(maxsize=65_536)
def _kinds(text: str, language: str) -> frozenset[tuple[str, str | None]]:
    return frozenset((signal.kind, signal.unit) for signal in signals(text, load(language)))
