"""A chat for a run that is only rehearsed: it gives what is stored, notes what it is asked, and buys nothing."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.models.chat import Answer, Conversation, Request
from lineproof.models.errors import BadAnswer, NotRecorded
from lineproof.models.rehearsal import Rehearsal
from storage.answers import Answers
from tests.model_chat import Connect, model_settings
from tests.model_server import Server, answer

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], "additionalProperties": False}


def ask(text: str) -> Request:
    return Request("verify", "verify", {"text": text}, SCHEMA)


@pytest.fixture
def rehearsal(server: Server, connect: Connect, tmp_path: Path) -> Iterator[Rehearsal]:
    """One of whose requests is answered already."""
    server.script = [answer({"answer": "yes"})]
    chat = connect()
    chat.complete(ask("known"))
    chat.close()
    with closing(Answers(tmp_path / "answers.sqlite")) as answers:
        yield Rehearsal(model_settings(server.url), {}, answers)


def test_stored_answers_are_given_and_all_requests_noted(server: Server, rehearsal: Rehearsal) -> None:
    known, new = rehearsal.complete_all([ask("known"), ask("new")])
    assert isinstance(known, Answer)
    assert known.content == {"answer": "yes"}
    assert isinstance(new, BadAnswer)
    assert [request.data["text"] for request in rehearsal.asked] == ["known", "new"]
    assert dict(rehearsal.open) == {"verify": 1}
    assert len(server.requests) == 1


def test_without_a_store_every_request_is_open(server: Server) -> None:
    rehearsal = Rehearsal(model_settings(server.url), {}, None)
    with pytest.raises(BadAnswer):
        rehearsal.complete(ask("known"))
    assert rehearsal.open["verify"] == 1


def test_it_holds_no_conversation(rehearsal: Rehearsal) -> None:
    with pytest.raises(NotRecorded):
        rehearsal.converse(Conversation("answer", "answer", {}, ()))
