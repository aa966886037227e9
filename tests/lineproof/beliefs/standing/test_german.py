"""The same rules in German."""

from pathlib import Path

import pytest

from tests.lineproof.beliefs.standing.claiming import Outcome, decide
from tests.lineproof.beliefs.standing.texts import document


def conditions(edition: str, days: int, euros: int, **fields: str) -> str:
    """An edition of the conditions of a household policy."""
    sections = {
        "1 Anzeige": f"Der Versicherungsnehmer hat den Schaden innerhalb von {days} Tagen anzuzeigen.",
        "2 Selbstbeteiligung": f"Die Selbstbeteiligung beträgt {euros} Euro je Schaden.",
    }
    return document(title="Hausratbedingungen", form="HB 10 01", ausgabe=edition, gültig_ab=f"{edition}-01", sections=sections, **fields)


OLD, NEW = conditions("2019-04", 14, 150), conditions("2024-01", 7, 250, ersetzt="HB 10 01 (2019-04)")
CHANGE = document(
    title="Fristen", id="Rundschreiben 2025-02", gültig_ab="2025-02-01",
    sections={"1 Anzeige": "Abschnitt 1 von HB 10 01 (2024-01) wird wie folgt gefasst: Der Schaden ist binnen 10 Tagen anzuzeigen."},
)  # fmt: skip


def training(folder: Path, text: str) -> Outcome:
    page = document(title="Einstieg", gültig_ab="2025-06-01", sections={"Zahlen": text})
    return decide(folder, {"2019.md": OLD, "2024.md": NEW, "schulung.md": page})


def test_a_replaced_edition(tmp_path: Path) -> None:
    assert decide(tmp_path, {"2019.md": OLD, "2024.md": NEW}).not_active() >= {
        ("2019.md", "14", "superseded"),
        ("2019.md", "150", "superseded"),
    }


def test_a_rewritten_section(tmp_path: Path) -> None:
    outcome = decide(tmp_path, {"2024.md": NEW, "rundschreiben.md": CHANGE})
    assert outcome.not_active() == {("2024.md", "7", "superseded")}


@pytest.mark.parametrize(
    ("text", "value", "status"),
    [
        ("Der Versicherungsnehmer hat 14 Tage Zeit, den Schaden anzuzeigen (HB 10 01 (2024-01), Abschnitt 1).", "14", "disputed"),
        ("Nach HB 10 01 (2024-01), Abschnitt 2 beträgt die Selbstbeteiligung 250 Euro.", "250", "active"),
        ("Damals betrug die Selbstbeteiligung 150 Euro (HB 10 01 (2019-04), Abschnitt 2).", "150", "superseded"),
        ("Die Gebühr steigt von 20 Euro auf 30 Euro.", "20", "superseded"),
    ],
)
def test_a_training_page(tmp_path: Path, text: str, value: str, status: str) -> None:
    assert training(tmp_path, text).status("schulung.md", value) == status
