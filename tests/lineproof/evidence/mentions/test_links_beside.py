"""Links never join with what stands beside them: each is one reference, or is listed."""

import pytest

from lineproof.evidence.language import load
from lineproof.evidence.mentions.grammar import build
from lineproof.evidence.mentions.links import link_tokens
from lineproof.evidence.mentions.references import ReferenceFinder, Surroundings
from lineproof.sources.model import Link

FINDER = ReferenceFinder(build(load("en"), {}))


@pytest.mark.parametrize(
    "text",
    [
        "See [Beta](b.md), [the limits](a.md#limits).",
        "See [the limits](a.md#limits) [Beta](b.md).",
        "See [the limits](a.md#limits) of [Beta](b.md).",
        "[Beta](b.md) ([the limits](a.md#limits))",
    ],
)
def test_two_links_are_two_references(text: str) -> None:
    links = [Link("Beta", "b.md", 1), Link("the limits", "a.md#limits", 1)]
    ordered = sorted(links, key=lambda link: text.index(link.text))
    found = FINDER.mentions(text, 0, Surroundings({}), link_tokens(text, ordered, "n.md"))
    assert sorted(mention.names[0] for mention in found) == ["path:a.md", "path:b.md"]
