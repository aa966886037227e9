"""Which sentences can be quoted alone, which with the sentence before, and which say nothing to believe."""

import pytest

from lineproof.beliefs.propose.independence import read
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.words import load

NOWHERE = Place("Blue Policy", "Blue Policy", frozenset({"deduct"}), frozenset(), False, "en")
CLAUSE = Place("§ 1 Fristen, MO", "MO § 1 Fristen", frozenset({"frist"}), frozenset(), False, "de")


@pytest.mark.parametrize(
    "sentence",
    [
        "You must send us a proof of loss within 90 days.",
        "This policy attaches to HV 30 01.",
        "If a valve is installed, it must be serviced.",
        "It is REQUIRED that clients wait.",
        "There are three steps to mail transactions.",
        "The deductible is two percent.",
        "Each notice of loss is acknowledged within 15 days.",
        "The part above $1,000 is paid.",
        "The following is added to S.1: While it rains, we pay.",
        "Items in the schedule need the approval of their owner.",
    ],
)
def test_stands_alone(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert not reading.leaning


@pytest.mark.parametrize(
    "sentence",
    [
        "It need not be sworn.",
        "If it is not, we pay the cost of repair.",
        "You may buy it down to three percent.",
        "Each names an appraiser within 20 days.",
        "In that case the limit is 5 days.",
        "The value MUST be zero.",
        "This extension is given once.",
        "Such a request is refused.",
        "If the client is known, they MUST be told.",
        "Otherwise, the server MUST stop.",
        "One is enough if the roof is new.",
    ],
)
def test_leans(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.leaning


@pytest.mark.parametrize(
    "sentence",
    [
        "For example, a roof would lose 90%.",
        "Is it covered?",
        "as described in the clause.",
        "The server MUST act as described below.",
        "The syntax is as follows.",
        "Returns the current balance of the owner.",
        "1. Introduction .................... 5.",
        "name = token / quoted.",
        "If found, go to step 2.",
        "We pay (see the schedule.",
        "NAME an owner name, i.e., the name of the node.",
    ],
)
def test_says_nothing(sentence: str) -> None:
    assert read(sentence, 0, len(sentence), NOWHERE, load("en")) is None


@pytest.mark.parametrize(
    ("sentence", "leaning"),
    [
        ("Die Klage muss innerhalb von zwei Jahren erhoben werden.", False),
        ("Dies gilt nicht, wenn der Schuldner zahlt.", True),
        ("Er haftet für Vorsatz.", True),
        ("Dieses Gesetz gilt ab dem 1. Januar 2026.", False),
        ("Im Übrigen gilt § 5.", True),
        ("Der Schuldner haftet, wenn er nicht zahlt.", False),
        ("Eine abweichende Vereinbarung ist unwirksam.", True),
    ],
)
def test_german(sentence: str, leaning: bool) -> None:
    reading = read(sentence, 0, len(sentence), CLAUSE, load("de"))
    assert reading is not None
    assert reading.leaning == leaning


def test_an_opening_that_only_binds_is_not_quoted() -> None:
    sentence = "However, servers MUST accept empty lines."
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert sentence[reading.start :] == "servers MUST accept empty lines."


def test_what_the_lead_names_a_pronoun_may_mean() -> None:
    sentence = "It has no more than two employees."
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"), led=True)
    assert reading is not None
    assert not reading.leaning
