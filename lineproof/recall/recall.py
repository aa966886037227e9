"""Recall: from a question to the evidence that answers it, without a model.

recalled   the context, instructions on how to answer from it, the items with their citations, and a trace of how they were found
policy     how free an answer may be (``policies.py``)
support    of a question: how much of it the best items speak of; where that is not enough, the corpus is said not to answer it
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lineproof.recall.absent import Absent, absent_from
from lineproof.recall.arguments import number_of, text_of
from lineproof.recall.budget import BUDGET, MOST_TOKENS
from lineproof.recall.dated import UNREAD, Dated, dated
from lineproof.recall.errors import BadBudget, EmptyQuestion
from lineproof.recall.explain import citations_of, explained
from lineproof.recall.pack import Item, Packed, pack, tokens
from lineproof.recall.policies import Policy, policy_of
from lineproof.recall.question import Question, question_of
from lineproof.recall.rank import LOOKED_AT, Ranking, rank
from lineproof.recall.routes.vector import Embed
from lineproof.recall.support import Support, support_of
from lineproof.recall.view import View
from lineproof.recall.weights import Weights, standard


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

    @property
    def notes(self) -> str:
        """What the instructions say of this question and its evidence, beside the policy."""
        return self.answer_instructions.removeprefix(policy_of(self.policy).text).lstrip("\n")


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
        UnknownPolicy, BadBudget, EmptyQuestion, BadArgument: an argument is not as it must be.
    """
    if not text_of("question", text).strip():
        raise EmptyQuestion
    chosen = policy_of(text_of("policy", policy))
    if not 1 <= number_of("budget", budget) <= MOST_TOKENS:
        raise BadBudget(budget, MOST_TOKENS)
    asked = dated(view, text, as_of)
    question = question_of(view, asked.text)
    ranking = rank(view, question, weights or standard(), asked.day, embed, _most(budget))
    packed = pack(view, ranking.best, budget, question.topic)
    # What was found, whether or not it fits into the budget; only what no longer is as it was stored cannot be evidence.
    found = [one.number for one in ranking.best if one.number not in packed.altered]
    support, absent = support_of(view, question, found), absent_from(view, question, found)
    answered = support.enough and not any(one.decisive for one in absent)
    notes = [*_of_day(asked), *(one.said for one in absent)]
    if not answered:
        notes.append(_doubt(support))
    elif packed.least:
        notes.append(_too_small(packed))
    return Recalled(
        context=packed.context,
        answer_instructions="\n".join((chosen.text, *notes)),
        policy=policy,
        tokens=tokens(packed.context),
        items=packed.items,
        not_found=not answered,
        trace=_trace(view, asked, question, ranking, packed, support, absent, chosen, explain),
    )


def _most(budget: int) -> int:
    """How many paragraphs are ranked, so that short ones fill a large budget too: as many for each token as by default."""
    return max(LOOKED_AT, LOOKED_AT * budget // BUDGET)


def _of_day(asked: Dated) -> Iterator[str]:
    """For which day the evidence is, where only the question told; and what seems to tell a day and was not taken for one."""
    if asked.told:
        yield f'The evidence is as of {asked.day}, for the question says "{asked.told}".'
    yield from (
        f"{UNREAD.capitalize()}: {text}. Ask again for the day that is meant, or say that none was applied." for text in asked.unread
    )


def _doubt(support: Support) -> str:
    names = f" Nothing that was found has: {', '.join(support.missing)}." if support.missing else ""
    return f"The corpus does not seem to answer this question.{names} Unless an item clearly does, say that it was not found."


def _too_small(packed: Packed) -> str:
    return f"The best paragraph does not fit into the budget: ask again with one of at least {packed.least} tokens."


def _trace(
    view: View,
    asked: Dated,
    question: Question,
    ranking: Ranking,
    packed: Packed,
    support: Support,
    absent: Sequence[Absent],
    policy: Policy,
    explain: bool,
) -> Mapping[str, Any]:
    """How the items were found; with every paragraph that was looked at where it is to be explained."""
    trace: dict[str, Any] = {
        "as_of": asked.day and asked.day.isoformat(),
        "as_of_told": asked.told,
        "as_of_unread": list(asked.unread),
        "policy_version": policy.version,
        "shape": question.shape,
        "exact": list(question.exact),
        "named": list(question.named),
        "routes": dict(ranking.weights),
        "vectors": ranking.vectors,
        "ranked": len(ranking.best),
        "kept": list(citations_of(view, ranking.kept)),
        "packed": len(packed.numbers),
        "trimmed": len(packed.trimmed),
        "cut": len(packed.cut),
        "least": packed.least,
        "altered": len(packed.altered),
        "support": support.share,
        "missing": list(support.missing),
        "absent": [{"text": one.text, "kind": one.kind, "nearest": list(one.nearest), "said": one.said} for one in absent],
    }
    if explain:
        trace |= explained(view, ranking, packed)
    return trace
