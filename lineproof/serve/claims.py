"""Claims: lists of what is believed, and one claim explained.

explained   a claim with its evidence, the events of its lineage, what stands against it, and the pages that state it
rejected    candidates that are not believed, with the reasons; those to be repaired wait for a person (`lineproof review`)
"""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from duckdb import DuckDBPyConnection

from lineproof.beliefs.history import as_of, known_at
from lineproof.recall.nodes import document_label
from lineproof.serve.errors import SeveralClaims, UnknownClaim

SHORTEST_ID: Final = 6
DISPUTED: Final = "disputed"
FLAGS: Final = {"superseded": "superseded_by", DISPUTED: "conflicts_with"}
"""How a status is flagged, in the words of `lineproof.recall.force`, which brings numpy."""


@dataclass(frozen=True, slots=True)
class ListedClaim:
    """A claim with the place of its principal quote; of what was believed at a moment, kind, lines and quote are not kept.

    ``flags`` say what took its place or contradicts it, as those of recall do.
    """

    corpus: str
    claim_id: str
    status: str
    kind: str | None
    statement: str
    path: str
    first_line: int | None
    last_line: int | None
    quote: str | None
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate that is not believed; ``narrowed`` is the part that its quote supports, if there is one."""

    corpus: str
    candidate_id: str
    verdict: str
    statement: str
    quote: str
    path: str
    reason: str
    narrowed: str | None
    proposer: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote of a claim with its lines."""

    path: str
    first_line: int
    last_line: int
    heading: str | None
    quote: str


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a lineage."""

    at: datetime.datetime
    event: str
    by: str
    reason: str
    statement: str
    claim_id: str


@dataclass(frozen=True, slots=True)
class Against:
    """Another claim that this one replaces, contradicts, or is replaced or contradicted by."""

    relation: str
    claim_id: str
    statement: str
    reason: str


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Explained:
    """Everything about one claim; ``status`` is retracted where it is believed no longer."""

    corpus: str
    claim_id: str
    statement: str
    status: str
    reason: str | None = None
    kind: str | None = None
    subject: str | None = None
    slot: str | None = None
    value: str | None = None
    unit: str | None = None
    in_force_from: datetime.date | None = None
    in_force_to: datetime.date | None = None
    evidence: Sequence[Evidence] = ()
    history: Sequence[Event] = ()
    against: Sequence[Against] = ()
    pages: Sequence[str] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Claims:
    """A page of claims, and the numbers of all by status."""

    counts: Mapping[str, int]
    claims: Sequence[ListedClaim]
    more: bool


@dataclass(frozen=True, slots=True)
class Candidates:
    """A page of candidates that are not believed, and the numbers of all by verdict."""

    counts: Mapping[str, int]
    candidates: Sequence[Candidate]
    more: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Which claims to list: with words in statement or subject, of a document (its path), with a status or kind.

    Of candidates: with a verdict.
    """

    words: str | None
    path: str | None
    status: str | None
    kind: str | None
    limit: int
    offset: int
    verdict: str | None = None


COLUMNS: Final = ("corpus", "claim_id", "status", "kind", "statement", "path", "first_line", "last_line", "quote")
_CHOSEN: Final = (
    "FROM claims_with_evidence WHERE position = 0 AND ($path IS NULL OR path = $path) AND ($status IS NULL OR status = $status) "
    "AND ($kind IS NULL OR kind = $kind) "
    "AND ($words IS NULL OR contains(lower(statement || ' ' || subject), lower($words)))"
)
_PAGE: Final = f"SELECT {', '.join(COLUMNS)} {_CHOSEN} ORDER BY corpus, path, first_line, claim_id LIMIT $limit OFFSET $offset"
_REJECTED: Final = (
    "FROM rejected_candidates WHERE ($path IS NULL OR path = $path) AND ($verdict IS NULL OR verdict = $verdict) "
    "AND ($words IS NULL OR contains(lower(statement), lower($words)))"
)


def list_claims(connection: DuckDBPyConnection, asked: Asked) -> Claims:
    """The claims of a snapshot, or of several that a connection unites."""
    values = _values(asked)
    counts = _rows(connection, f"SELECT status, count(*) {_CHOSEN} GROUP BY 1 ORDER BY 1", values)
    rows = _rows(connection, _PAGE, values)
    shown = [dict(zip(COLUMNS, row, strict=True)) for row in rows[: asked.limit]]
    return Claims(dict(counts), _with_flags(connection, shown), len(rows) > asked.limit)


