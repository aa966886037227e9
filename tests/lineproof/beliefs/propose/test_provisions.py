"""Which references to the section that a sentence stands in leave its subject, condition or object unsaid."""

import pytest

from lineproof.beliefs.propose import propose
from lineproof.beliefs.propose.words import load
from tests.lineproof.beliefs.reading import document_of

GERMAN = load("de").section


@pytest.mark.parametrize(
    "sentence",
    [
        "Die Vermutung nach Absatz 1 gilt auch, wenn der Schaden nicht angezeigt worden ist.",
        "In minder schweren Fällen des Absatzes 2 ist auf Freiheitsstrafe zu erkennen.",
        "Ist ein Verein Vormund, so sind die Absätze 1 und 2 nicht anzuwenden.",
        "Der Bundestag ist von den nach Absatz 1 getroffenen Maßnahmen zu unterrichten.",
        "Die schriftliche Anzeige gemäß Abs. 3 ist zu wiederholen.",
        "Die Tat wird in den Fällen der Nummer 2 bestraft.",
        "Nach den Absätzen 1 und 5 wird nicht bestraft, wer freiwillig zurücktritt.",
    ],
)
def test_what_carries_the_rule_hangs(sentence: str) -> None:
    assert GERMAN.hang(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "In den Fällen des § 355 Absatz 2 und Absatz 3 Satz 1 ist der Bote zu hören.",
        "Die Behörde ist zuständig nach Artikel 5 Absatz 1 der Richtlinie 2014/17/EU.",
        "Die Angaben nach Nummer 2 der Anlage sind zu machen.",
        "Bescheinigungen nach der Verordnung (EU) Nr. 1215/2012 werden ausgestellt.",
        "Abweichend von Absatz 2 Satz 1 kann die Behörde verzichten.",
        "Dem Käufer steht vorbehaltlich des Absatzes 3 ein Recht zu.",
        "Einspruchsbefugt im Sinne des Absatzes 1 Nr. 1 ist der Bote.",
        "Eine Bande, die sich zu Straftaten nach Absatz 1 oder Absatz 1a verbunden hat, wird bestraft.",
        "Eine Hypothek (Absatz 1) darf nur für einen Betrag bestellt werden.",
    ],
)
def test_what_is_named_or_aside_does_not_hang(sentence: str) -> None:
    assert not GERMAN.hang(sentence)


def test_a_list_that_is_quoted_shows_its_own_numbers() -> None:
    text = "wenn die Voraussetzungen der Nummern 1 und 2 nicht vorliegen"
    assert GERMAN.hang(text)
    assert not GERMAN.hang(text, listed=True)
    assert GERMAN.hang("wenn die Voraussetzungen des Absatzes 2 nicht vorliegen", listed=True)


def test_without_words_nothing_hangs() -> None:
    assert not load("es").section.hang("Die Vermutung nach Absatz 1 gilt auch.")


def said(text: str) -> list[str]:
    document = document_of(f"# Musterordnung\n\n## § 1 Fristen\n\n{text}\n", "mo.md", "Musterordnung", "de")
    return [candidate.statement.partition(": ")[2] for candidate in propose(document)]


def test_such_a_sentence_is_not_claimed() -> None:
    assert said("(2) Die Vermutung nach Absatz 1 gilt, wenn der Bote nicht binnen drei Tagen schreibt.") == []


def test_a_sentence_further_up_a_chain_brings_the_one_that_it_cites() -> None:
    first = "Boten müssen binnen drei Tagen ein Buch einreichen."
    second = "Die Einreichung nach Satz 1 kostet 5 Euro."
    third = "Dies gilt nicht, wenn der Bote krank ist."
    assert said(f"(1) {first} {second} {third}")[-1] == f"{first} {second} {third}"


def test_a_sentence_that_cites_a_later_one_is_not_claimed_nor_what_goes_on_with_it() -> None:
    assert said("(1) Im Fall des Satzes 2 müssen Boten 5 Euro zahlen. Boten haben 3 Tage Zeit.") == []
