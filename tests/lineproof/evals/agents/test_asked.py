"""What a question wants is told by its words, in either language."""

import pytest

from lineproof.evals.agents.asked import Wanted, read_question


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("How long may leave be carried over?", "single"),
        ("How does HV 30 01 differ from HV 40 01?", "comparison"),
        ("Which documents refer to LR 10?", "dependents"),
        ("Follow the references from LR 10 from document to document.", "chain"),
        ("LR 10 and TR 2 disagree; what do they say?", "contradiction"),
        ("Which rules would be affected by a change of LR 10?", "dependents"),
    ],
)
def test_the_shape_of_a_question(text: str, shape: str) -> None:
    assert read_question(text, "en").shape == shape


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Within how many days must it be sent?", Wanted("duration", "day")),
        ("How many endorsements are there?", Wanted("count", "endorsements")),
        ("How long does it take?", Wanted("duration")),
        ("How much is the fee?", Wanted("money")),
        ("What percentage is owed?", Wanted("percentage")),
        ("When does it begin?", Wanted("date")),
    ],
)
def test_what_an_answer_must_hold(text: str, wanted: Wanted) -> None:
    assert wanted in read_question(text, "en").wanted


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Which states amend the clause on theft?", True),
        ("List what LR 10 amends.", True),
        ("Which form is in force?", False),
        ("How many days are there?", False),
    ],
)
def test_several_things_are_wanted_where_a_plural_is_asked_for(text: str, several: bool) -> None:
    assert read_question(text, "en").several is several


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("How long is the notice, under each of these forms: farm, mobile home, renters?", ("farm", "mobile home", "renters")),
        ("What is the limit by the forms for farm, mobile home and renters, one by one?", ("farm", "mobile home", "renters")),
        ("Is it due in days, or in weeks?", ()),
        ("Where does this not hold as printed: trees and plants?", ()),
    ],
)
def test_what_a_question_enumerates(text: str, items: tuple[str, ...]) -> None:
    assert read_question(text, "en").items == items


def test_a_figure_of_any_kind_may_be_wanted() -> None:
    assert {one.kind for one in read_question("Which figure holds for theft?", "en").wanted} == {"money", "duration", "percentage", "count"}


def test_a_question_that_asks_for_no_value_wants_none() -> None:
    assert read_question("Who signs the form?", "en").wanted == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What does S.4 of HV 30 01 (2026-01) say?", ("S.4", "HV 30 01 (2026-01)")),
        ("Does the Homeowners Form cover water?", ("Homeowners Form",)),
        ("What is the deductible?", ()),
        ('What does "Keys to the House" say of Bulletin 2025-11?', ("Keys to the House", "Bulletin 2025-11")),
        ("Bulletin 2025-11 speaks of what?", ("Bulletin 2025-11",)),
    ],
)
def test_names_are_written_as_names_are(text: str, names: tuple[str, ...]) -> None:
    assert read_question(text, "en").names == names


def test_the_focus_is_what_is_left_without_names_and_words_of_asking() -> None:
    focus = read_question("How much is the deductible for hail under HV 30 01?", "en").focus.split()
    assert {"deductible", "hail"} <= set(focus)
    assert not {"much", "hv", "30"} & set(focus)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Under the renters form, how long may a claim rest?", "how long may a claim rest"),
        ("Which period applies to the roof, when an inspector visits old barns?", "roof"),
        ("Somebody wonders. How much is paid for cash?", "cash"),
        ("Which offices differ on this: leave for parents?", "leave for parents"),
        ("Leave for parents: what does the handbook of today say of it?", "leave for parents"),
        ("What is the limit for the limit of travel?", "limit of travel"),
    ],
)
def test_the_part_that_asks_comes_first(text: str, topic: str) -> None:
    said = {word for word in topic.split() if word not in ("how", "long", "may", "a", "for", "of")}
    parts = [{*part.split()} for part in read_question(text, "en").parts]
    assert said <= next(part for part in parts if part - {"what", "does", "the", "of", "it", "for"})


def test_what_is_counted_is_asked_about_but_not_the_unit_of_a_time() -> None:
    assert "days" not in read_question("How many days are given for notice?", "en").parts[0]
    assert "endorsements" in read_question("How many endorsements are kept?", "en").parts[0]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("What does the seasonal cabin form in force say of theft?", ("seasonal cabin",)),
        ("How long is it by today's farm contract?", ("farm",)),
        ("Which form is in force?", ()),
        ("Wie lange gilt das nach der Richtlinie?", ()),
    ],
)
def test_words_before_one_for_a_document_place_the_answer(text: str, places: tuple[str, ...]) -> None:
    assert read_question(text, "en").places == places


def test_a_title_is_a_name_as_a_whole() -> None:
    asked = read_question("What does the Agency and Billing Manual set?", "en", ["AGENCY AND BILLING MANUAL", "Billing"])
    assert asked.names == ("Agency and Billing Manual",)
    assert read_question("Who files an agency and billing manual?", "en", ["Agency and Billing Manual"]).names == ()


def test_a_german_question_is_read_too() -> None:
    asked = read_question("Wie lange darf Urlaub übertragen werden?", "de")
    assert asked.wanted == (Wanted("duration"),)
