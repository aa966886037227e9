"""Bibliography: what citation tags stand for."""

import pytest

from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.bibliography import citation_tags
from lineproof.evidence.paragraphs import paragraphs
from lineproof.sources.model import Block, Fragment, Kind

GRAMMAR = tools("en", '{"grammar": {}, "language": null}').grammar


def tags(*texts: str, heading: str = "References") -> dict[str, tuple[str, ...]]:
    kinds: list[tuple[Kind, str]] = [("heading", heading), *(("paragraph", text) for text in texts)]
    blocks = [Block(kind, (Fragment(n, text),), int(kind == "heading")) for n, (kind, text) in enumerate(kinds, 1)]
    return citation_tags(paragraphs("d1", blocks), GRAMMAR)


@pytest.mark.parametrize(
    ("entry", "tag", "first"),
    [
        ('[HTTP] Fielding, R., Ed., "HTTP Semantics", RFC 9110, June 2022.', "HTTP", "rfc 9110"),
        ('[5] Postel, J., "Simple Mail Transfer Protocol", STD 10, RFC 821, August 1982.', "5", "std 10"),
        ("[RFC2119] Bradner, S., Key words, BCP 14, RFC 2119.", "RFC2119", "bcp 14"),
        ('[Manual] Claims Desk, "Claims Manual", 2026.', "Manual", "claims manual"),
        ('[Book] Knuth, D., "The Art of Computer Programming", 1968.', "Book", "the art of computer programming"),
    ],
)
def test_entry(entry: str, tag: str, first: str) -> None:
    assert tags(entry)[tag][0] == first


def test_an_identifier_within_a_title_is_not_what_is_cited() -> None:
    found = tags('[X] Author, A., "Errata for RFC 1034", RFC 9999, 2020.')
    assert "rfc 1034" not in found["X"]


def test_outside_of_a_list_an_entry_must_look_like_one() -> None:
    entry = '[5] Postel, J., "Simple Mail Transfer Protocol", RFC 821, 1982.'
    assert tags(entry, "[6] says that the client waits for RFC 822.", heading="Notes") == tags(entry)


def test_the_list_wins_over_other_places() -> None:
    blocks = [
        Block("paragraph", (Fragment(1, '[5] Some, A., "Title here", RFC 1, 1982.'),)),
        Block("heading", (Fragment(2, "References"),), 1),
        Block("paragraph", (Fragment(3, '[5] Other, B., "Another title", RFC 2, 1983.'),)),
    ]
    assert citation_tags(paragraphs("d1", blocks), GRAMMAR)["5"][0] == "rfc 2"
