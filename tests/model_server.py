"""A scripted endpoint: real HTTP on loopback that answers as a test says, well or badly.

step     what one request is answered with: a function that writes to the open connection
script   the steps in order, the last one for ever; or a function from the request to its step
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

Step = Callable[["Handler"], None]
Script = Sequence[Step] | Callable[[dict[str, Any]], Step]


class Server:
    """The endpoint; ``requests`` are the bodies it was sent, in order, each with its ``path`` and ``authorization``."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.script: Script = [answer({})]
        self.stopped = Event()
        self._lock = Lock()
        self._under_way = 0
        self.most_at_once = 0
        server = self

        class Bound(Handler):
            scripted = server

        self._http = Quiet(("127.0.0.1", 0), Bound)
        self._thread = Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def take(self, request: dict[str, Any]) -> Step:
        with self._lock:
            self.requests.append(request)
            number = len(self.requests) - 1
        return self.script(request) if callable(self.script) else self.script[min(number, len(self.script) - 1)]

    @contextmanager
    def counted(self) -> Iterator[None]:
        with self._lock:
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1

    def close(self) -> None:
        self.stopped.set()
        self._http.shutdown()
        self._http.server_close()


class Quiet(ThreadingHTTPServer):
    """Says nothing of clients that went away in the middle of a request."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError | ValueError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    scripted: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = {**body, "path": self.path, "authorization": self.headers.get("Authorization")}
        with self.scripted.counted(), suppress(ConnectionError):
            self.scripted.take(request)(self)

    def send(self, status: int, body: bytes, headers: Mapping[str, str], length: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def completion(content: object, finish: str | None = "stop", refusal: str | None = None, usage: object = None) -> dict[str, Any]:
    """A chat completion as the protocol has it; content that is no text is sent as JSON."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    message = {"role": "assistant", "content": text, "refusal": refusal}
    choice = {"index": 0, "finish_reason": finish, "message": message}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice], "usage": usage}


def answer(content: object, finish: str | None = "stop", refusal: str | None = None, tokens: tuple[int, int] | None = (10, 5)) -> Step:
    """A well-formed answer."""
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]} if tokens else None
    return body(completion(content, finish, refusal, usage))


def calling(*calls: tuple[str, object], ids: Sequence[object] | None = None, text: str | None = None) -> Step:
    """A turn that calls tools, each by its name and arguments; arguments that are no text are sent as JSON."""
    turn = completion(text, "tool_calls")
    turn["choices"][0]["message"]["tool_calls"] = [
        {
            "id": ids[number] if ids else f"c{number}",
            "type": "function",
            "function": {"name": name, "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments)},
        }
        for number, (name, arguments) in enumerate(calls)
    ]
    return body(turn)


def body(value: object, status: int = 200, **headers: str) -> Step:
    """Any JSON as a body."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return lambda handler: handler.send(status, json.dumps(value).encode(), named)


def error(status: int, message: str = "no", code: str | None = None, param: str | None = None, **headers: str) -> Step:
    """An error as the protocol has it."""
    return body({"error": {"message": message, "code": code, "param": param, "type": None}}, status, **headers)


def page(status: int = 200) -> Step:
    """A web page where an answer was expected."""
    return lambda handler: handler.send(status, b"<html><body>Sign in</body></html>", {"Content-Type": "text/html"})


def truncated() -> Step:
    """A whole body that is the first half of an answer."""
    half = json.dumps(completion({"a": 1})).encode()[:60]
    return lambda handler: handler.send(200, half, {})


def dropped() -> Step:
    """A connection that ends in the middle of the body."""

    def step(handler: Handler) -> None:
        handler.send(200, json.dumps(completion({"a": 1})).encode()[:60], {}, length=5_000)
        handler.close_connection = True
        handler.connection.close()

    return step


def cut_stream() -> Step:
    """A body in chunks whose last chunk never comes."""

    def step(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"14\r\n" + b'{"choices":[{"messag' + b"\r\n")
        handler.close_connection = True
        handler.connection.close()

    return step


def dripping(every: float = 0.01) -> Step:
    """A body whose bytes come one by one and never end, each in time for a time-out that counts from the last."""

    def step(handler: Handler) -> None:
        handler.send(200, b"", {}, length=10_000_000)
        while not handler.scripted.stopped.wait(every):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    return step


def flood() -> Step:
    """A body without end, as fast as it can be read."""

    def step(handler: Handler) -> None:
        handler.send(200, b"", {}, length=2**40)
        while not handler.scripted.stopped.is_set():
            handler.wfile.write(b" " * 1_000_000)

    return step


def together(count: int, then: Step) -> Callable[[dict[str, Any]], Step]:
    """A script that answers nobody until ``count`` requests wait, or half a second has passed."""
    waiting: list[float] = []
    enough = Event()

    def step(handler: Handler) -> None:
        waiting.append(time.monotonic())
        if len(waiting) >= count:
            enough.set()
        enough.wait(0.5)
        then(handler)

    return lambda request: step


@contextmanager
def scripted() -> Iterator[Server]:
    """A server for the time of a test."""
    server = Server()
    try:
        yield server
    finally:
        server.close()


def user_text(request: Mapping[str, Any]) -> str:
    """The data that a request was about."""
    return str(request["messages"][-1]["content"])
