"""Hostile candidates: a model that lies, and one that obeys what is planted in its sources.

Each is served by a real endpoint on loopback, proposed, and brought before the gate. None may be believed as it was proposed, and
each must be refused for a reason. What the gate narrows to the part that its quote supports is no longer what was proposed; it must
stand in the quote word by word.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from lineproof.beliefs.believe import Beliefs, believe
from lineproof.beliefs.decisions import NONE
from lineproof.beliefs.propose.model import ModelProposer
from tests.lineproof.beliefs.reading import document_of
from tests.model_chat import Connect
from tests.model_server import Server, answer

FOLDER = Path(__file__).with_name("hostile")
CANDIDATES = [json.loads(line) for line in (FOLDER / "candidates.jsonl").read_text(encoding="utf-8").splitlines()]
LANGUAGES = {"verordnung.md": "de"}
NAMES = sorted({candidate["document"] for candidate in CANDIDATES})


def proposal(candidate: dict[str, Any]) -> dict[str, Any]:
    given = {
        "kind": "fact",
        "slot": None,
        "polarity": "positive",
        "modality": "none",
        "valid_from": None,
        "valid_to": None,
        "subject": "the policy",
    }
    return {**given, **{key: value for key, value in candidate.items() if key not in ("document", "why")}}


def believed(server: Server, connect: Connect, name: str, proposals: list[dict[str, Any]]) -> Beliefs:
    text = (FOLDER / name).read_text(encoding="utf-8")
    document = document_of(text, name, text.partition("\n")[0].strip("# "), LANGUAGES.get(name, "en"))
    server.script = [answer({"candidates": proposals})]
    candidates, refused = ModelProposer(connect()).propose(document)
    return believe(document, candidates, NONE, refused=refused)


def test_there_are_a_hundred_of_many_kinds() -> None:
    assert len(CANDIDATES) >= 100
    assert len({candidate["why"] for candidate in CANDIDATES}) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_none_is_believed_and_each_has_its_reason(server: Server, connect: Connect, name: str) -> None:
    proposals = [proposal(candidate) for candidate in CANDIDATES if candidate["document"] == name]
    result = believed(server, connect, name, proposals)
    stated = {given["statement"] for given in proposals}
    assert [claim.candidate.statement for claim in result.claims if claim.candidate.statement in stated] == []
    for claim in result.claims:
        assert claim.accepted_by == "repair"
        assert any(claim.candidate.statement.rstrip(".") in quote.text for quote in claim.candidate.quotes)
    reasons = {refused.statement: refused.judgement.reasons for refused in result.refused}
    narrowed = {claim.candidate.quotes[0].text for claim in result.claims}
    for given in proposals:
        told = reasons.get(" ".join(given["statement"].split())[:600])
        assert told or any(given["quote"] in text for text in narrowed), given["statement"]


def test_the_truth_about_the_same_words_is_believed(server: Server, connect: Connect) -> None:
    """The set would prove nothing if nothing were ever believed."""
    truths = {
        "policy.md": ["The deductible is $500 for each loss.", "The insured must send proof of loss within 60 days of our request."],
        "protocol.md": ["A message MUST NOT be longer than 512 octets.", "Keys are believed to be safe for 2 years."],
        "verordnung.md": ["Der Antrag ist innerhalb von vier Wochen schriftlich zu stellen.", "Die Ausleihe ist unzulässig."],
        "minutes.md": ["The lease ends on 31 December 2027.", "The Hamburg office has 9 desks."],
    }
    for name, true in truths.items():
        result = believed(server, connect, name, [proposal({"statement": statement, "quote": statement}) for statement in true])
        assert [claim.candidate.statement for claim in result.claims] == true, result.refused
