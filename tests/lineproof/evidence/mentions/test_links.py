"""Links: where they point, seen from the document that holds them."""

import pytest

from lineproof.evidence.mentions.links import bare_path, link_names, link_tokens
from lineproof.sources.model import Link


@pytest.mark.parametrize(
    ("target", "names", "anchor"),
    [
        ("other.md", ("path:guide/other.md", "path:guide/other"), None),
        ("./other.md#4-2-limits", ("path:guide/other.md", "path:guide/other"), "4-2-limits"),
        ("../forms/a.md", ("path:forms/a.md", "path:forms/a"), None),
        ("/forms/a.md", ("path:forms/a.md", "path:forms/a"), None),
        ("/forms/", ("path:forms", "path:~forms"), None),
        ("../forms/index.html", ("path:forms/index.html", "path:forms"), None),
        ("a%20b.md", ("path:guide/a b.md", "path:guide/a b"), None),
        ("{{ site.baseurl }}/forms/a.md", ("path:forms/a.md", "path:forms/a"), None),
        ("..\\forms\\a.md", ("path:forms/a.md", "path:forms/a"), None),
        ("e\u0301.md", ("path:guide/\u00e9.md", "path:guide/\u00e9"), None),
        ("#limits", (), "limits"),
        ("#%C3%BCber", (), "über"),
        ("other.md?view=1#x", ("path:guide/other.md", "path:guide/other"), "x"),
        ("https://example.org/a.md#x", (), None),
        ("//example.org/a", (), None),
        ("mailto:a@example.org", (), None),
        ("", (), None),
        ("../../../secret.md", (), None),
    ],
)
def test_target(target: str, names: tuple[str, ...], anchor: str | None) -> None:
    assert link_names(target, "guide/leave.md") == (names, anchor)


@pytest.mark.parametrize(
    ("path", "bare"), [("a/b.md", "a/b"), ("a/index.html", "a"), ("README.md", "."), ("a/readme", "a"), ("a.b.md", "a.b")]
)
def test_bare_path(path: str, bare: str) -> None:
    assert bare_path(path) == bare


@pytest.mark.parametrize(
    ("text", "link", "place"),
    [
        ("See [the form](a.md) now.", Link("the form", "a.md", 1), "[the form](a.md)"),
        ("See [the form][form] now.", Link("the form", "a.md", 1), "[the form][form]"),
        ("See <https://example.org> now.", Link("https://example.org", "https://example.org", 1), "<https://example.org>"),
        ("See `the form <a.md>`_ now.", Link("the form", "a.md", 1), "`the form <a.md>`_"),
        ("See the form now.", Link("the form", "a.md", 1), "the form"),
    ],
)
def test_place_of_a_link(text: str, link: Link, place: str) -> None:
    token, *others = link_tokens(text, [link], "b.md")
    assert text[token.start : token.end] == place
    assert others == []


def test_two_links_of_the_same_words() -> None:
    text = "[here](a.md) and [here](b.md)"
    tokens = link_tokens(text, [Link("here", "a.md", 1), Link("here", "b.md", 1)], "c.md")
    assert [text[token.start : token.end] for token in tokens] == ["[here](a.md)", "[here](b.md)"]


def test_a_page_that_is_linked_where_it_is_published_is_named_by_its_words() -> None:
    (token,) = link_tokens("[RFC 5321](https://example.org/5321)", [Link("RFC 5321", "https://example.org/5321", 1)], "a.md")
    assert (token.names[0], token.nature) == ("rfc 5321", "external")
