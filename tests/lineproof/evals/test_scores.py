"""Scores of answers: token F1 as LoCoMo has it, and what a refusal is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evals.conversation.judging import judged_score, to_be_judged
from lineproof.evals.conversation.model import Given
from lineproof.evals.conversation.scores import f1_of, f1_of_parts, token_f1
from lineproof.evals.sessions import Question


def question(answer: str, category: str = "single-hop", unanswerable: bool = False) -> Question:
    return Question("q", "c", "What?", answer, category, (), unanswerable=unanswerable)


@pytest.mark.parametrize(
    ("answer", "key", "f1"),
    [
        ("7 May 2023", "7 May, 2023", 1.0),
        ("The dogs, and a cat!", "dog cat", 1.0),
        ("on 7 May", "7 May 2023", 2 * 2 / 6),
        ("Paris", "London", 0.0),
        ("", "London", 0.0),
    ],
)
def test_token_f1_counts_stemmed_words_without_articles_and_punctuation(answer: str, key: str, f1: float) -> None:
    assert token_f1(answer, key) == pytest.approx(f1)


def test_of_several_parts_each_is_held_against_the_best_part_of_the_answer() -> None:
    assert f1_of_parts("hiking, swimming", "swimming, painting") == pytest.approx(0.5)
    assert f1_of(question("swimming, painting", "multi-hop"), "hiking, swimming", False) == pytest.approx(0.5)


def test_of_an_open_domain_key_only_its_first_clause_counts() -> None:
    assert f1_of(question("Likely no; she likes tea", "open-domain"), "likely no", False) == 1.0
    assert f1_of(question("Likely no; she likes tea"), "likely no", False) < 1.0


@given(st.text(max_size=60), st.text(max_size=60))
def test_token_f1_is_symmetric_and_between_nought_and_one(one: str, other: str) -> None:
    assert token_f1(one, other) == pytest.approx(token_f1(other, one))
    assert 0 <= token_f1(one, other) <= 1


@pytest.mark.parametrize(
    ("unanswerable", "refused", "worth"), [(False, True, 0.0), (True, True, 1.0), (True, False, 0.0)], ids=["could", "could not", "made up"]
)
def test_a_refusal_is_right_only_where_nothing_answers(unanswerable: bool, refused: bool, worth: float) -> None:
    asked, given_answer = question("tea", unanswerable=unanswerable), Given("tea", refused, "m")
    assert f1_of(asked, given_answer.text, refused) == worth
    assert judged_score(asked, given_answer, ()) == worth
    assert not to_be_judged(asked, given_answer)


def test_the_judged_score_is_the_share_of_the_points_and_unknown_where_one_is() -> None:
    asked, answered = question("tea"), Given("tea", False, "m")
    assert judged_score(asked, answered, (True, False)) == 0.5
    assert judged_score(asked, answered, (True, None)) is None
    assert judged_score(asked, answered, ()) is None
    assert judged_score(asked, Given("", False, "m", "invalid"), ()) == 0.0
