"""The wire: one exchange with an endpoint that speaks the OpenAI protocol, and what can go wrong with it.

attempt    one HTTP request; it ends within the deadline of its role, however slowly bytes drip
dialect    what an endpoint understands: how it is told of a schema, how of the longest answer, whether of a temperature;
           what it refuses is not sent to it again
reply      what came back, with the tokens that the endpoint counted, or that we estimate where it does not count

The SDK makes the request and knows the protocol's errors; its retries are off, and bodies are read here, since it takes an
HTML page for an answer.
"""

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from lineproof.models.chat import Schema, ToolCall
from lineproof.models.errors import BadAnswer, Denied, NoTools, TooLong, Withheld
from lineproof.models.prompts import Messages, tokens, tokens_of
from lineproof.models.settings import Served

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

MOST_BYTES: Final = 16 * 1024 * 1024
MOST_CALLS: Final = 32
"""In one turn; no question needs so many, and every one must be answered."""
FORMATS: Final = ("json_schema", "json_object", "text")

_WORD = re.compile(r"[A-Za-z][\w.-]{0,59}")
_CONTEXT = re.compile(r"context.{0,20}(?:length|size|window)|too (?:long|large|many tokens)|exceed_context", re.IGNORECASE)
_TOOLS = re.compile(r"\btools?\b|\btool_", re.IGNORECASE)
_BUSY: Final = frozenset({408, 409, 425, 429})
_UNFIT: Final = frozenset({400, 422})
_KEY: Final = frozenset({401, 403})
_SPENT: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_FILTERED: Final = frozenset({"content_filter", "content_policy_violation"})


class Again(Exception):
    """An attempt that failed in a way that another may not; ``after`` is what the endpoint asks to wait, as it wrote it."""

    def __init__(self, outcome: str, reason: str, after: str | None = None, prompt_tokens: int = 0) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason
        self.after = after
        self.prompt_tokens = prompt_tokens


