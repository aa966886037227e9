"""The day for which a question says that it is asked: it was taken for words to look for."""

import datetime

import pytest

from lineproof.recall import Memory
from lineproof.recall.dated import Dated, dated

DAY = datetime.date(2022, 6, 1)


@pytest.mark.parametrize(
    ("question", "day", "rest"),
    [
        ("How many days of leave are carried over as of 2022-06-01?", DAY, "How many days of leave are carried over ?"),
        ("As of June 1, 2022, how many days?", DAY, ", how many days?"),
        ("Which rules were in force on 1 June 2022?", DAY, "Which rules were in force ?"),
        ("Which limit applied in 2019?", datetime.date(2019, 12, 31), "Which limit applied ?"),
        ("Which limit applied in February 2020?", datetime.date(2020, 2, 29), "Which limit applied ?"),
        ("Welche Frist galt am 1. Juni 2022?", DAY, "Welche Frist galt ?"),
        ("Welche Frist galt im Jahr 2019?", datetime.date(2019, 12, 31), "Welche Frist galt ?"),
        ("Wie hoch ist die Grenze, Stand 01.06.2022?", DAY, "Wie hoch ist die Grenze, ?"),
        *(
            (question, day, question)
            for question, day in (
                ("What was the fee in June 2022?", datetime.date(2022, 6, 30)),
                ("How high was the fee on 1 June 2022?", DAY),
                ("How much did a day ticket cost in June 2022?", datetime.date(2022, 6, 30)),
                ("Was war die Gebühr im Juni 2022?", datetime.date(2022, 6, 30)),
                ("Wie hoch war die Gebühr am 1. Juni 2022?", DAY),
            )
        ),
    ],
)
def test_a_question_plainly_says_the_day(rules: Memory, question: str, day: datetime.date, rest: str) -> None:
    asked = dated(rules.view(), question, None)
    assert (asked.day, asked.text) == (day, rest)


@pytest.mark.parametrize(
    "question",
    [
        "Which memo was written on 1 June 2022?",
        "What does LR 10 (2020-01) say?",
        "Which rules of 2019 are in force?",
        'Where does it say "as of 2022-06-01"?',
        "How did the limit differ as of 2019 and as of 2022?",
        "What applied in force on 2022-02-30?",
        "Was geschah am 1. Juni 2022?",
        "What was decided on 1 June 2022?",
        "What was the fee in 2022?",
        "What will the fee be in June 2022?",
    ],
)
def test_a_date_that_is_something_else_is_left_to_be_looked_for(rules: Memory, question: str) -> None:
    assert dated(rules.view(), question, None) == Dated(question, None)


def test_a_day_that_is_given_counts_and_conversations_are_asked_about_events(rules: Memory, chats: Memory) -> None:
    question = "How many days as of 2022-06-01?"
    assert dated(rules.view(), question, datetime.date(2024, 1, 1)).day == datetime.date(2024, 1, 1)
    assert dated(chats.view(), question, None).day is None


async def test_recall_and_ask_heed_the_day_and_say_so(rules: Memory) -> None:
    question = "For how many days may unused leave be carried over?"
    recalled = await rules.recall(question.replace("?", ", as of 2022-06-01?"))
    given = await rules.recall(question, as_of=DAY)
    assert [item.path for item in recalled.items] == [item.path for item in given.items]
    assert (recalled.trace["as_of"], recalled.trace["as_of_told"]) == ("2022-06-01", "as of 2022-06-01")
    answered = await rules.ask(question.replace("?", ", as of 2022-06-01?"))
    assert "10 days" in answered.answer
    assert answered.flags[-1] == 'as_of: 2022-06-01, for the question says "as of 2022-06-01"'
