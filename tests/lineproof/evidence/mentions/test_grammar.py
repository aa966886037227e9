"""Grammar: extended in lineproof.toml without code."""

import json
import re

import pytest

from lineproof.evidence.errors import BadGrammar, UnknownLanguage
from lineproof.evidence.extract import tools
from lineproof.evidence.language import load
from lineproof.evidence.mentions.grammar import alternatives, build, section_words
from lineproof.evidence.mentions.references import Surroundings

EXTENSION = {
    "fields": {"identifier": ["form_code"]},
    "relations": {"amends": ["tweaks"]},
    "schemes": {"external": ["NIST"]},
    "aliases": {"the Blue Book": "HV 30 01"},
    "identifiers": {"patterns": [r"case/\d+"]},
    "references": {"section": ["stanza"], "supersedes": ["retires"]},
}


def test_an_extension_adds_to_every_table_and_takes_nothing_away() -> None:
    grammar = build(load("en"), EXTENSION)
    assert (grammar.fields["form_code"], grammar.fields["form"]) == ("identifier", "identifier")
    assert (grammar.relations["tweaks"], grammar.relations["updates"]) == ("amends", "amends")
    assert {"nist", "iso"} <= grammar.external_schemes
    assert {"stanza", "section"} <= set(grammar.words["section"])


def test_added_words_and_shapes_are_found() -> None:
    kit = tools("en", json.dumps({"grammar": EXTENSION, "language": None}))
    text = "This form retires case/12; see stanza 4 of case/13."
    mentions = kit.references.mentions(text, 0, Surroundings({}))
    assert [mention.names for mention in mentions] == [("case 12",), ("case 13",)]
    assert mentions[1].sections[0] == "section 4"
    assert [mention.relation for mention in kit.statements.statements(text, mentions, 9)] == ["supersedes"]


@pytest.mark.parametrize(
    ("extension", "words"),
    [
        ({"verbs": {}}, "verbs"),
        ({"fields": []}, "grammar.fields"),
        ({"fields": {"title": "heading"}}, "title"),
        ({"references": {"section": [1]}}, "section"),
        ({"aliases": {"the Blue Book": ["HV"]}}, "the Blue Book"),
        ({"identifiers": {"patterns": ["("]}}, "regular expression"),
    ],
)
def test_what_cannot_be_used_is_said(extension: dict[str, object], words: str) -> None:
    with pytest.raises(BadGrammar, match=re.escape(words)):
        build(load("en"), extension)


def test_an_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(UnknownLanguage, match="de, en, es"):
        tools("tlh", '{"grammar": {}, "language": null}')


@pytest.mark.parametrize(
    ("word", "kind"), [("section", "section"), ("anhang", "appendix"), ("artículo", "article"), ("kapitel", "chapter")]
)
def test_words_for_sections_of_all_languages(word: str, kind: str) -> None:
    assert section_words()[word] == kind


def test_alternatives() -> None:
    assert re.fullmatch(alternatives(["of", "of the", "a.b"]), "of   the")
    assert not re.fullmatch(alternatives(["a.b"]), "axb")
    assert not re.search(alternatives([]), "")
