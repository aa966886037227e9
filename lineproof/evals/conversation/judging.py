"""Judging: whether an answer says what its key demands, one closed question a point, to the model of the role ``judge``.

point    one thing that a right answer says: the whole key, or an entry of the rubric that the benchmark has for the question
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from lineproof.evals.conversation.model import Given
from lineproof.evals.sessions import Question
from lineproof.models.chat import Answer, Chat, Request
from lineproof.models.errors import BadAnswer

ROLE: Final = "judge"
PROMPT: Final = "judge_answer"
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"reason": {"type": "string", "maxLength": 1_000}, "right": {"type": "boolean"}},
    "required": ["reason", "right"],
    "additionalProperties": False,
}

Verdict = tuple[bool | None, ...]
"""Of each point whether the answer meets it; None where the judge gave no answer that can be used."""


def verdicts(asked: Sequence[tuple[Question, Given]], chat: Chat | None) -> list[Verdict]:
    """What the judge says of each answer; nothing without a judge, of refusals, and of what has no answer: rules decide on these.

    Raises:
        BudgetSpent, Unavailable, Denied, NoModel: see :class:`lineproof.models.chat.Chat`.
    """
    if chat is None or not chat.serves(ROLE):
        return [() for _ in asked]
    points = [question.points if to_be_judged(question, given) else () for question, given in asked]
    pairs = [(question, given, point) for (question, given), own in zip(asked, points, strict=True) for point in own]
    replies = iter(chat.complete_all([_request(*pair) for pair in pairs]))
    return [tuple(_right(next(replies)) for _ in own) for own in points]


def judged_score(question: Question, given: Given, met: Verdict) -> float | None:
    """The share of the points that are met, refusals taken into account; None where that is not known."""
    if not to_be_judged(question, given):
        return float(question.unanswerable and given.refused)
    known = [one for one in met if one is not None]
    return fmean(known) if known and len(known) == len(met) else None


def to_be_judged(question: Question, given: Given) -> bool:
    """Whether a judge is needed: there is an answer, and there should be one."""
    return not (question.unanswerable or given.refused or given.fault)


def _request(question: Question, given: Given, point: str) -> Request:
    return Request(ROLE, PROMPT, {"question": question.text, "key": point, "answer": given.text}, SCHEMA)


def _right(reply: Answer | BadAnswer) -> bool | None:
    return None if isinstance(reply, BadAnswer) else bool(reply.content["right"])
