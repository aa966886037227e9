"""The verifier asks one closed question, and believes no answer without a passage."""

import pytest

from lineproof.beliefs.verify import ModelVerifier
from lineproof.models.errors import Unavailable
from tests.model_chat import Connect
from tests.model_server import Server, answer, error, user_text

STATEMENT = "Proof of loss is due within 60 days."
TEXT = "Proof of loss must reach us within 90 days of our request."


@pytest.mark.parametrize("said", ["true", "false", "unknown"])
def test_a_finding_with_its_passage(server: Server, connect: Connect, said: str) -> None:
    server.script = [answer({"evidence": "within 90  days", "answer": said})]
    verifier = ModelVerifier(connect())
    finding = verifier.still_true(STATEMENT, TEXT)
    assert (finding.answer, finding.evidence, finding.by) == (said, TEXT, "scripted")
    assert finding.fingerprint
    assert STATEMENT in user_text(server.requests[0])
    assert TEXT in user_text(server.requests[0])
    assert verifier.asked == 1


def test_a_passage_is_shown_with_what_denies_it(server: Server, connect: Connect) -> None:
    server.script = [answer({"evidence": "pay the fee", "answer": "true"})]
    text = "A member, e.g. Anna, need not pay the fee. Guests do."
    finding = ModelVerifier(connect()).still_true("A member has to pay the fee.", text)
    assert finding.evidence == "A member, e.g. Anna, need not pay the fee."


@pytest.mark.parametrize("said", ["true", "false"])
@pytest.mark.parametrize("evidence", ["", "within 60 days", "ithin 90"])
def test_without_a_passage_nothing_is_known(server: Server, connect: Connect, said: str, evidence: str) -> None:
    server.script = [answer({"evidence": evidence, "answer": said})]
    finding = ModelVerifier(connect()).still_true(STATEMENT, TEXT)
    assert (finding.answer, finding.evidence) == ("unknown", "")


def test_an_answer_of_no_use_is_unknown(server: Server, connect: Connect) -> None:
    server.script = [answer("yes, sure")]
    assert ModelVerifier(connect()).still_true(STATEMENT, TEXT).answer == "unknown"


def test_an_endpoint_that_is_away_is_not_unknown(server: Server, connect: Connect) -> None:
    server.script = [error(500)]
    with pytest.raises(Unavailable):
        ModelVerifier(connect(tries=1)).still_true(STATEMENT, TEXT)


def test_its_identity_follows_the_model(connect: Connect) -> None:
    assert ModelVerifier(connect()).identity == ModelVerifier(connect()).identity
    assert ModelVerifier(connect()).identity != ModelVerifier(connect(model="other")).identity
