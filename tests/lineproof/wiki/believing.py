"""A shelf with claims made by hand: the rows of beliefs and the wiki that tests start from.

Each claim is given by the line that it quotes; quotes, ids, standings and concepts follow from it.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from lineproof.beliefs.model import Candidate, Quote, claim_id
from lineproof.evidence.hashing import document_id, node_id
from storage.database import Store
from storage.tables import (
    CLAIM_CONCEPTS,
    CLAIM_RELATIONS,
    CLAIMS,
    CONCEPTS,
    EVENTS,
    QUOTES,
    REFLECTION_CLAIMS,
    REFLECTIONS,
    STANDINGS,
    TABLES,
)
from tests.support import Shelf, Text, paragraphs_of, tables_of

CORPUS = "forms"


@dataclass(frozen=True)
class Stated:
    """A claim on a line of a document; the statement is the whole line where none is given."""

    path: str
    line: int
    kind: str
    subject: str
    statement: str = ""
    slot: str | None = None
    value: str | None = None
    unit: str | None = None
    status: str = "active"
    by: int | None = None
    """Position of the claim that supersedes or contradicts it."""
    concepts: Sequence[str] = ()


@dataclass(frozen=True)
class Told:
    """A reflection over claims, by their positions."""

    kind: str
    subject: str
    statement: str
    claims: Sequence[int]


@dataclass(frozen=True)
class Believed:
    """A shelf and what is believed of it."""

    shelf: Shelf
    claims: Sequence[Stated]
    reflections: Sequence[Told] = ()

    def with_claim(self, position: int, **changes: Any) -> "Believed":
        """The same with one claim changed."""
        claims = [*self.claims]
        claims[position] = replace(claims[position], **changes)
        return replace(self, claims=claims)


def rows_of(believed: Believed) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table of beliefs."""
    texts = {text.path: text for text in believed.shelf.texts}
    found = [_claim(texts[one.path], one) for one in believed.claims]
    ids = [row["claim_id"] for row, _ in found]
    names = sorted({name for one in believed.claims for name in one.concepts})
    return {
        QUOTES.name: [quote for _, quote in found],
        CLAIMS.name: [row for row, _ in found],
        STANDINGS.name: [_standing(row, one, ids) for (row, _), one in zip(found, believed.claims, strict=True)],
        CLAIM_RELATIONS.name: [
            _relation(row, one, ids) for (row, _), one in zip(found, believed.claims, strict=True) if one.by is not None
        ],
        CONCEPTS.name: [_concept(name, believed.claims) for name in names],
        CLAIM_CONCEPTS.name: [
            {"document_id": row["document_id"], "claim_id": row["claim_id"], "concept_id": node_id("k", CORPUS, name)}
            for (row, _), one in zip(found, believed.claims, strict=True)
            for name in one.concepts
        ],
        EVENTS.name: [_event(number, row) for number, (row, _) in enumerate(found)],
        REFLECTIONS.name: [_reflection(told, ids) for told in believed.reflections],
        REFLECTION_CLAIMS.name: [
            {"reflection_id": _reflection(told, ids)["reflection_id"], "claim_id": ids[claim], "position": position}
            for told in believed.reflections
            for position, claim in enumerate(told.claims)
        ],
    }


def write(store: Store, believed: Believed) -> None:
    """Replace evidence, graph and beliefs of a store; the caller has opened the transaction. A claim comes after its quotes."""
    named = {table.name: table for table in TABLES}
    filled = {**tables_of(CORPUS, believed.shelf), **rows_of(believed)}
    for name in reversed(filled):
        store.connection.execute(f"DELETE FROM {name}")
    for name, rows in filled.items():
        store.insert(named[name], pa.Table.from_pylist(rows, schema=named[name].schema))


def _claim(text: Text, one: Stated) -> tuple[dict[str, Any], dict[str, Any]]:
    paragraph = next(row for row in paragraphs_of(CORPUS, text) if row["first_line"] == one.line)
    quote = Quote(paragraph["paragraph_id"], 0, len(paragraph["text"]), paragraph["text"])
    statement = one.statement or paragraph["text"]
    candidate = Candidate(statement, (quote,), one.kind, one.subject, one.slot, one.value, one.unit)
    own = document_id(CORPUS, one.path)
    claim = claim_id(CORPUS, own, candidate)
    row = {
        "document_id": own, "claim_id": claim, "statement": statement, "kind": one.kind, "subject": one.subject, "slot": one.slot,
        "value": one.value, "unit": one.unit, "polarity": "positive", "modality": "none", "occurrence": 0, "proposer": "rules",
        "accepted_by": "gate",
    }  # fmt: skip
    quoted = {
        "document_id": own, "claim_id": claim, "position": 0, "paragraph_id": quote.paragraph_id, "start": 0, "end": quote.end,
        "quote": quote.text, "quote_hash": quote.hash,
    }  # fmt: skip
    return row, quoted


def _standing(row: Mapping[str, Any], one: Stated, ids: Sequence[str]) -> dict[str, Any]:
    by = ids[one.by] if one.by is not None else None
    reason = None if one.status == "active" else "a newer edition"
    return {"document_id": row["document_id"], "claim_id": row["claim_id"], "status": one.status, "by_id": by, "reason": reason}


def _relation(row: Mapping[str, Any], one: Stated, ids: Sequence[str]) -> dict[str, Any]:
    assert one.by is not None
    replaced = one.status == "superseded"
    source, target = (ids[one.by], row["claim_id"]) if replaced else (row["claim_id"], ids[one.by])
    kind = "replaces" if replaced else "contradicts"
    return {"document_id": row["document_id"], "source_id": source, "type": kind, "target_id": target, "reason": "same slot"}


def _concept(name: str, claims: Sequence[Stated]) -> dict[str, Any]:
    about = [one for one in claims if name in one.concepts]
    return {
        "concept_id": node_id("k", CORPUS, name), "name": name, "kind": "term", "keys": [name], "forms": [name],
        "paragraphs": len({(one.path, one.line) for one in about}), "documents": len({one.path for one in about}),
    }  # fmt: skip


def _event(number: int, row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "run_id": "first", "number": number, "corpus": CORPUS, "document_id": row["document_id"], "claim_id": row["claim_id"],
        "lineage_id": row["claim_id"], "event": "asserted", "by": "rules", "statement": row["statement"], "status": "active",
        "at": datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC),
    }  # fmt: skip


def _reflection(told: Told, ids: Sequence[str]) -> dict[str, Any]:
    claims = [ids[claim] for claim in told.claims]
    return {
        "reflection_id": node_id("r", told.kind, told.subject, *claims), "kind": told.kind, "statement": told.statement,
        "subject": told.subject, "proposer": "rules", "made_from": "",
    }  # fmt: skip
