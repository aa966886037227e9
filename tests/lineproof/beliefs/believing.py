"""Claims of a compiled corpus in their tables, made by the plainest of rules, so that what follows from claims is tested alone."""

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from lineproof.beliefs.concepts.update import rows_of
from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Claim
from storage import tables
from storage.database import Store
from storage.tables import Table
from tests.lineproof.beliefs.standing.claiming import claims_of

STATED = ("statement", "kind", "subject", "slot", "value", "unit", "polarity", "modality", "valid_from", "valid_to", "proposer")


def believe(store: Store, documents: Iterable[str] | None = None) -> set[str]:
    """Write the claims and concept forms of some documents, of all if none are given; forget those that are gone.

    Returns:
        The documents that may have changed.
    """
    wanted = None if documents is None else set(documents)
    gone = {
        row[0]
        for row in store.query("SELECT DISTINCT document_id FROM beliefs.concept_forms ANTI JOIN evidence.documents USING (document_id)")
    }
    found = list(load_documents(store.connection, wanted))
    touched = {document.document_id for document in found} | gone
    claims = [claim for document in found for claim in claims_of(document)]
    for table in (tables.CLAIMS, tables.QUOTES, tables.CONCEPT_FORMS):
        store.delete(table, touched)
    _insert(store, tables.CONCEPT_FORMS, [row for document in found for row in rows_of(document)])
    _insert(store, tables.QUOTES, [row for claim in claims for row in _quotes(claim)])
    _insert(store, tables.CLAIMS, [_claim(claim) for claim in claims])
    return touched


def _insert(store: Store, table: Table, rows: list[dict[str, Any]]) -> None:
    store.insert(table, pa.Table.from_pylist(rows, table.schema))


def _claim(claim: Claim) -> dict[str, Any]:
    stated = {name: getattr(claim.candidate, name) for name in STATED}
    return {"document_id": claim.document_id, "claim_id": claim.claim_id, "occurrence": claim.occurrence, "accepted_by": "gate", **stated}


def _quotes(claim: Claim) -> list[dict[str, Any]]:
    return [
        {
            "document_id": claim.document_id,
            "claim_id": claim.claim_id,
            "position": position,
            "paragraph_id": quote.paragraph_id,
            "start": quote.start,
            "end": quote.end,
            "quote": quote.text,
            "quote_hash": quote.hash,
        }
        for position, quote in enumerate(claim.candidate.quotes)
    ]
