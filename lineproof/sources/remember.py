"""Remember: a turn or a note as a line of a session below the root of a corpus, so that it is a source like all others.

Sessions that are remembered stand in the folder ``remembered`` of the corpus, as JSON Lines to which lines are only added.
"""

import datetime
import json
import os
import re
from dataclasses import dataclass
from typing import Final

from filelock import FileLock

from lineproof.sources.errors import SourceError
from storage.workspace import Corpus

FOLDER: Final = "remembered"
LOCK: Final = "remember.lock"
NAME: Final = re.compile(r"[^\W_][\w.-]{0,99}")
LONGEST: Final = 100_000


class BadMemory(SourceError):
    """What is to be remembered cannot be: the message says why."""


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Remembered:
    """Where a turn was written: the path of its session below the root of the corpus, and its line."""

    path: str
    line: int


def remember(corpus: Corpus, text: str, speaker: str, session: str, now: datetime.datetime) -> Remembered:
    """Append a turn to a session.

    Args:
        corpus: whose source it becomes.
        text: what was said, or a note.
        speaker: who says it.
        session: its name: letters, digits, points and hyphens.
        now: when it is said.

    Raises:
        BadMemory: the text is empty or too long, or the name of the session cannot be one.
        OSError: it cannot be written.
    """
    path = f"{FOLDER}/{session}.jsonl"
    if not NAME.fullmatch(session):
        raise BadMemory(path, "the name of a session has letters, digits, points and hyphens, at most 100; give another")
    if not text.strip() or len(text) > LONGEST:
        raise BadMemory(path, f"a text to be remembered has 1 to {LONGEST} characters")
    if not speaker.strip():
        raise BadMemory(path, "somebody says it; give a name")
    file = corpus.root / FOLDER / f"{session}.jsonl"
    for folder in (file.parent, corpus.data):
        folder.mkdir(parents=True, exist_ok=True)
    with FileLock(corpus.data / LOCK):  # not beside the session, where it would be a source
        line = file.read_bytes().count(b"\n") + 1 if file.exists() else 1
        turn = {"id": str(line), "speaker": speaker, "time": now.isoformat(timespec="seconds"), "text": text}
        with file.open("ab") as opened:
            opened.write(json.dumps(turn, ensure_ascii=False).encode() + b"\n")
            opened.flush()
            os.fsync(opened.fileno())
    return Remembered(path, line)
