"""Ask: the answer of a model to a question about a corpus, or, where it gives none, that in the words of the evidence, which says why.

model_failed   a flag: the model gave no answer, or none of use; what stands there was extracted
"""

import datetime
import json
from collections.abc import Callable, Sequence
from typing import Final

from lineproof.models.chat import Chat
from lineproof.models.errors import BadAnswer, BudgetSpent, ModelError, Unavailable
from lineproof.models.tools import Tool
from lineproof.recall.agent.cited import answered, complaint
from lineproof.recall.agent.loop import RESULT_TOKENS, Conversed, Limits, converse
from lineproof.recall.answer import Answered

OPENING: Final = "recall"
FAILED: Final = "model_failed"
NOTES_TOKENS: Final = 400
"""Room beside a context for what is said of it."""


async def ask(
    chat: Chat,
    tools: Sequence[Tool],
    question: str,
    extracted: Callable[[], Answered],
    as_of: datetime.date | None,
    policy: str,
    budget: int,
) -> Answered:
    """Let a model answer, with tools of which one is ``recall``.

    Args:
        chat: serves the role ``answer``.
        tools: what it may call.
        question: what is asked.
        extracted: makes the answer that stands in where the model gives none.
        as_of, policy, budget: as of ``recall``.

    Raises:
        Denied, NoModel, NotRecorded: the model cannot be asked as it is configured; the message says what to correct.
    """
    day = {"as_of": as_of.isoformat()} if as_of else {}
    opening = json.dumps({"question": question, "budget": budget, "policy": policy, **day}, ensure_ascii=False)
    limits = Limits(result_tokens=max(RESULT_TOKENS, budget + NOTES_TOKENS))
    ended = await converse(chat, tools, question, limits, opening=[(OPENING, opening)], review=complaint, data={"policy": policy, **day})
    return _answered(ended, extracted)


def _answered(ended: Conversed, extracted: Callable[[], Answered]) -> Answered:
    if isinstance(ended.failure, BadAnswer | BudgetSpent | Unavailable):
        return _instead(extracted(), ended.failure)
    if ended.failure:
        raise ended.failure
    if ended.answer is None or not ended.answer.found:
        calls = ", ".join(dict.fromkeys(call.name for call in ended.calls))
        return Answered(f"Not found. {len(ended.calls)} calls looked for it ({calls}).", (), True, ("not_found",))
    return answered(ended.answer.sentences, ended.passages)


def _instead(answer: Answered, failure: ModelError) -> Answered:
    flag = f"{FAILED}: {failure}"
    return Answered(answer.answer, answer.citations, answer.abstained, (*answer.flags, flag))
