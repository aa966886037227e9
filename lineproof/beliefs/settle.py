"""Settle: what is derived over all claims of a corpus once they are made: which are in force, what contradicts
what, and what they are about.

standing   a claim's status; its changes are events too
"""

from collections.abc import Collection, Mapping

from lineproof.beliefs import standing
from lineproof.beliefs.concepts.update import update as update_concepts
from lineproof.beliefs.journal import append_events, recorder_for
from lineproof.beliefs.rows import believed
from lineproof.beliefs.store import dictionaries, note
from lineproof.beliefs.survey import ASSET, WHOLE, settings_of, settled, whole
from lineproof.beliefs.terms import append_terms
from storage.database import Store
from storage.workspace import Corpus

Statuses = Mapping[str, tuple[str, str | None]]
"""Status and reason of a claim by its id."""


def settle(store: Store, corpus: Corpus, run_id: str, changed: Collection[str]) -> set[str]:
    """Derive standings and concepts anew unless they were derived from the same; the caller has opened the transaction.

    Args:
        store: the working database.
        corpus: whose authority order decides between sources that contradict each other.
        run_id: recorded in the history.
        changed: documents whose claims may have changed since the last time.

    Returns:
        Ids of the documents whose standings changed.
    """
    settings = settings_of(corpus)
    if settled(store, settings):
        return set()
    store.query("CREATE TEMP TABLE standings_before AS SELECT claim_id, status FROM beliefs.standings")
    differing = standing.update(store, corpus.authority)
    _record(store, run_id, corpus.name, _changed(store))
    store.query("DROP TABLE standings_before")
    append_terms(store, run_id)
    update_concepts(store, corpus.name, changed)
    store.query("DELETE FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, WHOLE])
    note(store, [(WHOLE, whole(store, settings), "")])
    return differing


def _changed(store: Store) -> Statuses:
    """The standings of the claims that had another status before, or none, in the order of their ids."""
    rows = store.query(
        "SELECT claim_id, s.status, s.reason FROM beliefs.standings s LEFT JOIN standings_before b USING (claim_id) "
        "WHERE s.status IS DISTINCT FROM b.status ORDER BY claim_id"
    )
    return {claim: (status, reason) for claim, status, reason in rows}


def _record(store: Store, run_id: str, corpus: str, after: Statuses) -> None:
    """An event for each claim whose status is another than history says; what history does not know begins as active."""
    touched = list(after)
    recorder = recorder_for(store, run_id, corpus, touched)
    claims = believed(dictionaries(store, _CLAIMS, [touched]), ())
    changed = [claim for claim in claims if after[claim.claim_id][0] != recorder.status(claim.claim_id)]
    append_events(store, run_id, (recorder.standing(claim, *after[claim.claim_id]) for claim in changed))


_CLAIMS = "SELECT * FROM beliefs.claims WHERE claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY claim_id"
