"""Terms: the days on which a claim holds and the status that it has on them, kept as history, so that later it can be told what was
believed of a day.
"""

import datetime
from typing import Final

from storage.database import Store


def append_terms(store: Store, run_id: str) -> None:
    """Append the terms of those claims for which other ones are derived than before; standings and contests are up to date."""
    store.query(_APPEND, [run_id, datetime.datetime.now(datetime.UTC)])


_APPEND: Final = """
INSERT INTO beliefs.terms BY NAME
WITH now AS (
    SELECT c.document_id, c.claim_id, c.status, c.status_since, c.in_force_from, c.in_force_to,
        coalesce(p.since, []) AS contested_since, coalesce(p.until, []) AS contested_until
    FROM claims_with_evidence c
    LEFT JOIN (
        SELECT claim_id, list(since ORDER BY until, since) AS since, list(until ORDER BY until, since) AS until
        FROM beliefs.contests GROUP BY claim_id
    ) p USING (claim_id)
    WHERE c.position = 0
),
last AS (SELECT claim_id, max("at") AS "at" FROM beliefs.terms GROUP BY claim_id),
before AS (
    SELECT document_id, claim_id, status, status_since, in_force_from, in_force_to, contested_since, contested_until
    FROM beliefs.terms SEMI JOIN last USING (claim_id, "at")
)
SELECT $1 AS run_id, $2 AS "at", * FROM (FROM now EXCEPT FROM before)
"""
