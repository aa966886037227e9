"""Terms and postings: what of a text can be asked for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.postings import postings, terms_of


@pytest.mark.parametrize(
    ("text", "language", "terms"),
    [
        ("The carrier pays claims.", "en", ["carrier", "pay", "claim"]),
        ("Paying the CLAIM", "en", ["pay", "claim"]),
        ("RFC5321 and RFC-5321", "en", ["rfc", "5321", "rfc", "5321"]),
        ("007", "en", ["7"]),
        ("Die Verträge des Versicherers", "de", ["vertrag", "versich"]),
        ("東京タワー", "en", ["東京", "京タ", "タワ", "ワー"]),
        ("保険 policy", "en", ["保険", "polici"]),
        ("水", "en", ["水"]),
        ("", "en", []),
        ("a" * 1_000, "en", []),
        ("ﬁre Ⅷ", "en", ["fire", "viii"]),
        ("słowo inne", "pl", ["słowo", "inne"]),
    ],
)
def test_terms(text: str, language: str, terms: list[str]) -> None:
    assert terms_of(text, language) == terms


@given(st.lists(st.text(max_size=40), max_size=6), st.sampled_from(["en", "de", "es", "xx"]))
def test_postings_count_every_term_of_every_paragraph(texts: list[str], language: str) -> None:
    found, lengths = postings(texts, language)
    for position, text in enumerate(texts):
        here = Counter({term: counts[position] for term, counts in found.items() if position in counts})
        assert here == Counter(terms_of(text, language))
        assert lengths[position] == sum(here.values())
