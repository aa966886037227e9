"""Quantities: a value with its unit, as signals of evidence have it, and a way to write it.

number    the canonical number: a share is a ratio (``0.05``), all else is counted in its unit
surface   the number and its unit as a document writes them (``5%``, ``five thousand dollars``, ``90 days``)
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from lineproof.evals.library.dice import Dice
from lineproof.evals.library.wording import words

IN_WORDS: Final = 0.25
PERIODS: Final = frozenset({"hour", "day", "week", "month", "year"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value (see the module); ``written`` is the number as the data files have it: shares in hundredths."""

    written: int
    unit: str

    @property
    def number(self) -> str:
        """The canonical number."""
        return format(Decimal(self.written) / 100, "f") if self.unit == "ratio" else str(self.written)

    @property
    def kind(self) -> str:
        """The kind of claim that states it."""
        if self.unit in PERIODS:
            return "period"
        return {"USD": "limit", "ratio": "percentage"}.get(self.unit, "count")


def surface(value: Quantity, dice: Dice) -> str:
    """One way to write a quantity."""
    return forms(value)[1 if dice.chance(IN_WORDS) else 0]


def forms(value: Quantity) -> tuple[str, str]:
    """A quantity in digits and in words; both in digits where its words would be long."""
    spelled = spell(value.written)
    if value.unit == "USD":
        digits = f"${value.written:,}"
        return digits, f"{spelled} dollars" if spelled else digits
    if value.unit == "ratio":
        return f"{value.written}%", f"{spelled} percent"
    one, more = words("numbers")["units"][value.unit]
    noun = one if value.written == 1 else more
    return f"{value.written} {noun}", f"{spelled} {noun}" if spelled else f"{value.written} {noun}"


def spell(number: int) -> str:
    """A number below a hundred, or a small one of hundreds or thousands, in words; empty for others."""
    if number < 20:
        return str(words("numbers")["small"][number])
    if number < 100:
        ten = str(words("numbers")["tens"][number // 10])
        return f"{ten}-{spell(number % 10)}" if number % 10 else ten
    for scale, name in ((1000, "thousand"), (100, "hundred")):
        if number % scale == 0 and number // scale < 100:
            return f"{spell(number // scale)} {name}"
    return ""
