"""Sections and clauses that a document withdraws, replaces or changes in another."""

from pathlib import Path

import pytest

from tests.lineproof.beliefs.standing.claiming import decide
from tests.lineproof.beliefs.standing.texts import FORMS, MANUAL, bulletin, document


def retired(folder: Path, text: str, **fields: str) -> set[str | None]:
    """Values of the manual that a bulletin of these words retires."""
    outcome = decide(folder, {"manual.md": MANUAL, "bulletin.md": bulletin(text, **fields)})
    return {value for path, value, status in outcome.not_active() if path == "manual.md" and status == "superseded"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Section 2.3 of the Claims Handling Manual is amended to read: A notice of claim is acknowledged within 10 days.", {"15"}),
        (
            "A notice of claim is acknowledged within 10 days. Section 2.3 of the Claims Handling Manual is amended to read accordingly.",
            {"15"},
        ),
        ("Section 2.3 of the Claims Handling Manual is amended. It now reads: A notice of claim is acknowledged within 10 days.", {"15"}),
        ("Section 2.2 of the Claims Handling Manual is deleted.", {"15000", "40000"}),
        ("Section 2.2 of the Claims Handling Manual no longer applies.", {"15000", "40000"}),
        ("Section 2.2 of the Claims Handling Manual is amended: a desk adjuster may settle losses up to $20,000.", {"15000"}),
        ("The time for first contact in Section 2.1 of the Claims Handling Manual is shortened from two days to one day.", {"2"}),
        ("The limit for a field adjuster in Section 2.2 of the Claims Handling Manual is raised to $50,000.", {"40000"}),
        ("What desk adjusters may decide alone under the Claims Handling Manual rises from $15,000 to $20,000.", {"15000"}),
        ('In Section 2.3 of the Claims Handling Manual, "15 days" is replaced by "10 days".', {"15"}),
    ],
)
def test_a_change_retires_what_it_changes_and_nothing_else(tmp_path: Path, text: str, values: set[str]) -> None:
    assert retired(tmp_path, text) == values


@pytest.mark.parametrize(
    "text",
    [
        "Section 2.3 of the Claims Handling Manual is not amended. A letter goes out within 10 days.",
        "Section 2.3 of the Claims Handling Manual remains unchanged. A letter goes out within 10 days.",
        "If a storm has a number, the time in Section 2.3 of the Claims Handling Manual is extended to 30 days.",
        "Where Section 2.1 of the Claims Handling Manual applies, a note is written within 5 days.",
        "The following is added to Section 2.2 of the Claims Handling Manual: A desk adjuster may settle thefts up to $8,000.",
        "Section 2.2 of the Claims Handling Manual is amended: a supervisor may settle losses up to $90,000.",
        "Photographs are taken as Section 2.1 of the Claims Handling Manual says. They are kept for 10 years.",
        "The fee of roofers under the Claims Handling Manual rises from $15,000 to $20,000.",
        "In the State of Texas, Section 2.3 of the Claims Handling Manual is amended to read: Notice is acknowledged within 10 days.",
    ],
    ids=["negated", "unchanged", "conditional", "applied", "added", "of somebody else", "cited", "same value of others", "one state"],
)
def test_what_does_not_change_a_clause_retires_nothing(tmp_path: Path, text: str) -> None:
    assert retired(tmp_path, text) == set()


def test_the_new_claim_replaces_the_old_one(tmp_path: Path) -> None:
    text = "A notice of claim is acknowledged within 10 days. Section 2.3 of the Claims Handling Manual is amended to read accordingly."
    outcome = decide(tmp_path, {"manual.md": MANUAL, "bulletin.md": bulletin(text)})
    assert outcome.of("manual.md", "15").by == outcome.of("bulletin.md", "10").claim_id
    assert ("10", "replaces", "15") in outcome.edges()


def test_all_of_a_rewritten_clause_goes_conditions_too(tmp_path: Path) -> None:
    text = "Section 2.3 of the Claims Handling Manual is amended to read: A notice of claim is acknowledged within 10 days."
    outcome = decide(tmp_path, {"manual.md": MANUAL, "bulletin.md": bulletin(text)})
    over = {claim.candidate.quotes[0].text for claim, standing in outcome.both() if standing.status == "superseded"}
    assert over == {"A notice of claim is acknowledged within 15 days.", "A card is enough."}


