"""Sections that say of themselves that they are no longer in force, in brackets behind their heading or by a status."""

from pathlib import Path

import pytest

from lineproof.beliefs.standing.closed import ended_by_status
from tests.lineproof.beliefs.standing.claiming import decide

RULE = "The fee must be paid within 30 days."


def log(heading: str, opening: str, rule: str = RULE) -> dict[str, str]:
    """A log with two decisions, of which the second one is open."""
    first = f"## {heading}\n\n{opening}\n\n### Decision\n\n{rule}\n"
    return {"log.md": f"# Log\n\n{first}\n## 2 Records\n\nStatus: accepted\n\nRecords must be kept for 90 days.\n"}


@pytest.mark.parametrize(
    ("heading", "opening"),
    [
        ("1 Fees", "Status: rejected"),
        ("1 Fees", "Status: superseded by decision 2\nDate: 2024-01-02"),
        ("1 Fees", "- Date: 2024-01-02\n- **Status:** withdrawn"),
        ("1 Fees", "Date: 2024-01-02 Status: abgelehnt"),
        ("1 Fees (repealed)", "It is short."),
        ("1 Gebühren (weggefallen)", "Kurz."),
    ],
)
def test_what_stands_in_a_closed_section_holds_no_longer(tmp_path: Path, heading: str, opening: str) -> None:
    outcome = decide(tmp_path, log(heading, opening))
    periods = {claim.candidate.value: standing for claim, standing in outcome.both() if claim.candidate.kind == "period"}
    assert periods["90"].status == "active"
    assert periods["30"].reason == "closed section: its heading or its status says that it is no longer in force"


@pytest.mark.parametrize(
    "opening", ["Status: accepted", "Status: proposed", "The status is: rejected by nobody.", "Its status was withdrawn."]
)
def test_another_status_closes_nothing(tmp_path: Path, opening: str) -> None:
    assert decide(tmp_path, log("1 Fees", opening)).status("log.md", "30") == "active"


def test_a_status_far_below_its_heading_is_not_that_of_the_section(tmp_path: Path) -> None:
    opening = "\n\n".join(["One thing.", "Another thing.", "A third thing.", "Status: rejected"])
    assert decide(tmp_path, log("1 Fees", opening)).status("log.md", "30") == "active"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Status: rejected", "rejected"),
        ("**Status:** superseded by ADR-4", "superseded by ADR-4"),
        ("Date: 2024-01-02 Status: Withdrawn Deciders: Ann", "Withdrawn"),
        ("Date: 2024-01-02 Status: Withdrawn **Owner:** Ann", "Withdrawn"),
        ("Status: final", None),
        ("Status codes: rejected", None),
    ],
)
def test_the_status_that_a_paragraph_states(text: str, status: str | None) -> None:
    assert ended_by_status(text) == status
