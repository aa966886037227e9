"""Estimates: what a run would cost, without a call."""

from pathlib import Path

import pytest

from lineproof.models.chat import Request
from lineproof.models.errors import NoModel
from lineproof.models.estimate import SHARE, estimate
from tests.model_chat import Connect, model_settings
from tests.model_server import Server, answer

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], "additionalProperties": False}


def ask(text: str) -> Request:
    return Request("verify", "verify", {"text": text}, SCHEMA)


def test_tokens_and_cost_are_estimated_without_a_call(server: Server, tmp_path: Path) -> None:
    settings = model_settings(server.url, {"scripted": {"prompt": 1.0, "completion": 10.0}})
    found = estimate(settings, {}, tmp_path / "answers.sqlite", [ask("x" * 4_000), ask("x" * 4_000), ask("y")])
    assert (found.calls, found.stored) == (2, 1), "the same question is asked once"
    assert found.prompt_tokens > 1_000
    assert found.completion_tokens == pytest.approx(found.prompt_tokens * SHARE, abs=1)
    assert found.cost == pytest.approx((found.prompt_tokens + 10 * found.completion_tokens) / 1e6)
    assert server.requests == []
    assert not (tmp_path / "answers.sqlite").exists()


def test_what_is_stored_costs_nothing_and_tells_how_long_answers_are(server: Server, connect: Connect, tmp_path: Path) -> None:
    server.script = [answer({"answer": "yes"}, tokens=(1_000, 100))]
    chat = connect()
    chat.complete(ask("a"))
    chat.close()
    found = estimate(model_settings(server.url), {}, tmp_path / "answers.sqlite", [ask("a"), ask("b")])
    assert (found.calls, found.stored) == (1, 1)
    assert found.completion_tokens == round(found.prompt_tokens * 0.1)
    assert found.cost is None, "a model without a price"
    assert len(server.requests) == 1


def test_the_tokens_of_a_prompt_are_those_that_are_sent(server: Server, connect: Connect, tmp_path: Path) -> None:
    found = estimate(model_settings(server.url), {}, tmp_path / "answers.sqlite", [ask("some text")])
    server.script = [answer({"answer": "yes"})]
    connect().complete(ask("some text"))
    sent = sum(-(-len(message["content"]) // 4) for message in server.requests[0]["messages"])
    assert found.prompt_tokens == sent


def test_of_a_bound_nothing_counts_as_answered(server: Server, connect: Connect, tmp_path: Path) -> None:
    server.script = [answer({"answer": "yes"}, tokens=(1_000, 100))]
    chat = connect()
    chat.complete(ask("a"))
    chat.close()
    found = estimate(model_settings(server.url), {}, tmp_path / "answers.sqlite", [ask("a"), ask("a")], at_most=True)
    assert (found.calls, found.stored, found.at_most) == (2, 0, True)
    assert found.completion_tokens == pytest.approx(found.prompt_tokens * 0.1, abs=1)


def test_nothing_to_ask_costs_nothing(server: Server, tmp_path: Path) -> None:
    found = estimate(model_settings(server.url), {}, tmp_path / "answers.sqlite", [])
    assert (found.calls, found.prompt_tokens, found.cost) == (0, 0, 0.0)


def test_without_a_model_there_is_nothing_to_estimate(tmp_path: Path) -> None:
    with pytest.raises(NoModel):
        estimate(model_settings("http://127.0.0.1:1", model=""), {}, tmp_path / "answers.sqlite", [ask("a")])
