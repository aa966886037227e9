"""Budgets: what a run and a day may spend, and the clean stop when it is spent.

A budget is asked before each call, never during one: what was asked for is answered, stored and used, and the next run goes on
from there. What calls under way will cost at least is set aside, so that several at once do not overdraw it together.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from lineproof.models.errors import BudgetSpent
from storage.answers import Spent
from storage.model_settings import Limits

NOTHING: Final = Spent()


class Budget:
    """The limits of a run and of its day.

    Args:
        run: the most that this run may spend.
        day: the most that all runs of a day may spend.
        spent_today: what was spent on this day before, in all corpora of the workspace.
        spent_before: what earlier stages of this run spent.
    """

    def __init__(self, run: Limits, day: Limits, spent_today: Spent, spent_before: Spent = NOTHING) -> None:
        self.spent = Spent()
        self._aside = Spent()
        self._limits = (("run", run, spent_before), ("day", day, spent_today))

    @contextmanager
    def reserved(self, least: Spent) -> Iterator[None]:
        """Set aside what a call will cost at least while it is under way.

        Raises:
            BudgetSpent: so much is not left.
        """
        self._check(least)
        self._aside = self._aside.plus(least)
        try:
            yield
        finally:
            self._aside = self._aside.plus(Spent(-least.tokens, -least.money, -least.seconds))

    def add(self, spent: Spent) -> None:
        """Enter what a call did cost."""
        self.spent = self.spent.plus(spent)

    def _check(self, least: Spent) -> None:
        for period, limits, before in self._limits:
            so_far = before.plus(self.spent)
            wanted = so_far.plus(self._aside).plus(least)
            for unit, limit, had, would in (
                ("tokens", limits.tokens, so_far.tokens, wanted.tokens),
                ("of money", limits.money, so_far.money, wanted.money),
                ("seconds", limits.seconds, so_far.seconds, wanted.seconds),
            ):
                if limit is not None and (had >= limit or would > limit):
                    raise BudgetSpent(_message(period, unit, limit, had, would))


def _message(period: str, unit: str, limit: float, had: float, would: float) -> str:
    """What is spent, or what the next call would make of it, and what to do."""
    spent = f"{had:.6g} {unit} of {limit:.6g}"
    short = f"has not enough left: {spent} are spent, the next call would make it {would:.6g} or more"
    state = f"is spent: {spent}" if had >= limit else short
    return (
        f"The budget of a {period} {state}. What was answered is kept. "
        f"Run it again to go on, or raise [budgets.{period}] in lineproof.toml."
    )
