"""Remember: a turn or a note as a line of a session below the root of a corpus, so that it is a source like all others.

session   a file in the folder ``remembered`` of the corpus, JSON Lines to which lines are only added
readable  a turn that the next sync would find in the session with all its words; what is not is refused before anything is written
"""

import datetime
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unicodedata import category, normalize

from filelock import FileLock

from lineproof.evidence.hashing import content_hash, document_id
from lineproof.evidence.redact import erased_lines
from lineproof.sources.conversation import parse_conversation
from lineproof.sources.decode import decode
from lineproof.sources.errors import BrokenConversation, SourceError
from lineproof.sources.files import LARGEST_FILE, below
from lineproof.sources.model import Parsed
from storage.tombstones import load
from storage.workspace import Corpus

FOLDER: Final = "remembered"
LOCK: Final = "remember.lock"
NAME: Final = re.compile(r"[^\W_][\w.-]{0,99}")
LONGEST: Final = 100_000
BREAKS: Final = ("Cc", "Zl", "Zp")
"""Categories of Unicode that no name has: control characters, and what separates lines and paragraphs."""


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
        BadMemory: the text is empty or too long, the name of the session cannot be one, or the turn would not be readable there:
            the session is broken or no session, or it, the speaker or the text was erased.
        OSError: it cannot be written.
    """
    path = f"{FOLDER}/{normalize('NFC', session)}.jsonl"
    if not NAME.fullmatch(session):
        raise BadMemory(path, "the name of a session has letters, digits, points and hyphens, at most 100; give another")
    turn = _turn(path, text, speaker, now)
    file = corpus.root / path
    corpus.data.mkdir(parents=True, exist_ok=True)
    with FileLock(corpus.data / LOCK):  # not beside the session, where it would be a source
        if below(os.path.realpath(corpus.root), os.path.realpath(file)) is None:
            raise BadMemory(path, "a link leads out of the corpus; give another session")
        before = file.read_bytes() if file.exists() else b""
        added = (b"" if before[-1:] in (b"", b"\n", b"\r") else b"\n") + turn + b"\n"
        line = _readable(corpus, path, before + added, turn)
        _append(file, added)
    return Remembered(path, line)


def _turn(path: str, text: str, speaker: str, now: datetime.datetime) -> bytes:
    """The line of a turn; it has no id, since ids made from places would collide once a line is deleted."""
    if not text.strip() or len(text) > LONGEST:
        raise BadMemory(path, f"a text to be remembered has 1 to {LONGEST} characters")
    if not speaker.strip() or any(category(sign) in BREAKS for sign in speaker):
        raise BadMemory(path, "somebody says it; give a name, in one line")
    turn = {"speaker": speaker, "time": now.isoformat(timespec="seconds"), "text": text}
    try:
        return json.dumps(turn, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadMemory(path, "what is to be remembered is not valid UTF-8; give it in UTF-8") from None


def _readable(corpus: Corpus, path: str, content: bytes, turn: bytes) -> int:
    """The line of a turn at the end of a session, as a sync would read it.

    Raises:
        BadMemory: a sync would not find it there, or not with these words.
    """
    decoded = decode(content)
    if not decoded.encoding.startswith("utf-8"):
        raise BadMemory(path, "is not in UTF-8, so that nothing can be added; convert it, or give another session")
    texts = decoded.texts
    alone, whole = _parsed(path, [turn.decode()]), _parsed(path, texts)
    said = [block.fragments[0].text for block in alone.blocks if block.turn]
    if not said:
        raise BadMemory(path, "nothing of it can be shown; give a text that has words")
    last = whole.blocks[-1]
    if not last.turn or [last.fragments[0].text] != said or len(content) > LARGEST_FILE:
        raise BadMemory(path, f"is no session of at most {LARGEST_FILE // 1024**2} MiB; mend the file, or give another session")
    _refuse_erased(corpus, path, content, texts, whole)
    return last.fragments[0].line


def _parsed(path: str, texts: Sequence[str]) -> Parsed:
    try:
        return parse_conversation(texts)
    except BrokenConversation as error:
        if len(texts) == 1:
            raise BadMemory(path, error.reason) from None
        raise BadMemory(path, f"{error.reason} (line {error.line}); mend this line, or give another session") from None


def _refuse_erased(corpus: Corpus, path: str, content: bytes, texts: Sequence[str], session: Parsed) -> None:
    """Refuse a session whose last turn tombstones of the corpus would take away again."""
    tombstones = load(corpus)
    document, bytes_hash, last = document_id(corpus.name, path), content_hash(content), session.blocks[-1]
    if erasure := tombstones.document_erased(document, bytes_hash):
        raise BadMemory(path, f"this session was erased; give another, or lift that: lineproof erase --lift {erasure}")
    if last.turn and tombstones.person_erased(last.turn.speaker):
        raise BadMemory(path, "what this person says was erased, and stays so; to lift that: lineproof erase --lift person:NAME")
    if last.fragments[0].line in erased_lines(document, bytes_hash, texts, session, tombstones):
        raise BadMemory(path, "what was said in these words was erased, and stays so; to lift that: lineproof erase --lift ID")


def _append(file: Path, added: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as opened:
        opened.write(added)
        opened.flush()
        os.fsync(opened.fileno())
