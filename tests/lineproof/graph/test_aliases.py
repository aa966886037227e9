"""Aliases: names in running text, exactly or by stem, and names that are too common to be citations."""

import pytest

from lineproof.evidence.extract import tools
from lineproof.evidence.names import name_key
from lineproof.graph.aliases import NameFinder, document_name, spellings, term_name

PLAIN = '{"grammar": {}, "language": null}'


def finder(code: str, *names: str, terms: tuple[str, ...] = ()) -> NameFinder:
    grammar = tools(code, PLAIN).grammar
    inflects = grammar.inflects
    found = [document_name(name, name_key(name), grammar) for name in names]
    found += [term_name(term, name_key(term), inflects, code) for term in terms]
    return NameFinder([name for name in found if name], inflects, code)


def occurrences(found: NameFinder, text: str) -> list[str]:
    return [text[hit.start : hit.end] for hit in found.find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as the Roof Surfacing Guideline says", ["Roof Surfacing Guideline"]),
        ("as the roof surfacing guideline says", []),
        ("the Roof Surfacing Guidelines say", []),
        ("the Claims Manual and the Claims Manual Chapter 4", ["Claims Manual", "Claims Manual Chapter 4"]),
    ],
)
def test_english_names_stand_as_they_are(text: str, expected: list[str]) -> None:
    names = finder("en", "Roof Surfacing Guideline", "Claims Manual", "Claims Manual Chapter 4")
    assert occurrences(names, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("des Bürgerlichen Gesetzbuchs", ["Bürgerlichen Gesetzbuchs"]),
        ("dem Bürgerlichen Gesetzbuch", ["Bürgerlichen Gesetzbuch"]),
        ("im BGB und in der bgb", ["BGB"]),
        ("des Schuldengesetzes", ["Schuldengesetzes"]),
        ("bürgerliche Gesetze", []),
    ],
)
def test_german_names_inflect(text: str, expected: list[str]) -> None:
    assert occurrences(finder("de", "Bürgerliches Gesetzbuch", "BGB", "Schuldengesetz"), text) == expected


@pytest.mark.parametrize("name", ["Introduction", "Notes", "Claims", "Old Roofs", "2026", "a b", ""])
def test_common_words_are_no_names(name: str) -> None:
    assert document_name(name, name_key(name), tools("en", PLAIN).grammar) is None


def test_a_term_may_begin_a_sentence() -> None:
    text = "Actual cash value is paid. It is actual cash value."
    assert occurrences(finder("en", terms=("actual cash value",)), text) == ["Actual cash value", "actual cash value"]


@pytest.mark.parametrize(
    ("term", "expected"),
    [("Actual cash value", ("Actual cash value", "actual cash value")), ("Actual Cash Value", ("Actual Cash Value",)), ("ACV", ("ACV",))],
)
def test_a_term_defined_at_the_start_of_a_sentence_stands_within_one_too(term: str, expected: tuple[str, ...]) -> None:
    assert spellings(term) == expected
