"""Answers that stand on several paragraphs: lists behind a colon, rows of tables, sections by number, and turns of who is named."""

import json

import pytest

from lineproof.recall import Memory
from tests.compiling import compiled

GARDEN = """---
title: Garden Rules
form: GR 2
---

# Garden Rules

## 1 Water

The pump runs in the morning. Hoses are rolled up at night.

## 2 Plots

A plot is lost for:

- three unpaid invoices,
- burning of waste,
- letting it to strangers.

## 3 Fees

Yearly fees of plots by their place.

| Place | Fee per year |
|---|---|
| Riverside | 90 euros |
| Hilltop | 60 euros |
| Orchard | 75 euros |
"""
POOL = """# Badeordnung

## § 1 Verbote

Im Bad ist untersagt:

- das Springen vom Rand,
- das Mitbringen von Glas.

## § 2 Eintritt

| Gruppe | Preis |
|---|---|
| Kinder | 2 Euro |
| Erwachsene | 5 Euro |
"""
TURNS = [
    ("Lena", "The new caterer Fontal is wonderful."),
    ("Omar", "I see it otherwise, the soup was cold."),
    ("Lena", "The piano tuner comes on Monday."),
    ("Omar", "He says that rain is coming."),
]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    sources = {"garden.md": GARDEN, "pool.md": POOL}
    return Memory(compiled(tmp_path_factory.mktemp("rules") / "w", {"rules": sources}).corpus("rules"))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    turns = "".join(json.dumps({"id": str(at), "speaker": who, "text": text}) + "\n" for at, (who, text) in enumerate(TURNS))
    return Memory(compiled(tmp_path_factory.mktemp("talk") / "w", {"talk": {"one.jsonl": turns}}).corpus("talk"))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Why can a plot be lost?", ["A plot is lost for:", "three unpaid", "burning", "strangers"]),
        ("Was ist im Bad untersagt?", ["Im Bad ist untersagt:", "Springen", "Glas"]),
    ],
)
def test_what_a_sentence_announces_comes_behind_it_in_order(rules: Memory, question: str, parts: list[str]) -> None:
    answer = rules.ask_now(question).answer
    places = [answer.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


def test_of_a_list_that_was_not_found_whole_this_is_said(rules: Memory) -> None:
    flags = rules.ask_now("Why can a plot be lost?", budget=30).flags
    assert [flag for flag in flags if flag.startswith("more: ")]


@pytest.mark.parametrize(
    ("question", "row", "others"),
    [
        ("What is the yearly fee for plots at the Hilltop?", "Hilltop | 60 euros", ("Riverside", "Orchard")),
        ("Was kostet der Eintritt für Erwachsene?", "Erwachsene | 5 Euro", ()),
    ],
)
def test_a_row_that_is_named_answers_and_no_other_does(rules: Memory, question: str, row: str, others: tuple[str, ...]) -> None:
    answer = rules.ask_now(question).answer
    assert row in answer
    assert not any(other in answer for other in others)


def test_a_section_is_named_by_its_number_alone_and_answers_whole(rules: Memory) -> None:
    answer = rules.ask_now("What does Section 1 of the Garden Rules say?").answer
    assert answer.startswith("The pump runs in the morning. [")
    assert "Hoses are rolled up at night." in answer
    assert "plot" not in answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does Section 9 of the Garden Rules say?", "There is no Section 9 in: GR 2: Garden Rules."),
        ("Was sagt § 7 der Badeordnung?", "There is no § 7 in: Badeordnung."),
    ],
)
def test_a_section_that_a_named_document_lacks_is_not_found(rules: Memory, question: str, said: str) -> None:
    answered = rules.ask_now(question)
    assert answered.abstained
    assert said in answered.answer


def test_who_is_named_comes_first_also_with_a_reply(talk: Memory) -> None:
    assert talk.ask_now("What does Omar think of the caterer Fontal?").answer.startswith("Omar: I see it otherwise, the soup was cold.")


def test_what_somebody_did_not_say_is_not_found(talk: Memory) -> None:
    assert talk.ask_now("What did Lena say about the rain?").abstained
    assert talk.ask_now("What did Lena say about the piano?").answer.startswith("Lena: The piano tuner comes on Monday.")
