"""Journal: the history of claims, written."""

import datetime
from collections.abc import Collection, Iterable, Sequence

from lineproof.beliefs.events import Before, Recorder
from lineproof.beliefs.reconcile import Verdict
from lineproof.beliefs.rows import Row, arrow
from storage import tables
from storage.database import Store


def record(store: Store, run_id: str, corpus: str, verdicts: Sequence[Verdict]) -> None:
    """Append the events of verdicts to the history."""
    claims = {claim.claim_id for verdict in verdicts for claim in (verdict.before, verdict.after) if claim}
    recorder = recorder_for(store, run_id, corpus, claims)
    append_events(store, run_id, recorder.rows(verdicts))


def recorder_for(store: Store, run_id: str, corpus: str, claims: Collection[str]) -> Recorder:
    """A recorder that knows the history of some claims."""
    history = {
        claim: Before(lineage, status)
        for claim, lineage, status in store.query(
            'SELECT claim_id, arg_max(lineage_id, ("at", number)), arg_max(status, ("at", number)) FROM beliefs.events '
            "WHERE claim_id IN (SELECT unnest(?::VARCHAR[])) GROUP BY claim_id",
            [sorted(claims)],
        )
    }
    paths = dict(store.query("SELECT document_id, arg_max(path, recorded_at) FROM evidence.revisions GROUP BY document_id"))
    return Recorder(run_id, datetime.datetime.now(datetime.UTC), corpus, paths, history)


def append_events(store: Store, run_id: str, rows: Iterable[Row]) -> None:
    """Append rows to the history, numbered within the run."""
    [(last,)] = store.query("SELECT coalesce(max(number), -1) FROM beliefs.events WHERE run_id = ?", [run_id])
    numbered = [{**row, "number": last + place} for place, row in enumerate(rows, 1)]
    store.insert(tables.EVENTS, arrow(tables.EVENTS, numbered))
