"""What the words behind it take back by its place alone: the rule, paragraph, clause or section directly before, and nothing that may
be another one."""

from pathlib import Path

import pytest

from tests.lineproof.beliefs.standing.claiming import Outcome, decide
from tests.lineproof.beliefs.standing.texts import document

RULE = "You must pay the fee within 30 days."
REGEL = "Die Gebühr ist binnen 30 Tagen zu zahlen."


def outcome(folder: Path, *paragraphs: str, before: str = "You must keep the receipts for two years.") -> Outcome:
    """What is decided of a form with one section, whose paragraphs follow another section."""
    sections = {"1 Records": before, "2 Fees": "\n\n".join(paragraphs)}
    return decide(folder, {"form.md": document(title="Form", form="HV 1", effective="2026-01-01", sections=sections)})


@pytest.mark.parametrize(
    "statement",
    [
        "The preceding rule is withdrawn.",
        "The preceding rule is hereby withdrawn.",
        "**The foregoing provision no longer applies.**",
        "(2) The preceding paragraph is repealed.",
        "We hereby withdraw the preceding requirement.",
        "The paragraph directly above has been deleted.",
    ],
)
def test_the_paragraph_before_a_statement_is_superseded_by_it(tmp_path: Path, statement: str) -> None:
    found = outcome(tmp_path, RULE, statement)
    assert found.not_active() == {("form.md", "30", "superseded")}
    assert found.of("form.md", "30").reason == "withdrawn provision: the words behind it take it back"


@pytest.mark.parametrize(
    "statement",
    [
        "Die vorstehende Regel wird aufgehoben.",
        "Hiermit wird die vorstehende Vorschrift aufgehoben.",
        "(2) Der vorangehende Absatz gilt nicht mehr.",
        "Die vorstehende Bestimmung entfällt.",
    ],
)
def test_german_statements(tmp_path: Path, statement: str) -> None:
    text = document(title="Gebühren", gültig_ab="2026-01-01", sections={"Abschnitt 1": f"{REGEL}\n\n{statement}"})
    assert decide(tmp_path, {"form.md": text}).not_active() == {("form.md", "30", "superseded")}


def test_a_clause_is_withdrawn_by_the_next_one(tmp_path: Path) -> None:
    found = outcome(tmp_path, f"S.4 Payment. {RULE}", "S.5 Withdrawal. The preceding clause is withdrawn.")
    assert found.not_active() == {("form.md", "30", "superseded")}


def test_a_section_is_withdrawn_as_a_whole_by_the_opening_of_the_next_one(tmp_path: Path) -> None:
    before = "You must keep the receipts for two years.\n\nYou must keep the letters for five years."
    assert outcome(tmp_path, "The preceding section is withdrawn.", RULE, before=before).not_active() == {
        ("form.md", "2", "superseded"),
        ("form.md", "5", "superseded"),
    }


@pytest.mark.parametrize(
    "paragraphs",
    [
        (RULE, "The preceding rule is not withdrawn."),
        (RULE, "The preceding rule is withdrawn for tenants."),
        (RULE, "The preceding rule is withdrawn unless the fee is paid by card."),
        (RULE, "The preceding rules are withdrawn."),
        (RULE, "The previous rule is withdrawn."),
        (RULE, "The preceding clause is withdrawn."),
        (RULE, "The preceding section is withdrawn."),
        (f"{RULE} A card is enough.", "The preceding rule is withdrawn."),
        (RULE, "- A card is enough.\n- A letter is enough.", "The preceding rule is withdrawn."),
        (RULE, "The old text was:", "The preceding rule is withdrawn."),
        ("The preceding rule is withdrawn.", RULE),
        (RULE, "### 2.1 End", "The preceding rule is withdrawn."),
        (RULE, "### 2.1 End", "The preceding section is withdrawn."),
        (RULE, "The preceding rule is withdrawn.", "The preceding paragraph is withdrawn."),
    ],
    ids=[
        "denied", "for some", "conditional", "several", "former", "no clause", "its own section", "two sentences", "a list", "not complete",
        "of another section", "below a heading", "no section before", "taken back itself",
    ],
)  # fmt: skip
def test_what_may_mean_something_else_takes_nothing_back(tmp_path: Path, paragraphs: tuple[str, ...]) -> None:
    assert outcome(tmp_path, *paragraphs).not_active() == set()


def test_a_statement_whose_withdrawal_is_withdrawn_counts(tmp_path: Path) -> None:
    paragraphs = (
        RULE,
        "The preceding rule is withdrawn.",
        "The preceding paragraph is withdrawn.",
        "The preceding paragraph is withdrawn.",
    )
    assert outcome(tmp_path, *paragraphs).not_active() == {("form.md", "30", "superseded")}


def test_an_abbreviation_ends_no_rule(tmp_path: Path) -> None:
    rule = "A fee of 30 euros, e.g. that of Mr. Berger, is paid."
    assert outcome(tmp_path, rule, "The preceding rule is withdrawn.").not_active() == {("form.md", "30", "superseded")}


def test_what_was_taken_back_did_not_hold_before_the_next_edition_either(tmp_path: Path) -> None:
    def form(edition: str, text: str) -> str:
        return document(title="Form", form="HV 1", edition=edition, effective=f"{edition}-01", sections={"1 Fees": text})

    texts = {"1.md": form("2024-01", f"{RULE}\n\nThe preceding rule is withdrawn."), "2.md": form("2026-01", RULE)}
    assert decide(tmp_path, texts).of("1.md", "30").reason == "withdrawn provision: the words behind it take it back"
