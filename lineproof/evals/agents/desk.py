"""Desk: where an agent uses its tools, so that every use is counted and kept.

spent   the calls or the tokens of the budget are used up: what an agent asks then is refused, and it answers from what it has
"""

import dataclasses
import functools
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from lineproof.evals.agents.model import Budget, Call, Passage, Passages
from lineproof.evals.agents.results import Links
from lineproof.recall.errors import NavigationError, RecallError
from lineproof.recall.pack import tokens

Tool = Callable[..., Awaitable[Any]]


class BudgetSpent(Exception):
    """A tool was asked for after the budget of the question was used up."""


class Desk:
    """The tools of one agent for one question; ``calls`` is what it did with them, ``brought`` all passages that came back."""

    def __init__(self, tools: Sequence[Tool], budget: Budget) -> None:
        self._tools = {tool.__name__: tool for tool in tools}
        self.budget = budget
        self.calls: list[Call] = []
        self.brought: list[Passage] = []

    def has(self, name: str) -> bool:
        """Whether there is a tool of this name."""
        return name in self._tools

    async def use(self, name: str, **arguments: Any) -> Any:  # noqa: ANN401
        """What a tool answers; None if it refuses the arguments, which is a call like any other.

        Raises:
            BudgetSpent: no call is left, or no token.
        """
        with suppress(NavigationError, RecallError):
            return await self._use(name, **arguments)
        return None

    def counted(self) -> list[Tool]:
        """The tools themselves, each use counted; what they refuse is an error that a model can read."""
        return [self._counted(tool) for tool in self._tools.values()]

    def _counted(self, tool: Tool) -> Tool:
        @functools.wraps(tool)
        async def used(**arguments: Any) -> Any:  # noqa: ANN401
            return await self._use(tool.__name__, **arguments)

        return used

    async def _use(self, name: str, **arguments: Any) -> Any:  # noqa: ANN401
        if len(self.calls) >= self.budget.calls or sum(call.tokens for call in self.calls) >= self.budget.tokens:
            raise BudgetSpent(name)
        try:
            result = await self._tools[name](**arguments)
        except (NavigationError, RecallError) as error:
            self._keep(name, arguments, str(error))
            raise
        self._keep(name, arguments, json.dumps(dataclasses.asdict(result), ensure_ascii=False, default=str))
        self.brought += passages_in(result)
        return result

    def _keep(self, name: str, arguments: dict[str, Any], result: str) -> None:
        self.calls.append(Call(name, arguments, result, tokens(result)))


def passages_in(result: object) -> tuple[Passage, ...]:
    """The passages that the result of a tool holds."""
    if isinstance(result, Passages):
        return result.passages
    return tuple(passage for link in result.links for passage in link.passages) if isinstance(result, Links) else ()
