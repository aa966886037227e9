"""The reader states what answers, in the words and on the lines of the evidence, or nothing."""

import pytest

from lineproof.evals.agents.asked import read_question
from lineproof.evals.agents.model import ACTIVE, SUPERSEDED, Answer, Passage
from lineproof.evals.agents.reader import Reader
from lineproof.evals.agents.sentences import sentences_on_lines
from lineproof.recall.memory import Memory

OLD, NEW, TRAVEL = "LR 10 (2020-01): Leave Rules", "LR 10 (2024-01): Leave Rules", "Travel Manual"


def passage(document: str, heading: str, text: str, status: str | None = ACTIVE, path: str = "a.md", via: str | None = None) -> Passage:
    return Passage(path, 3, 3, f"{document} > {heading}", text, status, via=via)


TEN = passage(OLD, "Carry-over", "Unused leave may be carried over for at most 10 days.", SUPERSEDED, "leave-2020.md")
FIFTEEN = passage(NEW, "Carry-over", "Unused leave may be carried over for at most 15 days.", path="leave-2024.md")
ILLNESS = passage(NEW, "Illness", "An illness must be reported within 2 days.", path="leave-2024.md")
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
    evidence = [
        passage(OLD, "Carry-over", TEN.text, None, "leave-2020.md"),
        passage(NEW, "Carry-over", FIFTEEN.text, None, "leave-2024.md"),
    ]
    asked = read_question("How many days of unused leave may be carried over?", "en")
    assert told(reader.answer(asked, evidence)) == [("leave-2024.md", FIFTEEN.text)]


def test_both_of_two_editions_that_are_compared_are_stated(reader: Reader) -> None:
    asked = read_question("Compare LR 10 (2020-01) and LR 10 (2024-01): how many days of unused leave may be carried over?", "en")
    assert {path for path, _ in told(reader.answer(asked, EVIDENCE))} == {"leave-2020.md", "leave-2024.md"}


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


def test_a_heading_stands_for_the_topic_of_a_question_unless_it_says_the_same(reader: Reader) -> None:
    asked = read_question("How many days of idle holidays may be kept?", "en")
    put = reader.under(asked, "4 Carry-over")
    assert put is not None
    assert put.parts == ("carry over",)
    assert reader.under(put, "4.1 Carry-over") is None
    assert reader.under(asked, "4") is None


def test_an_answer_stands_where_the_question_places_it(reader: Reader) -> None:
    fee = passage(TRAVEL, "Fees", "The fee for leave cards is $5.", path="travel.md")
    asked = read_question("How much is the fee for leave cards in the travel manual document?", "en")
    assert told(reader.answer(asked, [passage(NEW, "Fees", "The fee for leave cards is $9."), fee])) == [(fee.path, fee.text)]
    assert reader.answer(asked, [passage(NEW, "Fees", "The fee for leave cards is $9.")]).abstained


def test_circumstances_need_not_be_said_where_the_answer_stands(reader: Reader) -> None:
    asked = read_question("How many days of unused leave may be carried over, whenever a clerk wonders about the calendar?", "en")
    assert told(reader.answer(asked, EVIDENCE)) == [(FIFTEEN.path, FIFTEEN.text)]


RETOLD = passage(TRAVEL, "Leave", "Unused leave may be carried over for at most 9 days (LR 10 (2024-01)).", path="travel.md")


def test_what_another_document_retells_gives_way_to_that_document(reader: Reader) -> None:
    asked = read_question("How many days of unused leave may be carried over for at most?", "en")
    assert told(reader.answer(asked, [RETOLD])) == [(RETOLD.path, RETOLD.text)]
    assert told(reader.answer(asked, [RETOLD, FIFTEEN])) == [(FIFTEEN.path, FIFTEEN.text)]


def test_of_what_documents_retell_only_that_is_confirmed_which_the_clause_says_itself(reader: Reader) -> None:
    asked = read_question("What holds for unused leave?", "en")
    right = passage(TRAVEL, "Leave", "Unused leave is carried over for 15 days (LR 10 (2024-01)).", path="travel.md")
    [wrong_one, right_one] = [next(iter(reader.speaking(asked, [one]))) for one in (RETOLD, right)]
    assert not reader.confirms(FIFTEEN, wrong_one)
    assert reader.confirms(FIFTEEN, right_one)


def test_the_standing_that_a_tool_tells_comes_before_editions(reader: Reader) -> None:
    asked = read_question("How many days of unused leave may be carried over?", "en")
    kept = passage(OLD, "Carry-over", TEN.text, ACTIVE, "leave-2020.md")
    replaced = passage(NEW, "Carry-over", FIFTEEN.text, SUPERSEDED, "leave-2024.md")
    assert told(reader.answer(asked, [kept, replaced])) == [("leave-2020.md", TEN.text)]


def test_each_sentence_has_its_own_lines() -> None:
    text = "One sentence here. Another one stands there."
    found = Passage("a.md", 7, 8, "A", text, breaks=((0, 7), (27, 8)))
    assert list(sentences_on_lines(found, "en")) == [("One sentence here.", 7, 7), ("Another one stands there.", 7, 8)]
