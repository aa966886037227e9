"""The sentences around a span, and topics."""

from hypothesis import given
from hypothesis import strategies as st

from lineproof.beliefs.standing.topics import around, sentences

TEXT = "First it rains. Then it snows. At last the sun shines."


def test_a_span_is_widened_to_its_sentences() -> None:
    start = TEXT.index("snows")
    assert TEXT[slice(*around(TEXT, start, start + 5))].strip() == "Then it snows."
    assert TEXT[slice(*around(TEXT, start, TEXT.index("sun")))].strip() == "Then it snows. At last the sun shines."


@given(st.lists(st.sampled_from(["It rains", ".", " ", "Now 5.2 apply. ", "e.g. so", "!\n"])), st.integers(0, 60), st.integers(1, 60))
def test_it_holds_the_span_and_ends_where_sentences_end(pieces: list[str], start: int, length: int) -> None:
    text = "".join(pieces)
    touched = [span for span in sentences(text) if span[0] < start + length and start < span[1]]
    assert around(text, start, start + length) == ((touched[0][0], touched[-1][1]) if touched else (start, start + length))
