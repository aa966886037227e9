"""Update: bring the reflections of a corpus up to date with its claims.

made_from    the fingerprint of the claims that a reflection rests on, and of the rule or prompt that made it; what is made from the
             same is not checked again
waiting      why there are no new summaries: a budget is spent, or the model does not answer; those of unchanged claims stay
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import pyarrow as pa

from lineproof.beliefs.model import RULES
from lineproof.beliefs.reflect.changes import changes
from lineproof.beliefs.reflect.check import reasons
from lineproof.beliefs.reflect.conflicts import conflicts
from lineproof.beliefs.reflect.lists import lists
from lineproof.beliefs.reflect.load import load_provisions, load_relations
from lineproof.beliefs.reflect.model import SUMMARY, Proposal, Provisions
from lineproof.evidence.hashing import fingerprint, node_id
from lineproof.models.errors import BudgetSpent, Denied, NoModel, NotRecorded, Unavailable
from storage import tables
from storage.database import Store
from storage.tables import Table

Row = dict[str, Any]
VERSION: Final = "reflect-1"
"""Changed by hand whenever the same claims would give other reflections by other code."""


class Reflector(Protocol):
    """What proposes summaries beside the rules."""

    @property
    def identity(self) -> str:
        """The fingerprint of everything but the claims that its proposals depend on."""

    def propose(self, provisions: Provisions) -> Iterable[Proposal]:
        """Statements over several claims; none is believed before it is checked."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run did: reflections that there are, proposals that were checked, of these refused, and rows that changed.

    ``waiting`` says why the model's summaries are left for the next run.
    """

    reflections: int
    executions: int
    refused: int
    written: int
    waiting: str | None = None


def update(store: Store, corpus: str, reflector: Reflector | None = None) -> Counts:
    """Make all reflections by rule, and by the model if there is one; the caller has opened the transaction.

    Args:
        store: the working database; claims, standings, relations and concepts are up to date.
        corpus: its name, which is part of the ids.
        reflector: proposes summaries; none without a model.
    """
    provisions, relations = load_provisions(store, every=reflector is not None), load_relations(store)
    proposals = [*changes(provisions, relations), *lists(provisions.values()), *conflicts(provisions, relations)]
    waiting = None
    if reflector:
        try:
            proposals += reflector.propose(provisions)
        except (BudgetSpent, Unavailable, Denied, NoModel, NotRecorded) as error:
            waiting = str(error)
            proposals += _standing(store, provisions, reflector.identity)
    rows, claims, checked, refused = _believed(proposals, corpus, reflector.identity if reflector else "", _checked(store))
    written = _write(store, tables.REFLECTIONS, rows) + _write(store, tables.REFLECTION_CLAIMS, claims)
    return Counts(len(rows), checked, refused, written, waiting)


def _checked(store: Store) -> set[tuple[str, str]]:
    """The statements that were checked, with what they were made from."""
    return {(made_from, statement) for made_from, statement in store.query("SELECT made_from, statement FROM beliefs.reflections")}


def _standing(store: Store, provisions: Provisions, identity: str) -> Iterator[Proposal]:
    """The summaries that were made of claims as they are now."""
    for kind, subject, statement, proposer, made, claims in store.query(_SUMMARIES, [SUMMARY]):
        if provisions.keys() >= set(claims):
            proposal = Proposal(kind, subject, statement, tuple(provisions[claim] for claim in claims), proposer)
            if made_from(proposal, identity) == made:
                yield proposal


_SUMMARIES = (
    "SELECT r.kind, r.subject, r.statement, r.proposer, r.made_from, list(c.claim_id ORDER BY c.position) FROM beliefs.reflections r "
    "JOIN beliefs.reflection_claims c USING (reflection_id) WHERE r.kind = ? GROUP BY ALL ORDER BY ALL"
)


def _believed(
    proposals: Sequence[Proposal], corpus: str, identity: str, known: set[tuple[str, str]]
) -> tuple[list[Row], list[Row], int, int]:
    """The rows of both tables, how many proposals were checked and how many of these were refused."""
    rows: dict[str, Row] = {}
    claims: list[Row] = []
    checked = refused = 0
    for proposal in proposals:
        made = made_from(proposal, identity)
        if (made, proposal.statement) not in known:
            checked += 1
            if reasons(proposal):
                refused += 1
                continue
        row = _row(corpus, proposal, made)
        if row["reflection_id"] not in rows:
            rows[row["reflection_id"]] = row
            claims += _claim_rows(row["reflection_id"], proposal)
    return list(rows.values()), claims, checked, refused


def made_from(proposal: Proposal, identity: str) -> str:
    """Of the claims of a proposal, and of what made it."""
    claims = (f"{one.claim_id}:{one.status}:{one.statement}" for one in proposal.provisions)
    return fingerprint(VERSION, proposal.kind, "" if proposal.proposer == RULES else identity, *claims)


def _row(corpus: str, proposal: Proposal, made: str) -> Row:
    claims = [one.claim_id for one in proposal.provisions]
    summary = [proposal.statement] if proposal.proposer != RULES else []
    return {
        "reflection_id": node_id("r", corpus, proposal.kind, proposal.subject, *claims, *summary),
        "kind": proposal.kind,
        "statement": proposal.statement,
        "subject": proposal.subject,
        "proposer": proposal.proposer,
        "made_from": made,
    }


def _claim_rows(reflection: str, proposal: Proposal) -> list[Row]:
    claims = dict.fromkeys(one.claim_id for one in proposal.provisions)
    return [{"reflection_id": reflection, "claim_id": claim, "position": position} for position, claim in enumerate(claims)]


def _write(store: Store, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Exchange what differs; return how many rows were added or removed."""
    store.connection.register("derived", pa.Table.from_pylist(list(rows), table.schema))
    try:
        [(gone,)] = store.query(f"SELECT count(*) FROM (SELECT * FROM {table.name} EXCEPT SELECT * FROM derived)")  # noqa: S608
        [(new,)] = store.query(f"SELECT count(*) FROM (SELECT * FROM derived EXCEPT SELECT * FROM {table.name})")  # noqa: S608
        if gone or new:
            store.query(f"DELETE FROM {table.name}")  # noqa: S608
            store.query(f"INSERT INTO {table.name} BY NAME SELECT * FROM derived")  # noqa: S608
    finally:
        store.connection.unregister("derived")
    return int(gone) + int(new)
