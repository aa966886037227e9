"""Questions with an answer key: what an answer must state and must not state, and the lines on which it rests.

group       ``simple`` (one place answers) or ``connected`` (several places answer together)
kind        what makes the question hard; each group has its own kinds
paraphrase  the same question in other words; all paraphrases have one key
fact        what an answer states: a quantity by value and unit, as signals of evidence have them, or a name in any of its forms
gold        the lines on which the facts stand; citations of an answer are held against them

A file of questions has one JSON object a line. It is never read by what answers.
"""

import dataclasses
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from lineproof.evals.errors import BadQuestions

FAULTS_SHOWN: Final = 3

Group = Literal["simple", "connected"]

KINDS: Final = {
    "simple": ("single", "disambiguation", "synonym", "deep", "unanswerable", "stale"),
    "connected": ("comparison", "contradiction", "chain", "assembly", "list", "dependents"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A quantity (``value`` with ``unit``), or a name or wording (``value`` None) that any of ``forms`` states."""

    forms: tuple[str, ...]
    value: str | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a source, counted from 1, both ends included."""

    path: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class KeyedQuestion:
    """A question with its key; an unanswerable one has neither ``must`` nor ``gold``."""

    question_id: str
    group: Group
    kind: str
    paraphrases: tuple[str, ...]
    must: tuple[Fact, ...]
    must_not: tuple[Fact, ...]
    gold: tuple[Place, ...]

    @property
    def unanswerable(self) -> bool:
        """Whether the right answer is that nothing answers."""
        return not self.must


def write_questions(questions: Iterable[KeyedQuestion], file: Path) -> None:
    """Write questions, one a line."""
    file.write_text("".join(json.dumps(dataclasses.asdict(one), ensure_ascii=False) + "\n" for one in questions), encoding="utf-8")


def read_questions(file: Path) -> list[KeyedQuestion]:
    """The questions of a file.

    Raises:
        BadQuestions: it cannot be read, or a line is no question with its key.
    """
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadQuestions(file, f"cannot be read ({type(error).__name__})") from error
    found = [_question(file, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise BadQuestions(file, "has no question")
    if len({one.question_id for one in found}) < len(found):
        raise BadQuestions(file, "two questions have the same question_id")
    return found


def _question(file: Path, number: int, line: str) -> KeyedQuestion:
    from pydantic import ValidationError

    try:
        question: KeyedQuestion = _adapter().validate_json(line, strict=True)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:FAULTS_SHOWN])
        raise BadQuestions(file, f"line {number} is no question with its key ({faults})") from error
    if question.kind not in KINDS[question.group]:
        raise BadQuestions(file, f"line {number} has a kind that its group has not ({question.group}, {question.kind})")
    if not question.question_id.strip() or not question.paraphrases or not all(map(str.strip, question.paraphrases)):
        raise BadQuestions(file, f"line {number} has no question_id, or no paraphrase, or an empty one")
    if not all(1 <= place.first_line <= place.last_line for place in question.gold):
        raise BadQuestions(file, f"line {number} has gold whose lines do not count from 1 upwards")
    return question


@lru_cache(maxsize=1)
def _adapter() -> Any:  # noqa: ANN401
    from pydantic import TypeAdapter

    return TypeAdapter(KeyedQuestion)
