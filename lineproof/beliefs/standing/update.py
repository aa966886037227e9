"""Update: bring the standings and the relations between claims up to date, as one set operation over the corpus."""

from collections.abc import Mapping, Sequence

import pyarrow as pa

from lineproof.beliefs.model import ClaimRelation, Standing
from lineproof.beliefs.standing.derive import standings
from lineproof.beliefs.standing.load import load_claims, load_library, load_others
from lineproof.beliefs.standing.model import Held
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
    claims, others = load_claims(store.connection), load_others(store.connection)
    found, relations = standings(claims, load_library(store.connection, claims, others), authority, others)
    documents = {one.claim_id: one.document_id for one in (*map(Held.of, claims), *others)}
    return _write(store, tables.STANDINGS, _standing_rows(found, documents)) | _write(
        store, tables.CLAIM_RELATIONS, _relation_rows(relations, documents)
    )


def _standing_rows(found: Sequence[Standing], documents: Mapping[str, str]) -> pa.Table:
    columns = [[documents[standing.claim_id], standing.claim_id, standing.status, standing.by, standing.reason] for standing in found]
    return _table(tables.STANDINGS, columns)


def _relation_rows(found: Sequence[ClaimRelation], documents: Mapping[str, str]) -> pa.Table:
    rows = [[documents[edge.source_id], edge.source_id, edge.type, edge.target_id, edge.reason] for edge in found]
    return _table(tables.CLAIM_RELATIONS, rows)


def _table(table: Table, rows: Sequence[Sequence[str | None]]) -> pa.Table:
    names = table.schema.names
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return pa.table(dict(zip(names, columns, strict=True)), schema=table.schema)


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
