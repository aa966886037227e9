"""A chat that talks to a scripted endpoint: its settings, its key, and a clock that never waits."""

import datetime
from collections.abc import Callable
from typing import Any

from lineproof.models.client import StoredChat
from lineproof.models.retry import Timing
from storage.model_settings import ModelSettings, read_model_settings

NOON = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)
KEY = "sk-secret-of-a-test"

Connect = Callable[..., StoredChat]
"""Opens a chat: ``connect(run="r1", limits=Limits(), prices={}, **settings_of_all_roles)``."""


class Waits(list[float]):
    """What the retry policy waited, without waiting."""

    def timing(self) -> Timing:
        async def sleep(seconds: float) -> None:
            self.append(seconds)

        return Timing(sleep=sleep, now=lambda: NOON)


def model_settings(url: str, prices: dict[str, Any] | None = None, **how: Any) -> ModelSettings:
    """Settings by which every role is served by one model at an address."""
    models = {"model": "scripted", "base_url": url, **how}
    return read_model_settings("test", {"models": models, "prices": prices or {}})
