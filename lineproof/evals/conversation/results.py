"""Results: one JSON file a question, so that a run that ends early goes on where it was."""

import dataclasses
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from lineproof.evals.conversation.model import Given, Result
from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import Question
from lineproof.models.prompts import hashed
from storage.durable import write_durably

_NAME: Final = re.compile(r"\w[\w-]{0,99}")


def file_of(folder: Path, question_id: str) -> Path:
    """Where the result of a question is kept: ``conv-26/0`` in ``conv-26/0.json``.

    Raises:
        BadBenchmark: the id cannot be the name of a file.
    """
    parts = question_id.split("/")
    if not all(map(_NAME.fullmatch, parts)):
        raise BadBenchmark(folder, f"the question {question_id!r} must be named by letters, digits and hyphens")
    return folder.joinpath(*parts).with_suffix(".json")


def fingerprint(question: Question, *parts: object) -> str:
    """Of a question with its key, and of all else that its result depends on."""
    return hashed(repr(question), *map(repr, parts))[:32]


def write(folder: Path, result: Result) -> None:
    """Keep a result, whole or not at all."""
    file = file_of(folder, result.question_id)
    write_durably(file, json.dumps(dataclasses.asdict(result), ensure_ascii=False, indent=1) + "\n")


def read(folder: Path, questions: Iterable[Question]) -> list[Result]:
    """The results that there are, in the order of the questions; a file that is none is as if it were not there."""
    found = (_result(file_of(folder, question.question_id)) for question in questions)
    return [result for result in found if result]


def _result(file: Path) -> Result | None:
    try:
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        kept |= {"given": Given(**kept["given"]), "points": tuple(kept["points"]), "met": tuple(kept["met"])}
        return Result(**kept)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
