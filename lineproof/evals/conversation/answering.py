"""Answering: from what was recalled to an answer, in the words of the evidence by rule, or by the model of the role ``answer``."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lineproof.evals.conversation.model import RULES, Given
from lineproof.evals.sessions import Question
from lineproof.models.chat import Answer, Chat, Request
from lineproof.models.errors import BadAnswer
from lineproof.recall.answer import extract
from lineproof.recall.recall import Recalled
from lineproof.recall.view import View

ROLE: Final = "answer"
PROMPT: Final = "answer_recalled"
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"found": {"type": "boolean"}, "answer": {"type": "string", "maxLength": 4_000}},
    "required": ["found", "answer"],
    "additionalProperties": False,
}

_CITATION: Final = re.compile(r"\s*\[(?:[^\[\]]+#L\d+(?:-L\d+)?|\d+(?:, ?\d+)*)\]")
"""Lines, as rules cite them, or numbers of items, as models do: neither is part of the answer that the key has."""


def answers(view: View, asked: Sequence[tuple[Question, Recalled]], chat: Chat | None) -> list[Given]:
    """An answer to each question, in their order.

    Raises:
        BudgetSpent, Unavailable, Denied, NoModel: see :class:`lineproof.models.chat.Chat`.
    """
    if chat is None or not chat.serves(ROLE):
        return [_by_rule(view, question, recalled) for question, recalled in asked]
    replies = chat.complete_all([request_of(question, recalled) for question, recalled in asked])
    return [_by_model(reply, chat.model(ROLE)) for reply in replies]


def request_of(question: Question, recalled: Recalled) -> Request:
    """What the model is asked."""
    data = {"question": question.text, "manner": recalled.answer_instructions, "context": recalled.context}
    if question.asked_at:
        data["day of the question"] = question.asked_at.date().isoformat()
    return Request(ROLE, PROMPT, data, SCHEMA)


def _by_rule(view: View, question: Question, recalled: Recalled) -> Given:
    answered = extract(view, question.text, recalled)
    return Given("" if answered.abstained else _CITATION.sub("", answered.answer), answered.abstained, RULES)


def _by_model(reply: Answer | BadAnswer, model: str) -> Given:
    if isinstance(reply, BadAnswer):
        return Given("", False, model, reply.outcome)
    text = _CITATION.sub("", str(reply.content["answer"])).strip()
    return Given(text, not (reply.content["found"] and text), reply.model)
