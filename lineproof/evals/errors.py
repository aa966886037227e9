"""What can be wrong with the files of a benchmark or of its runs; each message names the thing, the reason and the next step."""

from collections.abc import Sequence
from pathlib import Path


class EvaluationError(Exception):
    """Something about a benchmark or its runs that the message explains."""


class BadBenchmark(EvaluationError):
    """A file is not that of the benchmark, or not in the form that is published."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file}: {reason}; get the files as they are published, and name the folder that they lie in")
        self.file = file
        self.reason = reason


class BadResult(EvaluationError):
    """A file is no result of a benchmark, or a result is missing."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file} {reason}; make it anew: python benchmarks/report.py --only {file.stem} --again")
        self.file = file
        self.reason = reason


class NoResults(EvaluationError):
    """A folder holds no results at all."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} holds no results; make them: python benchmarks/report.py, or name their folder with --results")
        self.folder = folder


class BadQuestions(EvaluationError):
    """A file has no questions with their keys, or none about this corpus."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file}: {reason}. One question stands on each line, in the form of the questions that `eval library` writes.")
        self.file = file
        self.reason = reason


class UnknownTrace(EvaluationError):
    """There is no run of this name."""

    def __init__(self, name: str, folder: Path) -> None:
        super().__init__(f"{folder} has no trace {name!r}; name one as CONDITION/QUESTION/PARAPHRASE, such as those in its scores.jsonl")
        self.name = name
        self.folder = folder


class BadTrace(EvaluationError):
    """A file is no trace of a run."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file} is no trace ({reason}); delete it, and run the evaluation again")
        self.file = file
        self.reason = reason


class UnknownCondition(EvaluationError):
    """There is no condition of this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"There is no condition {name!r}; there are {', '.join(known)}")
        self.name = name
