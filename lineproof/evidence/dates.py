"""Days: what the dates of signals and of metadata mean as days of the calendar."""

import datetime
import re
from calendar import monthrange
from typing import Final

from lineproof.evidence.language import available, load
from lineproof.evidence.signals import signals

_VALUE: Final = re.compile(r"(?P<year>\d{4})(?:-(?:Q(?P<quarter>[1-4])|(?P<month>\d{2})(?:-(?P<day>\d{2})(?:T.*)?)?))?")


def first_day(text: str) -> datetime.date | None:
    """The first day of the first date in a text, in any language; None where there is none, or it is ambiguous."""
    return days[0] if (days := _first_date(text)) else None


def last_day(text: str) -> datetime.date | None:
    """The last day of the first date in a text, in any language; None where there is none, or it is ambiguous."""
    return days[1] if (days := _first_date(text)) else None


def days_of(value: str) -> tuple[datetime.date, datetime.date] | None:
    """The first and the last day of a date, time, month, quarter or year as signals write it; None of one without its year."""
    if not (found := _VALUE.fullmatch(value)):
        return None
    year, quarter = int(found["year"]), int(found["quarter"] or 0)
    first = quarter * 3 - 2 if quarter else int(found["month"] or 1)
    last = quarter * 3 if quarter else int(found["month"] or 12)
    day = int(found["day"] or 0)
    return datetime.date(year, first, day or 1), datetime.date(year, last, day or monthrange(year, last)[1])


def _first_date(text: str) -> tuple[datetime.date, datetime.date] | None:
    """The days of the earliest date; of what several languages read the longest, as English sees a mere month in `14. November 2025`."""
    codes = ("en", *(code for code in available() if code != "en"))
    read = [signal for code in codes for signal in signals(text[:200], load(code)) if signal.kind == "date" and signal.value]
    dates = [(signal.start, -signal.end, days) for signal in read if (days := days_of(signal.value or ""))]
    return min(dates, key=lambda found: found[:2])[2] if dates else None
