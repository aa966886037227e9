"""LoCoMo: ten long conversations of two people with questions about them (https://github.com/snap-research/locomo).

Of a turn only speaker, text and the caption of its image are taken. ``query`` (the words by which the image was searched) tells answers,
and so do the observations and summaries of the file; none of them becomes a source.

dia_id    the id of a turn, ``D1:3``: the third of session 1; it is unique within its conversation
audit     a public list of errors in the questions (https://github.com/dial481/locomo-audit), beside the file
"""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import Question, SaidTurn, Session, read_json

FILE: Final = "locomo10.json"
AUDIT: Final = "audit_errors.json"
CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
UNANSWERABLE: Final = "adversarial"
"""The category of questions about what was never said, or not by the one whom they name."""

_SESSION: Final = re.compile(r"session_(\d+)")
_TIME: Final = "%I:%M %p on %d %B, %Y"
_BETWEEN: Final = re.compile(r"[;,\s]+")
_DIA_ID: Final = re.compile(r"D:?(\d+):(\d+)")


def sessions(source: Path) -> list[Session]:
    """All sessions of all conversations.

    Args:
        source: the file, or the folder that it lies in.

    Raises:
        BadBenchmark: it is missing or has another form.
    """
    file = _file(source)
    try:
        return [session for sample in read_json(file) for session in _sessions(sample)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadBenchmark(file, f"it has not the form of LoCoMo ({type(error).__name__}: {error})") from error


def questions(source: Path) -> list[Question]:
    """All questions, with the errors that the audit found where its file lies beside.

    Raises:
        BadBenchmark: a file is missing or has another form.
    """
    file = _file(source)
    audit = file.with_name(AUDIT)
    try:
        faults = {entry["question_id"]: entry for entry in read_json(audit)} if audit.exists() else {}
        return [question for number, sample in enumerate(read_json(file)) for question in _questions(number, sample, faults)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadBenchmark(file, f"it has not the form of LoCoMo ({type(error).__name__}: {error})") from error


def repaired(evidence: Sequence[str], known: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Gold as ids of turns, and the parts of it that name no turn of the conversation.

    Several ids in one text are taken apart; ``D:11:26`` is ``D11:26``, and ``D30:05`` is ``D30:5``.
    """
    found: dict[str, None] = {}
    unreadable = []
    for part in (part for text in evidence for part in _BETWEEN.split(text) if part):
        match = _DIA_ID.fullmatch(part)
        name = f"D{int(match[1])}:{int(match[2])}" if match else part
        if name in known:
            found[name] = None
        else:
            unreadable.append(part)
    return tuple(found), tuple(unreadable)


def _file(source: Path) -> Path:
    return source / FILE if source.is_dir() else source


def _sessions(sample: Mapping[str, Any]) -> Iterator[Session]:
    talk = sample["conversation"]
    numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.fullmatch(key)))
    for number in numbers:
        time = datetime.datetime.strptime(talk[f"session_{number}_date_time"], _TIME)
        yield Session(sample["sample_id"], number, time, [_turn(turn) for turn in talk[f"session_{number}"]])


def _turn(turn: Mapping[str, Any]) -> SaidTurn:
    return SaidTurn(turn["dia_id"], turn["speaker"], turn["text"], turn.get("blip_caption"))


def _questions(number: int, sample: Mapping[str, Any], faults: Mapping[str, Mapping[str, Any]]) -> Iterator[Question]:
    known = frozenset(turn.turn_id for session in _sessions(sample) for turn in session.turns)
    for place, entry in enumerate(sample["qa"]):
        fault = faults.get(f"locomo_{number}_qa{place}")
        gold, unreadable = repaired(entry["evidence"], known)
        yield Question(
            question_id=f"{sample['sample_id']}/{place}",
            conversation=sample["sample_id"],
            text=entry["question"],
            answer=str(entry.get("answer", "")),
            category=CATEGORIES[entry["category"]],
            gold=gold,
            unreadable=unreadable,
            fault=fault["error_type"] if fault else None,
            corrected=repaired(fault["correct_evidence"], known)[0] if fault else None,
            unanswerable=CATEGORIES[entry["category"]] == UNANSWERABLE,
        )
