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
        ("What was the fee in June 2022?", datetime.date(2022, 6, 30), "What was the fee ?"),
        ("How high was the fee on 1 June 2022?", DAY, "How high was the fee ?"),
        ("How much did a day ticket cost in June 2022?", datetime.date(2022, 6, 30), "How much did a day ticket cost ?"),
        ("Was war die Gebühr im Juni 2022?", datetime.date(2022, 6, 30), "Was war die Gebühr ?"),
        ("Wie hoch war die Gebühr am 1. Juni 2022?", DAY, "Wie hoch war die Gebühr ?"),
        ("What was the limit before June 2022?", datetime.date(2022, 5, 31), "What was the limit ?"),
        ("Wie hoch war die Gebühr vor dem 2. Juni 2022?", DAY, "Wie hoch war die Gebühr ?"),
        ("How many days as  of  2022-06-01?", DAY, "How many days ?"),
        ("Welche Frist galt am  1.\u00a0 Juni  2022?", DAY, "Welche Frist galt ?"),
        ("How many days as of 13/06/2022?", datetime.date(2022, 6, 13), "How many days ?"),
        ("Did the limit apply in 2019 or 2019-12-31?", datetime.date(2019, 12, 31), "Did the limit apply or ?"),
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
        "From when does the limit amended in June 2022 apply?",
        "Ab wann gilt die im Juni 2022 geänderte Grenze?",
        'Where does it say "as of 2022-06-01"?',
        "What holds as of edition 2020-01?",
        "Which rules apply in 24 hours?",
        "What is the limit as of today?",
        "Was geschah am 1. Juni 2022?",
        "What was decided on 1 June 2022?",
        "What will the fee be in June 2022?",
        "What was the fee for tickets bought before 1 June 2022?",
        "Which memo was written after 2019?",
    ],
)
def test_a_date_that_is_something_else_is_left_to_be_looked_for(rules: Memory, question: str) -> None:
    assert dated(rules.view(), question, None) == Dated(question, None)


@pytest.mark.parametrize(
    ("question", "words", "why"),
    [
        ("How many days as of 2020-02-30?", "as of 2020-02-30", "there is no such day"),
        ("What was the fee between 2019 and 2022?", "between 2019 and 2022", "a range"),
        ("What was the fee since June 2022?", "since June 2022", "a range"),
        ("Which limit applied before 2022?", "before 2022", "a range"),
        ("What was the fee before 0001-01-01?", "before 0001-01-01", "a range"),
        ("Welche Grenze galt bis 2019?", "bis 2019", "a range"),
        ("How many days as of 2020-13?", "as of 2020-13", "there is no such day"),
        ("What was in force on February 30, 2020?", "on February 30, 2020", "there is no such day"),
        ("Welche Frist galt am 30. Februar 2020?", "am 30. Februar 2020", "there is no such day"),
        ("Wie viele Tage, Stand 30.02.2020?", "Stand 30.02.2020", "there is no such day"),
        ("How many days as of 03/01/2020?", "as of 03/01/2020", "two ways"),
        ("Wie viele Tage zum Stand 03/01/2020?", "zum Stand 03/01/2020", "two ways"),
        ("How many days, not as of 2020-03-01?", "not as of 2020-03-01", "say for which day"),
        ("Welche Frist galt nicht am 1. März 2020?", "nicht am 1. März 2020", "say for which day"),
        ("How did the limit differ as of 2019 and as of 2022?", 'as of 2019", "as of 2022', "more than one day"),
        ("What applied in 2019 and 2022?", 'in 2019", "2022', "more than one day"),
        ("Was galt am 1. März 2020 und am 2. März 2020?", 'am 1. März 2020", "am 2. März 2020', "more than one day"),
    ],
)
def test_a_day_that_cannot_be_taken_is_told(rules: Memory, question: str, words: str, why: str) -> None:
    asked = dated(rules.view(), question, None)
    assert (asked.day, asked.told) == (None, "")
    (flag,) = asked.flags
    assert flag.startswith(f'date not understood: "{words}" (')
    assert why in flag


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("How many days as of 03/01/2020?", "How many days ?"),
        ("How did the limit differ as of 2019 and as of 2022?", "How did the limit differ and ?"),
        ("Which limit applied after 2019?", "Which limit applied after 2019?"),
        ("As of 2020-02-30?", "As of 2020-02-30?"),
    ],
    ids=["two ways", "several", "a range is kept", "nothing else"],
)
def test_words_of_a_day_are_not_looked_for_even_if_it_cannot_be_taken(rules: Memory, question: str, rest: str) -> None:
    assert dated(rules.view(), question, None).text == rest


def test_words_of_the_day_that_is_given_are_not_looked_for_either(rules: Memory) -> None:
    assert dated(rules.view(), "What was the fee on 1 June 2022?", DAY) == Dated("What was the fee ?", DAY)
    question = "What was the fee on 2 June 2022?"
    assert dated(rules.view(), question, DAY) == Dated(question, DAY)


def test_one_day_is_taken_where_another_is_not_meant(rules: Memory) -> None:
    asked = dated(rules.view(), "How many days as of 2022-06-01, not as of 2020-03-01?", None)
    assert asked.day == DAY
    assert [flag.partition(":")[0] for flag in asked.flags] == ["as_of", "date not understood"]


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


async def test_recall_and_ask_say_which_day_they_did_not_understand(rules: Memory) -> None:
    question = "For how many days may unused leave be carried over, as of 2020-02-30?"
    recalled = await rules.recall(question)
    assert recalled.trace["as_of_unread"] == ['"as of 2020-02-30" (there is no such day)']
    answered = await rules.ask(question)
    assert answered.flags[-1] == 'date not understood: "as of 2020-02-30" (there is no such day)'


@pytest.mark.parametrize("question", ["What was the fee in 2022?", "What was the fee in the year 2022?"])
def test_a_past_year_is_its_last_day_and_is_looked_for_too(rules: Memory, question: str) -> None:
    found = dated(rules.view(), question, None)
    assert (found.text, str(found.day)) == (question, "2022-12-31")
