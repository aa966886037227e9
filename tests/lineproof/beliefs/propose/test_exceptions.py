"""Exceptions behind a rule: both are one statement, or the rule is left out, since it alone would say too much."""

import pytest

from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of


def said(text: str, language: str = "en") -> list[str]:
    """The statements without their place."""
    document = document_of(f"# Rule Book\n\n## 1 Huts\n\n{text}\n", "form.md", "Rule Book", language)
    return [candidate.statement.partition(": ")[2] for candidate in propose(document)]


@pytest.mark.parametrize(
    ("rule", "exception", "language"),
    [
        ("Guards must lock the gate.", "Exception: the day watch.", "en"),
        ("Guards must lock the gate.", "Exceptions are granted by the owner.", "en"),
        ("Every hut must be swept.", "Interns are exempt.", "en"),
        ("Guards may sleep in a hut up to 3 nights per week.", "Guards on trial are not eligible.", "en"),
        ("Fires must be lit in the stove.", "Open fires are permitted on the beach in winter.", "en"),
        ("Smoking is prohibited in all huts.", "It is allowed on the terrace.", "en"),
        ("Das Rauchen ist in allen Hütten verboten.", "Auf der Terrasse ist es erlaubt.", "de"),
        ("The Hut Rule must be read within 10 days.", "It does not apply to interns.", "en"),
        ("Die Hüttenordnung muss binnen 10 Tagen gelesen werden.", "Sie gilt nicht für Aushilfen.", "de"),
        ("Wachen müssen das Tor abschließen.", "Ausnahme: die Tagwache.", "de"),
        ("Feuer müssen im Ofen brennen.", "Offene Feuer sind erlaubt am Strand im Winter.", "de"),
    ],
)
def test_a_rule_is_quoted_with_the_sentence_that_excepts_some_from_it(rule: str, exception: str, language: str) -> None:
    found = said(f"{rule} {exception}", language)
    assert found
    assert set(found) == {f"{rule} {exception}"}


@pytest.mark.parametrize(
    "following",
    [
        "Boats are permitted on the lake.",
        "A gate is locked if its use at night is permitted.",
        "Guards report each exception to the owner.",
    ],
)
def test_what_excepts_nobody_is_not_quoted(following: str) -> None:
    assert said(f"Guards must lock the gate. {following}")[0] == "Guards must lock the gate."


@pytest.mark.parametrize(
    ("items", "language"),
    [
        ("- Guests must sign in.\n  - Exception: guests of the owner.", "en"),
        ("- Guests must sign in.\n- **Exception:** guests of the owner.", "en"),
        ("- Guests must sign in.\n  - Exceptions:\n    - guests of the owner\n    - couriers", "en"),
        ("- Gäste müssen sich eintragen.\n  - Ausnahme: Gäste des Eigners.", "de"),
    ],
)
def test_an_item_is_quoted_with_the_exceptions_below_or_behind_it(items: str, language: str) -> None:
    (only,) = said(items, language)
    assert ("Exception" in only) or ("Ausnahme" in only)
    assert only.startswith(("Guests must sign in.", "Gäste müssen sich eintragen."))


def test_other_items_stand_without_the_exception() -> None:
    found = said("- Guests must sign in.\n  - Exception: guests of the owner.\n- Guards must wear a badge.")
    assert found[1] == "Guards must wear a badge."


def test_a_rule_whose_exceptions_cannot_be_quoted_is_left_out() -> None:
    assert said("- Guests must sign in.\n  - Exceptions:") == []


def test_a_later_clause_takes_a_rule_back_by_a_pronoun() -> None:
    rule, exception = "(1) Die Hüttenordnung muss binnen 20 Tagen unterschrieben werden.", "(2) Sie gilt nicht für Gäste."
    assert said(f"{rule}\n\n{exception}", "de") == [f"{rule} {exception}"]


@pytest.mark.parametrize(
    "exception",
    ["Exception: the day watch.", "**Exceptions:** Guards on trial may leave it open.", "Exceptions:\n\n- the day watch\n- the cook"],
)
def test_a_paragraph_is_quoted_with_the_exceptions_right_behind_it(exception: str) -> None:
    found = said(f"Guards must lock the gate.\n\n{exception}\n\nHuts must be swept.")
    assert found[0].startswith("Guards must lock the gate. Exception")
    assert found[-1] == "Huts must be swept."


@pytest.mark.parametrize(
    ("rule", "exception", "language"),
    [
        ("Guards must wear a badge.", "This does not apply to interns.", "en"),
        ("Wachen müssen ein Abzeichen tragen.", "Dies gilt nicht für Aushilfen.", "de"),
    ],
)
def test_a_paragraph_is_quoted_with_the_next_one_that_takes_it_back(rule: str, exception: str, language: str) -> None:
    assert said(f"{rule}\n\n{exception}", language) == [f"{rule} {exception}"]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("The refund is 30 % of the fee.", "en", "0.3"),
        ("The guest must pay 30 % of the fee.", "en", "0.3"),
        ("Nachtwachen werden mit einem Zuschlag von 25 % vergütet.", "de", "0.25"),
        ("Die Wache muss binnen 5 Minuten angetreten sein.", "de", "5"),
        ("Gutscheine verfallen nach 3 Monaten.", "de", "3"),
        ("Guards must wear a badge. A spare costs €15.", "en", "15"),
        ("The owners decided to sell the hut by 30 June 2025.", "en", "2025-06-30"),
    ],
)
def test_values_of_short_rules_are_claimed(text: str, language: str, value: str) -> None:
    document = document_of(f"# Rule Book\n\n## 1 Huts\n\n{text}\n", "form.md", "Rule Book", language)
    assert value in [candidate.value for candidate in propose(document)]


@pytest.mark.parametrize("formula", ["The index is a % b of the size.", "The index is 7 % 3 of the size."])
def test_a_remainder_is_no_percentage(formula: str) -> None:
    assert said(formula) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Das Rudern ist auf dem gesamten See verboten.", "de"),
        ("Das Betreten der Hütte ist ohne Helm untersagt.", "de"),
        ("It was decided to sell the hut.", "en"),
        ("Wood may be kept until 31 March of the following year.", "en"),
    ],
)
def test_what_names_all_that_it_speaks_of_is_claimed(text: str, language: str) -> None:
    assert said(text, language) == [text]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Der Austritt ist nur zum Ende eines Kalenderjahres möglich.", "de"),
        ("Members may leave only at the end of a calendar year.", "en"),
    ],
)
def test_the_end_of_a_year_is_no_period(text: str, language: str) -> None:
    document = document_of(f"# Rule Book\n\n## 1 Huts\n\n{text}\n", "form.md", "Rule Book", language)
    assert [candidate.value for candidate in propose(document)] == [None]
