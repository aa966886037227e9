"""What all families of signals share.

signal   a typed anchor found by rule in a text: its kind, place, the words as they stand, and their value in
         canonical form
anchor   a signal that states a value or a name (a date, an amount, an identifier, ...)
act      a signal that obliges, permits, forbids, decides, corrects, approves or rejects
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

ANCHORS: Final = (
    "url", "email", "date", "money", "percentage", "duration", "version", "identifier", "count",
)  # fmt: skip
MODALS: Final = ("prohibition", "permission", "obligation")
VERDICTS: Final = ("decision", "correction", "approval", "rejection")
KINDS: Final = (*ANCHORS, "period", "defined_term", *MODALS, *VERDICTS)

SECTIONS: Final = ("section", "chapter", "article", "appendix", "part", "clause", "subdivision")
"""Names of the lists of section words in a language's ``references``."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One anchor or act; ``text`` is ``[start:end]`` of the text, ``value`` is None where it stays ambiguous."""

    kind: str
    start: int
    end: int
    text: str
    value: str | None
    unit: str | None


def plain(value: Decimal) -> str:
    """A decimal number without exponent, trailing zeros or a sign on zero."""
    text = f"{value:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
