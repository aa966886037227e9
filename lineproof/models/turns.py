"""Turns: the next turn of a conversation as it is stored.

A turn is stored as an object: its text, and its calls with their arguments as the values that they are, so that whoever looks for
erased text finds it in them.
"""

import json

from lineproof.models.chat import Conversation, Said, ToolCall
from lineproof.models.stored import checked
from storage.answers import StoredAnswer


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
