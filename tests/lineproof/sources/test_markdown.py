"""Markdown blocks: the right kind, the right physical lines, links with their targets as written."""

from textwrap import dedent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineproof.sources.markdown import parse_markdown
from lineproof.sources.model import Block, Link


def blocks(text: str) -> tuple[Block, ...]:
    return parse_markdown(dedent(text).strip("\n").split("\n")).blocks


def shown(text: str) -> list[tuple[str, list[tuple[int, str]]]]:
    return [(block.kind, [(f.line, f.text) for f in block.fragments]) for block in blocks(text)]


def test_front_matter_is_in_fields_and_lines_count_from_the_file():
    parsed = parse_markdown(["---", "title: A", "---", "", "# B", "text"])
    assert [(field.name, field.value, field.line) for field in parsed.fields] == [("title", "A", 2)]
    assert [block.fragments[0].line for block in parsed.blocks] == [5, 6]


def test_headings():
    found = blocks("# One\n\nTwo\nlines\n---\n\n### Three ### \n\n## Four {#four}\n")
    assert [(b.level, [f.text for f in b.fragments], b.anchor) for b in found] == [
        (1, ["One"], None),
        (2, ["Two", "lines"], None),
        (3, ["Three"], None),
        (2, ["Four"], "four"),
    ]


def test_containers_leave_no_markers_but_ordinals():
    assert shown("""
        > quoted *text*
        > on two lines

        1. the identity of the insurer,
           in full
        2. the address

           with its own paragraph
           - nested
             bullet
        * loose
    """) == [
        ("paragraph", [(1, "quoted *text*"), (2, "on two lines")]),
        ("list_item", [(4, "1. the identity of the insurer,"), (5, "in full")]),
        ("list_item", [(6, "2. the address")]),
        ("paragraph", [(8, "with its own paragraph")]),
        ("list_item", [(9, "nested"), (10, "bullet")]),
        ("list_item", [(11, "loose")]),
    ]


def test_table_rows_are_blocks():
    assert shown("| Material | Paid |\n|---|---|\n| Asphalt | [20%](x.md) |\n| a \\| b | |\n") == [
        ("table_row", [(1, "Material | Paid")]),
        ("table_row", [(3, "Asphalt | [20%](x.md)")]),
        ("table_row", [(4, "a | b | ")]),
    ]


def test_code_is_verbatim():
    assert shown("text\n\n```py\nif a:\n    b\n\nc\n```\n\n    indented\n      more\n") == [
        ("paragraph", [(1, "text")]),
        ("code", [(4, "if a:"), (5, "    b"), (6, ""), (7, "c")]),
        ("code", [(10, "indented"), (11, "  more")]),
    ]


def test_a_list_indented_too_far_is_no_code():
    assert shown("text\n\n    *   first,\n        wrapped\n\n    *   second\n")[1:] == [
        ("list_item", [(3, "first,"), (4, "wrapped")]),
        ("list_item", [(6, "second")]),
    ]


def test_definition_lists_read_as_paragraphs():
    assert shown("Date\n:   2007-11-23\n\nPlace\n:   Bonn\n") == [
        ("paragraph", [(1, "Date"), (2, "2007-11-23")]),
        ("paragraph", [(4, "Place"), (5, "Bonn")]),
    ]


def test_clauses_on_successive_lines_are_blocks():
    assert shown("D.1 A [loss](l.md) is sudden.\nD.2 See\nD.1 and [more](m.md).\n") == [
        ("paragraph", [(1, "D.1 A [loss](l.md) is sudden.")]),
        ("paragraph", [(2, "D.2 See"), (3, "D.1 and [more](m.md).")]),
    ]
    assert [[link.target for link in block.links] for block in blocks("D.1 [A](a).\nD.2 [B](b).\n")] == [["a"], ["b"]]


