"""Keys: what all spellings and inflections of a topic share, and what must stay apart."""

import pytest

from lineproof.beliefs.concepts.vocabulary import load
from lineproof.beliefs.concepts.words import Role, key_of, words


def key(text: str, language: str) -> str:
    return key_of(words(text, language), load(language).capitalised_nouns).replace(" ", "")


@pytest.mark.parametrize(
    ("language", "variants"),
    [
        ("en", ["policy", "policies", "Policies", "policy's", "policies’"]),
        ("en", ["cache", "caches", "Caches"]),
        ("en", ["size", "sizes"]),
        ("en", ["address", "addresses"]),
        ("en", ["index", "indices", "indexes"]),
        ("en", ["analysis", "analyses"]),
        ("en", ["colour scheme", "color schemes"]),
        ("en", ["authorisation", "authorization", "authorizations"]),
        ("en", ["data centre", "data center", "data centers", "data centres"]),
        ("en", ["licence fee", "license fees"]),
        ("en", ["cancelled policy", "canceled policies"]),
        ("en", ["front end", "front-end", "frontend", "Front‑End"]),
        ("en", ["e-mail", "email", "E-mails"]),
        ("en", ["API", "APIs"]),
        ("en", ["the proof of loss", "Proof of Loss", "proofs of loss"]),
        ("de", ["Vertrag", "Verträge", "Vertrages", "Vertrags", "Verträgen"]),
        ("de", ["Vergütung", "Verguetung", "Vergütungen"]),
        ("de", ["Haus", "Häuser", "Hauses", "Häusern"]),
        ("de", ["Mitglied", "Mitglieder", "Mitgliedern", "Mitglieds"]),
        ("de", ["Straße", "Strasse", "Straßen"]),
        ("de", ["grobe Fahrlässigkeit", "grober Fahrlässigkeit", "groben Fahrlässigkeit"]),
        ("de", ["Kfz-Versicherung", "Kfz Versicherung", "Kfz-Versicherungen"]),
        ("de", ["Versicherer", "Versicherers", "Versicherern"]),
        ("es", ["contrato", "contratos"]),
        ("es", ["obligación", "obligaciones"]),
    ],
)
def test_variants_have_one_key(language: str, variants: list[str]) -> None:
    assert len({key(variant, language) for variant in variants}) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "HTTP", "HTTPS"),
        ("en", "policy", "police"),
        ("en", "encrypted key", "encryption key"),
        ("en", "class", "clas"),
        ("en", "filling", "filing"),
        ("de", "Versicherer", "Versicherung"),
        ("de", "Käufer", "Kauf"),
        ("de", "Mieter", "Miete"),
    ],
)
def test_other_words_have_other_keys(language: str, one: str, other: str) -> None:
    assert key(one, language) != key(other, language)


@pytest.mark.parametrize(
    ("language", "word", "role"),
    [
        ("en", "depends", Role.BOUNDARY),
        ("en", "request", Role.CONTENT),
        ("en", "`request`", Role.OTHER),
        ("en", "snake_case", Role.OTHER),
        ("en", "camelCase", Role.OTHER),
        ("en", "2026-01-01", Role.OTHER),
        ("en", "actual", Role.VAGUE),
        ("en", "we're", Role.FUNCTION),
        ("de", "Straf-", Role.OTHER),
        ("de", "Straf", Role.CONTENT),
    ],
)
def test_what_a_word_does(language: str, word: str, role: Role) -> None:
    assert [found.role for found in words(word, language)] == [role]


def test_a_link_keeps_its_words_and_loses_its_address() -> None:
    assert [word.core for word in words("see [travel card](https://example.org/card) here", "en")] == ["see", "travel", "card", "here"]
