"""Sentences that a later one takes back: both are quoted, or neither, since the first alone would say too much."""

from dataclasses import replace

import pytest

from lineproof.beliefs.model import Candidate
from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of

RULE = "Eigner müssen einen Schaden binnen 20 Tagen melden."
SECOND = "Jeder Bote muss die Meldung binnen drei Tagen zustellen."


def proposed(paragraph: str, language: str = "de") -> list[Candidate]:
    heading = "§ 1 Hütten" if language == "de" else "1 Huts"
    document = document_of(f"# Musterordnung\n\n## {heading}\n\n{paragraph}\n", "form.md", "Musterordnung", language)
    return propose(replace(document, identifier="MO"))


def said(paragraph: str, language: str = "de", value: str | None = None) -> list[str]:
    """The statements without their place, of one value or of all claims."""
    found = proposed(paragraph, language)
    return [candidate.statement.partition(": ")[2] for candidate in found if value in (None, candidate.value)]


@pytest.mark.parametrize(
    "withdrawing",
    [
        "Dies gilt nicht, wenn die Hütte leer steht.",
        "Das gilt insoweit nicht, als die Hütte leer steht.",
        "Satz 1 gilt nicht für leere Hütten.",
        "Satz 1 findet keine Anwendung auf leere Hütten.",
        "Dies gilt nur, wenn die Hütte bewohnt ist.",
        "Dies gilt nicht mehr.",
        "Dies ist aufgehoben.",
        "Dies tritt damit außer Kraft.",
    ],
)
def test_what_is_taken_back_is_quoted_with_the_sentence_that_does(withdrawing: str) -> None:
    assert said(f"{RULE} {withdrawing}", value="20") == [f"{RULE} {withdrawing}"]
    assert proposed(f"{RULE} {withdrawing}")[0].quotes[0].text == f"{RULE} {withdrawing}"


@pytest.mark.parametrize("following", ["Dies gilt auch für Boten, die nicht wohnen.", "Dies meldet der Eigner nicht allein."])
def test_what_follows_and_takes_nothing_back_is_not_quoted(following: str) -> None:
    assert said(f"{RULE} {following}", value="20") == [RULE]


def test_a_sentence_is_taken_back_by_its_number_from_anywhere_behind_it() -> None:
    withdrawing = "Satz 1 gilt nicht für leere Hütten."
    assert said(f"{RULE} {SECOND} {withdrawing}", value="20") == [f"{RULE} {withdrawing}"]
    both = "Die Sätze 1 und 2 gelten nicht für leere Hütten."
    assert said(f"{RULE} {SECOND} {both}", value="3") == [f"{RULE} {SECOND} {both}"]


@pytest.mark.parametrize(
    "withdrawing",
    [
        "This does not apply to empty huts.",
        "This rule does not apply to empty huts.",
        "That duty shall not apply where a hut is empty.",
        "This no longer applies.",
        "This is no longer required.",
        "This rule has been withdrawn.",
        "That duty ceased to apply.",
        "This is false.",
    ],
)
def test_an_english_rule_is_taken_back(withdrawing: str) -> None:
    rule = "Owners of huts must report a loss within 20 days."
    assert said(f"{rule} {withdrawing}", "en", "20") == [f"{rule} {withdrawing}"]


def test_what_is_taken_back_by_words_that_cannot_be_quoted_is_not_claimed() -> None:
    assert said(f"{RULE} Dies gilt nicht in den Fällen des Absatzes 4.") == []
    assert said(f"{RULE} Dies gilt nicht für:\n\n1. leere Hütten,\n2. nach Absatz 4 geschlossene Hütten.", value="20") == []


def test_the_slot_of_a_rule_is_the_same_when_another_edition_takes_it_back() -> None:
    before, after = proposed(RULE)[0], proposed(f"{RULE} Dies gilt nicht für leere Hütten.")[0]
    assert (before.value, before.slot) == (after.value, after.slot) == ("20", before.slot)


@pytest.mark.parametrize(
    ("heading", "language"), [("4 Closing (repealed)", "en"), ("4 Closing [Repealed]", "en"), ("§ 4 Schluss (aufgehoben)", "de")]
)
def test_nothing_is_believed_under_a_heading_that_says_it_was_repealed(heading: str, language: str) -> None:
    rule = RULE if language == "de" else "Owners must report a loss within 20 days."
    document = document_of(f"# Form\n\n## {heading}\n\n{rule}\n", "form.md", "Form", language)
    assert propose(document) == []
