"""Relative dates: what words mean on the day on which they are said, and when they mean no day."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.language import load
from lineproof.evidence.signals import signals

WEDNESDAY = date(2023, 5, 10)


def dated(text: str, code: str = "en", today: date | None = WEDNESDAY) -> dict[str, tuple[str | None, str | None]]:
    return {signal.text: (signal.value, signal.unit) for signal in signals(text, load(code), today) if signal.kind == "date"}


@pytest.mark.parametrize(
    ("phrase", "value", "unit"),
    [
        ("yesterday", "2023-05-09", "date"),
        ("Last night", "2023-05-09", "date"),
        ("the day before yesterday", "2023-05-08", "date"),
        ("today", "2023-05-10", "date"),
        ("this morning", "2023-05-10", "date"),
        ("tomorrow", "2023-05-11", "date"),
        ("three days ago", "2023-05-07", "date"),
        ("last week", "2023-05-01/2023-05-07", "week"),
        ("next week", "2023-05-15/2023-05-21", "week"),
        ("two weeks ago", "2023-04-24/2023-04-30", "week"),
        ("last weekend", "2023-05-06/2023-05-07", "weekend"),
        ("last month", "2023-04", "month"),
        ("5 months ago", "2022-12", "month"),
        ("last year", "2022", "year"),
        ("ten years ago", "2013", "year"),
        ("a year ago", "2022", "year"),
        ("last Friday", "2023-05-05", "date"),
        ("last Wednesday", "2023-05-03", "date"),
        ("this coming Friday", "2023-05-12", "date"),
        ("next Tuesday", "2023-05-16", "date"),
        ("next Friday", None, "date"),
    ],
)
def test_english(phrase: str, value: str | None, unit: str) -> None:
    assert dated(f"Anna: I saw it {phrase}.") == {phrase: (value, unit)}


@pytest.mark.parametrize(
    ("code", "text", "phrase", "value", "unit"),
    [
        ("de", "Gestern war ich da.", "Gestern", "2023-05-09", "date"),
        ("de", "Wir waren vor drei Tagen dort.", "vor drei Tagen", "2023-05-07", "date"),
        ("de", "Letzte Woche war es kalt.", "Letzte Woche", "2023-05-01/2023-05-07", "week"),
        ("de", "Ich komme morgen.", "morgen", "2023-05-11", "date"),
        ("de", "Das war letzten Freitag.", "letzten Freitag", "2023-05-05", "date"),
        ("de", "Vor einem Jahr zog ich um.", "Vor einem Jahr", "2022", "year"),
        ("de", "In zwei Wochen werde ich dort sein.", "In zwei Wochen", "2023-05-22/2023-05-28", "week"),
        ("es", "La vi la semana pasada.", "la semana pasada", "2023-05-01/2023-05-07", "week"),
        ("es", "Llegó hace dos meses.", "hace dos meses", "2023-03", "month"),
        ("es", "Lo vi el viernes pasado.", "el viernes pasado", "2023-05-05", "date"),
    ],
)
def test_other_languages(code: str, text: str, phrase: str, value: str, unit: str) -> None:
    assert dated(text, code) == {phrase: (value, unit)}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "In the last week of May we met."),
        ("en", "I have felt ill over the last month."),
        ("en", "A few years ago it was new."),
        ("en", "It was two and a half years ago."),
        ("en", "I wrote the novel in two weeks."),
        ("en", "The last two weeks were hard."),
        ("en", "It is five minutes ago."),
        ("de", "Guten Morgen, Anna!"),
        ("de", "Das habe ich in zwei Wochen geschafft."),
        ("es", "Por la mañana trabajo."),
    ],
)
def test_words_that_name_no_day_of_their_own(code: str, text: str) -> None:
    assert dated(text, code) == {}


def test_an_amount_ahead_is_a_time_only_in_a_sentence_that_looks_ahead() -> None:
    assert dated("I had a cold. I'll leave in two weeks.") == {"in two weeks": ("2023-05-22/2023-05-28", "week")}
    assert dated("I wrote it in two weeks. I'll leave.") == {}


@pytest.mark.parametrize(
    ("today", "text", "value"),
    [
        (WEDNESDAY, "We tried snowshoeing this weekend.", None),
        (WEDNESDAY, "We will go this weekend.", "2023-05-13/2023-05-14"),
        (date(2023, 5, 14), "We tried snowshoeing this weekend.", "2023-05-13/2023-05-14"),
    ],
)
def test_this_weekend_stays_open_where_it_may_be_the_last_one(today: date, text: str, value: str | None) -> None:
    assert dated(text, today=today) == {"this weekend": (value, "weekend")}


def test_without_a_day_nothing_is_relative_to_it() -> None:
    text = "I saw it yesterday, two weeks ago and next Friday."
    assert dated(text, today=None) == {}
    assert [(signal.kind, signal.text) for signal in signals(text, load("en"))] == [("duration", "two weeks")]
    assert "duration" not in {signal.kind for signal in signals(text, load("en"), WEDNESDAY)}


@given(
    st.dates(), st.sampled_from(["yesterday", "last week", "nine thousand years ago", "next month", "next year", "tomorrow", "last Monday"])
)
def test_the_calendar_has_ends(today: date, phrase: str) -> None:
    for value, _ in dated(f"It is {phrase}.", today=today).values():
        first, _, last = (value or "0001").partition("/")
        assert first <= (last or "9999-12-31")
