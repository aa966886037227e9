"""Accuracy, citations and consistency, by answers whose worth is known."""

import pytest

from lineproof.evals.agents.model import Answer, Statement
from lineproof.evals.questions import Fact, KeyedQuestion, Place
from lineproof.evals.scoring.facts import states
from lineproof.evals.scoring.score import consistency, score

NINETY = Fact(("90 days", "ninety days"), "90", "day")
SIXTY = Fact(("60 days",), "60", "day")
FORM = Fact(("HV 81 02", "Arden endorsement"))
KEY = KeyedQuestion("q", "simple", "stale", ("How long?",), (NINETY, FORM), (SIXTY,), (Place("a.md", 3, 4),))
NOTHING = KeyedQuestion("n", "simple", "unanswerable", ("Who won?",), (), (), ())


def answer(*texts: str, path: str = "a.md", first: int = 3, last: int = 4) -> Answer:
    return Answer(tuple(Statement(text, path, first, last) for text in texts))


@pytest.mark.parametrize("text", ["within 90 days", "within ninety days", "90-day period"])
def test_a_quantity_is_stated_however_it_is_written(text: str) -> None:
    assert states(text, NINETY, "en")


@pytest.mark.parametrize("text", ["within 190 days", "90 dollars", "in 90.5 days", ""])
def test_another_quantity_is_not_that_one(text: str) -> None:
    assert not states(text, NINETY, "en")


@pytest.mark.parametrize(
    ("text", "expected"), [("see hv 81 02.", True), ("HV 81 021", False), ("the ARDEN endorsement", True), ("HV 81", False)]
)
def test_a_name_is_stated_by_whole_words(text: str, expected: bool) -> None:
    assert states(text, FORM, "en") is expected


@pytest.mark.parametrize(
    ("given", "accuracy"),
    [
        (answer("90 days under HV 81 02"), 1.0),
        (answer("90 days"), 0.5),
        (answer("90 days, HV 81 02", "formerly 60 days"), 0.5),
        (answer("60 days"), 0.0),
        (answer("no idea"), 0.0),
        (Answer(()), 0.0),
    ],
)
def test_accuracy_rewards_required_facts_and_takes_off_for_forbidden_ones(given: Answer, accuracy: float) -> None:
    assert score(KEY, given, "en").accuracy == accuracy


def test_what_has_no_answer_is_right_only_if_the_agent_abstains() -> None:
    assert score(NOTHING, Answer(()), "en").accuracy == 1.0
    assert score(NOTHING, answer("90 days"), "en").accuracy == 0.0


def test_citations_are_held_against_gold_lines() -> None:
    found = score(KEY, answer("90 days", first=4, last=6), "en")
    assert (found.precision, found.recall) == (pytest.approx(1 / 3, abs=1e-6), 0.5)
    elsewhere = score(KEY, answer("90 days", path="b.md"), "en")
    assert (elsewhere.precision, elsewhere.recall) == (0.0, 0.0)
    nothing = score(KEY, Answer(()), "en")
    assert (nothing.precision, nothing.recall) == (None, 0.0)


def test_consistency_is_the_mean_jaccard_index_of_pairs() -> None:
    one, other = frozenset({("a", 1), ("a", 2)}), frozenset({("a", 2), ("a", 3)})
    assert consistency([one, one, one]) == 1.0
    assert consistency([one, other]) == pytest.approx(1 / 3, abs=1e-6)
    assert consistency([one, frozenset()]) == 0.0
    assert consistency([frozenset(), frozenset(), one]) == pytest.approx(1 / 3, abs=1e-6)
