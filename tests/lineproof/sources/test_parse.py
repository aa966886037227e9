"""Formats by suffix, and the one place where a parser's failure becomes plain text."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.sources import markdown
from lineproof.sources.parse import parse

SUFFIXES = ["md", "rst", "html", "txt"]


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("a.md", "markdown"),
        ("a.MARKDOWN", "markdown"),
        ("a.mdown", "markdown"),
        ("a.rst", "restructuredtext"),
        ("a.rest", "restructuredtext"),
        ("a.html", "html"),
        ("a.htm", "html"),
        ("a.xhtml", "html"),
        ("a.txt", "text"),
        ("LICENSE", "text"),
        ("md", "text"),
        ("dir.md/file", "text"),
    ],
)
def test_format_by_suffix(path, format):
    assert parse(path, ["text"]).format == format


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("texts", [[], [""], ["", "  ", "\t", "\x0c"]])
def test_nothing_yields_nothing(suffix, texts):
    assert parse(f"a.{suffix}", texts).blocks == ()


@pytest.mark.parametrize("failure", [ValueError, RecursionError, KeyError])
def test_where_a_parser_fails_the_document_is_text(monkeypatch, failure):
    def fail(texts):
        raise failure

    monkeypatch.setattr(markdown, "parse_markdown", fail)
    parsed = parse("a.md", ["# Title", "", "text"])
    assert parsed.format == "text"
    assert [fragment.text for block in parsed.blocks for fragment in block.fragments] == ["# Title", "text"]


HOSTILE = {
    "quotes": [">" * 10_000 + " end"],
    "brackets": ["[" * 10_000 + "end"],
    "links": ["[a](" * 5_000 + "end"],
    "nested list": ["  " * depth + "- end" for depth in range(500)],
    "list on a line": ["- " * 10_000 + "end"],
    "tags": ["<div>" * 10_000 + "end"],
    "unclosed tags": ["<a " * 10_000 + "end"],
    "emphasis": ["**a **" * 5_000 + "end"],
    "backticks": ["`" * length + " end" for length in range(1, 300)],
    "blanks": [" " * 40_000 + "end"],
    "words": ["word " * 8_000 + "end"],
    "dots": [". " * 20_000 + "end"],
    "number": ["1." * 20_000 + "end"],
    "columns": ["a   " * 10_000 + "end"],
    "key": ["A" * 40_000 + ": end", "b: c"],
}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_take_bounded_time_and_keep_their_text(suffix, name):
    begin = time.process_time()
    parsed = parse(f"a.{suffix}", HOSTILE[name])
    assert time.process_time() - begin < 10
    shown = [fragment.text for block in parsed.blocks for fragment in block.fragments]
    assert any("end" in text for text in [*shown, *(field.value for field in parsed.fields)])


@given(st.sampled_from(SUFFIXES), st.text(alphabet="#->*`[]()<>ab:=.|_~ \n\t\\&!", max_size=120))
def test_lines_exist_and_are_in_order(suffix, text):
    lines = text.split("\n")
    for block in parse(f"a.{suffix}", lines).blocks:
        numbers = [fragment.line for fragment in block.fragments]
        assert numbers
        assert all(1 <= number <= len(lines) for number in numbers)
        assert numbers == sorted(set(numbers))


def test_a_table_in_plain_text_yields_a_row_a_line() -> None:
    parsed = parse("relations.tsv", ["source\trelation\ttarget", "", "RFC0733\tobsoletes\tRFC0724"])
    assert [(block.kind, block.fragments[0].line) for block in parsed.blocks] == [("table_row", 1), ("table_row", 3)]
