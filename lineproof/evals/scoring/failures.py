"""Failures: why an answer that is not fully right went wrong, by rule from its trace; the first class that fits, in this order.

measurement   a required fact stands in the answer in one of its forms, but its value was not read from it: key or parser is in doubt
grounding     a statement has a quantity that the lines cited for it do not have, or cites lines that were never seen
revision      a value that was replaced is stated
temporal      the same, where the question names a date or an edition: the answer is about another one
scope         a value is stated that belongs to another document or subject; so is anything said of what has no answer
coverage      a required fact is not in the memory that the agent's tools read from
retrieval     it is there, but in nothing that the tools brought
synthesis     the tools brought it, but the answer does not state it
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lineproof.evals.agents.model import SUPERSEDED, Answer, Passage, Statement
from lineproof.evals.questions import Fact, KeyedQuestion
from lineproof.evals.scoring.facts import names, quantities_of, stated, states
from lineproof.evals.scoring.score import Score

Failure = Literal["coverage", "grounding", "revision", "scope", "temporal", "retrieval", "synthesis", "measurement"]

DATES: Final = ("date", "month", "quarter", "year", "datetime")
"""Units of quantities that name a time."""


@dataclass(frozen=True)
class Known:
    """What is known of a corpus when failures are told apart.

    ``remembers`` says whether the memory behind an agent's tools states a fact, ``replaced`` holds for each path those of the documents
    that it replaces.
    """

    remembers: Callable[[Fact], bool]
    replaced: Mapping[str, frozenset[str]]


def failure(
    asked: str, question: KeyedQuestion, answer: Answer, evidence: Sequence[Passage], found: Score, known: Known, language: str
) -> Failure | None:
    """Why an answer went wrong; None where it did not.

    Args:
        asked: the paraphrase.
        question: the question with its key.
        answer: what was answered.
        evidence: all that the tools brought.
        found: the score of the answer.
        known: what is known of the corpus.
        language: that of the signals.
    """
    if found.accuracy == 1.0:
        return None
    if any(names(answer.text, fact.forms) for fact in found.missing):
        return "measurement"
    if any(not _grounded(statement, evidence, language) for statement in answer.statements):
        return "grounding"
    if question.unanswerable:
        return "scope"
    if wrong := _wrong(question, answer, found, language):
        if not _replaced(wrong, question, evidence, known):
            return "scope"
        return "temporal" if _dated(asked, language) else "revision"
    return _lost(found.missing, evidence, known, language)


def _grounded(statement: Statement, evidence: Iterable[Passage], language: str) -> bool:
    """Whether the lines that a statement cites were seen, and have its quantities."""
    cited = [one for one in evidence if _overlap(one, statement)]
    held = frozenset().union(*(quantities_of(f"{one.about}\n{one.text}", language) for one in cited))
    return bool(cited) and quantities_of(statement.text, language) <= held


def _overlap(passage: Passage, statement: Statement) -> bool:
    return passage.path == statement.path and passage.first_line <= statement.last_line and statement.first_line <= passage.last_line


def _wrong(question: KeyedQuestion, answer: Answer, found: Score, language: str) -> list[Statement]:
    """The statements that say what is forbidden, or give another value from elsewhere where one is required."""
    if said := [one for one in answer.statements if stated(one.text, found.forbidden, language)]:
        return said
    units = {fact.unit for fact in found.missing if fact.value is not None}
    paths = {place.path for place in question.gold}
    return [one for one in answer.statements if one.path not in paths and units & {unit for _, unit in quantities_of(one.text, language)}]


def _replaced(wrong: Iterable[Statement], question: KeyedQuestion, evidence: Sequence[Passage], known: Known) -> bool:
    """Whether some statement rests on what no longer holds, or on another edition of the document that answers."""
    gold = {place.path for place in question.gold}
    older = frozenset().union(*known.replaced.values())
    editions = frozenset().union(*(known.replaced.get(path, frozenset()) for path in gold))
    newer = {path for path, others in known.replaced.items() if others & gold}
    return any(
        one.path in older | editions | newer or any(passage.status == SUPERSEDED for passage in evidence if _overlap(passage, one))
        for one in wrong
    )


def _dated(asked: str, language: str) -> bool:
    return any(unit in DATES for _, unit in quantities_of(asked, language))


def _lost(missing: Sequence[Fact], evidence: Sequence[Passage], known: Known, language: str) -> Failure:
    """Where on the way a required fact was lost, by the one that was lost first."""
    if any(not known.remembers(fact) for fact in missing):
        return "coverage"
    brought = "\n".join(f"{one.about}\n{one.text}" for one in evidence)
    return "synthesis" if all(states(brought, fact, language) for fact in missing) else "retrieval"