def list_candidates(connection: DuckDBPyConnection, asked: Asked) -> Candidates:
    """The candidates that are not believed."""
    values = _values(asked)
    counts = _rows(connection, f"SELECT verdict, count(*) {_REJECTED} GROUP BY 1 ORDER BY 1", values)
    sql = (
        f"SELECT corpus, candidate_id, verdict, statement, quote, path, reason, narrowed, proposer {_REJECTED} "
        "ORDER BY ALL LIMIT $limit OFFSET $offset"
    )
    rows = _rows(connection, sql, values)
    return Candidates(dict(counts), tuple(Candidate(*row) for row in rows[: asked.limit]), len(rows) > asked.limit)


def list_at(
    connection: DuckDBPyConnection, asked: Asked, day: datetime.date | None = None, moment: datetime.datetime | None = None
) -> Claims:
    """The claims of a day, of a moment of belief, of both, or without either those of the snapshot.

    Args:
        connection: to a snapshot, or to several that it unites.
        asked: which of them; with a day, a status is that of the day, and what is superseded on it is listed only by its status.
        day: on which they held, as the sources of today tell it.
        moment: at which they were believed, of the day if there is one; their kinds and lines then are not kept.
    """
    if day is not None:
        found = as_of(connection, day, moment)
        return _listed(connection, [row for row in found if asked.status or row["status"] != "superseded"], asked)
    return list_claims(connection, asked) if moment is None else _listed(connection, known_at(connection, moment), asked)


def _listed(connection: DuckDBPyConnection, found: Sequence[Mapping[str, Any]], asked: Asked) -> Claims:
    rows = [row for row in found if _fits(row, asked)]
    counts = Counter(row["status"] for row in rows)
    end = asked.offset + asked.limit
    return Claims(dict(sorted(counts.items())), _with_flags(connection, rows[asked.offset : end]), end < len(rows))


def _with_flags(connection: DuckDBPyConnection, rows: Sequence[Mapping[str, Any]]) -> tuple[ListedClaim, ...]:
    contested = {row["claim_id"]: row["contested_by"] for row in rows if row["status"] == DISPUTED and row.get("contested_by")}
    decided = flags_of(connection, [row["claim_id"] for row in rows if row["status"] in FLAGS and row["claim_id"] not in contested])
    flags = decided | _contest_flags(connection, contested)
    return tuple(
        ListedClaim(**{name: row.get(name) for name in COLUMNS}, flags=flags.get(row["claim_id"], ()))  # type: ignore[arg-type]
        for row in rows
    )


