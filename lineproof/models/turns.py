"""Turns: the next turn of a conversation as something to be bought, and as it is stored.

A turn is stored as an object: its text, and its calls with their arguments as the values that they are, so that whoever looks for
erased text finds it in them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from lineproof.models.buyer import Purchase
from lineproof.models.chat import Conversation, Said, ToolCall
from lineproof.models.endpoint import Endpoint, Reply
from lineproof.models.errors import BadAnswer, Invalid
from lineproof.models.prompts import Messages, tokens, tokens_of
from lineproof.models.settings import Served
from lineproof.models.stored import checked, to_store
from storage.answers import StoredAnswer


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """A conversation as messages, with the fingerprint by which its next turn is stored."""

    conversation: Conversation
    served: Served
    asked: Messages
    fingerprint: str

    @property
    def purchase(self) -> Purchase:
        """What is to be bought."""
        return Purchase(
            served=self.served,
            purpose=self.conversation.prompt,
            fingerprint=self.fingerprint,
            least=tokens_of(self.asked) + tokens([tools_text(self.conversation)]),
            ask=self._ask,
            read=self._read,
            failed=lambda fault: (self._stored(None, fault),),
        )

    async def _ask(self, endpoint: Endpoint) -> Reply:
        return await endpoint.converse(self.asked, self.conversation.tools)

    def _read(self, reply: Reply) -> Sequence[StoredAnswer]:
        if reply.fault:
            raise reply.fault
        if not reply.calls and not reply.content.strip():
            raise Invalid("the turn says nothing and calls nothing")
        return (self._stored(dumped(Said(reply.content, reply.calls)), None),)

    def _stored(self, answer: str | None, fault: BadAnswer | None) -> StoredAnswer:
        return to_store(self.fingerprint, self.served, self.asked, answer, fault)


def tools_text(conversation: Conversation) -> str:
    """The tools of a conversation as one text."""
    return json.dumps(conversation.tools, ensure_ascii=False, sort_keys=True)


def said(stored: StoredAnswer) -> Said:
    """A stored turn as it was said.

    Raises:
        BadAnswer: that is what was stored.
    """
    turn = json.loads(checked(stored))
    return Said(turn["text"], tuple(ToolCall(call["id"], call["name"], _written(call["arguments"])) for call in turn["calls"]))


def dumped(turn: Said) -> str:
    """A turn as it is stored."""
    calls = [{"id": call.id, "name": call.name, "arguments": _value(call.arguments)} for call in turn.calls]
    return json.dumps({"text": turn.text, "calls": calls}, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")


def _value(arguments: str) -> object:
    """Arguments as the object that they are, where they are one and are written as we write it; else their text."""
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    return value if isinstance(value, dict) else arguments


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
