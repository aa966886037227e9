"""Documents with what is proposed of them, in pairs of files that a person can read.

policy     a lead with its list, a table whose column names the unit, a heading within a line; nothing of an example, of a list of
           references, of a sentence that points below it
statute    sentences that lean on the one before, cited by their number, conditional lists as a whole, ordinals that end no sentence
protocol   requirements item by item, a choice as a whole; no fragment, no question, no value of nobody knows what
"""

from dataclasses import replace
from pathlib import Path

import pytest

from lineproof.beliefs.model import Candidate
from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of

GOLDEN = Path(__file__).parent / "golden"
DOCUMENTS = {
    "policy": ("Blue Policy", "BP 10", "2026-01", "en"),
    "statute": ("Musterordnung", "MO", None, "de"),
    "protocol": ("Mail Protocol", "RFC 1", None, "en"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_proposed(name: str) -> None:
    title, identifier, edition, language = DOCUMENTS[name]
    text = (GOLDEN / f"{name}.md").read_text(encoding="utf-8")
    document = replace(document_of(text, f"{name}.md", title, language), identifier=identifier, edition=edition)
    assert "\n".join(map(line, propose(document))) + "\n" == (GOLDEN / f"{name}.claims").read_text(encoding="utf-8")


def line(candidate: Candidate) -> str:
    """A candidate as the golden files show it."""
    value = f" {candidate.value} {candidate.unit or ''}".rstrip() if candidate.value else ""
    marks = [candidate.modality] * (candidate.modality != "none") + ["not"] * (candidate.polarity == "negative")
    marks += [f"from {candidate.valid_from}"] * (candidate.valid_from is not None)
    shown = f" ({', '.join(marks)})" if marks else ""
    return f"{candidate.kind}{value}{shown}\n  {candidate.statement}\n  {candidate.subject} / {candidate.slot}"
