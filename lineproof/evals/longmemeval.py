"""LongMemEval: questions to an assistant, each with a history of its own (https://github.com/xiaowu0162/LongMemEval).

The file is a list of questions. Each is a conversation by itself, named by the id of its question; its sessions are ordered by their day.
``has_answer`` marks the turns on which the answer rests. Ids that end in ``_abs`` are questions that nothing answers.
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import Question, SaidTurn, Session, read_json

Read = TypeVar("Read")

UNANSWERABLE: Final = "_abs"
_TIME: Final = "%Y/%m/%d (%a) %H:%M"


def sessions(source: Path) -> list[Session]:
    """All sessions of the histories of all questions.

    Args:
        source: the file, ``longmemeval_s.json`` or another of the same form.

    Raises:
        BadBenchmark: it is missing or has another form.
    """
    return [session for entry in _entries(source) for session in _read(source, entry, _sessions)]


def questions(source: Path) -> list[Question]:
    """All questions; see :func:`sessions`.

    Raises:
        BadBenchmark: the file is missing or has another form.
    """
    return [question for entry in _entries(source) for question in _read(source, entry, _question)]


def _entries(source: Path) -> list[Any]:
    entries = read_json(source)
    if not isinstance(entries, list):
        raise BadBenchmark(source, "it is no list of questions of LongMemEval")
    return entries


def _read(source: Path, entry: Any, read: Callable[[Mapping[str, Any]], Iterator[Read]]) -> list[Read]:  # noqa: ANN401
    try:
        return list(read(entry))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadBenchmark(source, f"an entry has not the form of LongMemEval ({type(error).__name__}: {error})") from error


def _sessions(entry: Mapping[str, Any]) -> Iterator[Session]:
    history = list(zip(entry["haystack_session_ids"], entry["haystack_dates"], entry["haystack_sessions"], strict=True))
    dated = sorted(history, key=lambda one: _time(one[1]))
    for number, (name, date, turns) in enumerate(dated, 1):
        said = [SaidTurn(_turn_id(name, place), turn["role"], turn["content"]) for place, turn in enumerate(turns)]
        yield Session(entry["question_id"], number, _time(date), said)


def _question(entry: Mapping[str, Any]) -> Iterator[Question]:
    pairs = zip(entry["haystack_session_ids"], entry["haystack_sessions"], strict=True)
    marked = [_turn_id(name, place) for name, turns in pairs for place, turn in enumerate(turns) if turn.get("has_answer")]
    yield Question(
        question_id=entry["question_id"],
        conversation=entry["question_id"],
        text=entry["question"],
        answer=str(entry["answer"]),
        category=entry["question_type"],
        gold=tuple(dict.fromkeys(marked)),
        unanswerable=entry["question_id"].endswith(UNANSWERABLE),
        asked_at=_time(entry["question_date"]),
    )


def _turn_id(session: str, place: int) -> str:
    return f"{session}:{place}"


def _time(text: str) -> datetime.datetime:
    """A time as the file writes it, ``2023/05/20 (Sat) 02:21``."""
    return datetime.datetime.strptime(text, _TIME)
