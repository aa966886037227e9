"""Prompts: files of instructions, and the messages that are made of one and the texts it is about.

prompt      a file of ``prompts/``; with the rules on data (``prompts/data.md``), on the form of the answer (``prompts/form.md``) and the
            schema it is the system message
data        texts that we did not write; they make up the user message, each in a block between two marked lines, and so do the results
            of tools in a conversation
mark        a key made from the texts themselves, so that no text can hold it and so end its own block
tokens      characters / 4, rounded up: what is counted before a call, and where an endpoint does not count
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from lineproof.models.chat import Conversation, Exchange, Schema

FOLDER: Final = Path(__file__).with_name("prompts")
CHARACTERS_A_TOKEN: Final = 4

_NAME = re.compile(r"[a-z][a-z_]*")

Messages = tuple[Mapping[str, Any], ...]
"""Messages as the protocol has them: each a ``role`` (system, user, assistant, tool), its ``content``, and what belongs to the role."""


@cache
def instructions(prompt: str) -> str:
    """The text of a prompt's file.

    Raises:
        KeyError: there is no such prompt.
    """
    file = FOLDER / f"{prompt}.md"
    if not _NAME.fullmatch(prompt) or not file.is_file():
        raise KeyError(f"no prompt is called {prompt!r}")
    return file.read_text(encoding="utf-8").strip()


def messages(prompt: str, schema: Schema, data: Mapping[str, str]) -> Messages:
    """The messages of a request: what to do, and then only data."""
    return (
        {"role": "system", "content": system_message(prompt, schema)},
        {"role": "user", "content": user_message(data)},
    )


def system_message(prompt: str, schema: Schema) -> str:
    """What the model is told to do; the same for all data."""
    shape = json.dumps(schema, ensure_ascii=False, sort_keys=True)
    return f"{instructions(prompt)}\n\n{instructions('data')}\n\n{instructions('form')}\n\n{shape}"


def spoken(conversation: Conversation) -> Messages:
    """The messages of a conversation. What the model was told is data, marked as in a request."""
    told = chain.from_iterable(map(_exchanged, conversation.exchanges))
    return (
        {"role": "system", "content": f"{instructions(conversation.prompt)}\n\n{instructions('data')}"},
        {"role": "user", "content": user_message(conversation.data)},
        *told,
    )


def _exchanged(exchange: Exchange) -> Messages:
    said = exchange.said
    if not said.calls:
        return ({"role": "assistant", "content": said.text}, *({"role": "user", "content": told} for told in exchange.told))
    calls = [{"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}} for call in said.calls]
    results = zip(said.calls, exchange.told, strict=True)
    return (
        {"role": "assistant", "content": said.text, "tool_calls": calls},
        *({"role": "tool", "tool_call_id": call.id, "content": user_message({"result": told})} for call, told in results),
    )


def user_message(data: Mapping[str, str]) -> str:
    """The texts, each between a line that begins it and one that ends it."""
    mark = hashed(*(part for item in data.items() for part in item))[:16]
    blocks = (f"BEGIN {name} {mark}\n{text}\nEND {name} {mark}" for name, text in data.items())
    return "\n\n".join((f"The mark is {mark}.", *blocks))


def hashed(*parts: str) -> str:
    """SHA-256 of several texts, in hexadecimal digits; their borders count."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


def tokens(texts: Iterable[str]) -> int:
    """About how many tokens some texts have."""
    return sum(-(-len(text) // CHARACTERS_A_TOKEN) for text in texts)


def tokens_of(asked: Messages) -> int:
    """About how many tokens messages have."""
    return tokens(chain.from_iterable(map(texts_of, asked)))


def texts_of(message: Mapping[str, Any]) -> Iterator[str]:
    """All text of a message: its content, and the arguments of its calls."""
    yield message["content"]
    for call in message.get("tool_calls", ()):
        yield call["function"]["arguments"]
