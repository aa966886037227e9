"""HTML: what is shown, on which line, and nothing of what is hidden."""

from textwrap import dedent

import pytest

from lineproof.sources.html import parse_html
from lineproof.sources.model import Block, Link


def blocks(text: str) -> tuple[Block, ...]:
    return parse_html(dedent(text).strip("\n").split("\n")).blocks


def shown(text: str) -> list[tuple[str, int, list[tuple[int, str]]]]:
    return [(block.kind, block.level, [(f.line, f.text) for f in block.fragments]) for block in blocks(text)]


def test_fields():
    parsed = parse_html(
        [
            "<head><title>Notes &amp;",
            " more</title>",
            '<meta name="DC.Date" content="2026-01-01">',
            "<meta charset=utf-8></head>",
        ]
    )
    assert [(f.name, f.value, f.line) for f in parsed.fields] == [
        ("title", "Notes & more", 2),
        ("dc_date", "2026-01-01", 3),
    ]
    assert parsed.blocks == ()


def test_blocks_with_their_lines():
    assert shown("""
        <h1>Title</h1>
        <p>One <b>two</b>
        three
        <p>Unclosed
        <div>loose text</div>
        <ol><li>first<li><p>second</p><p>more</p></ol>
        <ul><li>bullet</ul>
        <dl><dt>term<dd>meaning</dl>
    """) == [
        ("heading", 1, [(1, "Title")]),
        ("paragraph", 0, [(2, "One two"), (3, "three")]),
        ("paragraph", 0, [(4, "Unclosed")]),
        ("paragraph", 0, [(5, "loose text")]),
        ("list_item", 0, [(6, "1. first")]),
        ("list_item", 0, [(6, "2. second")]),
        ("paragraph", 0, [(6, "more")]),
        ("list_item", 0, [(7, "bullet")]),
        ("paragraph", 0, [(8, "term")]),
        ("paragraph", 0, [(8, "meaning")]),
    ]


def test_table_rows_and_preformatted_text():
    table = "<table><tr><th>A<th>B</tr>\n<tr><td>1</td>\n<td><p>2</p></td></tr></table>"
    assert shown(f"{table}\n<pre>\nx\n\n  y\n</pre>") == [
        ("table_row", 0, [(1, "A | B")]),
        ("table_row", 0, [(2, "1"), (3, "| 2")]),
        ("code", 0, [(5, "x"), (6, ""), (7, "  y")]),
    ]


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>if (a<b) x()</script>",
        "<style>p{}</style>",
        "<template><p>x</p></template>",
        "<!-- x -->",
        "<div hidden><div>x</div></div>",
        '<p style="display: none">x</p>',
        "<noscript>x</noscript>",
    ],
)
def test_hidden_elements(hidden):
    assert shown(f"<p>before</p>{hidden}<p>after</p>") == [
        ("paragraph", 0, [(1, "before")]),
        ("paragraph", 0, [(1, "after")]),
    ]


def test_anchors_and_links():
    link, image = '<a href="a.md#x">the\nform</a>', '<img src="i.png" alt="logo">'
    found = blocks(f'<section id="s"><h2>Part</h2><p>See {link} {image}</p></section>')
    assert found[0].anchor == "s"
    assert found[1].links == (Link("the form", "a.md#x", 1), Link("logo", "i.png", 2))
    assert blocks('<p><a name="n"></a>text</p>')[0].anchor == "n"


def test_separators_within_a_line_do_not_shift_lines():
    assert shown("<p>one\u2028two\x0b</p>\n<p>three</p>")[1] == ("paragraph", 0, [(2, "three")])


def test_unclosed_tags_in_masses_are_refused():
    with pytest.raises(ValueError, match="without an end"):
        parse_html(['<a href="' * 5000])


def test_items_have_the_number_of_lists_around_theirs():
    found = shown("<ul><li>one<ol><li><p>two</p></li></ol></li><li>three</li></ul><p>four</p>")
    assert [(kind, level) for kind, level, _ in found] == [("list_item", 0), ("list_item", 1), ("list_item", 0), ("paragraph", 0)]
