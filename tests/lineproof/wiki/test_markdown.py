"""What a source says stays text: no markup, links, tags, notes or front matter come of it."""

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lineproof.wiki.markdown import escaped, link_words, place
from lineproof.wiki.text import visible

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
MARKS = st.text(st.sampled_from("\\`*_[]{}()<>|~^$#=%!&;:+-.0123 axyz\"'/@\n"), max_size=60)
HOSTILE = [
    "<script>alert(1)</script>", "[[secret|page]]", "![[embed]]", "[x](javascript:alert(1))", "![x](http://evil/x.png)",
    "[^1]: note", "[^1]", "---", "--- type: x", "# Title", "- item", "+ item", "1. item", "12) item", "> quote", "```", "~~~",
    "| a | b |", "<!-- x", "&lt;b&gt;", "&#60;script&#62;", "*a* **b** _c_ __d__ ~~e~~", "a_b_c", "_a b_", "<http://evil>",
    "http://evil.example/x", "www.evil.example", "==mark==", "%%comment%%", "$x$ and $$y$$", "$5 or $x$", "text ^block-id",
    "a #tag b", "##tag", "\\[x\\]", "\\", "`code`", "{{ template }}", "{% raw %}", "[ref]: http://evil", ": definition", "= x",
    "===", "~ x", "a | b", "- [ ] task", "**", "\\_x_", "\\*x\\*",
]  # fmt: skip


def shown(markdown: str) -> str:
    """The text that a paragraph or list item shows; fails on anything but text."""
    html = PARSER.render(markdown)
    body = re.fullmatch(r"\s*(?:<ul>\s*<li>|<p>)(?P<text>[^<]*)(?:</li>\s*</ul>|</p>)\s*", html, re.DOTALL)
    assert body, html
    return unescape(body["text"]).strip()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    assert shown(escaped(text)) == text
    assert shown(f"- {escaped(text)}") == text


@settings(deadline=None)
@given(MARKS)
def test_any_marks_are_shown_as_they_are(text: str) -> None:
    text = visible(text)
    if text:
        assert shown(escaped(text)) == text
        assert shown(f"- {escaped(text)}") == text


@settings(deadline=None)
@given(MARKS)
def test_extensions_find_nothing(text: str) -> None:
    safe = escaped(visible(text))
    assert "[[" not in safe
    assert not re.search(r"(?<!\\)\[\^", safe)
    assert not re.search(r"<[a-z/!?]", safe, re.IGNORECASE)
    assert not re.search(r"(?<!\\)==|(?<!\\)%%|(?<!\\)\{\{", safe)
    assert not re.search(r"(?<!\S)#\w", safe)
    assert not re.search(r"(?<!\\)\$(?!\d)", safe)
    assert not re.search(r"[A-Za-z]://|www\.", safe, re.IGNORECASE)


@pytest.mark.parametrize("text", ["It costs $1,000 or 5%.", "See Section 4.2, A.1 and snake_case.", "x > y & z", "A - B + C = D"])
def test_ordinary_text_stays_readable(text: str) -> None:
    assert escaped(text) == text


@settings(deadline=None)
@given(MARKS)
def test_link_words_cannot_end_a_link(text: str) -> None:
    words = link_words(visible(text))
    assert not set(words) & set("[]|<>\n")


def test_places_are_plain_where_they_can_be() -> None:
    assert place("_pages/a_b/leave.md", "L3-L4") == "_pages/a_b/leave.md#L3-L4"
    assert place("a b/[x].md", "L3") == "`a b/[x].md#L3`"
    assert place("a`b\nc<d>[[e]].md", "L3") == "`a%60b%0Ac%3Cd%3E%5B%5Be]].md#L3`"
    assert place("100%/a b.md", "L3") == "`100%/a b.md#L3`"
