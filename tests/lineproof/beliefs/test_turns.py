"""Turns as evidence to be believed: what is proposed of them by a model is judged with the day on which they were said."""

import json

import pytest

from lineproof.beliefs.believe import believe
from lineproof.beliefs.decisions import NONE
from lineproof.beliefs.load import document_of
from lineproof.beliefs.model import Candidate, Document, Quote
from lineproof.beliefs.propose import propose
from lineproof.evidence.extract import Task, extract

TEXT = "Hi! I went to a support group yesterday and it was so powerful."


def session(time: str | None) -> Document:
    turn = {"speaker": "Caroline", "text": TEXT, **({"time": time} if time else {})}
    return document_of(extract(Task("talks", "a.jsonl", json.dumps(turn).encode(), '{"grammar": {}, "language": null}')))


def believed(document: Document, statement: str) -> bool:
    [paragraph] = document.paragraphs
    start = paragraph.text.index("I went")
    quote = Quote(paragraph.paragraph_id, start, len(paragraph.text), paragraph.text[start:])
    whole = Quote(paragraph.paragraph_id, 0, len("Caroline: "), "Caroline: ")
    candidate = Candidate(statement, (quote, whole), "date", "Caroline")
    return bool(believe(document, [candidate], NONE).claims)


@pytest.mark.parametrize(
    ("time", "day", "expected"),
    [
        ("2023-05-08", "7 May 2023", True),
        ("2023-05-08", "8 May 2023", False),
        ("2023-06-02", "7 May 2023", False),
        (None, "7 May 2023", False),
    ],
)
def test_a_day_is_believed_if_it_is_the_one_that_was_meant(time: str | None, day: str, expected: bool) -> None:
    assert believed(session(time), f"Caroline went to a support group on {day}.") is expected


def test_rules_propose_nothing_of_a_turn() -> None:
    assert propose(session("2023-05-08")) == []
