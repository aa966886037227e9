"""Invariants: what must hold in a database before it is published, each a query that finds what offends.

offending   the id (never the text) of a row that breaks an invariant
rehash      to compute a hash again from what is stored and compare it with the hash stored beside it
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

import duckdb

from lineproof.evidence.hashing import line_hash, paragraph_hash
from storage import tables
from storage.tables import Table

BATCH: Final = 20_000


@dataclass(frozen=True, slots=True)
class Invariant:
    """A query that returns the ids of offending rows, none where all is well."""

    name: str
    table: Table
    about: str
    sql: str

    def offending(self, connection: duckdb.DuckDBPyConnection, documents: Collection[str] | None = None) -> list[str]:
        """Ids of offending rows; ``documents`` limits those invariants that look at text, None means all."""
        return [row[0] for row in connection.execute(self.sql).fetchall()]


@dataclass(frozen=True, slots=True)
class Rehash(Invariant):
    """A query of id, content, stored hash and document; the hash is computed again for the documents asked for."""

    hash_of: Callable[[Any], Any]

    def offending(self, connection: duckdb.DuckDBPyConnection, documents: Collection[str] | None = None) -> list[str]:
        """Ids of rows whose content no longer has its hash."""
        only = "" if documents is None else " WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
        result = connection.execute(self.sql + only, [] if documents is None else [list(documents)])
        found: list[str] = []
        while rows := result.fetchmany(BATCH):
            found += [row[0] for row in rows if self.hash_of(row[1]) != row[2]]
        return found


def _unique(table: Table, column: str) -> Invariant:
    name = f"{table.name.partition('.')[2]}_have_one_id"
    sql = f"SELECT {column} FROM {table.name} GROUP BY {column} HAVING count(*) > 1 OR {column} IS NULL"  # noqa: S608
    return Invariant(name, table, f"No two rows have the same {column}.", sql)


LINES_EXIST: Final = Invariant(
    "lines_exist",
    tables.PARAGRAPHS,
    "Every paragraph stands on lines that exist, and the lines of a document are numbered without a gap.",
    "WITH l AS (SELECT document_id, count(*) AS rows, count(DISTINCT n) AS present, min(n) AS lowest, "
    "max(n) AS highest FROM evidence.lines GROUP BY document_id) "
    "SELECT p.paragraph_id FROM evidence.paragraphs p LEFT JOIN l USING (document_id) "
    "WHERE NOT coalesce(l.lowest = 1 AND l.rows = l.highest AND l.present = l.highest "
    "AND 1 <= p.first_line AND p.first_line <= p.last_line AND p.last_line <= l.highest, false)",
)
LINES_REHASH: Final = Rehash(
    "lines_rehash",
    tables.LINES,
    "The bytes of every line have the hash that is stored with them.",
    "SELECT document_id || '#L' || n, raw, line_hash FROM evidence.lines",
    line_hash,
)
PARAGRAPHS_REHASH: Final = Rehash(
    "paragraphs_rehash",
    tables.PARAGRAPHS,
    "The text of every paragraph has the hash that is stored with it.",
    "SELECT paragraph_id, text, paragraph_hash FROM evidence.paragraphs",
    paragraph_hash,
)
# A relation stated of the own document makes no edge itself; the plain reference that the same words hold does.
RESOLVED_OR_LISTED: Final = Invariant(
    "mentions_resolved_or_listed",
    tables.UNRESOLVED,
    "Every place that names something makes an edge or is listed; candidates are no references unless they are found.",
    "WITH settled AS ("
    "SELECT mention_id FROM graph.stated_edges UNION ALL SELECT mention_id FROM graph.unresolved), "
    "open AS (SELECT m.* FROM all_mentions m ANTI JOIN settled USING (mention_id) WHERE m.nature <> 'candidate'), "
    'places AS (SELECT m.document_id, m.paragraph_id, m.line, m.start, m."end" FROM all_mentions m '
    "SEMI JOIN settled USING (mention_id)) "
    "SELECT o.mention_id FROM open o ANTI JOIN places p ON p.document_id = o.document_id AND p.line = o.line "
    'AND p.start = o.start AND p."end" = o."end" AND p.paragraph_id IS NOT DISTINCT FROM o.paragraph_id',
)
EDGES_HAVE_ENDS: Final = Invariant(
    "edges_have_both_ends",
    tables.EDGES,
    "Both ends of every edge exist: a document or a paragraph, or a term as the target.",
    "WITH places AS ("
    "SELECT document_id AS id FROM evidence.documents UNION ALL SELECT paragraph_id FROM evidence.paragraphs), "
    "targets AS (SELECT id FROM places UNION ALL SELECT node_id FROM graph.identities WHERE node_kind = 'term') "
    "SELECT e.edge_id FROM graph.stated_edges e ANTI JOIN places p ON p.id = e.source_id "
    "UNION SELECT e.edge_id FROM graph.stated_edges e ANTI JOIN targets t ON t.id = e.target_id",
)

EVIDENCE: Final[tuple[Invariant, ...]] = (
    _unique(tables.DOCUMENTS, "document_id"),
    _unique(tables.PARAGRAPHS, "paragraph_id"),
    _unique(tables.MENTIONS, "mention_id"),
    LINES_EXIST,
    LINES_REHASH,
    PARAGRAPHS_REHASH,
)
GRAPH: Final[tuple[Invariant, ...]] = (_unique(tables.EDGES, "edge_id"), RESOLVED_OR_LISTED, EDGES_HAVE_ENDS)
BELIEFS: Final[tuple[Invariant, ...]] = (
    _unique(tables.CLAIMS, "claim_id"),
    Invariant(
        "claims_rest_on_evidence",
        tables.QUOTES,
        "Every claim quotes a current paragraph, and the words stand there.",
        "SELECT claim_id FROM beliefs.claims ANTI JOIN beliefs.quotes USING (claim_id) UNION SELECT claim_id FROM stale_claims",
    ),
    Invariant(
        "claims_have_a_standing",
        tables.STANDINGS,
        "Every claim has exactly one standing, and no standing is without its claim.",
        "SELECT coalesce(c.claim_id, s.claim_id) FROM beliefs.claims c FULL JOIN beliefs.standings s USING (claim_id) "
        "GROUP BY ALL HAVING count(c.claim_id) <> 1 OR count(s.claim_id) <> 1",
    ),
)
WIKI: Final[tuple[Invariant, ...]] = (
    _unique(tables.PAGES, "page_id"),
    Invariant(
        "sentences_are_bound",
        tables.SENTENCES,
        "Every sentence of a page states claims, and all of them are believed.",
        "SELECT page_id || '/' || position FROM wiki.sentences WHERE len(claim_ids) = 0 UNION "
        "SELECT s.page_id || '/' || s.position FROM (SELECT page_id, position, unnest(claim_ids) AS claim_id FROM wiki.sentences) s "
        "ANTI JOIN beliefs.claims USING (claim_id)",
    ),
    Invariant(
        "reflections_rest_on_claims",
        tables.REFLECTION_CLAIMS,
        "Every reflection rests on claims, and all of them are believed.",
        "SELECT reflection_id FROM beliefs.reflections ANTI JOIN beliefs.reflection_claims USING (reflection_id) UNION "
        "SELECT reflection_id FROM beliefs.reflection_claims ANTI JOIN beliefs.claims USING (claim_id)",
    ),
)
INVARIANTS: Final = (*EVIDENCE, *GRAPH, *BELIEFS, *WIKI)
