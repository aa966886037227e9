"""Turns of conversations as they are stored: the same again, found by whoever erases, replayed without an endpoint."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.models.chat import Conversation, Exchange, Said, ToolCall
from lineproof.models.errors import NotRecorded
from lineproof.models.prompts import spoken
from lineproof.models.stored import RecordedChat
from lineproof.models.turns import dumped, said
from storage.answers import Answers, StoredAnswer, purge
from tests.model_chat import KEY, Connect, model_settings
from tests.model_server import Server, calling

TOOL = {"type": "function", "function": {"name": "look", "description": "Look.", "parameters": {"type": "object", "properties": {}}}}


def conversation(*exchanges: Exchange) -> Conversation:
    return Conversation("answer", "answer", {"question": "Where?"}, (TOOL,), exchanges)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@given(st.text(), st.lists(st.tuples(st.text(), st.dictionaries(st.text(), JSON).map(json.dumps) | st.text()), max_size=3))
def test_a_stored_turn_says_what_was_said(text: str, calls: list[tuple[str, str]]) -> None:
    turn = Said(text, tuple(ToolCall(f"c{number}", *call) for number, call in enumerate(calls)))
    again = said(StoredAnswer("f", "answer", "m", "p", dumped(turn)))
    assert (again.text, [(one.id, one.name) for one in again.calls]) == (turn.text, [(one.id, one.name) for one in turn.calls])
    for one, other in zip(turn.calls, again.calls, strict=True):
        assert one.arguments == other.arguments or json.loads(one.arguments) == json.loads(other.arguments)


def test_erased_text_is_found_in_the_arguments_of_calls(server: Server, connect: Connect, tmp_path: Path) -> None:
    server.script = [calling(("look", json.dumps({"words": 'Zoë "the" Müller'})))]
    chat = connect()
    chat.converse(conversation())
    chat.close()
    assert purge(tmp_path / "answers.sqlite", lambda text: 'Zoë "the" Müller' in text) == 1


def test_erased_text_is_found_in_what_the_model_was_told(server: Server, connect: Connect, tmp_path: Path) -> None:
    server.script = [calling(("look", {}))]
    chat = connect()
    chat.converse(conversation(Exchange(Said("", (ToolCall("c0", "look", "{}"),)), ("Müller lives there",))))
    chat.close()
    assert purge(tmp_path / "answers.sqlite", lambda text: "Müller lives" in text) == 1


def test_a_replay_says_what_was_said_and_asks_nobody(server: Server, connect: Connect, tmp_path: Path) -> None:
    server.script = [calling(("look", {"words": "a"}))]
    first = connect()
    turn = first.converse(conversation())
    first.close()
    recorded = RecordedChat(model_settings(server.url), {"OPENAI_API_KEY": KEY}, Answers(tmp_path / "answers.sqlite"))
    assert recorded.converse(conversation()) == turn
    with pytest.raises(NotRecorded):
        recorded.converse(conversation(Exchange(turn, ("told",))))
    assert len(server.requests) == 1


@given(st.text())
def test_nothing_that_a_tool_returns_ends_its_own_block(told: str) -> None:
    (*_, message) = spoken(conversation(Exchange(Said("", (ToolCall("c0", "look", "{}"),)), (told,))))
    mark = message["content"].splitlines()[0].removeprefix("The mark is ").removesuffix(".")
    assert message["content"].count(f"END result {mark}") == 1
    assert message["role"] == "tool"
