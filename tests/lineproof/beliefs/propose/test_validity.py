"""The days between which a sentence says that it holds: an end was read from no sentence, so that nothing ever expired."""

import pytest

from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of


def windows(sentence: str, language: str) -> set[tuple[str | None, str | None]]:
    """The windows of all claims of a sentence."""
    found = propose(document_of(f"# Parking\n\n{sentence}\n", "parking.md", "Parking", language))
    return {(one.valid_from and one.valid_from.isoformat(), one.valid_to and one.valid_to.isoformat()) for one in found}


@pytest.mark.parametrize(
    ("sentence", "begins", "ends"),
    [
        ("From 1 March 2024 to 30 June 2024 the parking fee is 5 euros.", "2024-03-01", "2024-06-30"),
        ("From March to June 2024 the parking fee is 5 euros.", "2024-03-01", "2024-06-30"),
        ("Between 1 March 2024 and 30 June 2024 the parking fee is 5 euros.", "2024-03-01", "2024-06-30"),
        ("The rate of 3% applies from 1 May 2024 until 31 May 2024.", "2024-05-01", "2024-05-31"),
        ("The permit is valid until 31 December 2024 and costs 5 euros.", None, "2024-12-31"),
        ("Until June 2024 the parking fee is 5 euros.", None, "2024-06-30"),
        ("The parking fee is 5 euros per day until 30 June 2024.", None, "2024-06-30"),
        ("After 1 March 2024 the parking fee is 5 euros.", "2024-03-02", None),
        ("From April 2024 the parking fee is 5 euros.", "2024-04-01", None),
    ],
)
def test_a_sentence_says_for_which_days_it_holds(sentence: str, begins: str | None, ends: str | None) -> None:
    assert windows(sentence, "en") == {(begins, ends)}


@pytest.mark.parametrize(
    ("sentence", "begins", "ends"),
    [
        ("Vom 1. März 2024 bis zum 30. Juni 2024 beträgt die Gebühr 5 Euro.", "2024-03-01", "2024-06-30"),
        ("Bis zum 30. Juni 2024 beträgt die Gebühr 5 Euro.", None, "2024-06-30"),
        ("Die Gebühr beträgt bis zum 30. Juni 2024 5 Euro.", None, "2024-06-30"),
        ("Die Gebühr von 5 Euro gilt bis 31. Dezember 2024.", None, "2024-12-31"),
        ("Ab dem 1. Juli 2024 beträgt die Gebühr 7 Euro.", "2024-07-01", None),
    ],
)
def test_a_german_sentence_says_so_too(sentence: str, begins: str | None, ends: str | None) -> None:
    assert windows(sentence, "de") == {(begins, ends)}


@pytest.mark.parametrize(
    "sentence",
    [
        "The form is not valid until 1 March 2024 and costs 3 euros.",
        "Claims filed from 1 March 2024 to 30 June 2024 are paid with 5 euros.",
        "The parking fee is 5 euros until 30 June 2024 and 7 euros from 1 July 2024.",
        "The parking fee is 5 euros, for policies that were issued until 30 June 2024.",
        "The parking fee of 5 euros was decided on 30 June 2024.",
    ],
)
def test_a_date_that_ends_something_else_ends_no_claim(sentence: str) -> None:
    assert windows(sentence, "en") == {(None, None)}
