"""Load: the provisions of a corpus and the relations between their claims, from the tables of beliefs and evidence."""

import re
from functools import lru_cache
from typing import Any, Final

from lineproof.beliefs.concepts.forms import is_generic
from lineproof.beliefs.model import ClaimRelation
from lineproof.beliefs.plain import plain
from lineproof.beliefs.reflect.model import Provision, Provisions
from storage.database import Store

TRAILING: Final = re.compile(r"[\s.:#*]+$")


def load_provisions(store: Store, every: bool = True) -> Provisions:
    """Claims that rest on a paragraph of text, by their ids, in order; what metadata says is no provision.

    Args:
        store: the working database.
        every: all of them; else those alone that rules make anything of: they set a value, or relate to another claim.
    """
    rows = enumerate(store.query(_PROVISIONS, [every]))
    return {row[0]: _provision(row, position) for position, row in rows}


def _provision(row: tuple[Any, ...], position: int) -> Provision:
    heading, concepts, label, family, edition, title, language = row[9:]
    named = _named(heading or "", language)
    claim, document, statement, kind, slot, value, unit, status, written = row[:9]
    place = (label, plain(family), edition, plain(title), language, position)
    return Provision(claim, document, statement, kind, slot, value, unit, status, written, named, tuple(concepts or ()), *place)


def load_relations(store: Store) -> list[ClaimRelation]:
    """The relations between claims, in an order that depends on their content alone."""
    return [ClaimRelation(*row) for row in store.query("SELECT source_id, type, target_id, reason FROM beliefs.relations ORDER BY ALL")]


@lru_cache(maxsize=10_000)
def _named(heading: str, language: str) -> str:
    """What a heading names; nothing where it is one that any document may have. Many claims stand under one heading."""
    topic = TRAILING.sub("", plain(heading))
    return "" if is_generic(topic, language) else topic


_PROVISIONS = """
WITH told AS (
    SELECT q.claim_id, q.position, q.paragraph_id, arg_min(s.text, s.start) AS written
    FROM beliefs.quotes q JOIN beliefs.claims c USING (claim_id)
    JOIN evidence.signals s ON s.paragraph_id = q.paragraph_id AND s.start >= q.start AND s."end" <= q."end"
        AND s.value = c.value AND s.unit IS NOT DISTINCT FROM c.unit
    GROUP BY ALL
),
written AS (SELECT claim_id, arg_min(written, position) AS written FROM told GROUP BY claim_id),
related AS (SELECT source_id AS claim_id FROM beliefs.relations UNION SELECT target_id FROM beliefs.relations),
wanted AS (
    SELECT c.*, w.written FROM settled_claims c LEFT JOIN written w USING (claim_id)
    WHERE ? OR (c.slot IS NOT NULL AND w.written IS NOT NULL) OR c.claim_id IN (SELECT claim_id FROM related)
),
about AS (
    SELECT claim_id, list(DISTINCT name ORDER BY name) AS concepts
    FROM beliefs.claim_concepts SEMI JOIN wanted USING (claim_id) JOIN beliefs.concepts USING (concept_id)
    GROUP BY claim_id
)
SELECT c.claim_id, c.document_id, c.statement, c.kind, c.slot, c.value, c.unit, coalesce(t.status, 'active'), c.written,
    CASE WHEN h.text <> d.title THEN coalesce(h.title, h.text) END, k.concepts, coalesce(p.label, h.label),
    coalesce(d.identifier, d.title), d.edition, d.title, d.language
FROM wanted c
JOIN beliefs.quotes q ON q.claim_id = c.claim_id AND q.position = 0
JOIN evidence.paragraphs p ON p.paragraph_id = q.paragraph_id
JOIN evidence.documents d ON d.document_id = c.document_id
LEFT JOIN evidence.paragraphs h ON h.paragraph_id = p.section_id
LEFT JOIN about k ON k.claim_id = c.claim_id
LEFT JOIN beliefs.standings t ON t.claim_id = c.claim_id
WHERE p.kind <> 'field'
ORDER BY d.path, p.ordinal, q.start, c.claim_id
"""
