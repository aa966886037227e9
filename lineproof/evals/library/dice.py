"""Dice: choices that depend on a seed alone, in every process and version of Python (``random()`` is the part that is promised to last)."""

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """Choices for one purpose, which the names after the seed tell apart: what is drawn for one does not move another."""

    def __init__(self, seed: int, *purpose: object) -> None:
        self._random = random.Random("/".join(map(str, (seed, *purpose))))  # noqa: S311 (a benchmark, no secret)

    def below(self, limit: int) -> int:
        """A whole number from 0 up to and without ``limit``."""
        return int(self._random.random() * limit)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of some items."""
        return items[self.below(len(items))]

    def chance(self, share: float) -> bool:
        """Whether something happens that happens in a share of all cases."""
        return self._random.random() < share

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Distinct items in the order in which they were drawn; all of them where there are no more."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
