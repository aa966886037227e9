"""Each class of failure, by an answer that went wrong in that one way."""

import pytest

from lineproof.evals.agents.model import SUPERSEDED, Answer, Passage, Statement
from lineproof.evals.questions import Fact, KeyedQuestion, Place
from lineproof.evals.scoring.failures import Known, failure
from lineproof.evals.scoring.score import score

NEW, OLD, OTHER = "form-2026.md", "form-2019.md", "renters.md"
NINETY, SIXTY = Fact(("90 days", "a quarter"), "90", "day"), Fact(("60 days",), "60", "day")
KEY = KeyedQuestion("q", "simple", "stale", ("How long is it?",), (NINETY,), (SIXTY,), (Place(NEW, 7, 7),))
NOTHING = KeyedQuestion("n", "simple", "unanswerable", ("Who won?",), (), (), ())
RIGHT, STALE = Passage(NEW, 7, 7, "Form", "Within 90 days."), Passage(OLD, 7, 7, "Form", "Within 60 days.", SUPERSEDED)
RENTERS = Passage(OTHER, 2, 2, "Renters", "Within 45 days.")
REPLACED = {NEW: frozenset({OLD})}


def says(text: str, passage: Passage) -> Answer:
    return Answer((Statement(text, passage.path, passage.first_line, passage.last_line),))


def failed(
    answer: Answer, evidence: list[Passage], remembered: bool = True, asked: str = "How long is it?", key: KeyedQuestion = KEY
) -> str | None:
    known = Known(lambda fact: remembered, REPLACED)
    return failure(asked, key, answer, evidence, score(key, answer, "en"), known, "en")


@pytest.mark.parametrize(
    ("answer", "evidence", "expected"),
    [
        (says(RIGHT.text, RIGHT), [RIGHT], None),
        (says("It takes a quarter.", RIGHT), [RIGHT], "measurement"),
        (says("Within 70 days.", RIGHT), [RIGHT], "grounding"),
        (says(RIGHT.text, RIGHT), [], None),
        (says(RENTERS.text, RENTERS), [], "grounding"),
        (says(STALE.text, STALE), [STALE, RIGHT], "revision"),
        (says(RENTERS.text, RENTERS), [RENTERS, RIGHT], "scope"),
        (Answer(()), [RENTERS], "retrieval"),
        (Answer(()), [RIGHT], "synthesis"),
    ],
)
def test_an_answer_has_the_class_of_what_went_wrong(answer: Answer, evidence: list[Passage], expected: str | None) -> None:
    assert failed(answer, evidence) == expected


def test_an_old_value_is_a_wrong_date_where_the_question_has_one() -> None:
    assert failed(says(STALE.text, STALE), [STALE], asked="How long is it on January 5, 2026?") == "temporal"


def test_what_is_not_compiled_cannot_be_found() -> None:
    assert failed(Answer(()), [RENTERS], remembered=False) == "coverage"


def test_an_answer_to_what_has_none_is_about_something_else() -> None:
    assert failed(says(RIGHT.text, RIGHT), [RIGHT], key=NOTHING) == "scope"