class Refused(Exception):
    """A request that the endpoint does not understand; ``told`` is what it says of it, never to be shown."""

    def __init__(self, reason: str, told: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.told = told


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an endpoint is sent beside the messages."""

    format: str = FORMATS[0]
    limit: str = "max_tokens"
    temperature: bool = True

    def without(self, refused: str) -> "Dialect | None":
        """The next simpler dialect after a 400 with this text; None where nothing is left to leave out."""
        if simpler := self.without_setting(refused):
            return simpler
        if self.format != FORMATS[-1]:
            return replace(self, format=FORMATS[FORMATS.index(self.format) + 1])
        return None

    def without_setting(self, refused: str) -> "Dialect | None":
        """The same where the form of the answer cannot be the cause."""
        if self.temperature and "temperature" in refused:
            return replace(self, temperature=False)
        if self.limit == "max_tokens" and "max_tokens" in refused:
            return replace(self, limit="max_completion_tokens")
        return None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote (a text) or made (a list of vectors), the calls of tools that it asks for, and the tokens that count."""

    content: Any
    prompt_tokens: int = 0
    completion_tokens: int = 0
    fault: BadAnswer | None = None
    """Why it cannot be used although it was paid for."""
    calls: tuple[ToolCall, ...] = ()


class Endpoint:
    """One role's endpoint; lives in one event loop."""

    def __init__(self, served: Served, key: str) -> None:
        self.served = served
        self.dialect = Dialect()
        self._understood = False
        self._key = key
        self._client: AsyncOpenAI | None = None

    async def ask(self, messages: Messages, schema: Schema) -> Reply:
        """One attempt; it is another for each dialect that the endpoint refuses.

        Raises:
            Again: it failed and may be repeated.
            Denied: it will fail whenever it is repeated.
            TooLong, Withheld: the endpoint will not take this request.
        """
        dialect: Dialect | None = self.dialect
        while dialect is not None:
            try:
                body = await self._post("chat", self._request(messages, dialect) | _form(schema, dialect))
            except Refused as refused:
                reason, dialect = refused.reason, dialect.without(refused.told)
                continue
            self.dialect, self._understood = dialect, True
            return _reply(body, messages)
        if self._understood:
            raise Withheld(f"the endpoint refuses this request in every form ({reason})")
        raise Denied(f"{self.served.host} refuses requests in every form ({reason}). Check its model name and base_url.")

    async def converse(self, messages: Messages, tools: Sequence[Mapping[str, Any]]) -> Reply:
        """The next turn of a conversation with tools; otherwise like :meth:`ask`.

        Raises:
            NoTools: the endpoint refuses a request with tools.
        """
        dialect: Dialect | None = self.dialect
        while dialect is not None:
            try:
                body = await self._post("chat", self._request(messages, dialect) | {"tools": list(tools)})
            except Refused as refused:
                reason, dialect = refused.reason, dialect.without_setting(refused.told)
                continue
            self.dialect, self._understood = dialect, True
            return _reply(body, messages)
        raise NoTools(f"{self.served.host} takes no tools for {self.served.model} ({reason}).")

    async def embed(self, texts: Sequence[str]) -> Reply:
        """Vectors of texts in their order; otherwise like :meth:`ask`."""
        try:
            body = await self._post("embeddings", {"model": self.served.model, "input": list(texts), "encoding_format": "float"})
        except Refused as refused:
            raise Denied(f"{self.served.host} refuses to embed ({refused.reason}).") from None
        return Reply(_vectors(body, len(texts)), _counted(body, "prompt_tokens", tokens(texts)))

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    def _request(self, messages: Messages, dialect: Dialect) -> dict[str, Any]:
        how = self.served.how
        request: dict[str, Any] = {"model": self.served.model, "messages": list(messages), dialect.limit: how.max_tokens}
        return request | {"temperature": how.temperature} if dialect.temperature else request

    async def _post(self, resource: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The body of a successful answer."""
        from httpx2 import HTTPError
        from openai import APIConnectionError, APIStatusError, OpenAIError

        try:
            async with asyncio.timeout(self.served.how.timeout):
                return _object(await self._read(resource, request))
        except TimeoutError:
            raise Again("timeout", f"no answer within {self.served.how.timeout:g} s", prompt_tokens=_sent(request)) from None
        except APIStatusError as error:
            raise self._of_status(error, "tools" in request) from None
        except (APIConnectionError, HTTPError):
            raise Again("unreachable", "the connection failed") from None
        except OpenAIError as error:
            raise Again("broken", f"the exchange failed ({type(error).__name__})") from None

    async def _read(self, resource: str, request: Mapping[str, Any]) -> bytes:
        client = self._connected()
        streamed: Any = client.chat.completions.with_streaming_response if resource == "chat" else client.embeddings.with_streaming_response
        async with streamed.create(**request) as response:
            return await _bounded(response.iter_bytes())

    def _connected(self) -> "AsyncOpenAI":
        if self._client is None:
            from openai import AsyncOpenAI

            # The SDK's time-out is per read, which dripping bytes outlive; the deadline of the attempt is ours.
            self._client = AsyncOpenAI(api_key=self._key, base_url=self.served.base_url, timeout=None, max_retries=0)
        return self._client

    def _of_status(self, error: "APIStatusError", with_tools: bool) -> Exception:
        """What an HTTP error means."""
        status, told = error.status_code, _told(error.body)
        code = _code(error.body)
        reason = f"HTTP {status}, {code}" if code else f"HTTP {status}"
        if with_tools and status not in _BUSY | _KEY and _TOOLS.search(told) and not _CONTEXT.search(told):
            return Refused(reason, told)  # some servers say with 404 or 500 that they take no tools
        if (status in _BUSY or status >= 500) and code not in _SPENT:
            return Again("rate_limited" if status == 429 else "broken", reason, error.response.headers.get("retry-after"))
        if status == 413 or (status in _UNFIT and _CONTEXT.search(told)):
            return TooLong(f"the request does not fit the model ({reason})")
        if status in _UNFIT:
            return Withheld(f"the endpoint filtered the request ({reason})") if code in _FILTERED else Refused(reason, told)
        return Denied(f"{self.served.host} does not serve {self.served.model} ({reason}). Check its key, model name and base_url.")


async def _bounded(chunks: AsyncIterator[bytes]) -> bytes:
    """A whole body, up to a size that no answer has."""
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > MOST_BYTES:
            raise Again("broken", f"the answer has more than {MOST_BYTES} bytes")
    return bytes(body)


def _object(body: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise Again("broken", "the body is not JSON") from None
    if not isinstance(value, dict):
        raise Again("broken", "the body is no JSON object")
    return value


def _form(schema: Schema, dialect: Dialect) -> dict[str, Any]:
    """How a dialect tells of a schema."""
    if dialect.format == "json_schema":
        return {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}}
    return {"response_format": {"type": "json_object"}} if dialect.format == "json_object" else {}


def _reply(body: Mapping[str, Any], messages: Messages) -> Reply:
    """What a chat completion says."""
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise Again("broken", "the answer has no choices", prompt_tokens=_counted(body, "prompt_tokens", 0))
    content = message.get("content")
    text = content if isinstance(content, str) else ""
    prompt_tokens = _counted(body, "prompt_tokens", tokens_of(messages))
    finish = choice.get("finish_reason")
    fault = _fault(finish, bool(message.get("refusal")))
    if not finish:
        raise Again("broken", "the answer breaks off", prompt_tokens=prompt_tokens)
    calls = _calls(message.get("tool_calls"))
    written = tokens([text, *(call.arguments for call in calls)])
    return Reply(text, prompt_tokens, _counted(body, "completion_tokens", written), fault, calls)


def _calls(value: object) -> tuple[ToolCall, ...]:
    """The calls of a message, each with an id of its own, as the results need one; what is no call is passed over."""
    entries = value[:MOST_CALLS] if isinstance(value, list) else []
    functions = [(entry.get("id"), entry["function"]) for entry in entries if isinstance(entry, dict) and _is_function(entry)]
    ids = [name for name, _ in functions]
    distinct = len(set(map(str, ids))) == len(ids) and all(isinstance(name, str) and name for name in ids)
    return tuple(
        ToolCall(str(name) if distinct else f"call_{number}", function["name"], _arguments(function.get("arguments")))
        for number, (name, function) in enumerate(functions)
    )


def _is_function(entry: Mapping[str, Any]) -> bool:
    function = entry.get("function")
    return isinstance(function, dict) and isinstance(function.get("name"), str)


def _arguments(value: object) -> str:
    """Arguments as text; some servers send them as the object that they stand for."""
    return value if isinstance(value, str) else json.dumps(value if value is not None else {})


def _fault(finish: object, refusal: bool) -> BadAnswer | None:
    if finish == "length":
        return TooLong("the answer is longer than max_tokens allows")
    if finish == "content_filter":
        return Withheld("the endpoint filtered the answer")
    return Withheld("the model refused to answer") if refusal else None


def _vectors(body: Mapping[str, Any], count: int) -> list[list[float]]:
    """The vectors of an embeddings answer in the order of their texts."""
    try:
        placed = {int(item["index"]): [float(number) for number in item["embedding"]] for item in body["data"]}
        vectors = [placed[index] for index in range(count)]
    except (KeyError, TypeError, ValueError):
        raise Again("broken", "the answer is no list of vectors") from None
    if len({len(vector) for vector in vectors}) != 1 or not all(vector and all(map(math.isfinite, vector)) for vector in vectors):
        raise Again("broken", "the vectors are empty, differ in length, or hold what is no number")
    return vectors


def _counted(body: Mapping[str, Any], name: str, estimate: int) -> int:
    """Tokens as the endpoint counted them, else as estimated."""
    usage = body.get("usage")
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 2**53 else estimate


def _sent(request: Mapping[str, Any]) -> int:
    """About how many tokens a request holds that was sent and never answered: it may be billed."""
    if "messages" in request:
        return tokens_of(request["messages"])
    return tokens(request["input"])


def _code(body: object) -> str:
    """The code that an error body gives itself, as far as it is a plain word; its message may echo what we sent."""
    for name in ("code", "type"):
        value = body.get(name) if isinstance(body, dict) else None
        if isinstance(value, str) and _WORD.fullmatch(value):
            return value
    return ""


def _told(body: object) -> str:
    """All that an error body says, for the program to search."""
    return json.dumps(body, ensure_ascii=False) if isinstance(body, dict | list) else str(body)
