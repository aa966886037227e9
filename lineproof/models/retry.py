"""Trying again: when, and how long to wait before.

Retry-After   what an endpoint asks to wait: seconds, or a date; it is obeyed up to the role's patience, and where it asks for
              more, we give up at once, since a run that waits is worth less than one that says when to come back
backoff       where it asks for nothing: twice as long each time, with some chance in it, so that callers do not return together
"""

import asyncio
import datetime
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final, TypeVar

from lineproof.models.endpoint import Again
from storage.model_settings import RoleSettings

FIRST_WAIT: Final = 1.0

Result = TypeVar("Result")


def utc_now() -> datetime.datetime:
    """The time."""
    return datetime.datetime.now(datetime.UTC)


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock and the waiting, which tests replace."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], datetime.datetime] = utc_now
    monotonic: Callable[[], float] = time.monotonic


def asked_wait(after: str | None, now: datetime.datetime) -> float | None:
    """The seconds that a Retry-After header asks for, at least 0; None where it says nothing that can be read."""
    if after is None:
        return None
    try:
        seconds = float(after)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(after).astimezone(datetime.UTC) - now).total_seconds()
        except (ValueError, OverflowError):
            return None
    return None if math.isnan(seconds) else max(0.0, seconds)


async def repeated(attempt: Callable[[], Awaitable[Result]], how: RoleSettings, timing: Timing) -> Result:
    """The result of an attempt, repeated while it raises :class:`Again` and the settings allow.

    Raises:
        Again: that of the last attempt.
    """
    from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_exponential_jitter

    backoff = wait_exponential_jitter(initial=FIRST_WAIT, max=how.patience, jitter=FIRST_WAIT)

    def asked(state: RetryCallState) -> float | None:
        error = state.outcome.exception() if state.outcome else None
        return asked_wait(error.after, timing.now()) if isinstance(error, Again) else None

    def wait(state: RetryCallState) -> float:
        wanted = asked(state)
        return min(backoff(state), how.patience) if wanted is None else wanted

    def enough(state: RetryCallState) -> bool:
        return state.attempt_number >= how.tries or (asked(state) or 0.0) > how.patience

    again = AsyncRetrying(retry=retry_if_exception_type(Again), wait=wait, stop=enough, sleep=timing.sleep, reraise=True)

    async def once() -> Result:
        return await attempt()

    return await again(once)
