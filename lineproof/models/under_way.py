"""Under way: work that several ask for at once is done once.

It goes on while anybody waits for it: one who asks and is interrupted ends it for nobody else, the last one for good.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class UnderWay(Generic[Result]):
    """The work of one event loop, by key."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Result]] = {}
        self._waiting: Counter[str] = Counter()

    async def once(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """The result of some work, which is begun if nobody has begun it."""
        task = self._tasks.get(key) or self._tasks.setdefault(key, asyncio.ensure_future(work()))
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._tasks[key], self._waiting[key]
                task.cancel()
