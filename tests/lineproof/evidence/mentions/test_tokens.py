"""Tokens: what is recognised by its shape, and what wins where shapes overlap."""

import pytest

from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.model import Token

TAGS = {"HTTP": ("rfc 9110",), "Foo": ()}


def tokens(text: str, code: str = "en", skip: int = 0, links: tuple[Token, ...] = ()) -> list[tuple[str, str]]:
    tokenizer = tools(code, '{"grammar": {}, "language": null}').references.tokenizer
    return [(token.shape, text[token.start : token.end]) for token in tokenizer.tokens(text, skip, TAGS, links)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[HTTP]", [("tag", "[HTTP]")]),
        ("[HTTP, Section 4.2]", [("tag", "[HTTP"), ("section", "Section 4.2")]),
        ("[Foo] and [Unknown]", [("tag", "[Foo]")]),
        ("array[0] and [x](y)", []),
        ("Section 4.2 and A.1", [("section", "Section 4.2"), ("label", "A.1")]),
        ("Sections 4.2, 4.3", [("section", "Sections 4.2, 4.3")]),
        ("edition 2019-04", [("edition", "edition 2019-04")]),
        ("portions of 7230", [("number", "7230")]),
        ("the applicable endorsement", [("generic", "the applicable endorsement")]),
        ("May 2026, January 5, March 2024", []),
        ("IPv6 and 3GPP and e.g. 3.2", []),
        ('the "Roof" section', [("heading", '"Roof" section')]),
    ],
)
def test_english(text: str, expected: list[tuple[str, str]]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("§ 5 Abs. 2 Satz 1 und § 7", [("§", "§ 5 Abs. 2 Satz 1 und § 7")]),
        ("Absatz 2 gilt", [("subdivision", "Absatz 2")]),
        ("§§ 1 bis 4", [("§", "§§ 1 bis 4")]),
        ("am 3. Mai 2026", []),
    ],
)
def test_german(text: str, expected: list[tuple[str, str]]) -> None:
    assert tokens(text, "de") == expected


def test_a_link_wins_over_what_it_covers() -> None:
    text = "See [RFC 5321, Section 4](a.md)."
    assert tokens(text, links=(Token(4, 31, "link", shape="link"),)) == [("link", "[RFC 5321, Section 4](a.md)")]


def test_text_before_the_end_of_the_label_is_skipped() -> None:
    assert tokens("A.1 See A.2", skip=3) == [("label", "A.2")]
