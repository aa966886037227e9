"""Purchases: a request, or the next turn of a conversation, as something to be bought, and as it is stored.

asked      the messages that are sent
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from lineproof.models.buyer import Purchase
from lineproof.models.chat import Conversation, Request, Said
from lineproof.models.endpoint import Endpoint, Reply
from lineproof.models.errors import BadAnswer, Invalid
from lineproof.models.parse import parse
from lineproof.models.prompts import Messages, texts_of, tokens, tokens_of
from lineproof.models.settings import Served
from lineproof.models.turns import dumped, tools_text
from storage.answers import StoredAnswer


def request_purchase(request: Request, served: Served, asked: Messages, fingerprint: str) -> Purchase:
    """The answer to a request as something to be bought; ``asked`` is the request as messages."""

    async def ask(endpoint: Endpoint) -> Reply:
        return await endpoint.ask(asked, request.schema)

    def content(reply: Reply) -> str:
        return json.dumps(parse(reply.content, request.accepted or request.schema), ensure_ascii=False, sort_keys=True)

    return _purchase(served, request.prompt, asked, fingerprint, tokens_of(asked), ask, content)


def turn_purchase(conversation: Conversation, served: Served, asked: Messages, fingerprint: str) -> Purchase:
    """The next turn of a conversation as something to be bought; ``asked`` is what was said so far, as messages."""

    async def ask(endpoint: Endpoint) -> Reply:
        return await endpoint.converse(asked, conversation.tools)

    def content(reply: Reply) -> str:
        if not reply.calls and not reply.content.strip():
            raise Invalid("the turn says nothing and calls nothing")
        return dumped(Said(reply.content, reply.calls))

    least = tokens_of(asked) + tokens([tools_text(conversation)])
    return _purchase(served, conversation.prompt, asked, fingerprint, least, ask, content)


def _purchase(
    served: Served,
    purpose: str,
    asked: Messages,
    fingerprint: str,
    least: int,
    ask: Callable[[Endpoint], Awaitable[Reply]],
    content: Callable[[Reply], str],
) -> Purchase:
    """One answer as something to be bought.

    It is stored with all text of what was asked, so that whoever looks for erased text finds it; or with why there is none.

    Args:
        served, purpose, fingerprint, least, ask: as of a purchase.
        asked: the messages that are sent.
        content: the answer of a reply as it is stored; BadAnswer where it is of no use.
    """
    prompt = "\n\n".join(text for message in asked for text in texts_of(message))
    stored = partial(StoredAnswer, fingerprint, served.role, served.model, prompt, max_tokens=served.how.max_tokens)

    def read(reply: Reply) -> Sequence[StoredAnswer]:
        if reply.fault:
            raise reply.fault
        return (stored(content(reply)),)

    def failed(fault: BadAnswer) -> Sequence[StoredAnswer]:
        return (stored(None, outcome=fault.outcome, reason=str(fault)),)

    return Purchase(served, purpose, fingerprint, least, ask, read, failed)
