"""Fixtures of tests that talk to a model."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lineproof.models.budget import Budget
from lineproof.models.client import StoredChat
from storage.answers import Answers, Spent
from storage.model_settings import Limits
from tests.model_chat import KEY, Connect, Waits, model_settings
from tests.model_server import Server, scripted


@pytest.fixture
def server() -> Iterator[Server]:
    """A scripted endpoint."""
    with scripted() as running:
        yield running


@pytest.fixture
def waits() -> Waits:
    """What was waited between attempts."""
    return Waits()


@pytest.fixture
def connect(server: Server, waits: Waits, tmp_path: Path) -> Iterator[Connect]:
    """Opens chats on one store, ``answers.sqlite`` in the test's folder."""
    opened: list[StoredChat] = []

    def open_one(run: str = "r1", limits: Limits | None = None, prices: dict[str, Any] | None = None, **how: Any) -> StoredChat:
        budget = Budget(limits or Limits(), Limits(), Spent())
        answers = Answers(tmp_path / "answers.sqlite")
        settings = model_settings(server.url, prices, **how)
        opened.append(StoredChat(settings, {"OPENAI_API_KEY": KEY}, answers, budget, run, waits.timing()))
        return opened[-1]

    yield open_one
    for chat in opened:
        chat.close()
