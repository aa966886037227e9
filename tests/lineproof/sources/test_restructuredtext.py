"""reStructuredText: the physical lines of each element, whatever line docutils names for it."""

from textwrap import dedent

import pytest

from lineproof.sources.model import Block, Link, Parsed
from lineproof.sources.restructuredtext import parse_restructuredtext


def parsed(text: str) -> Parsed:
    return parse_restructuredtext(dedent(text).strip("\n").split("\n"))


def blocks(text: str) -> tuple[Block, ...]:
    return parsed(text).blocks


def shown(text: str) -> list[tuple[str, list[tuple[int, str]]]]:
    return [(block.kind, [(f.line, f.text) for f in block.fragments]) for block in blocks(text)]


def test_the_field_list_below_the_title_is_metadata():
    found = parsed("""
        =====
        Title
        =====

        :form: HV 83 02
        :amends: HV 30 01,
           HV 40 01

        Text.
    """)
    assert [(f.name, f.value, f.line) for f in found.fields] == [
        ("form", "HV 83 02", 5),
        ("amends", "HV 30 01, HV 40 01", 6),
    ]
    assert [(b.kind, b.level, b.fragments[0].line) for b in found.blocks] == [("heading", 1, 2), ("paragraph", 0, 9)]


def test_mail_headers_are_metadata_too():
    found = parsed("PEP: 8\nTitle: Style\n\nText.")
    assert [(f.name, f.value) for f in found.fields] == [("pep", "8"), ("title", "Style")]
    assert shown("PEP: 8\nTitle: Style\n\nText.") == [("paragraph", [(4, "Text.")])]


def test_sections_lists_and_code():
    assert shown("""
        Part
        ----
        First line
        second line::

          code
            more

        2. item
           goes on

           inner

        #. auto

        * bullet

        term
          meaning
    """) == [
        ("heading", [(1, "Part")]),
        ("paragraph", [(3, "First line"), (4, "second line::")]),
        ("code", [(6, "code"), (7, "  more")]),
        ("list_item", [(9, "2. item"), (10, "goes on")]),
        ("paragraph", [(12, "inner")]),
        ("list_item", [(14, "3. auto")]),
        ("list_item", [(16, "bullet")]),
        ("paragraph", [(18, "term")]),
        ("paragraph", [(19, "meaning")]),
    ]


def test_table_rows():
    assert shown("""
        ======  =====
        A       B
        ======  =====
        a1      b1
        a2      b2
                more
        ======  =====
    """) == [
        ("table_row", [(2, "A | B")]),
        ("table_row", [(4, "a1 | b1")]),
        ("table_row", [(5, "a2 | b2"), (6, "more")]),
    ]


def test_links_and_targets():
    found = blocks("""
        .. _place:

        Part
        ====

        A `form <a/b.md>`_ and
        Name_, see `Part`_, :doc:`other/page` and :ref:`this <place>`.

        .. _Name: https://a.example/x
    """)
    assert found[0].anchor == "place"
    assert found[1].links == (
        Link("form", "a/b.md", 6),
        Link("Name", "https://a.example/x", 7),
        Link("Part", "#part", 7),
        Link("other/page", "other/page", 7),
        Link("this", "#place", 7),
    )


def test_nothing_is_included_or_passed_raw(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret words")
    text = f".. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\n.. csv-table::\n   :file: {secret}\n\nText."
    assert "secret words" not in str(shown(text))
    assert shown(text)[-1] == ("paragraph", [(9, "Text.")])


def test_unknown_directives_show_their_content():
    assert shown("""
        .. versionadded:: 3.2
           The content
           of it.

        After.
    """) == [("paragraph", [(2, "The content"), (3, "of it.")]), ("paragraph", [(5, "After.")])]


def test_comments_are_hidden():
    assert shown(".. a comment\n   goes on\n\nText.") == [("paragraph", [(4, "Text.")])]


def test_a_role_that_one_document_defines_is_unknown_to_the_next():
    text = "See :special:`x`."
    before = parsed(text)
    parsed(".. role:: special\n\n:special:`y`")
    assert parsed(text) == before


def test_separators_within_a_line_do_not_shift_lines():
    assert shown("one\u2028two\x0cx\n\nthree")[1] == ("paragraph", [(3, "three")])


@pytest.mark.parametrize("sign", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_only_line_feeds_and_carriage_returns_end_a_line(sign: str) -> None:
    blocks = parse_restructuredtext([f"one{sign}two", "", "three"]).blocks
    assert [fragment.line for block in blocks for fragment in block.fragments] == [1, 3]


def test_items_have_the_number_of_items_around_them():
    found = blocks("""
        Title
        =====

        - one

          1. two

        - three
        """)
    assert [(block.kind, block.level) for block in found] == [("heading", 1), ("list_item", 0), ("list_item", 1), ("list_item", 0)]
