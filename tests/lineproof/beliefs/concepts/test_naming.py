"""Naming: a sieve lets every text through that names one of its keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.beliefs.concepts.naming import Names, Sieve, named

KEYS = {"proof of loss": "loss", "roof": "roof", "well kept carpet": "carpet", "versicherung": "insurance", "schwer schad": "damage"}
WORDS = (
    "Proofs", "proof", "of", "the", "loss.", "losses", "roofs,", "`roof`", "[roof](a.md)", "well-kept", "well", "kept", "carpets",
    "(roof", "Versicherungen", "schweren", "schwere", "Schaden", "Schäden,", "and",
)  # fmt: skip

texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


@given(texts=st.lists(texts, max_size=5), language=st.sampled_from(("en", "de")), keys=st.sets(st.sampled_from(sorted(KEYS))))
def test_what_names_a_key_passes(texts: list[str], language: str, keys: set[str]) -> None:
    sieve, names = Sieve(keys, language), Names.of({key: KEYS[key] for key in keys})
    for text in texts:
        assert sieve.passes(text) or not named(text, language, names)


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("The proofs of losses", True),
        ("Loss, and the proof of it", True),
        ("The proof is here", False),
        ("A well-kept carpet", True),
        ("", False),
    ],
)
def test_only_what_has_every_word_of_a_key_passes(text: str, passes: bool) -> None:
    assert Sieve(["proof of loss", "well kept carpet"], "en").passes(text) is passes


def test_nothing_passes_without_keys() -> None:
    assert not Sieve([], "en").passes("The roof")
