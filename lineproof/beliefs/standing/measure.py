"""Measure: the value of a claim as something that can be compared with the value of another.

dimension   what a value measures; only values of one dimension are the same or different
rule        a claim without a value that obliges, permits or forbids; its value is whether it forbids
"""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from lineproof.beliefs.model import Candidate

DAYS: Final = {
    "millisecond": Decimal(1) / 86_400_000, "second": Decimal(1) / 86_400, "minute": Decimal(1) / 1440, "hour": Decimal(1) / 24,
    "day": Decimal(1), "week": Decimal(7), "month": Decimal(365) / 12, "quarter": Decimal(365) / 4, "year": Decimal(365),
}  # fmt: skip
NEAR: Final = Decimal("0.03")
"""Periods in different units differ by a little at most where they may mean the same (``3 months``, ``90 days``)."""
DATE: Final = "date"
RULE: Final = "rule"
RULES: Final = ("obligation", "permission", "prohibition")
"""Kinds of claims that are rules."""
FORBIDS: Final = "prohibition"
SET: Final = frozenset({"time", "business_day", "ratio"})
"""Dimensions, beside money, whose values somebody sets; a count or a date may be a mere observation."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A value in its dimension; ``amount`` is None where it is no number (a date), and ``text`` decides."""

    dimension: str
    text: str
    unit: str
    amount: Decimal | None

    @property
    def is_set(self) -> bool:
        """Whether it is a sum of money, a period or a share, or a rule."""
        money = len(self.unit) == 3 and self.unit.isupper()
        return self.dimension == RULE or (self.amount is not None and (self.dimension in SET or money))

    def equals(self, other: "Measure") -> bool:
        """Whether both state the same."""
        if self.unit == other.unit or self.amount is None or other.amount is None:
            return self.text == other.text
        return abs(self.amount - other.amount) <= NEAR * max(abs(self.amount), abs(other.amount))


def measure(candidate: Candidate) -> Measure | None:
    """The measure of a statement that fills a slot; None where it has no value and is no rule."""
    if not candidate.slot:
        return None
    if candidate.value is None and candidate.kind in RULES:
        return Measure(RULE, "forbidden" if candidate.kind == FORBIDS else "allowed", RULE, None)
    return measure_of(candidate.value, candidate.unit, candidate.kind == DATE)


def measure_of(value: str | None, unit: str | None, is_date: bool) -> Measure | None:
    """The measure of a value in a unit."""
    if value is None or not unit:
        return None
    if is_date:
        return Measure(DATE, value, unit, None)
    return Measure("time" if unit in DAYS else unit, value, unit, _number(value, unit))


def _number(value: str, unit: str) -> Decimal | None:
    try:
        return Decimal(value) * DAYS.get(unit, Decimal(1))
    except InvalidOperation:
        return None