def test_only_the_withdrawn_section_of_a_bulletin_goes(tmp_path: Path) -> None:
    older = document(
        title="Deadlines", identifier="Bulletin 2023-01", effective="2023-01-01",
        sections={"1 Letter": "A letter goes out within 15 days.", "2 Call": "The adjuster calls within 3 days."},
    )  # fmt: skip
    newer = "This bulletin in part supersedes Bulletin 2023-01. Section 1 of that bulletin is withdrawn; Section 2 remains in force. "
    outcome = decide(tmp_path, {"old.md": older, "new.md": bulletin(newer + "A letter goes out within 10 days.")})
    assert (outcome.status("old.md", "15"), outcome.status("old.md", "3"), outcome.status("new.md", "10")) == (
        "superseded",
        "active",
        "active",
    )


STATE = document(
    "These provisions apply to homes in the State of Texas.",
    title="Texas Amendatory Endorsement", form="HO 01 42", edition="2024-07", effective="2024-08-01",
    sections={"T.1 Proof of Loss": "C.1 of HO 00 03 (2024-07) is amended to read: Give us a proof of loss within 91 days."},
)  # fmt: skip
ENDORSEMENT = document(
    title="Valuables Endorsement", form="HO 04 61", edition="2024-07", effective="2024-07-01", attaches_to="HO 00 03 (2024-07)",
    sections={"V.1 Jewelry": "A.3 of HO 00 03 (2024-07) is replaced by the following: The most we pay for theft of jewelry is $10,000."},
)  # fmt: skip


@pytest.mark.parametrize("limited", [STATE, ENDORSEMENT], ids=["a state", "an option"])
def test_what_holds_for_some_policies_does_not_retire_the_form(tmp_path: Path, limited: str) -> None:
    outcome = decide(tmp_path, {**FORMS, "limited.md": limited})
    assert {path for path, _, _ in outcome.not_active()} == {"forms/2018.md"}


def test_a_state_changes_what_holds_for_the_same_state(tmp_path: Path) -> None:
    text = "T.1 of HO 01 42 is amended to read: You must give us a sworn proof of loss within 120 days."
    outcome = decide(tmp_path, {**FORMS, "state.md": STATE, "bulletin.md": bulletin(text, state="Texas")})
    assert (outcome.status("state.md", "91"), outcome.status("forms/2024.md", "90")) == ("superseded", "active")


def test_a_change_that_is_older_than_the_text_is_part_of_it(tmp_path: Path) -> None:
    text = "Section 2.3 of the Claims Handling Manual is amended to read: A notice of claim is acknowledged within 10 days."
    assert retired(tmp_path, text, effective="2022-01-01") == set()


def test_unrelated_amounts_do_not_retire_each_other(tmp_path: Path) -> None:
    changed = "Section 2.2 of the Claims Handling Manual is amended: a supervisor may waive a deductible up to $750."
    assert retired(tmp_path, changed) == set()


def test_what_was_replaced_stays_so_when_its_replacement_is_replaced(tmp_path: Path) -> None:
    first = bulletin("A first report is due within 10 days. Photographs are kept for six years.", "2024-11", "2024-11-01")
    second = bulletin("Part of Bulletin 2024-11 is superseded. A first report is due within 14 days.", "2025-07", "2025-07-01")
    third = bulletin("This bulletin replaces Bulletin 2025-07. Reports are sent by mail.", "2026-03", "2026-03-01")
    outcome = decide(tmp_path, {"1.md": first, "2.md": second, "3.md": third})
    assert [outcome.status(*place) for place in (("1.md", "10"), ("1.md", "6"), ("2.md", "14"))] == ["superseded", "active", "superseded"]


def test_an_undated_memo_that_reports_a_change_of_a_form_does_not_change_it(tmp_path: Path) -> None:
    memo = document(title="Filing Memo", sections={"1 Why": "The time in C.1 of HO 00 03 (2024-07) rises from 60 days to 75 days."})
    outcome = decide(tmp_path, {**FORMS, "memo.md": memo})
    assert outcome.status("forms/2024.md", "90") == "active"
