"""Answers in the words of the evidence: whole sentences, of the section that is named, or what was looked for in vain."""

import json

import pytest

from lineproof.recall import Memory
from tests.compiling import compiled

DUTY = """# Dienstordnung

## § 1 Nachtschicht

Die Nachtschicht beginnt am 1. Mai um 22 Uhr und endet nach der Dienstordnung am 30. September.

## § 2 Gebühr

Die Gebühr entfällt z. B. für Schwerbehinderte i. S. d. § 2 SGB IX. Sie wird sonst jährlich erhoben.

## § 5 (weggefallen)

## § 7 Schlüssel

Den Schlüssel verwahrt Hr. Kern. Er steht dafür ein.
"""
TRAVEL = """# Travel

## Section 4 Limits

Employees may spend up to 155 EUR per night on a hotel. Trains are booked by Mr. Berger.

## Section 6 Receipts

Receipts go to Prof. Anna Kern. They are kept.
"""
TURNS = [
    {"id": "1", "speaker": "Anna", "text": "I am the other Anna, and I adopted a parrot."},
    {"id": "2", "speaker": "Bob", "text": "Here is the other photo that I took."},
]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    sources = {"duty.md": DUTY, "travel.md": TRAVEL}
    return Memory(compiled(tmp_path_factory.mktemp("office") / "w", {"office": sources}).corpus("office"))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    session = "".join(json.dumps(turn) + "\n" for turn in TURNS)
    return Memory(compiled(tmp_path_factory.mktemp("talk") / "w", {"talk": {"one.jsonl": session}}).corpus("talk"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wann beginnt die Nachtschicht?", "beginnt am 1. Mai um 22 Uhr und endet nach der Dienstordnung am 30. September. ["),
        ("Für wen entfällt die Gebühr?", "Die Gebühr entfällt z. B. für Schwerbehinderte i. S. d. § 2 SGB IX. ["),
        ("Wer verwahrt den Schlüssel?", "Den Schlüssel verwahrt Hr. Kern. ["),
        ("Who books trains?", "Trains are booked by Mr. Berger. ["),
        ("To whom do receipts go?", "Receipts go to Prof. Anna Kern. ["),
    ],
)
def test_sentences_are_not_cut_behind_day_numbers_abbreviations_and_titles(office: Memory, question: str, answer: str) -> None:
    assert answer in office.ask_now(question).answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was steht in § 5?", "§ 5 (weggefallen) [duty.md#L11]"),
        ("What does section 4 say?", "Employees may spend up to 155 EUR per night on a hotel. [travel.md#L5]"),
    ],
)
def test_a_section_that_is_named_answers_and_no_other_does(office: Memory, question: str, answer: str) -> None:
    answered = office.ask_now(question)
    assert answered.answer.startswith(answer)
    assert len(answered.citations) == 1


def test_words_that_ask_what_holds_now_do_not_count_against_an_answer(office: Memory) -> None:
    plain, now = (office.recall_now(f"What is the {word}limit of a hotel?") for word in ("", "current "))
    assert plain.trace["support"] == now.trace["support"]
    assert "current" not in now.trace["missing"]


@pytest.mark.parametrize(
    ("question", "looked"),
    [
        ("Where is the zebra crossing?", "the question for: zebra, crossing; nothing that was found has: zebra, crossing."),
        ("Where's Bob's zebra?", "the question for: bob's, zebra; nothing that was found has: bob's, zebra."),
        ("Where is the l'hôtel?", "the question for: l'hôtel; nothing that was found has: l'hôtel."),
        ("Who is it?", "the question; it has no word by which to look"),
    ],
)
def test_what_is_not_found_is_told_with_what_was_looked_for(office: Memory, question: str, looked: str) -> None:
    answered = office.ask_now(question)
    assert answered.abstained
    assert looked in answered.answer


def test_a_question_of_names_and_stop_words_is_answered_by_what_has_them_all(talk: Memory) -> None:
    assert talk.ask_now("Who is the other Anna?").answer == "Anna: I am the other Anna, and I adopted a parrot. [one.jsonl#L1]"
    assert talk.ask_now("Who is Anna?").abstained