def test_links_of_all_kinds():
    found = blocks("""
        See [the *form*](../forms/a%20b.md#x "Title"), ![logo](img.png)
        and [text][ref], [ref], <https://a.example/ä>, <a href="c.md">html</a>.

        [ref]: target.md
    """)
    assert found[0].links == (
        Link("the form", "../forms/a%20b.md#x", 1),
        Link("logo", "img.png", 1),
        Link("text", "target.md", 2),
        Link("ref", "target.md", 2),
        Link("https://a.example/ä", "https://a.example/ä", 2),
        Link("html", "c.md", 2),
    )
    assert len(found) == 1


def test_links_with_template_expressions():
    assert blocks('[a]({{ site.baseurl }}/b/) and [c]({{ "/d#e" | relative_url }})')[0].links == (
        Link("a", "{{site.baseurl}}/b/", 1),
        Link("c", '{{"/d#e"|relative_url}}', 1),
    )


def test_anchors_in_text_and_alone():
    found = blocks('<a name="top"></a>\n\n# Title\n\nText <a id="here"></a> goes on.\n')
    assert [block.anchor for block in found] == ["top", "here"]


def test_raw_html_shows_its_text_with_its_lines():
    html = "<div>\n<p>shown\nhere</p>\n<script>no()</script>\n</div>\n\n<!-- not\nshown -->"
    assert shown(f"before\n\n{html}\n\nafter") == [
        ("paragraph", [(1, "before")]),
        ("paragraph", [(4, "shown"), (5, "here")]),
        ("paragraph", [(12, "after")]),
    ]


def test_footnotes_are_shown_though_they_look_like_references():
    assert shown("Text[^1].\n\n[^1]: word\n")[1] == ("paragraph", [(3, "[^1]: word")])


def test_what_is_nested_too_deeply_is_still_shown():
    assert any("deep" in f.text for block in blocks("> " * 500 + "deep\n") for f in block.fragments)


def test_separators_within_a_line_do_not_shift_lines():
    assert shown("one\u2028two\x0c\n\n# three\x85\n") == [
        ("paragraph", [(1, "one\u2028two")]),
        ("heading", [(3, "three")]),
    ]


MARKUP = st.lists(
    st.sampled_from(
        [
            "# ",
            "- ",
            "1. ",
            "> ",
            "    ",
            "\n",
            "\n\n",
            "a",
            "b c",
            "|",
            "---",
            "```",
            "<div>",
            "[x](y)",
            "[x]",
            "*",
            ": ",
            "\\",
            "`",
        ]
    )
)


@given(MARKUP)
@example(["1. ", "\n", "    ", "a"])
def test_fragments_are_parts_of_their_lines_in_order(pieces):
    lines = "".join(pieces).split("\n")
    fragments = [fragment for block in parse_markdown(lines).blocks for fragment in block.fragments]
    assert [f.line for f in fragments] == sorted(f.line for f in fragments)
    for fragment in fragments:
        line = lines[fragment.line - 1]
        assert all(word in line or word in line.replace("\\|", "|") for word in fragment.text.split())


@pytest.mark.parametrize("word", ["a", "b"])
@given(pieces=MARKUP)
def test_no_word_is_lost(word, pieces):
    lines = "".join(pieces).split("\n")
    fragments = [f.text for block in parse_markdown(lines).blocks for f in block.fragments]
    hidden = {n for n, text in enumerate(lines) if "```" in text or "<div>" in text or "[x]" in text}
    expected = sum(text.count(word) for n, text in enumerate(lines) if n not in hidden)
    assert sum(text.count(word) for text in fragments) >= expected


def test_items_have_the_number_of_items_around_them():
    found = blocks("- one\n  1. two\n     - three\n\n     more of three\n- four\n\n> - five\n")
    assert [(b.kind, b.level) for b in found] == [
        ("list_item", 0),
        ("list_item", 1),
        ("list_item", 2),
        ("paragraph", 0),
        ("list_item", 0),
        ("list_item", 0),
    ]
