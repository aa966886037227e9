"""Plain text: the words of a source without the markup of its format."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.wiki.text import key, natural, plain, sentence

MARKDOWN = [
    ("See [the form](../form.md).", "See the form."),
    ('See [the form](../form.md "title"){:target="_blank"} now.', "See the form now."),
    ("Handbook [![CI](a.svg)](https://ci)", "Handbook"),
    ("![Logo](a.png) of [TTS][1]", "Logo of TTS"),
    ("**Must** be _sent_ `as_is` in snake_case_name", "Must be sent as_is in snake_case_name"),
    ("2 * 3 * 4 and a*b*c", "2 * 3 * 4 and a*b*c"),
    ("<b>Bold</b> and <https://x.org/a>", "Bold and https://x.org/a"),
    ("a \\* b", "a * b"),
    ("`[not a link](x)` stays", "[not a link](x) stays"),
]


@pytest.mark.parametrize(("text", "words"), MARKDOWN)
def test_markdown_loses_its_markup(text: str, words: str) -> None:
    assert plain(text, "markdown") == words


def test_restructuredtext_loses_its_markup() -> None:
    assert (
        plain("See :ref:`the form <form>`, `site <http://x>`_ and ``code`` *now*", "restructuredtext") == "See the form, site and code now"
    )


def test_other_text_keeps_its_characters() -> None:
    assert plain("Accept: */*, text/*; q=0.5 [RFC2119] _x_", "text") == "Accept: */*, text/*; q=0.5 [RFC2119] _x_"


@settings(deadline=None)
@given(st.text())
def test_a_text_has_one_line_and_nothing_hidden(text: str) -> None:
    words = plain(text)
    assert "\n" not in words
    assert words == plain(words)
    assert not any(ord(character) < 32 or character in "\u200b\u202e\ufeff\u2028" for character in words)


@pytest.mark.parametrize(
    ("text", "ended"), [("It ends", "It ends."), ("Is it?", "Is it?"), ("as follows:", "as follows."), ("“Yes.”", "“Yes.”")]
)
def test_a_sentence_ends(text: str, ended: str) -> None:
    assert sentence(text) == ended


def test_statements_are_compared_without_case_and_mark() -> None:
    assert key("The  deductible is $500.") == key("the deductible is $500")
    assert key("The deductible is $500.") != key("The deductible is $600.")


def test_names_are_sorted_as_readers_do() -> None:
    names = ["", "a", "eip-3", "EIP-20", "EIP-100 a", "EIP-100 b"]
    assert sorted(set(names), key=natural) == names
