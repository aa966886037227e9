"""Sessions: conversations of a benchmark as files in the format that docs/conversations.md describes, and questions about them.

session    one sitting of a conversation; becomes one file, ``CONVERSATION/session_01.jsonl``
gold       the ids of the turns on which the answer to a question rests
"""

import datetime
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lineproof.evals.errors import BadBenchmark

_NAME: Final = re.compile(r"\w[\w-]{0,99}")


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """One turn; ``caption`` tells what an image shows that was sent with it."""

    turn_id: str
    speaker: str
    text: str
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One session; ``number`` counts from 1 within its conversation."""

    conversation: str
    number: int
    time: datetime.datetime | None
    turns: Sequence[SaidTurn]

    @property
    def path(self) -> str:
        """Its path below the folder of the corpus."""
        return f"{self.conversation}/session_{self.number:02}.jsonl"


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a conversation.

    ``category`` is what the benchmark calls its kind; ``gold`` are ids of turns, none where there is nothing to be found;
    ``unreadable`` are parts of the gold that name no turn; ``fault`` is the error that an audit found in question, answer or gold,
    and ``corrected`` the gold by that audit. ``unanswerable`` are questions that a right answer refuses; ``rubric`` is what a right
    answer must show, where the benchmark says so, and ``asked_at`` when it is asked.
    """

    question_id: str
    conversation: str
    text: str
    answer: str
    category: str
    gold: tuple[str, ...]
    unreadable: tuple[str, ...] = ()
    fault: str | None = None
    corrected: tuple[str, ...] | None = None
    unanswerable: bool = False
    rubric: tuple[str, ...] = ()
    asked_at: datetime.datetime | None = None

    @property
    def points(self) -> tuple[str, ...]:
        """What a right answer says, one thing each."""
        return self.rubric or (self.answer,)


def session_lines(session: Session) -> list[str]:
    """The lines of the file of a session."""
    head = {"conversation": session.conversation, "title": f"{session.conversation}, session {session.number}"}
    if session.time:
        head["time"] = session.time.isoformat()
    return [_json(head), *(_json(_turn(turn)) for turn in session.turns)]


def write_sessions(sessions: Iterable[Session], folder: Path) -> list[Path]:
    """Write each session below a folder, where afterwards these conversations have these sessions and no others.

    Raises:
        BadBenchmark: a conversation has a name that cannot be that of a folder.
    """
    written = []
    for session in sessions:
        file = folder / session.path
        if not _NAME.fullmatch(session.conversation):
            raise BadBenchmark(file, "a conversation must be named by letters, digits and hyphens")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(line + "\n" for line in session_lines(session)), encoding="utf-8")
        written.append(file)
    for stale in {one for file in written for one in file.parent.glob("session_*.jsonl")} - {*written}:
        stale.unlink()
    return written


def read_json(file: Path) -> Any:  # noqa: ANN401
    """The content of a file.

    Raises:
        BadBenchmark: it is not there, or not JSON.
    """
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadBenchmark(file, f"cannot be read ({type(error).__name__})") from error


def _turn(turn: SaidTurn) -> dict[str, str]:
    said = {"id": turn.turn_id, "speaker": turn.speaker, "text": turn.text}
    return {**said, "caption": turn.caption} if turn.caption else said


def _json(value: dict[str, str]) -> str:
    return json.dumps(value, ensure_ascii=False)
