"""The write lock: one process at a time changes a corpus.

An advisory file lock, which the kernel frees when its holder is killed. The file beside it tells who holds it.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import Busy
from storage.workspace import Corpus


@contextmanager
def write_lock(corpus: Corpus, wait: float = 60.0, purpose: str = "sync") -> Iterator[None]:
    """Hold the write lock of a corpus.

    Args:
        corpus: whose database will be written.
        wait: seconds to wait for another holder.
        purpose: shown to those who wait.

    Raises:
        Busy: another process held it all that time.
    """
    corpus.data.mkdir(parents=True, exist_ok=True)
    note = corpus.data / "lock.json"
    try:
        with FileLock(corpus.data / "lock").acquire(timeout=wait, poll_interval=0.05):
            note.write_text(json.dumps({"pid": os.getpid(), "purpose": purpose, "since": time.time()}), encoding="utf-8")
            yield
    except Timeout:
        raise Busy(corpus.name, _holder(note), wait) from None


def _holder(note: Path) -> str:
    try:
        held = json.loads(note.read_text(encoding="utf-8"))
        return f"process {held['pid']} ({held['purpose']}, since {time.strftime('%H:%M:%S', time.localtime(held['since']))})"
    except (OSError, ValueError, KeyError):
        return "another process"
