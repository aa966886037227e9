"""Canonical concepts: what becomes a topic, what is one topic, and that nothing depends on order."""

import random
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from lineproof.beliefs.concepts.canonical import concepts
from lineproof.beliefs.concepts.model import KINDS, PERSON, Concept, Usage


def made(*usages: tuple[str, str, str, int], paragraphs: int = 100) -> Mapping[str, Concept]:
    """The concepts by name."""
    found, _ = concepts("test", [Usage(*usage) for usage in usages], paragraphs)
    return {concept.name: concept for concept in found}


def test_spellings_with_and_without_blanks_are_one_concept() -> None:
    found = made(("front end", "front-end", "phrase", 5), ("front end", "front ends", "phrase", 2), ("frontend", "frontend", "mention", 1))
    assert list(found) == ["front-end"]
    assert found["front-end"].keys == ("front end", "frontend")
    assert found["front-end"].forms == ("front ends", "front-end", "frontend")


def test_the_name_is_the_most_frequent_form_in_its_shortest_inflection() -> None:
    assert list(made(("header field", "header fields", "phrase", 9), ("header field", "header field", "phrase", 3))) == ["header field"]
    assert list(made(("vertrag", "Vertrags", "phrase", 1), ("vertrag", "Verträge", "phrase", 40))) == ["Verträge"]


def test_an_abbreviation_joins_what_it_stands_for_where_one_explanation_prevails() -> None:
    explained = ("transport layer security", "Transport Layer Security (TLS)", "abbreviation", 1)
    found = made(explained, ("tls", "TLS", "phrase", 20), ("transport layer security", "transport layer security", "phrase", 2))
    assert list(found) == ["TLS"]
    assert found["TLS"].keys == ("tls", "transport layer security")
    assert found["TLS"].forms == ("TLS", "Transport Layer Security", "transport layer security")


def test_an_abbreviation_of_two_things_is_neither() -> None:
    found = made(
        ("certificate authority", "certificate authority (CA)", "abbreviation", 3),
        ("contracting agency", "contracting agency (CA)", "abbreviation", 3),
        ("ca", "CA", "phrase", 9),
    )
    assert {concept.keys for concept in found.values()} == {("certificate authority",), ("contracting agency",), ("ca",)}


def test_a_phrase_needs_more_paragraphs_than_a_term_or_heading_and_more_in_a_large_corpus() -> None:
    phrase = ("access token", "access token", "phrase", 3)
    assert "access token" in made(phrase)
    assert not made(phrase, paragraphs=90_000)
    assert not made(("access token", "access token", "phrase", 2))
    assert "access token" in made(("access token", "access token", "term", 1), ("access token", "access token", "mention", 1))
    assert not made(("access token", "access token", "heading", 1))


def test_a_mention_is_a_topic_only_where_something_else_shows_it() -> None:
    assert not made(("server", "server", "mention", 50))
    assert "server" in made(("server", "server", "mention", 50), ("server", "Server", "term", 1))
    assert not made(("server", "server", "mention", 500), ("server", "Server", "heading", 1))


def test_a_name_of_a_person_is_no_topic_unless_it_is_defined() -> None:
    name, use = ("schneier", "Schneier", PERSON, 1), ("schneier", "Schneier", "phrase", 9)
    assert not made(name, use)
    assert "Schneier" in made(name, use, ("schneier", "Schneier", "term", 1))


def test_a_phrase_that_stands_within_a_longer_one_is_no_topic_of_its_own() -> None:
    whole, part = ("actual cash value", "actual cash value", "term", 9), ("cash value", "cash value", "phrase", 10)
    assert list(made(whole, part)) == ["actual cash value"]
    assert len(made(whole, ("cash value", "cash value", "phrase", 20))) == 2


WORDS = st.sampled_from(["front end", "frontend", "tls", "transport layer security", "layer security", "key", "key exchange"])
USAGES = st.lists(
    st.builds(
        Usage, WORDS, st.sampled_from(["Front End", "TLS", "key", "Key", "keys"]), st.sampled_from([*KINDS, PERSON]), st.integers(1, 9)
    ),
    max_size=25,
    unique_by=lambda usage: (usage.key, usage.form, usage.kind),
)


@given(USAGES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(usages: list[Usage], dice: random.Random) -> None:
    shuffled = usages.copy()
    dice.shuffle(shuffled)
    assert concepts("test", usages, 50) == concepts("test", shuffled, 50)


@given(USAGES)
def test_every_key_means_one_concept_and_every_concept_has_a_name_that_stands_in_the_text(usages: list[Usage]) -> None:
    found, by_key = concepts("test", usages, 50)
    assert by_key == {key: concept.concept_id for concept in found for key in concept.keys}
    assert sum(len(concept.keys) for concept in found) == len(by_key)
    assert all(concept.name in concept.forms for concept in found)
    assert len({concept.concept_id for concept in found}) == len(found)
