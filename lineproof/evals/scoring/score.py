"""Score: what one answer is worth against its key.

accuracy      of an answer to what can be answered: the share of the required facts that it states, less PENALTY for every forbidden
              one, at least 0; 0 if it abstains. To what cannot be answered: 1 if it abstains, else 0
precision     the share of the cited lines that are gold; none where nothing is cited, or nothing is gold
recall        the share of the gold lines that are cited; none where nothing is gold
consistency   of a question: the mean Jaccard index of the lines cited for each pair of its paraphrases; 1 where neither cites any
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean
from typing import Final

from lineproof.evals.agents.model import Answer
from lineproof.evals.questions import Fact, KeyedQuestion, Place
from lineproof.evals.scoring.facts import stated

PENALTY: Final = 0.5
DIGITS: Final = 6

Lines = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Score:
    """What an answer is worth, with the facts that it lacks and those that it should not state."""

    accuracy: float
    missing: tuple[Fact, ...]
    forbidden: tuple[Fact, ...]
    precision: float | None
    recall: float | None


def score(question: KeyedQuestion, answer: Answer, language: str) -> Score:
    """Hold an answer against its key; ``language`` is that of the signals in it."""
    found = stated(answer.text, question.must, language)
    forbidden = stated(answer.text, question.must_not, language)
    missing = tuple(fact for fact in question.must if fact not in found)
    cited, gold = cited_lines(answer), gold_lines(question.gold)
    return Score(
        accuracy=_accuracy(question, answer, len(found), len(forbidden)),
        missing=missing,
        forbidden=forbidden,
        precision=round(len(cited & gold) / len(cited), DIGITS) if cited and gold else None,
        recall=round(len(cited & gold) / len(gold), DIGITS) if gold else None,
    )


def _accuracy(question: KeyedQuestion, answer: Answer, found: int, forbidden: int) -> float:
    if question.unanswerable:
        return float(answer.abstained)
    return round(max(0.0, found / len(question.must) - PENALTY * forbidden), DIGITS)


def cited_lines(answer: Answer) -> Lines:
    """The lines that an answer cites."""
    return frozenset().union(*(statement.lines for statement in answer.statements))


def gold_lines(places: Sequence[Place]) -> Lines:
    """The lines of some places."""
    return frozenset((place.path, line) for place in places for line in range(place.first_line, place.last_line + 1))


def consistency(cited: Sequence[Lines]) -> float:
    """How alike the lines are that are cited for the paraphrases of one question, at least two of them."""
    return round(mean(len(one & other) / len(one | other) if one | other else 1.0 for one, other in combinations(cited, 2)), DIGITS)
