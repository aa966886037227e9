"""Reasons: what speaks against a statement, and how much.

kind     what is different between the statement and its quotes; it begins with the name of the rule
weight   how much a kind counts; a statement is refused when its reasons weigh ``ENOUGH`` together
"""

from typing import NamedTuple

from lineproof.beliefs.gate.thresholds import WEIGHTS


class Reason(NamedTuple):
    """One reason; ``times`` tells how often its kind counts."""

    rule: str
    kind: str
    text: str
    times: float = 1.0

    @property
    def weight(self) -> float:
        """How much it counts."""
        return WEIGHTS.get(f"{self.rule} {self.kind}", 1.0) * self.times

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"
