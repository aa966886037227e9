"""Dates of metadata: the first day that a field names."""

import datetime

from lineproof.evidence.language import available, load
from lineproof.evidence.signals import signals

_FIRST = {"date": "{}", "datetime": "{:.10}", "month": "{}-01", "year": "{}-01-01"}
_QUARTERS = {"Q1": "01", "Q2": "04", "Q3": "07", "Q4": "10"}


def first_day(text: str) -> datetime.date | None:
    """The first day of the first date in a text, in any language; None where there is none, or it is ambiguous."""
    for code in ("en", *(code for code in available() if code != "en")):
        for signal in signals(text[:200], load(code)):
            if signal.kind == "date" and signal.value and (day := _day(signal.value, signal.unit or "")):
                return day
    return None


def _day(value: str, unit: str) -> datetime.date | None:
    if unit == "quarter":
        year, _, quarter = value.partition("-")
        return datetime.date.fromisoformat(f"{year}-{_QUARTERS[quarter]}-01")
    return datetime.date.fromisoformat(_FIRST[unit].format(value)) if unit in _FIRST else None
