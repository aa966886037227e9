"""What question answering passes around: how to ask, an answer, and the result of a question as it is kept."""

from dataclasses import dataclass

from lineproof.recall.budget import BUDGET

RULES = "rules"
"""Stands for a model where there is none."""


@dataclass(frozen=True, slots=True)
class How:
    """How questions are asked: the policy of recall, and its budget in tokens."""

    policy: str = "balanced"
    budget: int = BUDGET


@dataclass(frozen=True, slots=True)
class Given:
    """An answer; ``by`` is the model or RULES, ``fault`` why a model gave none that can be used."""

    text: str
    refused: bool
    by: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one question.

    ``recalled`` is the share of the gold turns that stand in the context, None where the question has no gold. ``f1`` and ``judged`` are
    between 0 and 1; ``met`` says of each point of the key whether the judge found it, ``judged`` is None where no judge could tell.
    ``fault`` is the error that an audit found in the question, ``made_from`` the fingerprint of all that the result depends on.
    """

    question_id: str
    conversation: str
    category: str
    question: str
    points: tuple[str, ...]
    unanswerable: bool
    fault: str | None
    context_tokens: int
    recalled: float | None
    given: Given
    f1: float
    met: tuple[bool | None, ...]
    judged: float | None
    judged_by: str | None
    made_from: str
