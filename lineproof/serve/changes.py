"""Changes: what the syncs since a moment changed in claims, pages and references."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from duckdb import DuckDBPyConnection

from lineproof.serve.errors import BadMoment

_AGO: Final = re.compile(r"(\d{1,6})\s*(s|m|h|d|w)")
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """Something that happened to a claim; ``before`` is what it said, where it said something else."""

    at: datetime.datetime
    event: str
    claim_id: str
    path: str
    statement: str
    before: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class PageChange:
    """A page that came, changed or went."""

    at: datetime.datetime
    change: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A reference that means something else than before: ``before`` and ``after`` are targets, or why it is open; None where it was not."""

    at: datetime.datetime
    path: str
    line: int
    text: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since a moment, the oldest first; ``counts`` is of all, the lists are the last of each kind."""

    since: datetime.datetime
    counts: Mapping[str, Mapping[str, int]]
    claims: Sequence[ClaimChange]
    pages: Sequence[PageChange]
    references: Sequence[ReferenceChange]


def moment(text: str, now: datetime.datetime) -> datetime.datetime:
    """A moment given as a date, a time in ISO form (UTC unless it says otherwise), or how long ago (`90m`, `3d`).

    Raises:
        BadMoment: it is none of these.
    """
    try:
        if ago := _AGO.fullmatch(text.strip()):
            return now - datetime.timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        parsed = datetime.datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise BadMoment(text) from None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=datetime.UTC)


def changes(connection: DuckDBPyConnection, since: datetime.datetime, limit: int) -> Changes:
    """What the syncs since a moment changed."""
    values = [since]
    counts = {
        "claims": dict(connection.execute(_EVENT_COUNTS, values).fetchall()),
        "pages": dict(connection.execute(_PAGE_COUNTS, values).fetchall()),
        "references": dict(connection.execute(_REFERENCE_COUNTS, values).fetchall()),
    }
    claims = connection.execute(_EVENTS, [since, limit]).fetchall()
    pages = connection.execute(_PAGES, [since, limit]).fetchall()
    references = connection.execute(_REFERENCES, [since, limit]).fetchall()
    return Changes(
        since,
        counts,
        tuple(ClaimChange(*row) for row in reversed(claims)),
        tuple(PageChange(*row) for row in reversed(pages)),
        tuple(ReferenceChange(*row) for row in reversed(references)),
    )


_EVENT_COUNTS: Final = 'SELECT event, count(*) FROM claim_history WHERE "at" >= ? GROUP BY 1 ORDER BY 1'
_PAGE_COUNTS: Final = 'SELECT change, count(*) FROM page_changes WHERE "at" >= ? GROUP BY 1 ORDER BY 1'
_REFERENCE_COUNTS: Final = (
    "SELECT CASE WHEN \"before\" IS NULL THEN 'new' WHEN \"after\" IS NULL THEN 'gone' ELSE 'changed' END, count(*) "
    'FROM reference_changes WHERE "at" >= ? GROUP BY 1 ORDER BY 1'
)
_EVENTS: Final = (
    'SELECT h."at", h.event, h.claim_id, h.path, h.statement, p.statement, h.reason FROM claim_history h '
    'LEFT JOIN (SELECT claim_id, arg_max(statement, "at") AS statement FROM claim_history GROUP BY claim_id) p '
    "ON p.claim_id = h.previous_id AND p.statement <> h.statement "
    'WHERE h."at" >= ? ORDER BY h."at" DESC, h.event = \'asserted\', h.number DESC LIMIT ?'
)
_PAGES: Final = 'SELECT "at", change, path, title FROM page_changes WHERE "at" >= ? ORDER BY "at" DESC, path DESC LIMIT ?'
_REFERENCES: Final = (
    'SELECT "at", path, line, text, "before", "after" FROM reference_changes WHERE "at" >= ? '
    'ORDER BY "at" DESC, path DESC, line DESC LIMIT ?'
)
