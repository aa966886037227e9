"""The reader states what answers, in the words and on the lines of the evidence, or nothing."""

import pytest

from lineproof.evals.agents.asked import read_question
from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Answer, Passage
from lineproof.evals.agents.reader import Reader, sentences_on_lines
from lineproof.recall.memory import Memory

OLD, NEW, TRAVEL = "LR 10 (2020-01): Leave Rules", "LR 10 (2024-01): Leave Rules", "Travel Manual"


def passage(document: str, heading: str, text: str, status: str | None = ACTIVE, path: str = "a.md", via: str | None = None) -> Passage:
    return Passage(path, 3, 3, f"{document} > {heading}", text, status, via=via)


TEN = passage(OLD, "Carry-over", "Unused leave may be carried over for at most 10 days.", SUPERSEDED, "old.md")
FIFTEEN = passage(NEW, "Carry-over", "Unused leave may be carried over for at most 15 days.", path="new.md")
ILLNESS = passage(NEW, "Illness", "An illness must be reported within 2 days.", path="new.md")
MEALS = passage(TRAVEL, "Meals", "Meals cost at most $40 a day. Tips are not paid.", path="travel.md")
EVIDENCE = [TEN, FIFTEEN, ILLNESS, MEALS]


@pytest.fixture
def reader(staff: Memory) -> Reader:
    return Reader(staff.view(), "en")


def told(answer: Answer) -> list[tuple[str, str]]:
    return [(one.path, one.text) for one in answer.statements]


def test_the_sentence_that_fits_is_stated_alone(reader: Reader) -> None:
    answer = reader.answer(read_question("How much do meals cost at most?", "en"), EVIDENCE)
    assert told(answer) == [("travel.md", "Meals cost at most $40 a day.")]


def test_what_no_longer_holds_is_not_stated(reader: Reader) -> None:
    asked = read_question("How many days of unused leave may be carried over?", "en")
    assert told(reader.answer(asked, EVIDENCE)) == [(FIFTEEN.path, FIFTEEN.text)]
    assert reader.answer(asked, [TEN]).abstained


@pytest.mark.parametrize(
    "text",
    [
        "Under LR 10 (2020-01), how many days of unused leave may be carried over?",
        "How many days of unused leave could be carried over originally?",
    ],
)
def test_it_is_where_the_question_asks_for_it(reader: Reader, text: str) -> None:
    assert told(reader.answer(read_question(text, "en"), [TEN])) == [(TEN.path, TEN.text)]


def test_of_two_editions_the_newer_holds_where_no_tool_tells(reader: Reader) -> None:
    evidence = [passage(OLD, "Carry-over", TEN.text, None, "old.md"), passage(NEW, "Carry-over", FIFTEEN.text, None, "new.md")]
    asked = read_question("How many days of unused leave may be carried over?", "en")
    assert told(reader.answer(asked, evidence)) == [("new.md", FIFTEEN.text)]


def test_both_of_two_editions_that_are_compared_are_stated(reader: Reader) -> None:
    asked = read_question("Compare LR 10 (2020-01) and LR 10 (2024-01): how many days of unused leave may be carried over?", "en")
    assert {path for path, _ in told(reader.answer(asked, EVIDENCE))} == {"old.md", "new.md"}


@pytest.mark.parametrize(
    "text",
    [
        "How many days of parental leave are granted for twins?",
        "What percentage of unused leave may be carried over?",
        "How many days of unused leave may be carried over under XR 99 (2024-01)?",
        "How many days of unused leave may be carried over by the Travel Manual?",
    ],
)
def test_what_nothing_answers_is_not_answered(reader: Reader, text: str) -> None:
    answer = reader.answer(read_question(text, "en"), EVIDENCE)
    assert answer.abstained
    assert answer.reason


def test_what_edges_led_to_is_stated_under_the_name_of_its_document(reader: Reader) -> None:
    reached = passage(TRAVEL, "Booking", "For leave on a trip see LR 10 (2024-01).", path="travel.md", via="referred_to_by")
    answer = reader.answer(read_question("Which documents refer to LR 10 (2024-01)?", "en"), [FIFTEEN, reached])
    assert told(answer) == [("travel.md", "Travel Manual: For leave on a trip see LR 10 (2024-01).")]


def test_a_question_is_put_with_the_heading_under_which_documents_treat_it(reader: Reader) -> None:
    asked = read_question("How many days of idle holidays may be kept?", "en")
    known = passage(NEW, "Carry-over", "Idle holidays are kept for at most 15 days.")
    renamed = reader.other_name(asked, known, "4 Carry-over")
    assert renamed is not None
    assert "carry over" in renamed.focus
    assert reader.other_name(asked, MEALS, "Meals") is None


def test_each_sentence_has_its_own_lines() -> None:
    text = "One sentence here. Another one stands there."
    found = Passage("a.md", 7, 8, "A", text, breaks=((0, 7), (27, 8)))
    assert list(sentences_on_lines(found)) == [("One sentence here.", 7, 7), ("Another one stands there.", 7, 8)]
