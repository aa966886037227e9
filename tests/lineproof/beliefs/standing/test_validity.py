"""Claims that say themselves until when they hold."""

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Claim
from lineproof.beliefs.standing import standings
from lineproof.beliefs.standing.load import load_library
from tests.lineproof.beliefs.standing.claiming import claims_of
from tests.lineproof.beliefs.standing.texts import bulletin
from tests.lineproof.graph.building import build, corpus_of

OLD, NEW = "Until 31 December 2025 a first report is due within 15 days.", "From 1 January 2026 a first report is due within 10 days."


def dated(claim: Claim, begins: datetime.date | None, ends: datetime.date | None) -> Claim:
    return replace(claim, candidate=replace(claim.candidate, valid_from=begins, valid_to=ends))


def statuses(folder: Path, ends: datetime.date | None, begins: datetime.date | None, new: str = NEW) -> dict[str | None, str]:
    """The statuses of the two periods of a text, of which the first ends on one date and the second begins on another."""
    with build(corpus_of(folder, {"1.md": bulletin(f"{OLD} {new}")})) as store:
        claims = [claim for document in load_documents(store.connection) for claim in claims_of(document)]
        library = load_library(store.connection, claims)
    limits = {"15": (None, ends), "10": (begins, None)}
    claims = [dated(claim, *limits.get(claim.candidate.value or "", (None, None))) for claim in claims]
    found, _ = standings(claims, library)
    by_id = {standing.claim_id: standing.status for standing in found}
    return {claim.candidate.value: by_id[claim.claim_id] for claim in claims if claim.candidate.unit == "day"}


END, BEGIN = datetime.date(2025, 12, 31), datetime.date(2026, 1, 1)


def test_what_ended_is_superseded_by_what_begins_afterwards(tmp_path: Path) -> None:
    assert statuses(tmp_path, END, BEGIN) == {"15": "superseded", "10": "active"}


@pytest.mark.parametrize(
    ("ends", "begins", "new"),
    [
        (None, BEGIN, NEW),
        (END, None, NEW),
        (END, END, NEW),
        (END, BEGIN, "From 1 January 2026 a letter to the agent goes out within 10 days."),
    ],
    ids=["no end", "no beginning", "overlapping", "other thing"],
)
def test_what_did_not_end_stands(tmp_path: Path, ends: datetime.date | None, begins: datetime.date | None, new: str) -> None:
    assert statuses(tmp_path, ends, begins, new) == {"15": "active", "10": "active"}
