"""Update: bring standings, relations between claims and successions of documents up to date, as one set operation over the corpus."""

from collections.abc import Mapping, Sequence

import pyarrow as pa

from lineproof.beliefs.model import ClaimRelation, Standing
from lineproof.beliefs.standing.derive import standings
from lineproof.beliefs.standing.load import load_claims, load_library, load_others
from lineproof.beliefs.standing.model import Held
from lineproof.beliefs.standing.scope import Scopes
from lineproof.beliefs.standing.succession import Ended, ended_documents
from storage import tables
from storage.database import Store
from storage.tables import Table


def update(store: Store, authority: Sequence[str]) -> set[str]:
    """Derive the standings of all claims and write the partitions that differ; the caller has opened the transaction.

    Args:
        store: the working database, with claims and graph up to date.
        authority: patterns of paths from the settings, the most authoritative first.

    Returns:
        The documents whose rows changed, those that lost all their claims included.
    """
    claims = load_claims(store.connection)
    others = load_others(store.connection, claims)
    library = load_library(store.connection, claims, others)
    found, relations = standings(claims, library, authority, others)
    documents = {one.claim_id: one.document_id for one in (*map(Held.of, claims), *others)}
    written = (
        (tables.STANDINGS, _standing_rows(found, documents)),
        (tables.CLAIM_RELATIONS, _relation_rows(relations, documents)),
        (tables.SUCCESSIONS, _succession_rows(ended_documents(library, Scopes(library)))),
    )
    return set().union(*(_write(store, table, rows) for table, rows in written))


def _standing_rows(found: Sequence[Standing], documents: Mapping[str, str]) -> pa.Table:
    columns = {
        "document_id": [documents[one.claim_id] for one in found],
        "claim_id": [one.claim_id for one in found],
        "status": [one.status for one in found],
        "by_id": [one.by for one in found],
        "reason": [one.reason for one in found],
    }
    return pa.table(columns, schema=tables.STANDINGS.schema)


def _relation_rows(found: Sequence[ClaimRelation], documents: Mapping[str, str]) -> pa.Table:
    columns = {
        "document_id": [documents[edge.source_id] for edge in found],
        "source_id": [edge.source_id for edge in found],
        "type": [edge.type for edge in found],
        "target_id": [edge.target_id for edge in found],
        "reason": [edge.reason for edge in found],
    }
    return pa.table(columns, schema=tables.CLAIM_RELATIONS.schema)


def _succession_rows(found: Mapping[str, Ended]) -> pa.Table:
    columns = {
        "document_id": list(found),
        "by_id": [one.by for one in found.values()],
        "reason": [one.reason for one in found.values()],
    }
    return pa.table(columns, schema=tables.SUCCESSIONS.schema)


def _write(store: Store, table: Table, rows: pa.Table) -> set[str]:
    """Exchange the partitions whose rows are not those given; return their documents."""
    store.connection.register("derived", rows)
    try:
        changed = {document for (document,) in store.query(_DIFFERENT.format(table=table.name))}
        if changed:
            store.delete(table, changed)
            store.query(_INSERT.format(table=table.name), [sorted(changed)])
    finally:
        store.connection.unregister("derived")
    return changed


_DIFFERENT = (
    "SELECT DISTINCT document_id FROM ("
    "(SELECT * FROM derived EXCEPT SELECT * FROM {table}) UNION ALL (SELECT * FROM {table} EXCEPT SELECT * FROM derived))"
)
_INSERT = "INSERT INTO {table} BY NAME SELECT * FROM derived WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
