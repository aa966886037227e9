"""Sentences end where a reader would end them: not behind abbreviations, initials, ordinals and labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.language import load
from lineproof.evidence.sentences import sentences, sentences_of


def split(text: str, language: str = "en") -> list[str]:
    return sentences_of(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We pay, e.g. Money. | The rest is yours."),
        ("en", "See Sec. 4 of Vol. 2 by J. Smith. | It applies."),
        ("en", "Use v1.2 from RFC 9110. | Then stop."),
        ("en", "Is it due? | Yes! | Pay it."),
        ("en", 'He said "stop." | Then he left.'),
        ("en", 'Options that do not begin with "vnd." MUST be registered.'),
        ("en", "It costs 5. | It is paid in 2026. | The end."),
        ("en", "The U.S. Code applies. | D.1 is not changed."),
        ("en", "Minutes go to Mr. Berger. | The chair is Prof. Anna Kern."),
        ("es", "La Sra. García firma el art. 4. | Los demás no firman."),
        ("pt", "It goes to Dr. Costa. | The end."),
        ("de", "Die Frist endet am 31. Mai um 12 Uhr. | Die Gebühr entfällt z. B. für Hr. Kern. | Das ist alles."),
        ("de", "Am 12. Dezember gilt § 5 Abs. 2 Nr. 3. | Die Frist endet."),
        ("de", "Bis zur Vollendung des 21. Lebensjahres gilt sie. | Sie endet dann."),
        ("de", "Das gilt z. B. Für Bürgen, bzw. Erben. | Der Rest entfällt."),
        ("de", "Es galt bis 2009. | Danach nicht."),
        ("de", "Verträge nach dem 31\\. Dezember 2009 gelten. | Die Frist endet."),
        ("de", "Gold nach § 2 Abs. 2 A. III. 5 ist zu nennen. | Die Frist endet."),
    ],
)
def test_split(language: str, text: str) -> None:
    parts = text.split(" | ")
    assert split(" ".join(parts), language) == parts


@given(st.text(alphabet=st.sampled_from("aB .?!\"()1)„“'§*"), max_size=80), st.sampled_from(["en", "de", "es"]))
def test_sentences_are_the_text_without_the_blanks_between_them(text: str, language: str) -> None:
    spans = list(sentences(text, load(language)))
    assert all(start < end for start, end in spans)
    assert "".join(text[start:end] for start, end in spans).replace(" ", "") == text.replace(" ", "")
