"""Rows: beliefs of documents as rows of their tables, and back."""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

import pyarrow as pa

from lineproof.beliefs.believe import Beliefs, Refused
from lineproof.beliefs.model import Candidate, Claim, Document, Quote
from lineproof.beliefs.reconcile import Believed
from lineproof.evidence.hashing import fingerprint, node_id, paragraph_hash
from storage import tables
from storage.tables import Table

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""Rows by the name of their table."""

STATED: Final = ("statement", "kind", "subject", "slot", "value", "unit", "polarity", "modality", "valid_from", "valid_to", "proposer")
"""Columns of a claim that its candidate has too."""


def rows_of(beliefs: Beliefs, document: Document) -> Rows:
    """The rows of one document."""
    hashes = {paragraph_id: paragraph_hash(document.by_id[paragraph_id].text) for paragraph_id in _quoted(beliefs)}
    return {
        tables.CLAIMS.name: [_claim_row(claim) for claim in beliefs.claims],
        tables.QUOTES.name: [row for claim in beliefs.claims for row in _quote_rows(claim, hashes)],
        tables.CANDIDATES.name: [_candidate_row(beliefs.document_id, refused) for refused in beliefs.refused],
    }


def _quoted(beliefs: Beliefs) -> set[str]:
    return {quote.paragraph_id for claim in beliefs.claims for quote in claim.candidate.quotes}


def arrow(table: Table, rows: Iterable[Row]) -> pa.Table:
    """Rows in the schema of their table."""
    return pa.Table.from_pylist(list(rows), table.schema)


def output_fingerprint(rows: Rows) -> str:
    """Of all rows of a document."""
    return fingerprint(*(repr(tuple(row.values())) for name in sorted(rows) for row in rows[name]))


def _claim_row(claim: Claim) -> Row:
    stated = claim.candidate
    return {
        "document_id": claim.document_id,
        "claim_id": claim.claim_id,
        **{name: getattr(stated, name) for name in STATED},
        "occurrence": claim.occurrence,
        "accepted_by": claim.accepted_by,
    }


def _quote_rows(claim: Claim, hashes: Mapping[str, str]) -> Iterator[Row]:
    for position, quote in enumerate(claim.candidate.quotes):
        yield {
            "document_id": claim.document_id,
            "claim_id": claim.claim_id,
            "position": position,
            "paragraph_id": quote.paragraph_id,
            "paragraph_hash": hashes[quote.paragraph_id],
            "start": quote.start,
            "end": quote.end,
            "quote": quote.text,
            "quote_hash": quote.hash,
        }


def _candidate_row(document: str, refused: Refused) -> Row:
    return {
        "document_id": document,
        "candidate_id": node_id("x", document, refused.paragraph_id or "", refused.statement, refused.quote, refused.slot or ""),
        "paragraph_id": refused.paragraph_id,
        "statement": refused.statement,
        "quote": refused.quote,
        "kind": refused.kind,
        "subject": refused.subject,
        "slot": refused.slot,
        "verdict": refused.judgement.verdict,
        "reasons": list(refused.judgement.reasons),
        "narrowed": refused.judgement.narrowed,
        "proposer": refused.proposer,
    }


def believed(claims: Iterable[Row], quotes: Iterable[Row]) -> list[Believed]:
    """Claims as reconciling sees them, from rows of claims and of quotes in order of their position."""
    resting: dict[str, list[Row]] = {}
    for quote in quotes:
        resting.setdefault(quote["claim_id"], []).append(quote)
    return [_believed(claim, resting.get(claim["claim_id"], [])) for claim in claims]


def _believed(claim: Row, quotes: list[Row]) -> Believed:
    return Believed(
        **{name: claim[name] for name in ("claim_id", "document_id", "statement", "kind", "subject", "slot", "value")},
        valid_from=claim["valid_from"],
        valid_to=claim["valid_to"],
        accepted_by=claim["accepted_by"],
        occurrence=claim["occurrence"],
        quotes=tuple(quote["quote_hash"] for quote in quotes),
        paragraphs=tuple(quote["paragraph_id"] for quote in quotes),
        texts=tuple(quote["paragraph_hash"] for quote in quotes),
    )


def waiting_row(claim: Believed, candidate: Candidate) -> Row:
    """A claim that waits."""
    held = {name: getattr(claim, name) for name in ("document_id", "claim_id", "statement", "occurrence", "accepted_by")}
    return held | {"quote": candidate.quotes[0].text, "candidate": to_json(candidate), "texts": list(claim.texts)}


def waiting_claim(row: Row) -> tuple[Believed, Candidate]:
    """The claim of such a row."""
    candidate = from_json(row["candidate"])
    stated = {name: getattr(candidate, name) for name in ("statement", "kind", "subject", "slot", "value", "valid_from", "valid_to")}
    held = {name: row[name] for name in ("document_id", "claim_id", "occurrence", "accepted_by")}
    quotes = tuple(quote.hash for quote in candidate.quotes)
    paragraphs = tuple(quote.paragraph_id for quote in candidate.quotes)
    return Believed(**held, **stated, quotes=quotes, paragraphs=paragraphs, texts=tuple(row["texts"])), candidate


def to_json(candidate: Candidate) -> str:
    """A candidate as it is stored where it is no claim."""
    return json.dumps(asdict(candidate), ensure_ascii=False, sort_keys=True, default=str)


def from_json(text: str) -> Candidate:
    """The candidate that :func:`to_json` wrote."""
    row = json.loads(text)
    dates = {name: row[name] and datetime.date.fromisoformat(row[name]) for name in ("valid_from", "valid_to")}
    return Candidate(**{**row, **dates, "quotes": tuple(Quote(**quote) for quote in row["quotes"])})


def candidates_of(claims: Iterable[Row], quotes: Iterable[Row]) -> dict[str, Candidate]:
    """Claims as they were proposed, by id."""
    resting: dict[str, list[Quote]] = {}
    for row in quotes:
        resting.setdefault(row["claim_id"], []).append(Quote(row["paragraph_id"], row["start"], row["end"], row["quote"]))
    return {
        claim["claim_id"]: Candidate(quotes=tuple(resting[claim["claim_id"]]), **{name: claim[name] for name in STATED}) for claim in claims
    }
