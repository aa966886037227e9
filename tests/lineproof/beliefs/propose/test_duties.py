"""Duties: the kind of a statement goes by its main clause, and its value is one that it states."""

import pytest

from lineproof.beliefs.model import Candidate
from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.propose.test_propose import edition


def claims(text: str, language: str = "en") -> list[Candidate]:
    heading = "## § 1 Hütten" if language == "de" else "## 1 Huts"
    return propose(edition(f"{heading}\n\n{text}", "2026-01", language))


def kind(text: str, language: str = "en") -> str:
    """The kind of the claim on the last sentence."""
    return claims(text, language)[-1].kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Owners of huts may sell keys of huts to guests.", "permission"),
        ("Owners of huts may encounter storms in the winter.", "fact"),
        ("Huts of wood may be vulnerable to fire from stoves.", "fact"),
        ("Owners of huts may not be able to sell keys of huts.", "fact"),
        ("Owners of huts may not sell keys of huts to guests.", "prohibition"),
        ("In some cases owners of huts may sell keys of huts twice.", "fact"),
        ("A hut is a house of wood that may be sold with its keys.", "fact"),
        ("Owners of huts need lists of guests that are permitted access to huts.", "fact"),
        ("Owners of huts MAY sell keys of huts to guests.", "permission"),
        ("Owners of huts MAY sell keys of huts only to guests.", "permission"),
        ("Owners of huts MAY only be heard by a judge of the valley.", "condition"),
    ],
)
def test_only_somebody_who_may_do_something_is_permitted_it(text: str, expected: str) -> None:
    assert kind(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Owners of huts must keep keys of huts in a safe.", "obligation"),
        ("This document describes how owners must keep keys of huts.", "fact"),
        ("A keeper is a person that must keep keys of huts in a safe.", "fact"),
        ("This document is not intended to list keys of huts which owners must keep.", "fact"),
        ("Owners of huts SHOULD keep keys of huts in a safe.", "obligation"),
        ("Owners SHOULD NOT keep keys of huts in a drawer.", "prohibition"),
        ("Although owners of huts may keep keys at home, owners of huts must list keys of huts.", "obligation"),
    ],
)
def test_the_main_clause_obliges(text: str, expected: str) -> None:
    assert kind(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If a hut burns, its owner must report the fire to the police.", "condition"),
        ("An owner must report a fire of a hut when the police asks for a report.", "condition"),
        ("Huts of wood can be sold provided that a judge agrees to the sale.", "condition"),
        ("A list of keys must be provided to each guest of a hut.", "obligation"),
        ("Owners of huts must check each morning to determine if a hut is damp.", "obligation"),
        ("A hut must be treated as if it was a house of stone.", "obligation"),
        ("Owners of huts must sell huts with or without keys.", "obligation"),
        ("An owner must report a fire of a hut before midnight.", "obligation"),
        ("Owners of huts must list the valley where each hut stands.", "obligation"),
    ],
)
def test_a_condition_is_one_that_governs_the_main_clause(text: str, expected: str) -> None:
    assert kind(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Der Eigner einer Hütte hat die Schlüssel der Hütte dem Wirt der Gemeinde Tal zur Verwahrung auszuhändigen.", "obligation"),
        ("Eigner von Hütten haben über ihre Schlüssel, aufgegliedert nach Tälern, zu berichten.", "obligation"),
        ("Eigner sollen Schlüssel von Hütten bei einem Wirt hinterlegen.", "obligation"),
        ("Eigner sollen Schlüssel von Hütten nicht ohne Erlaubnis verleihen.", "prohibition"),
        ("Wirte von Hütten ermöglichen jedem Gast, seine Schlüssel selbst verwahren zu können.", "fact"),
        ("Eigner von Hütten können Schlüssel von Hütten nur persönlich verkaufen.", "condition"),
        ("Von § 3 kann nicht zum Nachteil des Eigners abgewichen werden.", "prohibition"),
        ("Eigner von Hütten müssen bei Feuer die Polizei verständigen.", "obligation"),
        ("Brennt eine Hütte, so muss der Wirt die Polizei verständigen.", "condition"),
        ("Wird eine Hütte verkauft, muss der Eigner den Wirt verständigen.", "condition"),
        ("Im Falle eines Feuers müssen Eigner von Hütten die Polizei verständigen.", "condition"),
    ],
)
def test_the_same_of_german(text: str, expected: str) -> None:
    assert kind(text, "de") == expected


def test_a_plain_sentence_has_the_kind_of_the_rule_that_it_is_quoted_with() -> None:
    text = "If a hut burns, its owner MUST report the fire of the hut to the police. This situation may arise from a stove."
    found = claims(text)
    assert [(one.kind, one.slot is None) for one in found] == [("condition", False), ("obligation", True)]


def test_what_only_may_happen_is_uncertain() -> None:
    (found,) = claims("Owners of huts may encounter storms in the winter.")
    assert (found.modality, found.slot) == ("uncertain", None)


@pytest.mark.parametrize(
    "text",
    [
        "Owners of huts must keep 8-bit textual data in huts.",
        "A Two-Bed Hut must have a roof of wood.",
        "Owners of huts must keep the two keys of huts in a safe.",
        "Owners of huts must keep plans of 40 or 56 huts.",
        "Owners of huts must report 503 errors to the police.",
        "Owners of huts must be ready for a 51% attack on the chain.",
    ],
)
def test_what_only_names_something_is_no_value(text: str) -> None:
    assert [one.value for one in claims(text)] == [None]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The name of a hut is a 64-bit integer that its owner must keep.", "64"),
        ("Owners of huts must not exceed the 49152-byte limit of the register.", "49152"),
        ("A plan of a hut must have 600 bytes (though typically 16 bytes are added).", "600"),
        ("Owners of huts must heat a hut six times the year.", "6"),
        ("A visitor of huts may borrow 14 books a year.", "14"),
        ("The keeper of a hut must keep at most 500 responses.", "500"),
    ],
)
def test_what_is_said_of_a_thing_is_its_value(text: str, value: str) -> None:
    assert [one.value for one in claims(text)] == [value]
