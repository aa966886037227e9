"""History: what was believed at a moment, and what held on a day.

known at   the moment of belief: the claims that the events up to it leave standing
as of      a day in the world: the claims that had begun by then, with the status that they had: what is superseded since a later
           day was active, or disputed where another claim that held on that day, too, sets the same thing otherwise. It is told from the
           sources of today, or, with a moment of belief, from what was known of them then: terms where they were kept by that moment,
           else the days that the claim itself states
"""

import datetime
from collections.abc import Sequence
from typing import Any

import duckdb

Row = dict[str, Any]

_KNOWN = """
WITH past AS (SELECT * FROM claim_history WHERE "at" <= $at),
latest AS (
    SELECT claim_id, arg_max(struct_pack(corpus, path, lineage_id, statement, status, valid_from, valid_to), ("at", number)) AS one,
        max(("at", number)) AS moment
    FROM past GROUP BY claim_id
),
replaced AS (SELECT previous_id AS claim_id, max(("at", number)) AS moment FROM past WHERE previous_id IS NOT NULL GROUP BY previous_id),
known AS (
    SELECT one.corpus, l.claim_id, one.lineage_id, one.statement, one.status, one.path, one.valid_from, one.valid_to
    FROM latest l LEFT JOIN replaced r USING (claim_id)
    WHERE one.status <> 'retracted' AND (r.moment IS NULL OR r.moment < l.moment)
)
"""
_TERMS = """,
terms AS (
    SELECT claim_id, unnest(arg_max(struct_pack(status, status_since, in_force_from, in_force_to, contested_since, contested_until), "at"))
    FROM claim_terms WHERE "at" <= $at GROUP BY claim_id
),
contests AS (
    SELECT claim_id, NULL AS contested_by
    FROM (SELECT claim_id, unnest(contested_since) AS since, unnest(contested_until) AS until FROM terms)
    WHERE coalesce(since <= $day, true) AND until >= $day GROUP BY claim_id
),
told AS (
    SELECT k.* EXCLUDE (status), coalesce(t.status, k.status) AS status, t.status_since,
        CASE WHEN t.claim_id IS NULL THEN k.valid_from ELSE t.in_force_from END AS in_force_from,
        CASE WHEN t.claim_id IS NULL THEN k.valid_to ELSE t.in_force_to END AS in_force_to
    FROM known k LEFT JOIN terms t USING (claim_id)
)
"""
_TODAY = """
WITH contests AS (
    SELECT claim_id, min(by_id) AS contested_by FROM claim_contests
    WHERE coalesce(since <= $day, true) AND until >= $day GROUP BY claim_id
),
told AS (
    SELECT corpus, claim_id, kind, statement, path, first_line, last_line, quote, status, status_since, in_force_from, in_force_to
    FROM claims_with_evidence WHERE position = 0
)
"""
_ON_DAY = """
SELECT t.* EXCLUDE (status), c.contested_by, CASE WHEN status <> 'active' AND coalesce(status_since <= $day, true) THEN status
    WHEN c.claim_id IS NOT NULL THEN 'disputed' ELSE 'active' END AS status
FROM told t LEFT JOIN contests c USING (claim_id)
WHERE (in_force_from IS NULL OR in_force_from <= $day)
    AND (in_force_to IS NULL OR in_force_to >= $day OR (t.status = 'superseded' AND coalesce(status_since <= $day, true)))
"""
KNOWN_AT = " ".join((_KNOWN, "SELECT * FROM known ORDER BY path, claim_id"))
AS_OF = " ".join((_TODAY, _ON_DAY, "ORDER BY path, first_line, claim_id"))
KNOWN_AS_OF = " ".join((_KNOWN, _TERMS, _ON_DAY, "ORDER BY path, claim_id"))


def known_at(connection: duckdb.DuckDBPyConnection, moment: datetime.datetime) -> list[Row]:
    """The claims that were believed at a moment, with their statements and status then."""
    return _rows(connection.execute(KNOWN_AT, {"at": moment}))


def as_of(connection: duckdb.DuckDBPyConnection, day: datetime.date, moment: datetime.datetime | None = None) -> list[Row]:
    """The claims that had taken effect by a day and not run out, with their status on it.

    Args:
        connection: to a snapshot, or to several that it unites.
        day: in the world.
        moment: of belief, for what was believed of the day then; None for what the sources of today say of it.
    """
    known = {"at": moment} if moment else {}
    return _rows(connection.execute(KNOWN_AS_OF if moment else AS_OF, {"day": day, **known}))


def _rows(result: duckdb.DuckDBPyConnection) -> list[Row]:
    names: Sequence[str] = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
