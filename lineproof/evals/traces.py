"""Traces: everything about one answer, in one file, so that a stranger can audit it.

run     one condition that answers one paraphrase of one question; its id is CONDITION/QUESTION/PARAPHRASE, paraphrases count from 1
trace   the question with its key, every call with what came back, the evidence, the answer, its score, its failure, and what it was
        made with; without a model the same bytes on every run
spent   what differs from run to run: seconds, and what a model was paid
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from lineproof.evals.agents.model import Answer, Call, Passage
from lineproof.evals.errors import BadTrace, UnknownTrace
from lineproof.evals.questions import KeyedQuestion
from lineproof.evals.scoring.failures import Failure
from lineproof.evals.scoring.score import Score
from lineproof.evidence.hashing import content_hash
from storage.durable import write_durably

FOLDER: Final = "traces"
LONGEST_NAME: Final = 160
"""Characters of the name of a file; file systems take 255 bytes, of which a hash and endings need some."""


@dataclass(frozen=True, slots=True)
class Spent:
    """How long an agent took, the tokens of its model, and what they cost in the currency of ``[prices]``; None without a price."""

    seconds: float
    model_tokens: int = 0
    cost: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Trace:
    """One run. ``tokens`` are those that tools brought."""

    condition: str
    question: KeyedQuestion
    paraphrase: int
    made_with: Mapping[str, Any]
    calls: tuple[Call, ...]
    evidence: tuple[Passage, ...]
    answer: Answer
    score: Score
    failure: Failure | None
    tokens: int

    @property
    def trace_id(self) -> str:
        """The name of the run."""
        return trace_id(self.condition, self.question, self.paraphrase)

    @property
    def asked(self) -> str:
        """The question as it was put."""
        return self.question.paraphrases[self.paraphrase - 1]


@dataclass(frozen=True, slots=True)
class Run:
    """A trace with what it took."""

    trace: Trace
    spent: Spent


def trace_id(condition: str, question: KeyedQuestion, paraphrase: int) -> str:
    """The name of a run."""
    return f"{condition}/{question.question_id}/{paraphrase}"


def file_of(out: Path, name: str) -> Path:
    """The file of a run; no name leads out of the folder, and one that is too long for a file ends in its hash."""
    written = quote(name, safe="").replace("%2F", "+").replace(".", "%2E")
    if len(written) > LONGEST_NAME:
        written = f"{written[:LONGEST_NAME]}+{content_hash(name.encode())}"
    return out / FOLDER / f"{written}.json"


def write_run(out: Path, run: Run) -> None:
    """Write a run to its file, whole or not at all."""
    write_durably(file_of(out, run.trace.trace_id), json.dumps(dataclasses.asdict(run), ensure_ascii=False, indent=1) + "\n")


def read_run(out: Path, name: str) -> Run:
    """The run of a name.

    Raises:
        UnknownTrace: there is none.
        BadTrace: its file is no trace.
    """
    file = file_of(out, name)
    try:
        return _reader().validate_json(file.read_bytes())  # type: ignore[no-any-return]
    except FileNotFoundError:
        raise UnknownTrace(name, out) from None
    except (OSError, ValueError) as error:
        raise BadTrace(file, type(error).__name__) from error


@lru_cache(maxsize=1)
def _reader() -> Any:  # noqa: ANN401
    from pydantic import TypeAdapter

    return TypeAdapter(Run)
