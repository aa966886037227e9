"""Update: bring standings, relations between claims, successions of documents and past contests up to date, as one set operation over the
corpus.
"""

import datetime
from collections.abc import Mapping, Sequence

import pyarrow as pa

from lineproof.beliefs.model import ClaimRelation, Standing
from lineproof.beliefs.standing.derive import derivation
from lineproof.beliefs.standing.load import load_claims, load_library, load_others
from lineproof.beliefs.standing.model import Held
from lineproof.beliefs.standing.past import Contested, Period
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
    decided = derivation(claims, library, authority, others)
    found, relations = decided.run()
    documents = {one.claim_id: one.document_id for one in (*map(Held.of, claims), *others)}
    written = (
        (tables.STANDINGS, _standing_rows(found, documents)),
        (tables.CLAIM_RELATIONS, _relation_rows(relations, documents)),
        (tables.SUCCESSIONS, _succession_rows(ended_documents(library, Scopes(library)))),
    )
    changed = set().union(*(_write(store, table, rows) for table, rows in written))
    contests = _contest_rows(decided.contested(_periods(store)), documents)
    return changed | _write(store, tables.CONTESTS, contests)


def _periods(store: Store) -> dict[str, Period]:
    """When each claim held, as its standing, its words and the dates of documents tell, but for those that held on no day."""
    found = {
        claim: Period(begins or datetime.date.min, ends or datetime.date.max)
        for claim, begins, ends in store.query(
            "SELECT claim_id, in_force_from, in_force_to FROM claims_with_evidence "
            "WHERE position = 0 AND (status <> 'superseded' OR status_since IS NOT NULL)"
        )
    }
    return {claim: period for claim, period in found.items() if period.begins <= period.ends}


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


def _contest_rows(found: Sequence[Contested], documents: Mapping[str, str]) -> pa.Table:
    columns = {
        "document_id": [documents[one.claim_id] for one in found],
        "claim_id": [one.claim_id for one in found],
        "by_id": [one.by for one in found],
        "reason": [one.reason for one in found],
        "since": [one.period.begins if one.period.begins > datetime.date.min else None for one in found],
        "until": [one.period.ends for one in found],
    }
    return pa.table(columns, schema=tables.CONTESTS.schema)


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
