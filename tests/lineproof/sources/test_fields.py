"""Metadata at the head of documents: values as written, each with its line, and never a failure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.sources.fields import document_header, field_blocks, read_head
from lineproof.sources.layout import chunks_of
from lineproof.sources.model import Field


def head(text: str) -> list[tuple[str, str, int]]:
    return [(field.name, field.value, field.line) for field in read_head(text.split("\n")).fields]


def header(text: str) -> list[tuple[str, str]]:
    found = document_header(chunks_of(text.split("\n")))
    return [(field.name, field.value) for field in found.fields] if found else []


def test_yaml_values_stay_as_written():
    yaml = "Title: A law\neffective: 2026-01-01\nedition: 01.10\nzip: 007\nempty:\nnone: null"
    assert head(f"---\n{yaml}\n---\ntext") == [
        ("title", "A law", 2),
        ("effective", "2026-01-01", 3),
        ("edition", "01.10", 4),
        ("zip", "007", 5),
    ]


def test_yaml_lists_yield_a_field_an_element_and_comma_lists_one():
    assert head("---\nrequires: 1, 2\namends:\n  - HV 1\n  - HV 2\ninline: [a, 'b']\nof:\n  form: X\n---") == [
        ("requires", "1, 2", 2),
        ("amends", "HV 1", 4),
        ("amends", "HV 2", 5),
        ("inline", "a", 6),
        ("inline", "b", 6),
        ("of_form", "X", 8),
    ]


def test_invalid_yaml_is_read_line_by_line():
    lines = 'title: Forms: the new ones\nauthor: @someone\ntags:\n  - a\nlong: one\n  two\nquoted: "x"'
    assert head(f"---\n{lines}\n---") == [
        ("title", "Forms: the new ones", 2),
        ("author", "@someone", 3),
        ("tags", "a", 5),
        ("long", "one two", 6),
        ("quoted", "x", 8),
    ]


def test_front_matter_that_contains_itself_is_bounded():
    assert head("---\na: &a [*a, x]\n---")[-1] == ("a", "x", 2)


@pytest.mark.parametrize("text", ["---\nno end", "--- \n", "text\n---\na: b\n---", "", "---\n- a\n- b\n---"])
def test_what_is_no_front_matter(text):
    assert head(text) == []


def test_mail_headers_with_continuation_lines():
    text = "From: The desk\nSubject: Wording of\n letters\nEffective-Date: 2026-03-01\n\nFrom: here on text"
    assert head(text) == [
        ("from", "The desk", 1),
        ("subject", "Wording of letters", 2),
        ("effective_date", "2026-03-01", 4),
    ]
    assert read_head(text.split("\n")).lines == 4


@pytest.mark.parametrize(
    "text",
    ["Note: a remark.\n\ntext", "A: b\nplain line\n", "http://a.example\nb: c\n", "A sentence that goes on: x\ny: z\n"],
)
def test_what_is_no_mail_header(text):
    assert head(text) == []


def test_a_single_known_name_is_a_mail_header():
    assert head("Title: Form\n\ntext") == [("title", "Form", 1)]


@given(st.text(alphabet="-:a \n'[{*&!|>"))
def test_any_head_is_read_without_failure(text):
    lines = f"---\n{text}\n---".split("\n")
    assert all(1 < field.line <= len(lines) for field in read_head(lines).fields)


def test_two_columns_with_lists_that_go_on_below():
    assert header(
        "Internet Engineering Task Force (IETF)                  R. Fielding, Ed.\n"
        "Request for Comments: 9110                                         Adobe\n"
        "Obsoletes: 2818, 7230, 7231, 7232, 7233, 7235,                    Fastly\n"
        "           7538, 7615, 7694                              J. Reschke, Ed.\n"
        "Updates: 1123, 2181 (if approved)                             greenbytes\n"
        "Category: Standards Track                                      June 2022\n"
    ) == [
        ("request_for_comments", "9110"),
        ("obsoletes", "2818, 7230, 7231, 7232, 7233, 7235, 7538, 7615, 7694"),
        ("updates", "1123, 2181 (if approved)"),
        ("category", "Standards Track"),
        ("author", "R. Fielding, Ed."),
        ("author", "J. Reschke, Ed."),
        ("date", "June 2022"),
    ]


def test_old_headers_in_several_chunks_with_number_signs():
    text = "\n\n     RFC #  822\n\n     Obsoletes:  RFC #733  (NIC #41952)\n\n\n          STANDARD\n"
    assert header(text) == [("rfc", "822"), ("obsoletes", "RFC #733  (NIC #41952)")]
    text = "RFC #   733\nNIC # 41952\n\nObsoletes:  RFC #561  (NIC #18516)\n            RFC #680  (NIC #32116)\n"
    assert header(text)[-1] == ("obsoletes", "RFC #561  (NIC #18516) RFC #680  (NIC #32116)")


def test_a_header_with_the_entries_on_the_right():
    first = "Ken Harrenstien                                      1 March 1982\n"
    second = "Vic White                                       Obsoletes: RFC 608\n"
    assert header(first + second) == [("date", "1 March 1982"), ("obsoletes", "RFC 608")]


def test_prose_is_no_document_header():
    assert header("The rules of this document are updated\nby others. Updates: see below.\n") == []


def test_field_lines_are_those_of_the_entry():
    found = document_header(chunks_of(["", "Network Working Group", "Updates: 1,", "  2"]))
    assert found is not None
    assert found.fields == [Field("updates", "1, 2", 3)]


def shown(text: str) -> list[tuple[int, str]]:
    lines = text.split("\n")
    blocks = field_blocks(read_head(lines).fields, lines)
    assert all(block.kind == "field" for block in blocks)
    return [(fragment.line, fragment.text) for block in blocks for fragment in block.fragments]


def test_metadata_can_be_quoted_as_it_stands():
    assert shown("---\ntitle: 'A law'\nrequires: 1, 2\nlist:\n  - x\n---") == [(2, "title: 'A law'"), (3, "requires: 1, 2")]
    assert shown("From: Desk\nSubject: Deadlines of\n the year\nEffective: 2026-03-01\n\nText") == [
        (1, "From: Desk"),
        (2, "Subject: Deadlines of"),
        (4, "Effective: 2026-03-01"),
    ]


def test_a_field_in_two_columns_is_quoted_without_the_column_beside_it():
    lines = ["Obsoletes: 2821                      J. Klensin", "Updates:   1123               October 2008", "", "   Title"]
    found = document_header(chunks_of(lines))
    assert found
    texts = [block.fragments[0].text for block in field_blocks(found.fields, lines)]
    assert texts == ["Obsoletes: 2821", "Updates:   1123", "October 2008"]


def test_a_date_alone_in_its_column_can_be_quoted():
    """When an RFC was published was in no paragraph, and could not be shown."""
    lines = ["Request for Comments: 9110      R. Fielding", " " * 40 + "June 2022", "", "   Title"]
    found = document_header(chunks_of(lines))
    assert found
    fragments = [block.fragments[0] for block in field_blocks(found.fields, lines)]
    assert [(one.line, one.text) for one in fragments] == [(1, "Request for Comments: 9110"), (2, "June 2022")]
