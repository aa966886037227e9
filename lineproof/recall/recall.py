"""Recall: from a question to the evidence that answers it, without a model.

recalled   the context, instructions on how to answer from it, the items with their citations, and a trace of how they were found
policy     how free an answer may be: a text of ``policies/``, given beside the context and never within it
support    of a question: how much of it the best items speak of; where that is not enough, the corpus is said not to answer it
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.recall.dated import Dated, dated
from lineproof.recall.errors import BadBudget, EmptyQuestion, UnknownPolicy
from lineproof.recall.pack import Item, Packed, pack, tokens
from lineproof.recall.question import Question, question_of
from lineproof.recall.rank import Ranking, rank
from lineproof.recall.routes.vector import Embed
from lineproof.recall.support import Support, support_of
from lineproof.recall.view import View
from lineproof.recall.weights import Weights, standard

POLICIES: Final = ("strict", "balanced", "advanced")
FOLDER: Final = Path(__file__).parent / "policies"
BUDGET: Final = 3_200
MOST_TOKENS: Final = 200_000


@dataclass(frozen=True)
class Recalled:
    """What a question recalls. ``tokens`` are those of the context."""

    context: str
    answer_instructions: str
    policy: str
    tokens: int
    items: tuple[Item, ...]
    not_found: bool
    trace: Mapping[str, Any]


def recall(
    view: View,
    text: str,
    budget: int = BUDGET,
    policy: str = "balanced",
    as_of: datetime.date | None = None,
    explain: bool = False,
    weights: Weights | None = None,
    embed: Embed | None = None,
) -> Recalled:
    """Recall the evidence for a question.

    Args:
        view: the snapshot.
        text: the question.
        budget: most tokens of the context (characters / 4).
        policy: ``strict``, ``balanced`` or ``advanced``.
        as_of: the day for which it is asked; None for the one that the question plainly says, else for whatever holds last.
        explain: whether the trace tells of each paragraph what each route said.
        weights: others than those that ship.
        embed: makes the vector of the question, where the corpus has vectors; None leaves meaning out.

    Raises:
        UnknownPolicy, BadBudget, EmptyQuestion: an argument is not as it must be.
    """
    if not text.strip():
        raise EmptyQuestion
    instructions = instructions_of(policy)
    if not 1 <= budget <= MOST_TOKENS:
        raise BadBudget(budget, MOST_TOKENS)
    asked = dated(view, text, as_of)
    question = question_of(view, asked.text)
    ranking = rank(view, question, weights or standard(), asked.day, embed)
    packed = pack(view, ranking.best, budget)
    support = support_of(view, question, packed.numbers)
    if not support.enough:
        instructions += f"\n{_doubt(support)}"
    return Recalled(
        context=packed.context,
        answer_instructions=instructions,
        policy=policy,
        tokens=tokens(packed.context),
        items=packed.items,
        not_found=not support.enough,
        trace=_trace(view, asked, question, ranking, packed, support, explain),
    )


@lru_cache(maxsize=len(POLICIES))
def instructions_of(policy: str) -> str:
    """The instructions of a policy.

    Raises:
        UnknownPolicy: there is none of this name.
    """
    if policy not in POLICIES:
        raise UnknownPolicy(policy, POLICIES)
    return (FOLDER / f"{policy}.md").read_text(encoding="utf-8").strip()


def _doubt(support: Support) -> str:
    names = f" Nothing that was found has: {', '.join(support.missing)}." if support.missing else ""
    return f"The corpus does not seem to answer this question.{names} Unless an item clearly does, say that it was not found."


def _trace(
    view: View, asked: Dated, question: Question, ranking: Ranking, packed: Packed, support: Support, explain: bool
) -> Mapping[str, Any]:
    """How the items were found; with every paragraph that was looked at where it is to be explained."""
    trace: dict[str, Any] = {
        "as_of": asked.day and asked.day.isoformat(),
        "as_of_told": asked.told,
        "as_of_unread": list(asked.unread),
        "shape": question.shape,
        "exact": list(question.exact),
        "named": list(question.named),
        "routes": dict(ranking.weights),
        "vectors": ranking.vectors,
        "ranked": len(ranking.best),
        "packed": len(packed.numbers),
        "cut": len(packed.cut),
        "altered": len(packed.altered),
        "support": support.share,
        "missing": list(support.missing),
    }
    if explain:
        from lineproof.recall.explain import explained

        trace |= explained(view, ranking, packed)
    return trace
