"""Sentences of extracted answers: a turn tells its speaker and its day, and what does not hold is marked where it stands."""

import json

import pytest

from lineproof.recall import Memory
from tests.compiling import compiled

TURNS = [
    {"id": "D1:1", "speaker": "Anna", "time": "2024-05-02T10:00:00", "text": "Hi! How is the bank?"},
    {"id": "D1:2", "speaker": "Jon", "time": "2024-05-02T10:01:00", "text": "Not well. I lost my job as a banker yesterday."},
    {"id": "D1:3", "speaker": "Anna", "time": "2024-05-02T10:02:00", "text": "My sister opened her bakery last week."},
    {"id": "D1:4", "speaker": "Jon", "time": "2024-05-02T10:03:00", "text": "Great! I started dancing on 3 May 2023."},
]


def fees(edition: str, more: str, text: str) -> str:
    return f"---\ntitle: Fees\nidentifier: FR 10\nedition: {edition}\neffective: {edition}-01\n{more}---\n\n# Fees\n\n{text}\n"


FEES = {
    "fees-2020.md": fees("2020-01", "", "A berth in the harbour costs $5 a day."),
    "fees-2024.md": fees("2024-01", "supersedes: FR 10 (2020-01)\n", "A berth costs $7 a day."),
}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    session = "".join(json.dumps(turn) + "\n" for turn in TURNS)
    return Memory(compiled(tmp_path_factory.mktemp("talk") / "w", {"talk": {"one.jsonl": session}}).corpus("talk"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When did Jon lose his job as a banker?", "Jon: I lost my job as a banker yesterday (2024-05-01). [one.jsonl#L2]"),
        (
            "When did the sister of Anna open her bakery?",
            "Anna: My sister opened her bakery last week (2024-04-22 to 2024-04-28). [one.jsonl#L3]",
        ),
        ("When did Jon start dancing?", "Jon: I started dancing on 3 May 2023. [one.jsonl#L4]"),
    ],
    ids=["day", "week", "date that says its year"],
)
def test_a_sentence_of_a_turn_tells_who_says_it_and_which_day_is_meant(talk: Memory, question: str, answer: str) -> None:
    assert answer in talk.ask_now(question).answer


def test_what_does_not_hold_is_left_out_or_marked_beside_its_sentence(tmp_path_factory: pytest.TempPathFactory) -> None:
    harbour = Memory(compiled(tmp_path_factory.mktemp("fees") / "w", {"fees": FEES}).corpus("fees"))
    assert harbour.ask_now("What does a berth cost?").answer == "A berth costs $7 a day. [fees-2024.md#L11]"
    old = harbour.ask_now("What did a berth in the harbour cost under FR 10 (2020-01)?").answer
    assert old.startswith("A berth in the harbour costs $5 a day. [fees-2020.md#L10] (superseded_by: FR 10 (2024-01): Fees (fees-2024.md")
