"""Statements that ask for something which they do not say, values that are none, and rules that the next sentence changes."""

from dataclasses import replace

import pytest

from lineproof.beliefs.model import Candidate
from lineproof.beliefs.plain import plain
from lineproof.beliefs.propose import propose
from lineproof.wiki.text import plain as shown
from tests.lineproof.beliefs.reading import document_of


def proposed(text: str, title: str = "Hut Rules", language: str = "en") -> list[Candidate]:
    document = document_of(f"# {title}\n\n## 1 Locks\n\n{text}\n", "form.md", title, language)
    return propose(replace(document, identifier="HR 7"))


def said(text: str) -> list[str]:
    return list(dict.fromkeys(candidate.statement.partition(": ")[2] for candidate in proposed(text)))


def valued(text: str) -> list[tuple[str, str | None]]:
    return [(candidate.value, candidate.unit) for candidate in proposed(text) if candidate.value]


@pytest.mark.parametrize(
    "sentence",
    [
        "In all other cases, an owner must not open the barn.",
        "Alternately, owners may reject a key.",
        "All of the remaining conditions must be checked at night.",
        "An owner must oil the preceding `BOLT` parts before a sale.",
        "A steel bolt offers better protection, which no owner must give up.",
        "For huts that hold guests, greater care must be taken to close the roof.",
        "Owners would not have to make any change to how huts are built.",
        "Building a hut has never been possible with less than 50 planks, so it does not harm owners.",
        "Owners need to be educated.",
        "While some roofs are highly pitched, others are considerably flatter.",
        "The lock must then lie on the dashed line, right of the hinge.",
        "As Figure 3 tells, an owner must keep a key.",
        "Three kinds of keys must be kept with the lock table above.",
        "Locking proceeds as follows: In the first week, an owner must set the bolt to its highest notch.",
        "Bolts and Locks Each barn has 2 locks, and owners must oil each lock.",
        "Latch A latch is a bolt that owners must oil twice.",
        "Mountain huts A hut that owners must lock has 2 bolts.",
        "If a barn has 2 doors, an owner must go to stage II.",
        "If a lock fails, an owner must skip the last step.",
        "An owner must close a barn in which 3 locks meet the conditions above.",
        "An owner must answer the subsequent letter within 5 days.",
        "This memo defines an Experimental Protocol for the Internet community. It does not specify an Internet standard of any kind.",
    ],
)
def test_what_a_statement_asks_for_and_does_not_say_is_not_claimed(sentence: str) -> None:
    assert said(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "A steel bolt offers better protection than a wooden bolt, which no owner must give up.",
        "If a barn burnt, owners would not have to rebuild the barn.",
        "Owner A must oil 3 bolts that owner B needs.",
        "An owner who wrote a letter must answer the subsequent letter within 5 days.",
        "Raising the fee to 90 euros would close 5 huts.",
        "Owners must keep a lock with 2 keys (see Figure 3).",
        "A guest of 18 or above must sign a form.",
        "An owner must oil the bolts of a barn, and each of the preceding bolts.",
        "Owners of Mountain Huts must keep 2 keys.",
        "In The Hague, an owner must keep 2 keys.",
    ],
)
def test_what_says_all_that_it_asks_for_is_claimed(sentence: str) -> None:
    assert said(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "A key must be kept for 30 to 60 days.",
        "An owner must keep between 3 and 5 keys.",
        "A bolt must hold for 10-15 seconds.",
        "Owners must not drive faster than 20 kilometres per hour.",
        "A code must have 2 low bits, 3 next bits, 5 further bits and 7 high bits.",
    ],
)
def test_an_end_of_a_range_a_speed_and_one_of_many_counts_are_no_values(sentence: str) -> None:
    assert said(sentence) == [sentence]
    assert valued(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("The term must be raised from 30 to 60 days.", ("60", "day")),
        ("An owner must keep up to 5 keys.", ("5", "key")),
        ("An owner must keep the road for 20 kilometres.", ("20", "kilometre")),
    ],
)
def test_a_limit_is_a_value(sentence: str, value: tuple[str, str]) -> None:
    assert value in valued(sentence)


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        ("The count of keys must rise from 30 keys (a shelf) to 60 keys.", ["60"]),
        ("Owners must lower the count of keys from its current value of 68 keys per barn to 16 keys.", ["16"]),
        ("Owners must raise the count to 3 keys from existing 2 keys.", ["3"]),
        ("Owners must keep a bolt of 85 planks, as opposed to 55 planks for a hut.", ["85"]),
        ("Owners must take from 30 keys a copy each.", ["30"]),
        ("Owners must keep one, two, or three keys.", []),
        ("Owners must pay for the plan (20 planks × 16 keys) of a hut.", []),
    ],
)
def test_what_was_before_a_change_one_of_several_counts_and_a_factor_are_no_values(sentence: str, values: list[str]) -> None:
    assert [value for value, _ in valued(sentence)] == values


@pytest.mark.parametrize(
    ("rule", "following"),
    [
        ("A key must not be longer than 90 millimetres.", "Owners of barns may increase this limit."),
        ("An owner may keep a list of keys.", "The owner must not show the list unless a buyer asks."),
        ("Owners must add a new field to the form.", "This field must be empty when no key is kept."),
        ("Owners must close each hut.", "They may leave a hut open if a guest sleeps there."),
    ],
)
def test_what_the_next_sentence_makes_of_a_rule_is_quoted_with_it(rule: str, following: str) -> None:
    assert rule not in said(f"{rule} {following}")
    assert f"{rule} {following}" in said(f"{rule} {following}")


@pytest.mark.parametrize(
    ("lead", "claimed"), [("Owners pay these fees:", True), ("Owners pay these approximate fees described below:", False)]
)
def test_rows_that_are_only_typical_are_not_claimed_without_their_lead(lead: str, claimed: bool) -> None:
    table = f"{lead}\n\n| Hut | Fee |\n| --- | --- |\n| Alm | 5 euros |\n| Berg | 7 euros |"
    assert any("Alm" in statement for statement in said(table)) is claimed


def test_a_row_that_points_below_is_not_claimed() -> None:
    table = (
        "| Hut | Fee | Comment |\n| --- | --- | --- |\n| Alm | 5 euros | See details below about guests |\n| Berg | 7 euros | All year |"
    )
    assert ["Berg" in statement for statement in said(table)] == [True]


def test_a_lead_that_does_not_say_of_what_its_list_is_leads_to_nothing() -> None:
    items = "\n\n- Owners must lock the barn.\n- Owners must light the yard.\n"
    assert said(f"For each barn, mitigations against theft are:{items}") != []
    assert said(f"For each barn, mitigations are:{items}") == []


def test_the_name_of_a_first_section_is_no_title() -> None:
    assert all("Abstract" not in candidate.statement for candidate in proposed("Owners must keep 2 keys.", "1. Abstract"))


@pytest.mark.parametrize("form", ["markdown", "restructuredtext"])
def test_signs_of_a_calculation_are_kept(form: str) -> None:
    text = "Values above 2**32-1 are read as 2**32-1, and (n)*m*(k) as **n**."
    assert plain(text) == "Values above 2**32-1 are read as 2**32-1, and (n)*m*(k) as n."
    assert "2**32-1 are read as 2**32-1" in shown(text, form)


def test_letters_within_a_word_lose_their_marks() -> None:
    assert plain("A (**Ho**use **c**lock **K**ey) is **new**.") == "A (House clock Key) is new."


def test_a_language_without_such_words_lacks_nothing() -> None:
    assert proposed("Der Mieter eines Zimmers muss 5 Euro zahlen.", language="de") != []
