"""Evidence: what is recalled as an agent gets it over a wire, where every character is paid for: each text once, and no trace unasked."""

import functools
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lineproof.models.tools import Tool
from lineproof.recall.recall import Recalled


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item of the context stands; the first is `[1]` of the context, and so on."""

    citation: str
    score: float
    flags: tuple[str, ...]
    turn: str | None


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Evidence:
    """The evidence for a question: the context has the texts of the items; the trace is None unless it was asked for."""

    context: str
    answer_instructions: str
    policy: str
    tokens: int
    items: Sequence[Place]
    not_found: bool
    trace: Mapping[str, Any] | None


def evidence_of(recalled: Recalled, explained: bool) -> Evidence:
    """What was recalled, without saying anything twice; with its trace only where it is to be explained."""
    return Evidence(
        context=recalled.context,
        answer_instructions=recalled.answer_instructions,
        policy=recalled.policy,
        tokens=recalled.tokens,
        items=[Place(one.citation, one.score, one.flags, one.turn) for one in recalled.items],
        not_found=recalled.not_found,
        trace=recalled.trace if explained else None,
    )


def briefly(recall: Tool) -> Tool:
    """The tool `recall` with evidence as its result."""
    signature = inspect.signature(recall)

    @functools.wraps(recall)
    async def recalled(*given: Any, **named: Any) -> Evidence:  # noqa: ANN401
        explain = signature.bind(*given, **named).arguments.get("explain", False)
        return evidence_of(await recall(*given, **named), explain)

    recalled.__annotations__ = {**recall.__annotations__, "return": Evidence}
    recalled.__signature__ = signature.replace(return_annotation=Evidence)  # type: ignore[attr-defined]
    return recalled
