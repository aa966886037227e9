"""Claims that name their source, compared with what it says."""

from pathlib import Path

import pytest

from tests.lineproof.beliefs.standing.claiming import decide
from tests.lineproof.beliefs.standing.texts import FORMS, MANUAL, bulletin, document


def page(text: str, effective: str = "2025-12-15") -> str:
    return document(title="Onboarding", effective=effective, sections={"Key Facts": text})


def status(folder: Path, text: str, value: str, others: dict[str, str] | None = None) -> str:
    """The status of a value on a training page."""
    return decide(folder, {**FORMS, "manual.md": MANUAL, "page.md": page(text), **(others or {})}).status("page.md", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The policyholder has 60 days to return the sworn proof of loss (HO 00 03 (2024-07), C.1).", "60"),
        ("Under C.1 of HO 00 03 (2024-07), the proof of loss is due in 60 days.", "60"),
        ("C.1 of HO 00 03 (2024-07) gives the policyholder 60 days for the proof of loss.", "60"),
        ("The proof of loss must be given within two months. See C.1 of HO 00 03 (2024-07).", "2"),
        ("Theft of jewelry is covered for up to $5,000, as A.3 of HO 00 03 (2024-07) states.", "5000"),
        ("A field adjuster may settle up to $60,000 (Section 2.2 of the Claims Handling Manual).", "60000"),
        ("| Topic | Value | Source |\n|---|---|---|\n| Deductible | $750 | HO 00 03 (2024-07), C.2 |", "750"),
    ],
    ids=["stale", "source first", "source as subject", "source beside", "overstated", "one of two", "row"],
)
def test_another_value_than_the_source_says_is_disputed(tmp_path: Path, text: str, value: str) -> None:
    assert status(tmp_path, text, value) == "disputed"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The policyholder has 90 days to return the sworn proof of loss (HO 00 03 (2024-07), C.1).", "90"),
        ("The proof of loss must be given within three months. See C.1 of HO 00 03 (2024-07).", "3"),
        ("Call within 5 days of the proof of loss under C.1 of HO 00 03 (2024-07).", "5"),
        ("If the proof of loss under C.1 of HO 00 03 (2024-07) is late by more than 10 days, ask a supervisor.", "10"),
        ("After a storm the policyholder has 30 more days for the proof of loss (HO 00 03 (2024-07), C.1).", "30"),
        ("In Texas the proof of loss is due in 91 days, elsewhere as C.1 of HO 00 03 (2024-07) says.", "91"),
        ("The files of the desk adjuster are read within 8 days (Section 2.2 of the Claims Handling Manual).", "8"),
        ("A supervisor may settle losses up to $60,000 (Section 2.2 of the Claims Handling Manual).", "60000"),
        ("The proof of loss is due in 90 days (HO 00 03 (2024-07), C.1), a reminder after 60 days.", "60"),
    ],
    ids=["same", "other unit", "speaks of it", "lateness", "added", "a state", "other dimension", "of somebody else", "knows the source"],
)
def test_what_does_not_contradict_its_source_stands(tmp_path: Path, text: str, value: str) -> None:
    texas = document(title="Texas Endorsement", form="HO 01 42", state="Texas", sections={"T.1 Proof of Loss": "Send it within 91 days."})
    assert status(tmp_path, text, value, {"texas.md": texas}) == "active"


def test_who_contradicts_is_recorded(tmp_path: Path) -> None:
    outcome = decide(tmp_path, {**FORMS, "page.md": page("The proof of loss is due in 60 days (HO 00 03 (2024-07), C.1).")})
    assert outcome.of("page.md", "60").by == outcome.of("forms/2024.md", "90").claim_id
    assert outcome.edges("contradicts") == {("60", "contradicts", "90")}
    assert outcome.status("forms/2024.md", "90") == "active"


def test_a_statement_about_an_old_edition_is_superseded_with_it(tmp_path: Path) -> None:
    assert status(tmp_path, "The proof of loss was due in 60 days (HO 00 03 (2018-05), C.1).", "60") == "superseded"
    assert status(tmp_path / "two", "Under the 2018-05 edition of HO 00 03 the deductible was $500.", "500") == "superseded"
    raised = "The figure for the deductible in C.2 of HO 00 03 (2018-05) is raised from $400 to $500."
    assert status(tmp_path / "three", raised, "500") == "superseded"
    other_words = "Of a theft the policyholder bears $500 (HO 00 03 (2018-05), C.2)."
    assert status(tmp_path / "four", other_words, "500") == "superseded"


def test_a_wrong_statement_about_an_old_edition_is_disputed(tmp_path: Path) -> None:
    assert status(tmp_path, "The proof of loss was due in 90 days (HO 00 03 (2018-05), C.1).", "90") == "disputed"


@pytest.mark.parametrize(("effective", "expected"), [("2025-06-01", "superseded"), ("2026-01-01", "disputed")], ids=["before", "after"])
def test_a_clause_that_was_changed_since(tmp_path: Path, effective: str, expected: str) -> None:
    change = bulletin("Section 2.3 of the Claims Handling Manual is amended to read: A notice of claim is acknowledged within 10 days.")
    stale = page("A notice of claim is acknowledged within 15 days (Claims Handling Manual, Section 2.3).", effective)
    outcome = decide(tmp_path, {"manual.md": MANUAL, "bulletin.md": change, "page.md": stale})
    assert outcome.status("page.md", "15") == expected


def test_the_new_value_of_a_changed_clause_stands(tmp_path: Path) -> None:
    change = bulletin("Section 2.3 of the Claims Handling Manual is amended to read: A notice of claim is acknowledged within 10 days.")
    text = "A notice of claim is acknowledged within 10 days (Claims Handling Manual, Section 2.3)."
    assert status(tmp_path, text, "10", {"bulletin.md": change}) == "active"
