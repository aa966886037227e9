"""Identifiers: shapes, editions, and what follows that does not belong to them."""

import pytest

from lineproof.evidence.mentions.identifiers import EDITION, IDENTIFIER, canonical_edition, edition_of, scheme, shorter, split_edition


@pytest.mark.parametrize(
    "identifier",
    [
        "RFC 5321",
        "RFC5321",
        "EIP-1559",
        "HO 04 90",
        "HV 30 01",
        "Bulletin 2025-03",
        "UG-07",
        "Regulation (EU) 2016/679",
        "Ley 30/1992",
        "Rundschreiben 2025-03",
        "ISO 9001",
    ],
)
def test_shape(identifier: str) -> None:
    found = IDENTIFIER.search(f"as {identifier} says")
    assert found is not None
    assert found["identifier"] == identifier


@pytest.mark.parametrize("text", ["a/RFC 12/foo", "user@HO 4", "plain words", "1234", "x-RFC 5", "3.2"])
def test_no_shape(text: str) -> None:
    found = IDENTIFIER.search(text)
    assert found is None or found["identifier"][:3] != "RFC"


@pytest.mark.parametrize(
    ("text", "identifier", "edition"),
    [
        ("HV 30 01 (2026-01)", "HV 30 01", "2026-01"),
        ("HV 30 01, edition 2019-04", "HV 30 01", "2019-04"),
        ("HV 30 01 [2019-04]", "HV 30 01", "2019-04"),
        ("HV 30 01 Ed. 01/2026", "HV 30 01", "2026-01"),
        ("HV 30 01 (01/26)", "HV 30 01", "2026-01"),
        ("HV 30 01 (01/99)", "HV 30 01", "1999-01"),
        ("HV 30 01 2026-01", "HV 30 01", "2026-01"),
        ("HV 30 01", "HV 30 01", None),
    ],
)
def test_edition(text: str, identifier: str, edition: str | None) -> None:
    assert split_edition(text) == (identifier, edition)


def test_an_edition_behind_its_identifier() -> None:
    text = "HV 30 01 (2026-01) applies"
    found = EDITION.match(text, 8)
    assert found is not None
    assert edition_of(found) == "2026-01"


@pytest.mark.parametrize(("text", "edition"), [("", None), ("( )", None), ("second", "second"), ("3/2020", "2020-03")])
def test_canonical_edition(text: str, edition: str | None) -> None:
    assert canonical_edition(text) == edition


@pytest.mark.parametrize(
    ("text", "letters"), [("RFC 5321", "rfc"), ("HO 04 90", "ho"), ("12", ""), ("Regulation (EU) 2016/679", "regulation eu")]
)
def test_scheme(text: str, letters: str) -> None:
    assert scheme(text) == letters


def test_trailing_numbers_may_belong_to_the_sentence() -> None:
    assert shorter("HO 04 90 12") == ["ho 4 90 12", "ho 4 90", "ho 4"]
