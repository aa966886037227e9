"""With which sentences of its paragraph a sentence is quoted, and when it is quoted alone.

The faults guarded against: a sentence from the middle of a paragraph whose subject or condition the ones before it set out, a slot that
changes with a sentence on which the provision does not lean, and a rule that is lost because what stands before it says nothing.
"""

from dataclasses import replace

import pytest

from lineproof.beliefs.propose import propose
from lineproof.beliefs.propose.independence import suffices
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.words import load
from tests.lineproof.beliefs.reading import document_of

NOWHERE = Place("Blue Policy", "Blue Policy", frozenset({"deduct"}), False, "en")


def said(paragraph: str, language: str = "en", heading: str = "## 1 Cover") -> list[str]:
    """The statements of a paragraph without their place."""
    document = replace(
        document_of(f"# Form\n\n{heading}\n\n{paragraph}\n", "form.md", "Form", language), identifier="HV 7", edition="2026-01"
    )
    return [candidate.statement.partition(": ")[2] for candidate in propose(document)]


def slots(paragraph: str) -> list[str | None]:
    document = document_of(f"# Form\n\n## 1 Cover\n\n{paragraph}\n", "form.md", "Form")
    return [candidate.slot for candidate in propose(document)]


def test_a_sentence_that_takes_something_for_known_is_quoted_with_those_before_it() -> None:
    first, second = "A roof over forty years old is inspected.", "The annual deductible is EUR 20."
    assert said(f"{first} {second}")[-1] == f"{first} {second}"


def test_a_sentence_that_names_all_that_it_speaks_of_is_quoted_alone() -> None:
    sentences = [
        "Hotel costs are reimbursed up to EUR 180.",
        "Managers can approve up to EUR 5,000.",
        "Owners must report a loss within 20 days.",
    ]
    assert said(" ".join(sentences)) == sentences


def test_a_sentence_in_which_the_document_speaks_of_itself_needs_nothing_before_it() -> None:
    assert "This policy replaces the Roof Policy 2024." in said("Version 3.2, for all. This policy replaces the Roof Policy 2024.")


def test_a_sentence_on_which_the_provision_does_not_lean_is_no_part_of_its_slot() -> None:
    provision = "A report must reach us within 20 days."
    assert slots(f"A roof over forty years old is inspected. {provision}")[-1] == slots(provision)[-1]


def test_a_sentence_on_which_it_leans_is_part_of_its_slot() -> None:
    provision = "It must reach us within 20 days."
    assert slots(f"An owner writes a report of a roof. {provision}")[-1] != slots(f"An owner writes a list of tiles. {provision}")[-1]


def test_behind_a_sentence_that_says_nothing_a_rule_that_suffices_stands_alone() -> None:
    assert said("Is a hut covered? Owners of huts must report a loss within 20 days.") == [
        "Owners of huts must report a loss within 20 days."
    ]
    assert said("Is a hut covered? The report must be sent within 20 days.") == []


def test_too_long_a_chain_begins_with_a_sentence_that_suffices() -> None:
    first, second = "A roof is inspected.", "The inspector notes the age of a roof."
    third, fourth = "Owners of huts must keep a plan.", "The plan must be renewed within 20 days."
    assert said(f"{first} {second} {third} {fourth}")[-1] == f"{third} {fourth}"


def test_german_sentences_never_stand_without_those_before_them() -> None:
    assert said("Was ist eine Hütte? Eigner müssen einen Schaden binnen 20 Tagen melden.", "de", "## § 1 Hütten") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Owners of huts must report a loss within 20 days.",
        "We pay within 20 days after agreement.",
        "The insured must send a list.",
        "A hut has the deductible of a barn.",
        "Drying must begin within 48 hours.",
    ],
)
def test_suffices(sentence: str) -> None:
    assert suffices(sentence, "", NOWHERE, load("en"))


@pytest.mark.parametrize(
    "sentence",
    [
        "A hut is covered by the other form.",
        "We reapply the new rates.",
        "Owners must not use any value above 20.",
        "Owners of huts must instead report a loss.",
        "When a hut burns, we pay.",
        "The hut is covered.",
        "Various methods are allowed.",
    ],
)
def test_does_not_suffice(sentence: str) -> None:
    assert not suffices(sentence, "", NOWHERE, load("en"))


def test_of_a_list_that_the_lead_counts_as_several_all_or_nothing_is_claimed() -> None:
    lead = "The following duties apply to owners:"
    items = ["Each hut must be locked within 20 days.", "Each barn must be swept within 30 days."]
    assert said(f"{lead}\n\n- {items[0]}\n- {items[1]}") == [f"{lead} {items[0]} {items[1]}"] * 2
    assert said(f"{lead}\n\n- {items[0]}") == []
    assert said(f"{lead}\n\n{items[0]}") == []


def test_a_lead_that_announces_instructions_is_claimed_with_all_of_them() -> None:
    lead = "A hut has two new door-control instructions:"
    items = ["`ENTER` must open a door within 20 days.", "`LEAVE` must close a door within 30 days."]
    assert set(said(f"{lead}\n\n- {items[0]}\n- {items[1]}")) == {f"{lead} {items[0]} {items[1]}"}
    assert said("Two instructions, `ENTER` and `LEAVE`, must open a door.") == ["Two instructions, `ENTER` and `LEAVE`, must open a door."]


def test_a_lead_behind_which_its_own_list_stands_leads_to_nothing_else() -> None:
    assert said("Some huts are not covered: huts of straw:\n\nAn owner must report a loss within 20 days.") == []


def test_what_ends_the_sentence_of_a_german_list_belongs_to_it() -> None:
    text = "Wer eine Hütte\n\n1. durch Feuer oder\n2. durch Wasser\n\nSchaden zufügt, wird mit Haft bis zu drei Jahren bestraft."
    assert said(text, "de", "## § 1 Hütten") == [" ".join(text.split())]


def test_a_paragraph_behind_an_english_list_begins_anew() -> None:
    text = "A hut is covered if it has:\n\n1. a lock, and\n2. a door\n\nOwners must report a loss within 20 days."
    assert "Owners must report a loss within 20 days." in said(text)


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("A barn is divided into eight rooms.", "Each room must be locked within 20 days."),
        ("A server that reads a letter sends an answer.", "Owners must keep the server in a barn."),
        ('An owner may leave a "standard key" behind.', 'A "standard key" must be kept for 20 days.'),
        ("For each barn, define `K(A)` as the count of keys.", "Owners must report `K(A)` within 20 days."),
        ("The rules of barns are in Form 7.", "IANA has updated it within 20 days."),
        ("Form 7 is a specification of barns.", "This document adopts a fee of 20 euros from that specification."),
        ("A sale may be long.", "Owners must resume the interrupted sale of a barn within 20 days."),
    ],
)
def test_what_takes_up_a_sentence_before_it_is_quoted_with_it(before: str, sentence: str) -> None:
    assert f"{before} {sentence}" in said(f"{before} {sentence}")
    assert sentence not in said(f"{before} {sentence}")


def test_a_sentence_by_which_the_document_seems_to_speak_of_itself_is_quoted_with_no_other_if_it_leans() -> None:
    told = said("These rules mean that every barn has a lock.\n\nIt must be possible to lock a barn within 20 days.")
    assert not [statement for statement in told if statement.startswith("These rules")]


def test_a_first_sentence_about_what_the_paragraph_before_introduces_is_not_claimed() -> None:
    assert said("An owner may buy a new curved bolt.\n\nThe curved bolt has 20 parts.")[1:] == []
    assert said("Define `K(A)` as the count of keys.\n\nOwners must report `K(A)` within 20 days.") == []
