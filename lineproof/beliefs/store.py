"""Store: the tables of beliefs, read and written.

read      claims as reconciling sees them, and as they were proposed
waiting   claims that wait for a model; see :mod:`lineproof.beliefs.waiting`
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.decisions import Decisions
from lineproof.beliefs.model import Candidate
from lineproof.beliefs.reconcile import Believed
from lineproof.beliefs.rows import (
    Row,
    Rows,
    arrow,
    believed,
    candidates_of,
    from_json,
    output_fingerprint,
    to_json,
    waiting_claim,
    waiting_row,
)
from lineproof.beliefs.survey import ASSET, DECISIONS, UNFINISHED, made_from
from lineproof.beliefs.verification import Ruling, Rulings
from lineproof.evidence.hashing import fingerprint
from storage import tables
from storage.database import Store

WRITTEN: Final = (tables.CLAIMS, tables.QUOTES, tables.CANDIDATES, tables.CONCEPT_FORMS)
"""In the order of deleting; a claim goes before its quotes, and comes after them."""


def write(store: Store, waiting: Mapping[str, Rows], known: Mapping[str, str], identity: str) -> int:
    """Write those documents whose rows differ from before; note in the ledger what all were made from."""
    outputs = {document: output_fingerprint(rows) for document, rows in waiting.items()}
    differing = [document for document, output in outputs.items() if known.get(document) != output]
    for table in WRITTEN:
        store.delete(table, differing)
    for table in reversed(WRITTEN):
        store.insert(table, arrow(table, (row for document in differing for row in waiting[document][table.name])))
    evidence = dict(store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = 'evidence'"))
    forget(store, list(waiting))
    rows = [
        {
            "asset": ASSET,
            "document_id": document,
            "input_fingerprint": made_from(identity, evidence[document]),
            "output_fingerprint": output,
        }
        for document, output in outputs.items()
    ]
    store.insert(tables.LEDGER, arrow(tables.LEDGER, rows))
    return len(differing)


def note(store: Store, made: Iterable[tuple[str, str, str]], asset: str = ASSET) -> None:
    """Note in the ledger, by partition, what was made from what."""
    rows = [dict(zip(tables.LEDGER.schema.names, (asset, *each), strict=True)) for each in made]
    store.insert(tables.LEDGER, arrow(tables.LEDGER, rows))


def forget(store: Store, documents: Sequence[str]) -> None:
    store.query("DELETE FROM ops.ledger WHERE asset = ? AND document_id IN (SELECT unnest(?::VARCHAR[]))", [ASSET, list(documents)])


def note_decisions(store: Store, decisions: Decisions) -> None:
    store.query("DELETE FROM ops.ledger WHERE asset = ?", [DECISIONS])
    note(store, ((key, one.effect, "") for key, one in sorted(decisions.by_key.items())), DECISIONS)


@dataclass(frozen=True, slots=True)
class Read:
    """Claims as the tables have them, as reconciling sees them and as they were proposed."""

    believed: Sequence[Believed]
    candidates: Mapping[str, Candidate]


def read_claims(store: Store, documents: Sequence[str]) -> Read:
    """The claims of some documents."""
    wanted = [list(documents)]
    claims, quotes = dictionaries(store, _CLAIMS, wanted), dictionaries(store, _QUOTES, wanted)
    return Read(believed(claims, quotes), candidates_of(claims, quotes))


_CLAIMS = "SELECT * FROM beliefs.claims WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY claim_id"
_QUOTES = "SELECT * FROM beliefs.quotes WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY claim_id, position"


def read_rulings(store: Store) -> Rulings:
    """All rulings by the text that they are about, the last one of a statement."""
    last: dict[tuple[str, str], Ruling] = {}
    for text, statement, verdict, candidate, by, asked in store.query(
        'SELECT paragraph_hash, statement, verdict, candidate, "by", fingerprint FROM beliefs.verdicts ORDER BY rowid'
    ):
        last[text, statement] = Ruling(text, statement, verdict, by, asked, from_json(candidate) if candidate else None)
    found: dict[str, list[Ruling]] = {}
    for (text, _), ruling in last.items():
        found.setdefault(text, []).append(ruling)
    return found


def rejected_by_people(store: Store, documents: Sequence[str]) -> dict[str, str]:
    """The reason for which a person rejected what some documents say, by the hash of the quote."""
    return {fingerprint(quote): reason for quote, reason in store.query(_REJECTED, [list(documents)])}


_REJECTED = (
    "SELECT quote, min(reasons[1]) FROM beliefs.candidates WHERE document_id IN (SELECT unnest(?::VARCHAR[])) "
    "AND reasons[1] LIKE 'review:%' GROUP BY quote"
)


def append_rulings(store: Store, run_id: str, rulings: Sequence[Ruling]) -> None:
    """Append rulings to the history."""
    names = ("paragraph_hash", "statement", "verdict", "by", "fingerprint")
    rows = [
        {"run_id": run_id, **{name: getattr(one, name) for name in names}, "candidate": one.candidate and to_json(one.candidate)}
        for one in rulings
    ]
    store.insert(tables.VERDICTS, arrow(tables.VERDICTS, rows))


def remove(store: Store, documents: Sequence[str]) -> None:
    """Remove everything of documents that are gone."""
    for table in (*WRITTEN, tables.CLAIM_CONCEPTS):
        store.delete(table, documents)
    forget(store, documents)


def carry(store: Store, waiting: Mapping[str, Rows]) -> None:
    """Write the claims that documents keep while they wait, and note in the ledger that these were made of nothing final."""
    documents = list(waiting)
    carried = [table for table in WRITTEN if table is not tables.CANDIDATES]
    for table in carried:
        store.delete(table, documents)
    for table in reversed(carried):
        store.insert(table, arrow(table, (row for rows in waiting.values() for row in rows[table.name])))
    forget(store, documents)
    note(store, ((document, UNFINISHED, "") for document in documents))


def read_before(store: Store, documents: Sequence[str]) -> Read:
    """The claims of some documents as they were when they were last judged: those that wait, as they were believed."""
    held = [waiting_claim(row) for row in dictionaries(store, _WAITING, [list(documents)])]
    now, waiting = read_claims(store, documents), {claim.claim_id: candidate for claim, candidate in held}
    stands = [claim for claim in now.believed if claim.claim_id not in waiting]
    return Read([*stands, *(claim for claim, _ in held)], {**now.candidates, **waiting})


_WAITING = "SELECT * FROM beliefs.waiting WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY claim_id"


def waiting_documents(store: Store) -> list[str]:
    """The documents of claims that wait."""
    return [row[0] for row in store.query("SELECT DISTINCT document_id FROM beliefs.waiting ORDER BY 1")]


def write_waiting(store: Store, claims: Iterable[Believed], candidates: Mapping[str, Candidate]) -> None:
    """Note the claims that wait from now on, and no others."""
    store.query("DELETE FROM beliefs.waiting")
    store.insert(tables.WAITING, arrow(tables.WAITING, (waiting_row(claim, candidates[claim.claim_id]) for claim in claims)))


def dictionaries(store: Store, sql: str, parameters: Sequence[Any]) -> list[Row]:
    """Rows of a query by the names of their columns."""
    result = store.connection.execute(sql, list(parameters))
    names = [column[0] for column in result.description]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def present_paragraphs(store: Store, documents: Sequence[str]) -> frozenset[str]:
    sql = "SELECT paragraph_id FROM evidence.paragraphs WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
    return frozenset(row[0] for row in store.query(sql, [list(documents)]))
