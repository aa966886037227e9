"""An event loop in a thread of its own, so that calls run side by side and whoever asks need not be asynchronous."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


class Loop:
    """The loop; its thread begins with the first work."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for work to be done in the loop; interrupted, the work is given up."""
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """Stop the loop and its thread."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = self._thread = None

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = Thread(target=self._loop.run_forever, name="lineproof-models", daemon=True)
            self._thread.start()
        return self._loop
