"""The client for embeddings."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lineproof.models.budget import Budget
from lineproof.models.embed import AT_ONCE, Embedder
from lineproof.models.errors import BudgetSpent, Denied, NoModel, TooLong, Unavailable
from storage.answers import Answers, Spent, calls, purge
from storage.model_settings import Limits, read_model_settings
from tests.model_chat import KEY, Waits
from tests.model_server import Server, Step, answer, body, error, page


def vector_of(text: str) -> list[float]:
    return [float(len(text)), 0.1, -1.5]


def embedding(request: dict[str, Any]) -> Step:
    """Vectors as the protocol has them, out of order as it allows."""
    data = [{"object": "embedding", "index": index, "embedding": vector_of(text)} for index, text in enumerate(request["input"])]
    return body({"object": "list", "data": data[::-1], "model": "vectors", "usage": {"prompt_tokens": 7, "total_tokens": 7}})


@pytest.fixture
def connect(server: Server, waits: Waits, tmp_path: Path) -> Iterator[Callable[..., Embedder]]:
    opened: list[Embedder] = []

    def open_one(limits: Limits | None = None, **how: Any) -> Embedder:
        settings = read_model_settings("test", {"models": {"embed": {"model": "vectors", "base_url": server.url, **how}}})
        budget = Budget(limits or Limits(), Limits(), Spent())
        opened.append(Embedder(settings, {"OPENAI_API_KEY": KEY}, Answers(tmp_path / "answers.sqlite"), budget, "r1", waits.timing()))
        return opened[-1]

    server.script = embedding
    yield open_one
    for embedder in opened:
        embedder.close()


def near(vector: tuple[float, ...], text: str) -> bool:
    return all(math.isclose(found, wanted, rel_tol=1e-6) for found, wanted in zip(vector, vector_of(text), strict=True))


def test_vectors_come_in_the_order_of_their_texts(server: Server, connect: Callable[..., Embedder], tmp_path: Path) -> None:
    texts = ["one", "three", "fifteen"]
    assert all(near(vector, text) for vector, text in zip(connect().embed(texts), texts, strict=True))
    assert server.requests[0]["path"] == "/v1/embeddings"
    (call,) = calls(tmp_path / "answers.sqlite")
    assert (call.role, call.model, call.prompt_tokens, call.outcome) == ("embed", "vectors", 7, "ok")


def test_what_was_embedded_is_not_sent_again(server: Server, connect: Callable[..., Embedder]) -> None:
    first = connect().embed(["one", "two", "one"])
    assert connect().embed(["two", "one", "new"])[:2] == [first[1], first[0]]
    assert [request["input"] for request in server.requests] == [["one", "two"], ["new"]]


def test_many_texts_are_several_calls(server: Server, connect: Callable[..., Embedder]) -> None:
    assert len(connect().embed([f"text {n}" for n in range(AT_ONCE + 1)])) == AT_ONCE + 1
    assert [len(request["input"]) for request in server.requests] == [AT_ONCE, 1]


def test_no_text_is_no_call(server: Server, connect: Callable[..., Embedder]) -> None:
    assert connect().embed([]) == []
    assert server.requests == []


@pytest.mark.parametrize(
    "fault",
    [
        page(),
        answer({}),
        body({"data": []}),
        body({"data": [{"index": 0, "embedding": []}]}),
        body({"data": [{"index": 0, "embedding": ["x"]}]}),
        body({"data": [{"index": 5, "embedding": [1.0]}]}),
        body({"data": [{"index": 0, "embedding": [float("nan")]}]}),
        error(500),
    ],
)
def test_what_may_pass_is_tried_again(server: Server, connect: Callable[..., Embedder], waits: Waits, fault: Step) -> None:
    server.script = lambda request: fault if len(server.requests) == 1 else embedding(request)
    assert near(connect().embed(["one"])[0], "one")
    assert len(waits) == 1


@pytest.mark.parametrize(
    ("fault", "kind"),
    [(error(400, "odd"), Denied), (error(401), Denied), (error(400, "maximum context length is 512"), TooLong), (error(503), Unavailable)],
)
def test_what_does_not_pass_is_told(server: Server, connect: Callable[..., Embedder], fault: Step, kind: type[Exception]) -> None:
    server.script = [fault]
    with pytest.raises(kind):
        connect(tries=1).embed(["one"])


def test_vectors_that_came_before_a_failure_are_kept(server: Server, connect: Callable[..., Embedder]) -> None:
    texts = [f"text {n}" for n in range(AT_ONCE + 1)]
    server.script = lambda request: embedding(request) if len(server.requests) == 1 else error(401)
    with pytest.raises(Denied):
        connect().embed(texts)
    server.script = embedding
    connect().embed(texts)
    assert [len(request["input"]) for request in server.requests] == [AT_ONCE, 1, 1]


def test_a_budget_stops_between_calls(server: Server, connect: Callable[..., Embedder]) -> None:
    with pytest.raises(BudgetSpent):
        connect(limits=Limits(tokens=5)).embed([f"text {n}" for n in range(AT_ONCE + 1)])
    assert server.requests == []


def test_without_a_model_of_its_own_there_is_none(tmp_path: Path) -> None:
    settings = read_model_settings("test", {"models": {"model": "a-chat-model"}})
    budget = Budget(Limits(), Limits(), Spent())
    with Embedder(settings, {"LINEPROOF_MODEL": "chat"}, Answers(tmp_path / "a.sqlite"), budget, "r1") as embedder:
        assert not embedder.serves("embed")
        with pytest.raises(NoModel):
            embedder.embed(["one"])


def test_an_erased_text_leaves_its_vector_too(connect: Callable[..., Embedder], tmp_path: Path) -> None:
    connect().embed(["the vault opens with 4711", "kept"])
    assert purge(tmp_path / "answers.sqlite", lambda text: "4711" in text) == 1
    assert b"4711" not in (tmp_path / "answers.sqlite").read_bytes()
