"""Dates of metadata: the first day that a field names."""

import datetime

from lineproof.evidence.language import available, load
from lineproof.evidence.signals import signals

_FIRST = {"date": "{}", "datetime": "{:.10}", "month": "{}-01", "year": "{}-01-01"}
_QUARTERS = {"Q1": "01", "Q2": "04", "Q3": "07", "Q4": "10"}


def first_day(text: str) -> datetime.date | None:
    """The first day of the first date in a text, in any language; None where there is none, or it is ambiguous.

    Of what several languages read the earliest and longest counts, since English sees a mere month in `14. November 2025`.
    """
    codes = ("en", *(code for code in available() if code != "en"))
    read = [signal for code in codes for signal in signals(text[:200], load(code)) if signal.kind == "date" and signal.value]
    dates = [(signal.start, -signal.end, day) for signal in read if (day := _day(signal.value or "", signal.unit or ""))]
    return min(dates, key=lambda found: found[:2])[2] if dates else None


def _day(value: str, unit: str) -> datetime.date | None:
    if unit == "quarter":
        year, _, quarter = value.partition("-")
        return datetime.date.fromisoformat(f"{year}-{_QUARTERS[quarter]}-01")
    return datetime.date.fromisoformat(_FIRST[unit].format(value)) if unit in _FIRST else None
