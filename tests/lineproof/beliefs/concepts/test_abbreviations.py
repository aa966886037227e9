"""Abbreviations that a text explains."""

import pytest

from lineproof.beliefs.concepts.abbreviations import abbreviations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It uses Transport Layer Security (TLS).", [("TLS", "Transport Layer Security")]),
        ("Each resource record (RR) has a type.", [("RR", "resource record")]),
        ("nach dem Versicherungsvertragsgesetz (VVG) und dem Bürgerlichen Gesetzbuch (BGB)",
         [("VVG", "Versicherungsvertragsgesetz"), ("BGB", "Bürgerlichen Gesetzbuch")]),
        ("personally identifiable information (“PII”) is kept", [("PII", "personally identifiable information")]),
        ("as in HTML (RFC 1866) and elsewhere", []),
        ("The form (HV) is new.", []),
        ("A note (see below) follows.", []),
        ("the TLS protocol (TLS)", []),
    ],
)  # fmt: skip
def test_explanations(text: str, found: list[tuple[str, str]]) -> None:
    assert list(abbreviations(text)) == found