def _contest_flags(connection: DuckDBPyConnection, contested: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """A flag for each of some claims that names the place of the claim that contested it."""
    rows = connection.execute(_STANDS, [list(contested.values())]).fetchall() if contested else ()
    places = {claim: _place(*place) for claim, *place in rows}
    return {claim: (f"{FLAGS[DISPUTED]}: {places[by]}",) for claim, by in contested.items() if by in places}


def _place(title: str, identifier: str | None, edition: str | None, path: str, line: int | None) -> str:
    return f"{document_label(title, identifier, edition)} ({path}{f'#L{line}' if line else ''})"


def flags_of(connection: DuckDBPyConnection, claims: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What took the place of some claims, or contradicts them: a flag by claim, for those that are superseded or disputed."""
    flags: dict[str, tuple[str, ...]] = {}
    for claim, status, reason, title, identifier, edition, path, line in connection.execute(_DECIDED, [list(claims)]).fetchall():
        flags[claim] = (f"{FLAGS[status]}: {_place(title, identifier, edition, path, line) if path else reason}",)
    return flags


def _fits(row: Mapping[str, Any], asked: Asked) -> bool:
    """Whether a claim is of the document, status and kind that were asked for, and has the words."""
    same = all(getattr(asked, name) in (None, row.get(name)) for name in ("path", "status", "kind"))
    return same and (asked.words or "").casefold() in row["statement"].casefold()


def find_claim(connection: DuckDBPyConnection, name: str) -> str:
    """The id of a claim, present or past, by its beginning.

    Raises:
        UnknownClaim, SeveralClaims: there is none, or more than one.
    """
    if len(name) < SHORTEST_ID or not name.isalnum():
        raise UnknownClaim(name)
    found = connection.execute(
        "SELECT claim_id FROM claims_with_evidence WHERE starts_with(claim_id, $1) UNION "
        "SELECT claim_id FROM claim_history WHERE starts_with(claim_id, $1) ORDER BY 1 LIMIT 6",
        [name],
    ).fetchall()
    if len(found) > 1:
        raise SeveralClaims(name, [row[0] for row in found])
    if not found:
        raise UnknownClaim(name)
    return str(found[0][0])


def explain(connection: DuckDBPyConnection, claim_id: str) -> Explained:
    """Everything about a claim, be it believed still or not."""
    current = connection.execute(_CLAIM, [claim_id])
    names = [column[0] for column in current.description or ()]
    rows = current.fetchall()
    history = tuple(Event(*row) for row in connection.execute(_HISTORY, [claim_id]).fetchall())
    if not rows:
        corpus, statement = connection.execute(_LAST, [claim_id]).fetchall()[0]
        return Explained(corpus, claim_id, statement, "retracted", history=history)
    return Explained(
        claim_id=claim_id,
        **dict(zip(names, rows[0], strict=True)),
        evidence=tuple(Evidence(*row) for row in connection.execute(_EVIDENCE, [claim_id]).fetchall()),
        history=history,
        against=tuple(Against(*row) for row in connection.execute(_AGAINST, [claim_id]).fetchall()),
        pages=tuple(row[0] for row in connection.execute(_PAGES, [claim_id]).fetchall()),
        flags=flags_of(connection, [claim_id]).get(claim_id, ()),
    )


_CLAIM: Final = (
    "SELECT corpus, statement, status, reason, kind, subject, slot, value, unit, in_force_from, in_force_to "
    "FROM claims_with_evidence WHERE claim_id = ? AND position = 0"
)
_EVIDENCE: Final = "SELECT path, first_line, last_line, heading, quote FROM claims_with_evidence WHERE claim_id = ? ORDER BY position"
_HISTORY: Final = (
    'SELECT "at", event, "by", reason, statement, claim_id FROM claim_history WHERE lineage_id IN '
    '(SELECT lineage_id FROM claim_history WHERE claim_id = ?) ORDER BY "at", run_id, number'
)
_LAST: Final = 'SELECT corpus, statement FROM claim_history WHERE claim_id = ? ORDER BY "at" DESC, number DESC LIMIT 1'
_AGAINST: Final = (
    "SELECT type, target_id, target, reason FROM claim_edges WHERE source_id = $1 UNION ALL "
    "SELECT CASE type WHEN 'replaces' THEN 'replaced_by' ELSE 'contradicted_by' END, source_id, source, reason "
    "FROM claim_edges WHERE target_id = $1 ORDER BY ALL"
)
_DECIDED: Final = (
    "SELECT c.claim_id, c.status, c.reason, d.title, d.identifier, d.edition, d.path, coalesce(b.first_line, p.first_line) "
    "FROM claims_with_evidence c LEFT JOIN evidence.paragraphs p ON p.paragraph_id = c.by_id AND p.document_id = c.document_id "
    "LEFT JOIN claims_with_evidence b ON b.claim_id = c.by_id AND b.position = 0 LEFT JOIN places n ON n.node_id = c.by_id "
    "LEFT JOIN documents d ON d.document_id = n.document_id "
    "WHERE c.position = 0 AND c.status <> 'active' AND c.claim_id IN (SELECT unnest(?::VARCHAR[]))"
)
_STANDS: Final = (
    "SELECT c.claim_id, d.title, d.identifier, d.edition, c.path, c.first_line FROM claims_with_evidence c "
    "JOIN documents d USING (document_id) WHERE c.position = 0 AND c.claim_id IN (SELECT unnest(?::VARCHAR[]))"
)
_PAGES: Final = "SELECT DISTINCT page FROM page_sentences WHERE list_contains(claim_ids, ?) ORDER BY 1"


def _values(asked: Asked) -> dict[str, Any]:
    names = ("words", "path", "status", "kind", "offset", "verdict")
    return {**{name: getattr(asked, name) for name in names}, "limit": asked.limit + 1}


def _rows(connection: DuckDBPyConnection, query: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    return connection.execute(query, {name: value for name, value in values.items() if f"${name}" in query}).fetchall()
