"""BEAM: long chats of a user and an assistant with probing questions (https://github.com/mohammadtavakoli78/BEAM).

batch     the turns of some days, in groups; becomes a session, dated by the first time anchor among its turns
marker    ``->-> 1,2`` at the end of a turn: where it stands in the plan that the chat was made from. It was never said, and is left out
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import Question, SaidTurn, Session, read_json

CHAT: Final = "chat.json"
QUESTIONS: Final = "probing_questions/probing_questions.json"
ANSWERS: Final = ("answer", "ideal_answer", "ideal_response", "ideal_summary", "expected_compliance")
"""Where the answer stands, by the kind of question."""
UNANSWERABLE: Final = "abstention"

_MARKER: Final = re.compile(r"\s*->->\s*\d+\s*,\s*(?:\d[\d, ]*|N/A)\)?\s*$")
_ANCHOR: Final = "%B-%d-%Y"


def sessions(source: Path) -> list[Session]:
    """All sessions of all chats.

    Args:
        source: a folder with one folder a chat (``100K``), whose name is that of the conversation; or the folder of one chat.

    Raises:
        BadBenchmark: there is no chat, or it has another form.
    """
    found: list[Session] = []
    for file in _chats(source):
        try:
            found += _sessions(file.parent.name, read_json(file))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadBenchmark(file, f"it has not the form of a chat of BEAM ({type(error).__name__}: {error})") from error
    return found


def questions(source: Path) -> list[Question]:
    """All probing questions of all chats; see :func:`sessions`.

    Raises:
        BadBenchmark: a file is missing or has another form.
    """
    found: list[Question] = []
    for chat in _chats(source):
        file = chat.parent / QUESTIONS
        try:
            known = frozenset(turn.turn_id for session in _sessions(chat.parent.name, read_json(chat)) for turn in session.turns)
            found += _questions(chat.parent.name, read_json(file), known)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadBenchmark(file, f"it has not the form of questions of BEAM ({type(error).__name__}: {error})") from error
    return found


def _chats(source: Path) -> list[Path]:
    """The chats below a folder, by number."""
    found = [source / CHAT] if (source / CHAT).exists() else list(source.glob(f"*/{CHAT}"))
    if not found:
        raise BadBenchmark(source, f"no folder in it holds a {CHAT}")
    return sorted(found, key=lambda file: (file.parent.name.rjust(9, "0"), file.parent.name))


def _sessions(conversation: str, batches: list[Mapping[str, Any]]) -> Iterator[Session]:
    for number, batch in enumerate(batches, 1):
        turns = [turn for group in batch["turns"] for turn in group]
        anchors = [turn["time_anchor"] for turn in turns if turn.get("time_anchor")]
        time = datetime.datetime.strptime(anchors[0], _ANCHOR) if anchors else None
        yield Session(conversation, number, time, [_turn(turn) for turn in turns])


def _turn(turn: Mapping[str, Any]) -> SaidTurn:
    return SaidTurn(str(turn["id"]), turn["role"], _MARKER.sub("", turn["content"]))


def _questions(conversation: str, by_kind: Mapping[str, list[Mapping[str, Any]]], known: frozenset[str]) -> Iterator[Question]:
    for kind, entries in by_kind.items():
        for place, entry in enumerate(entries):
            named = list(dict.fromkeys(_ids(entry.get("source_chat_ids"))))
            yield Question(
                question_id=f"{conversation}/{kind}/{place}",
                conversation=conversation,
                text=entry["question"],
                answer=str(next((entry[name] for name in ANSWERS if name in entry), "")),
                category=kind,
                gold=tuple(name for name in named if name in known),
                unreadable=tuple(name for name in named if name not in known),
                unanswerable=kind == UNANSWERABLE,
                rubric=tuple(map(str, entry.get("rubric", ()))),
            )


def _ids(gold: object) -> Iterator[str]:
    """The ids in a list, or in lists by name, however deep."""
    if isinstance(gold, Mapping):
        gold = list(gold.values())
    if isinstance(gold, list):
        for part in gold:
            yield from _ids(part)
    elif gold is not None:
        yield str(gold)
