"""Question files: many questions in JSON Lines, all of them read and checked before the first is answered."""

import datetime
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import typer

from lineproof.recall.budget import MOST_TOKENS
from lineproof.recall.policies import POLICIES


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with how it is asked."""

    question: str
    as_of: datetime.date | None
    policy: str
    budget: int


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of a file; ``notices`` name what stands in it beside them and is not heeded, each name once."""

    questions: Sequence[Asked]
    notices: Sequence[str]


def read_questions(file: Path, usual: Asked) -> Questions:
    """The questions of a file, one object a line; what an object leaves out, or has as null, is as usual. Empty lines are passed over.

    Raises:
        BadParameter: the file cannot be read, or a line is no question; the message says which.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}") from error
    # Not by splitlines: JSON may hold other line breaks as they are, such as U+2028.
    lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    given = {f"{file}, line {number}": _object(line) for number, line in lines}
    asked = [_asked(one, usual, place) for place, one in given.items()]
    unknown: dict[str, str] = {}
    for place, one in given.items():
        for name in [name for name in one or {} if name not in _NAMES]:
            unknown.setdefault(name, place)
    return Questions(asked, [f"{place}: {name!r} is not heeded; a question has {', '.join(_NAMES)}." for name, place in unknown.items()])


def _asked(given: dict[str, Any] | None, usual: Asked, place: str) -> Asked:
    if given is None or not _is_text(given.get("question")):
        raise typer.BadParameter(f'{place} is no question; write {{"question": "..."}}.')
    wanted = {name: given[name] for name in _CHECKS if given.get(name) is not None}
    for name, value in wanted.items():
        if problem := _CHECKS[name](value):
            raise typer.BadParameter(f"{place}: {name} is {json.dumps(value)}; {problem}")
    if "as_of" in wanted:
        wanted["as_of"] = datetime.date.fromisoformat(wanted["as_of"])
    return replace(usual, question=given["question"], **wanted)


def _object(line: str) -> dict[str, Any] | None:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _is_text(value: object) -> bool:
    """Whether a value is a text with words, and no half of a surrogate pair, which no other program takes."""
    return isinstance(value, str) and bool(value.strip()) and value == value.encode("utf-8", "ignore").decode()


def _no_day(value: object) -> str:
    try:
        datetime.date.fromisoformat(value)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return "write a day as 2026-01-31."
    return ""


def _no_policy(value: object) -> str:
    return "" if value in POLICIES else f"there are: {', '.join(POLICIES)}."


def _no_budget(value: object) -> str:
    return "" if type(value) is int and 1 <= value <= MOST_TOKENS else f"give a whole number of tokens, 1 to {MOST_TOKENS}."


_CHECKS: Final[Mapping[str, Callable[[object], str]]] = {"as_of": _no_day, "policy": _no_policy, "budget": _no_budget}
_NAMES: Final = ("question", *_CHECKS)
