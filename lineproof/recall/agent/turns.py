"""Turns: the two ways in which a model takes its turn: by calling tools of the protocol, or by JSON that names a tool.

Small models and many servers know no tools, so the second way needs nothing but a JSON object: ``{"call": {"tool": NAME, "arguments":
{...}}}``, one call a turn. What was called before stands in the request as data.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lineproof.models.chat import Chat, Conversation, Request, Said, ToolCall

LONGEST_TEXT: Final = 500
LONGEST_LIST: Final = 20
ACCEPTED: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "call": {
            "type": "object",
            "properties": {"tool": {"type": "string"}, "arguments": {"type": "object"}},
            "required": ["tool", "arguments"],
        }
    },
    "required": ["call"],
}
"""What a turn in JSON must be at least: arguments that a tool does not take are for the tool to refuse."""


def by_tools(chat: Chat, so_far: Conversation) -> Said:
    """The next turn, by tools; see :meth:`Chat.converse`."""
    return chat.converse(so_far)


def by_json(chat: Chat, so_far: Conversation) -> Said:
    """The next turn, as JSON; see :meth:`Chat.complete`."""
    request = Request(so_far.role, so_far.prompt, _data(so_far), _schema(so_far.tools), ACCEPTED)
    call = chat.complete(request).content["call"]
    arguments = json.dumps(call["arguments"], ensure_ascii=False)
    return Said("", (ToolCall(f"call_{len(so_far.exchanges)}", call["tool"], arguments),))


def _data(so_far: Conversation) -> dict[str, str]:
    """The question, and every call with its result, in order."""
    data, number = dict(so_far.data), 0
    for exchange in so_far.exchanges:
        for said, told in zip(_saying(exchange.said), exchange.told, strict=True):
            number += 1
            data |= {f"call {number}": said, f"result {number}": told}
    return data


def _saying(said: Said) -> Sequence[str]:
    return [f"{call.name} {call.arguments}" for call in said.calls] or [said.text]


def _schema(tools: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a turn must be: a call of one of the tools."""
    return {
        "type": "object",
        "properties": {"call": {"anyOf": [_call(one["function"]) for one in tools]}},
        "required": ["call"],
        "additionalProperties": False,
    }


def _call(function: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": function["description"],
        "properties": {"tool": {"type": "string", "enum": [function["name"]]}, "arguments": _bounded(function["parameters"])},
        "required": ["tool", "arguments"],
        "additionalProperties": False,
    }


def _bounded(schema: Any) -> Any:  # noqa: ANN401
    """A schema whose texts and lists come to an end, since a small model that is held to it may find none by itself."""
    if isinstance(schema, list):
        return [_bounded(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    bounds: dict[str, Any] = {}
    if schema.get("type") == "string" and "enum" not in schema:
        bounds = {"maxLength": LONGEST_TEXT}
    elif schema.get("type") == "array":
        bounds = {"maxItems": LONGEST_LIST}
    return bounds | {key: _bounded(value) for key, value in schema.items()}
