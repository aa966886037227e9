"""Sentences by template, in the language of their page."""

import pytest

from lineproof.wiki.compose import Templates
from lineproof.wiki.material import Fact
from lineproof.wiki.outline import Block, Item, Outline


def fact(said: str) -> Fact:
    return Fact("c" + said, "d1", said, "fact", None, None, "none", "active", None, "p1", said=said)


def sentence(item: Item, language: str) -> str:
    outline = Outline("w1", "a.md", "A", "family", "", language, blocks=(Block("Heading", "b", (item,)),))
    (composed,) = Templates().compose([outline])
    (written,) = composed.sentences
    assert written.claim_ids == item.claim_ids
    return written.text


NEW, OLD = fact("It is 90 days"), fact("It was 60 days")
SAID = [
    (Item("claim", (NEW,)), "en", "It is 90 days."),
    (Item("claim", (NEW,), place="S.4"), "en", "S.4: It is 90 days."),
    (Item("claim", (NEW,), place="How long?"), "en", "How long? It is 90 days."),
    (Item("change", (NEW, OLD), "2019"), "en", "It is 90 days. Before, 2019: It was 60 days."),
    (Item("change", (NEW, OLD), "2019"), "de", "It is 90 days. Zuvor, 2019: It was 60 days."),
    (Item("change", (OLD,), "2019"), "en", "No longer in force (2019): It was 60 days."),
    (Item("change", (OLD,), "2019"), "de", "Nicht mehr in Kraft (2019): It was 60 days."),
    (Item("conflict", (NEW, OLD), "Basics"), "en", "It is 90 days. Against this, Basics: It was 60 days."),
    (Item("list", (NEW, OLD), told="Two deadlines"), "en", "Two deadlines."),
    (Item("claim", (NEW,)), "pt", "It is 90 days."),
]


@pytest.mark.parametrize(("item", "language", "text"), SAID)
def test_an_item_becomes_a_sentence(item: Item, language: str, text: str) -> None:
    assert sentence(item, language) == text


def test_source_text_is_no_template() -> None:
    assert sentence(Item("claim", (fact("{{ 7 * 7 }} {% raw %}"),)), "en") == "{{ 7 * 7 }} {% raw %}."
