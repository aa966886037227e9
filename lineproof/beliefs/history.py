"""History: what was believed at a moment, and what held on a day.

known at   the moment of belief: the claims that the events up to it leave standing
as of      a day in the world: the claims that had begun by then, with the status that they had: what is superseded since a later
           day was active. It is told from the sources of today; what was believed on that day is another question
"""

import datetime
from collections.abc import Sequence
from typing import Any

import duckdb

Row = dict[str, Any]

KNOWN_AT = """
WITH past AS (SELECT * FROM claim_history WHERE "at" <= $at),
latest AS (
    SELECT claim_id, arg_max(struct_pack(corpus, path, lineage_id, statement, status, valid_from, valid_to), ("at", number)) AS one,
        max(("at", number)) AS moment
    FROM past GROUP BY claim_id
),
replaced AS (SELECT previous_id AS claim_id, max(("at", number)) AS moment FROM past WHERE previous_id IS NOT NULL GROUP BY previous_id)
SELECT one.corpus, l.claim_id, one.lineage_id, one.statement, one.status, one.path, one.valid_from, one.valid_to
FROM latest l LEFT JOIN replaced r USING (claim_id)
WHERE one.status <> 'retracted' AND (r.moment IS NULL OR r.moment < l.moment)
ORDER BY one.path, l.claim_id
"""

AS_OF = """
WITH told AS (
    SELECT corpus, claim_id, kind, statement, path, first_line, last_line, quote, in_force_from, in_force_to,
        CASE WHEN status_since > $day THEN 'active' ELSE status END AS status
    FROM claims_with_evidence WHERE position = 0
)
SELECT * FROM told
WHERE (in_force_from IS NULL OR in_force_from <= $day) AND (status = 'superseded' OR in_force_to IS NULL OR in_force_to >= $day)
ORDER BY path, first_line, claim_id
"""


def known_at(connection: duckdb.DuckDBPyConnection, moment: datetime.datetime) -> list[Row]:
    """The claims that were believed at a moment, with their statements and status then."""
    return _rows(connection.execute(KNOWN_AT, {"at": moment}))


def as_of(connection: duckdb.DuckDBPyConnection, day: datetime.date) -> list[Row]:
    """The claims that had taken effect by a day and not run out, with their status on it, by what the sources of today say."""
    return _rows(connection.execute(AS_OF, {"day": day}))


def _rows(result: duckdb.DuckDBPyConnection) -> list[Row]:
    names: Sequence[str] = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
