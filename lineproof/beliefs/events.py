"""Events: verdicts as rows of the history of claims.

lineage   the id of the first claim of a line; revisions and moves hand it on, and text that comes back gets it back
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.model import RULES
from lineproof.beliefs.reconcile import Believed, Verdict

Row = dict[str, Any]
RETRACTED: Final = "retracted"


@dataclass(frozen=True, slots=True)
class Before:
    """What history says of a claim: its lineage, and its status after the last event."""

    lineage: str
    status: str


@dataclass(frozen=True, slots=True)
class Recorder:
    """What all events of one run share. ``history`` holds the last event of each claim that ever was, ``paths`` those of documents."""

    run_id: str
    at: datetime.datetime
    corpus: str
    paths: Mapping[str, str]
    history: Mapping[str, Before]

    def rows(self, verdicts: Sequence[Verdict]) -> Iterator[Row]:
        """The events that verdicts make, in order."""
        for verdict in verdicts:
            if verdict.context and verdict.before and verdict.after:
                yield self._row("context_changed", verdict.before, verdict, None)
            yield self._verdict(verdict)

    def status(self, claim_id: str) -> str:
        """The status of a claim after its last event; active before the first."""
        return self.history[claim_id].status if claim_id in self.history else "active"

    def standing(self, claim: Believed, status: str, reason: str | None) -> Row:
        """The event of a claim whose standing changed."""
        event = "restored" if status == "active" else status
        own = self.history.get(claim.claim_id)
        return self._event(event, claim, own.lineage if own else claim.claim_id, None, reason or "nothing stands against it", RULES, status)

    def _verdict(self, verdict: Verdict) -> Row:
        if verdict.after is None:
            assert verdict.before
            return self._row(RETRACTED, verdict.before, verdict, None)
        known = self.history.get(verdict.after.claim_id)
        back = verdict.event == "asserted" and known is not None and known.status == RETRACTED
        previous = verdict.before.claim_id if verdict.before and verdict.before.claim_id != verdict.after.claim_id else None
        return self._row("reinstated" if back else verdict.event, verdict.after, verdict, previous)

    def _row(self, event: str, claim: Believed, verdict: Verdict, previous: str | None) -> Row:
        line = verdict.before or claim
        own = self.history.get(line.claim_id)
        status = RETRACTED if event == RETRACTED else own.status if own and own.status != RETRACTED else "active"
        return self._event(event, claim, own.lineage if own else line.claim_id, previous, verdict.reason, verdict.by, status) | {
            "fingerprint": verdict.fingerprint
        }

    def _event(self, event: str, claim: Believed, lineage: str, previous: str | None, reason: str, by: str, status: str) -> Row:
        return {
            "run_id": self.run_id,
            "at": self.at,
            "corpus": self.corpus,
            "document_id": claim.document_id,
            "path": self.paths.get(claim.document_id, ""),
            "claim_id": claim.claim_id,
            "lineage_id": lineage,
            "previous_id": previous,
            "event": event,
            "by": by,
            "reason": reason,
            "statement": claim.statement,
            "status": status,
            "valid_from": claim.valid_from,
            "valid_to": claim.valid_to,
            "fingerprint": None,
        }
