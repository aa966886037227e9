"""Lines and items that are a name and a value, and rates without a noun: what policies write in lists of limits."""

import pytest

from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of


def stated(text: str, language: str = "en") -> list[tuple[str, str | None, str | None, str]]:
    """Kind, value, unit and words of each claim below a heading."""
    document = document_of(f"# Policy\n\n## 1 Limits\n\n{text}\n", "policy.md", "Policy", language)
    return [(one.kind, one.value, one.unit, one.statement.partition(": ")[2]) for one in propose(document)]


@pytest.mark.parametrize(
    ("line", "language", "claim"),
    [
        ("Backup retention: 90 days", "en", ("period", "90", "day", "Backup retention: 90 days")),
        ("- Maximum upload size: 25 MB\n- Owner: the help desk", "en", ("count", "25", "megabyte", "Maximum upload size: 25 MB")),
        ("- **Session timeout:** 30 minutes", "en", ("period", "30", "minute", "Session timeout: 30 minutes")),
        ("Password length: at least 12 characters.", "en", ("count", "12", "character", "Password length: at least 12 characters.")),
        ("Aufbewahrungsfrist: 10 Jahre", "de", ("period", "10", "year", "Aufbewahrungsfrist: 10 Jahre")),
        ("Requests are limited to 100 per minute.", "en", ("count", "100", "per minute", "Requests are limited to 100 per minute.")),
        (
            "Anfragen sind auf 1.000 pro Stunde begrenzt.",
            "de",
            ("count", "1000", "per hour", "Anfragen sind auf 1.000 pro Stunde begrenzt."),
        ),
    ],
)
def test_a_name_and_its_value_are_a_claim(line: str, language: str, claim: tuple[str, str, str, str]) -> None:
    assert stated(line, language) == [claim]


@pytest.mark.parametrize(
    "line",
    [
        "Example: 3 days",
        "- Owner: the help desk",
        "Total: 3 days of rain and 4 days of snow",
        "A: 3 days",
        "Remark: the committee met on the third floor and talked for 3 days about it",
        "Seen: 3 | Kept: 4 days",
    ],
)
def test_other_lines_with_a_colon_are_none(line: str) -> None:
    assert stated(line) == []
