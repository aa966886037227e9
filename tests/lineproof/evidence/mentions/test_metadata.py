"""Metadata: relations that fields state."""

import pytest

from lineproof.evidence.description import Description
from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.metadata import relation_mentions
from lineproof.sources.model import Field

KIT = tools("en", '{"grammar": {}, "language": null}')


def stated(name: str, value: str, identifier: str | None = "RFC 9110") -> list[tuple[str, str, str]]:
    """Relation, words and first key of everything that a field states."""
    description = Description("A title", identifier, None, None, None, (), ())
    found = relation_mentions([Field(name, value, 3)], "guide/a.md", description, KIT.grammar, KIT.references.tokenizer)
    return [(mention.relation, value[mention.start : mention.end], mention.names[0]) for _, mention in found]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("obsoletes", "RFC 2821", [("supersedes", "RFC 2821", "rfc 2821")]),
        ("obsoletes", "2821, 1123", [("supersedes", "2821", "rfc 2821"), ("supersedes", "1123", "rfc 1123")]),
        ("updates", "1123 (if approved)", [("amends", "1123", "rfc 1123")]),
        ("superseded_by", "RFC 9999", [("superseded_by", "RFC 9999", "rfc 9999")]),
        ("requires", "EIP-2718 and EIP-2930", [("requires", "EIP-2718", "eip 2718"), ("requires", "EIP-2930", "eip 2930")]),
        ("attaches_to", "HV 30 01 (2026-01)", [("attaches_to", "HV 30 01 (2026-01)", "hv 30 1 2026 1")]),
        ("supersedes", "2019-04", [("supersedes", "2019-04", "own-edition:2019 4")]),
        ("supersedes", "../old/leave.md", [("supersedes", "../old/leave.md", "path:old/leave.md")]),
        (
            "replaces",
            "Claims Manual, Roof Guideline",
            [("supersedes", "Claims Manual", "claims manual"), ("supersedes", "Roof Guideline", "roof guideline")],
        ),
        ("title", "RFC 2821", []),
        ("obsoletes", "", []),
    ],
)
def test_field(name: str, value: str, expected: list[tuple[str, str, str]]) -> None:
    assert stated(name, value) == expected


def test_bare_numbers_need_a_scheme() -> None:
    assert stated("requires", "20, 721", None) == [("requires", "20", "20"), ("requires", "721", "721")]
