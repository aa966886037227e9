"""Desk: where an agent uses its tools, so that every use is counted and kept.

spent   the calls or the tokens of the budget are used up: what an agent asks then is refused, and it answers from what it has
"""

import dataclasses
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lineproof.evals.agents.model import Budget, Call
from lineproof.recall.errors import NavigationError, RecallError
from lineproof.recall.pack import tokens

Tool = Callable[..., Awaitable[Any]]


class BudgetSpent(Exception):
    """A tool was asked for after the budget of the question was used up."""


class Desk:
    """The tools of one agent for one question; ``calls`` is what it did with them."""

    def __init__(self, tools: Sequence[Tool], budget: Budget) -> None:
        self._tools = {tool.__name__: tool for tool in tools}
        self._budget = budget
        self.calls: list[Call] = []

    def has(self, name: str) -> bool:
        """Whether there is a tool of this name."""
        return name in self._tools

    async def use(self, name: str, **arguments: Any) -> Any:  # noqa: ANN401
        """What a tool answers; None if it refuses the arguments, which is a call like any other.

        Raises:
            BudgetSpent: no call is left, or no token.
        """
        if len(self.calls) >= self._budget.calls or sum(call.tokens for call in self.calls) >= self._budget.tokens:
            raise BudgetSpent(name)
        try:
            result = await self._tools[name](**arguments)
        except (NavigationError, RecallError) as error:
            self._keep(name, arguments, str(error))
            return None
        self._keep(name, arguments, json.dumps(dataclasses.asdict(result), ensure_ascii=False, default=str))
        return result

    def _keep(self, name: str, arguments: dict[str, Any], result: str) -> None:
        self.calls.append(Call(name, arguments, result, tokens(result)))
