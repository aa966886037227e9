"""Traces: what only the erased says, and where it is found again."""

import pytest

from storage.traces import joined, traces

SAID = ["The Quagmirella limit is $7,500.", "The base form applies here", "code\nZEBRA-7781 and 4711", "Initial Handshake:"]
OTHERS = ["The limit is $5,000.", "Here: the base  FORM applies, here.", "The initial handshake"]


def test_what_others_say_too_is_no_trace() -> None:
    found = traces(SAID).without(OTHERS)
    assert found.texts == {"The Quagmirella limit is $7,500.", "code\nZEBRA-7781 and 4711"}
    assert found.words == {"Quagmirella", "ZEBRA"}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("so the  quagmirella: LIMIT is 7500, $7,500. Yes", True),
        ("so the  zebra 7781, AND 4711", True),
        ("code, 7781 and 4711", False),
        ("quagmirella", True),
        ("Quagmirellas", False),
        ("The limit is $7,500.", False),
        ("", False),
    ],
)
def test_a_trace_is_found_whatever_its_case_and_blanks_but_only_whole(text: str, held: bool) -> None:
    assert traces(SAID).without(OTHERS).holds(text) is held


def test_words_of_this_program_are_no_traces() -> None:
    assert traces(["Traceback candidates superseded Quagmirella"]).words == {"Quagmirella"}


def test_a_moment_is_no_trace_but_what_stands_beside_it_is() -> None:
    found = traces(["2026-11-30T19:26:02", '{"time": "2026-11-30T19:26:02", "text": "Quagmirella"}', "Quagmirella since 2026-11-30T19:26"])
    assert found.words == {"Quagmirella"}
    assert not found.holds("at 2026-11-30T19:26:02+00:00")
    assert found.holds("quagmirella since 2026-11-30T19:26")


def test_bytes_show_texts_and_long_whole_words() -> None:
    found = traces(SAID).without(OTHERS)
    assert found.in_bytes(b"\0\x07The Quagmirella limit is $7,500.\xff")
    assert found.in_bytes(b"\0Quagmirella\0")
    assert not found.in_bytes(b"\0xQuagmirella\0")
    assert not found.in_bytes(b"\0ZEBRA\0")


def test_a_text_across_a_border_is_not_found() -> None:
    found = traces(["the limit is now this high"]).without(["the limit is", "now this high"])
    assert found.texts == {"the limit is now this high"}
    [text] = joined(["the limit is", "now this high"])
    assert not found.holds(text)
    assert found.holds("The limit is now, this high!")
