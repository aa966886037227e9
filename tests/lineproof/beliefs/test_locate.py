"""Where quotes stand, and where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.beliefs.locate import Folded, fold, locate, overlapping

TEXT = "You must file “Proof of Loss” within 60 days – not 112 days – after our request. The fee is 1.12 %, not 12 %."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("within 60 days", "within 60 days"),
        ('file "Proof of Loss" within', "file “Proof of Loss” within"),
        ("60 days - not 112 days", "60 days – not 112 days"),
        ("after  our\n request", "after our request"),
        (' "within 60 days" ', "within 60 days"),
        ("The fee is 1.12 %", "The fee is 1.12 %"),
        ("12 %.", "12 %."),
        ("of\u200b Lo\u00adss", "of Loss"),
    ],
)
def test_copies_are_found_however_signs_and_blanks_are_written(quote: str, found: str) -> None:
    assert [TEXT[start:end] for start, end in locate(quote, TEXT)] == [found]


def test_the_text_may_have_the_unusual_signs() -> None:
    text = "It\u2019s due\u00a0on 1\u202fMay\u200b 2026"
    ((start, end),) = locate("It's due on 1 May 2026", text)
    assert text[start:end] == text


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "   ",
        '""',
        "within 90 days",
        "Within 60 days",
        "WITHIN 60 DAYS",
        "2 days",
        "12 days",
        "ithin 60",
        "within 6",
        "fee is 1",
        "fee is 1.1",
        "you",
        "days after our",
    ],
)
def test_what_does_not_stand_there_is_not_found(quote: str) -> None:
    assert locate(quote, TEXT) == []


def test_a_whole_number_is_found_behind_one_that_holds_it() -> None:
    text = "112 days, then 12 days"
    assert locate("12 days", text) == [(15, 22)]


def test_exact_copies_come_before_folded_ones() -> None:
    text = '“A” and "A"'
    assert [text[start:end] for start, end in locate('"A"', text)] == ['"A"']


def test_a_decomposed_quote_is_found_in_composed_text() -> None:
    assert locate("Gebu\u0308hr", "Die Gebühr") == [(4, 10)]


@given(st.text(alphabet='ab1. ,“"–-\u200b\u00a0\n', max_size=30), st.text(alphabet='ab1. ,“"–-\u200b\u00a0\n', max_size=6))
def test_a_span_says_what_the_quote_says(text: str, quote: str) -> None:
    for start, end in locate(quote, text):
        assert 0 <= start < end <= len(text)
        assert fold(text[start:end]).strip("'\" ") == fold(quote).strip("'\" ")


@given(st.text(max_size=60))
def test_folding_keeps_the_way_back(text: str) -> None:
    folded = Folded(text)
    assert len(folded.text) <= len(text)
    for place in range(len(folded.text)):
        start, end = folded.span(place, place + 1)
        assert end == start + 1
        assert fold(text[start:end]) == fold(folded.text[place])


def test_a_span_is_widened_to_all_that_it_touches() -> None:
    spans = [(0, 10), (11, 20), (21, 30)]
    assert overlapping(spans, 2, 4) == (0, 10)
    assert overlapping(spans, 8, 12) == (0, 20)
    assert overlapping(spans, 21, 22) == (21, 30)
    assert overlapping([], 3, 4) == (3, 4)
