"""Phrases: what texts name, in pairs that a person can read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lineproof.beliefs.concepts.forms import forms
from tests.lineproof.beliefs.reading import document_of

GOLDEN = Path(__file__).parent / "golden" / "phrases.txt"


def cases() -> Iterator[tuple[str, str, list[str]]]:
    """Language, text and what it names."""
    for block in GOLDEN.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            language, _, text = lines[0].partition(": ")
            yield language, text, lines[1:]


@pytest.mark.parametrize(("language", "text", "named"), list(cases()), ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_a_text_names(language: str, text: str, named: list[str]) -> None:
    found = forms(document_of(text, language=language))
    assert [f"{one.kind} {one.key}" + (f" = {one.form}" if one.form != one.key else "") for one in found] == named
