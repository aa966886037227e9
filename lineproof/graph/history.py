"""History of references: what each meant before a sync, and what it means after it.

meaning   the node that a reference leads to, or the reason why it is open; of several nodes the first
"""

import datetime

from storage.database import Store


def remember(store: Store) -> None:
    """Keep what references mean now, unless a run that was killed kept it: before evidence changes, since targets go with it."""
    store.connection.execute(f"CREATE TABLE IF NOT EXISTS ops.meanings_before AS {_MEANINGS}")


def record(store: Store, run_id: str) -> None:
    """Append to the history which references mean something else than what was kept."""
    store.connection.execute(f"CREATE OR REPLACE TEMP TABLE meanings_after AS {_MEANINGS}")
    store.connection.execute(_CHANGES, [run_id, datetime.datetime.now(datetime.UTC)])
    for table in ("ops.meanings_before", "meanings_after"):
        store.connection.execute(f"DROP TABLE {table}")


_MEANINGS = """
SELECT m.document_id, d.path, m.line, m.text, min(e.target_id) AS meaning,
    arg_min(t.path || CASE WHEN p.first_line IS NULL THEN '' ELSE '#L' || p.first_line END, e.target_id) AS shown
FROM graph.stated_edges e JOIN all_mentions m USING (mention_id)
JOIN evidence.documents d ON d.document_id = m.document_id
JOIN evidence.documents t ON t.document_id = e.target_document_id
LEFT JOIN evidence.paragraphs p ON p.paragraph_id = e.target_id
WHERE e.type = 'refers_to' GROUP BY m.mention_id, m.document_id, d.path, m.line, m.text
UNION ALL
SELECT u.document_id, d.path, u.line, u.text, u.reason, u.reason
FROM graph.unresolved u JOIN evidence.documents d USING (document_id)
"""
# Lines move with every edit above them; what counts is the words, and how often they stand in a document.
_CHANGES = """
INSERT INTO graph.reference_changes
WITH old AS (SELECT *, row_number() OVER (PARTITION BY path, text, meaning ORDER BY line) AS nth FROM ops.meanings_before),
new AS (SELECT *, row_number() OVER (PARTITION BY path, text, meaning ORDER BY line) AS nth FROM meanings_after),
gone AS (
    SELECT o.*, row_number() OVER (PARTITION BY o.path, o.text ORDER BY o.line, o.meaning) AS place
    FROM old o ANTI JOIN new n ON n.path = o.path AND n.text = o.text AND n.meaning = o.meaning AND n.nth = o.nth
),
fresh AS (
    SELECT n.*, row_number() OVER (PARTITION BY n.path, n.text ORDER BY n.line, n.meaning) AS place
    FROM new n ANTI JOIN old o ON n.path = o.path AND n.text = o.text AND n.meaning = o.meaning AND n.nth = o.nth
)
SELECT $1, $2, coalesce(f.document_id, g.document_id), coalesce(f.path, g.path), coalesce(f.line, g.line),
    coalesce(f.text, g.text), g.shown, f.shown
FROM gone g FULL JOIN fresh f ON f.path = g.path AND f.text = g.text AND f.place = g.place
ORDER BY 4, 5, 6, 7, 8
"""
