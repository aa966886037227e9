"""Review: what people decide of candidates and claims; the next sync believes it.

queue   candidates whose gate said `repair`: fixable, but not by rule
"""

import getpass
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.decisions import Decision, load_decisions, now, record
from lineproof.serve.claims import SHORTEST_ID
from lineproof.serve.errors import UnknownCandidate
from storage.snapshots import open_snapshot
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision that was recorded; ``statement`` is the one that was proposed."""

    corpus: str
    action: str
    statement: str
    quote: str
    revised: str | None
    by: str


def decide(corpora: dict[str, Corpus], name: str, action: str, revised: str | None = None) -> Reviewed:
    """Record a decision about a candidate or a claim, given by its id or the beginning of it; to accept what a person wrote confirms it.

    Raises:
        UnknownCandidate: there is not exactly one of this name.
        BadDecisions: what was decided before cannot be read.
    """
    found = [(corpus, *row) for corpus in corpora.values() for row in _named(corpus, name)]
    if len(found) != 1:
        raise UnknownCandidate(name)
    corpus, statement, quote = found[0]
    proposed = _proposed(corpus, statement, quote)
    if action == "accept" and proposed != statement:
        action, revised = "edit", statement
    decision = Decision(action, proposed, quote, getpass.getuser(), now(), revised)
    record(corpus.decisions, [decision])
    return Reviewed(corpus.name, action, proposed, quote, revised, decision.by)


def _named(corpus: Corpus, name: str) -> list[tuple[str, str]]:
    """Statement and principal quote of each candidate and claim whose id begins so."""
    if len(name) < SHORTEST_ID:
        return []
    with closing(open_snapshot(corpus)) as connection:
        return connection.execute(_NAMED, [name]).fetchall()


def _proposed(corpus: Corpus, statement: str, quote: str) -> str:
    """The statement as it was proposed, where a person wrote this one in its stead."""
    decisions = load_decisions(corpus.decisions).by_key.values()
    return next((one.statement for one in decisions if one.revised == statement and one.quote == quote), statement)


_NAMED: Final = (
    "SELECT statement, quote FROM beliefs.candidates WHERE starts_with(candidate_id, $1) UNION ALL "
    "SELECT statement, quote FROM claims_with_evidence WHERE position = 0 AND starts_with(claim_id, $1)"
)
