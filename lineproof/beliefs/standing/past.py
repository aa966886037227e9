"""Past: what was contested on a day on which both sides held, though it is settled since.

period      the days on which a claim held, the first and the last included
contested   a claim with the other side of its contest, and the days on which it was one
stretch     days on which the same claims of one thing held, so that they are contested on all of them or on none
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from lineproof.beliefs.standing.contests import Contests
from lineproof.beliefs.standing.views import View

DAY: Final = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """Days from the first to the last one; without them, those at either end of time."""

    begins: datetime.date = datetime.date.min
    ends: datetime.date = datetime.date.max

    def overlap(self, other: "Period") -> "Period | None":
        """The days that both have."""
        begins, ends = max(self.begins, other.begins), min(self.ends, other.ends)
        return Period(begins, ends) if begins <= ends else None

    @property
    def is_past(self) -> bool:
        """Whether it ends: on what does not, the standings of today tell."""
        return self.ends < datetime.date.max


@dataclass(frozen=True, slots=True)
class Contested:
    """A claim that another one contested from the first to the last day of a period."""

    claim_id: str
    by: str
    reason: str
    period: Period


def contested(contests: Contests, views: Sequence[View], periods: Mapping[str, Period]) -> Iterator[Contested]:
    """The contests between claims of which one or the other holds no longer.

    Args:
        contests: tells which claims set one thing, and which of them gives way.
        views: the claims, whose periods are known.
        periods: of the claims, by id.
    """
    for view, met in contests.met(views):
        if met and any(periods[one.id].is_past for one in (view, *met)):
            yield from _contested(contests, view, met, periods)


def _contested(contests: Contests, view: View, met: Sequence[View], periods: Mapping[str, Period]) -> Iterator[Contested]:
    found: list[tuple[Period, tuple[str, str] | None]] = []
    for stretch in stretches(periods[view.id], [periods[other.id] for other in met]):
        contest = contests.among(view, [other for other in met if periods[other.id].overlap(stretch)])
        found.append((stretch, (contest.other.id, contest.reason) if contest else None))
    for decided, days in groupby(found, key=lambda item: item[1]):
        all_days = [stretch for stretch, _ in days]
        period = Period(all_days[0].begins, all_days[-1].ends)
        if decided and period.is_past:
            by, reason = decided
            yield Contested(view.id, by, reason, period)


def stretches(own: Period, others: Sequence[Period]) -> Iterator[Period]:
    """A period cut wherever another one begins or ends."""
    begun = {other.begins for other in others} | {other.ends + DAY for other in others if other.is_past}
    cuts = sorted({own.begins, *(day for day in begun if own.begins < day <= own.ends)})
    yield from (Period(first, following - DAY) for first, following in pairwise(cuts))
    yield Period(cuts[-1], own.ends)
