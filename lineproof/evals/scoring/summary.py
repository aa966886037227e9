"""Summary: the scores of all runs, one line each and the same bytes on every run; and their means by condition and kind.

correct      an answer of accuracy 1
interval     95 %, by bootstrap over questions
consistency  the mean over questions that were asked in two paraphrases or more
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from lineproof.evals.bootstrap import interval
from lineproof.evals.questions import KINDS
from lineproof.evals.scoring.score import cited_lines, consistency
from lineproof.evals.traces import Run

ALL = "all"


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a measure with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """The runs of one condition on the questions of one kind or group; ``failures`` counts the classes of wrong answers."""

    condition: str
    kind: str
    questions: int
    runs: int
    accuracy: Mean
    consistency: Mean | None
    precision: float | None
    recall: float | None
    calls: float
    tokens: float
    seconds: float
    cost: float | None
    cost_per_correct: float | None
    failures: Mapping[str, int]


def score_line(run: Run) -> str:
    """What a run scored, as one line of JSON without anything that differs from run to run."""
    trace = run.trace
    return json.dumps(
        {
            "trace": trace.trace_id,
            "group": trace.question.group,
            "kind": trace.question.kind,
            **{name: getattr(trace.score, name) for name in ("accuracy", "precision", "recall")},
            "abstained": trace.answer.abstained,
            "failure": trace.failure,
            "missing": len(trace.score.missing),
            "forbidden": len(trace.score.forbidden),
            "calls": len(trace.calls),
            "tokens": trace.tokens,
            "cited": [f"{path}#L{line}" for path, line in sorted(cited_lines(trace.answer))],
        },
        ensure_ascii=False,
    )


def merged(before: Iterable[str], lines: Iterable[str]) -> list[str]:
    """Lines of scores with those of other conditions that a file held before; what is no line of scores is left out.

    A condition that was run again keeps its place and loses its old lines, one that is new comes last.
    """
    by_condition: dict[str, list[str]] = {}
    for line in before:
        if condition := _condition_of(line):
            by_condition.setdefault(condition, []).append(line)
    fresh: dict[str, list[str]] = {}
    for line in lines:
        fresh.setdefault(_condition_of(line), []).append(line)
    return [line for own in (by_condition | fresh).values() for line in own]


def _condition_of(line: str) -> str:
    """The condition of a line of scores; empty where it is none."""
    try:
        return str(json.loads(line)["trace"]).partition("/")[0]
    except (ValueError, KeyError, TypeError):
        return ""


def summary(runs: Sequence[Run]) -> Iterator[Row]:
    """The rows of a table: each condition by group and by kind, in the order in which they were run."""
    for condition in dict.fromkeys(run.trace.condition for run in runs):
        own = [run for run in runs if run.trace.condition == condition]
        for kind, part in _parts(own):
            yield _row(condition, kind, part)


def _parts(runs: Sequence[Run]) -> Iterator[tuple[str, list[Run]]]:
    yield ALL, list(runs)
    for group, kinds in KINDS.items():
        if members := [run for run in runs if run.trace.question.group == group]:
            yield group, members
            parts = ((kind, [run for run in members if run.trace.question.kind == kind]) for kind in kinds)
            yield from (part for part in parts if part[1])


def _row(condition: str, kind: str, runs: Sequence[Run]) -> Row:
    costs = [run.spent.cost for run in runs]
    total = None if None in costs else sum(cost for cost in costs if cost is not None)
    correct = sum(run.trace.score.accuracy == 1.0 for run in runs)
    return Row(
        condition=condition,
        kind=kind,
        questions=len({run.trace.question.question_id for run in runs}),
        runs=len(runs),
        accuracy=_mean([(run.trace.question.question_id, run.trace.score.accuracy) for run in runs]),
        consistency=_mean(alike) if (alike := list(_consistencies(runs))) else None,
        precision=_known(runs, lambda run: run.trace.score.precision),
        recall=_known(runs, lambda run: run.trace.score.recall),
        calls=mean(len(run.trace.calls) for run in runs),
        tokens=mean(run.trace.tokens for run in runs),
        seconds=mean(run.spent.seconds for run in runs),
        cost=None if total is None else total / len(runs),
        cost_per_correct=None if total is None or not correct else total / correct,
        failures=dict(sorted(Counter(run.trace.failure for run in runs if run.trace.failure).items())),
    )


def _mean(values: Sequence[tuple[str, float]]) -> Mean:
    groups, numbers = zip(*values, strict=True)
    return Mean(mean(numbers), *interval(groups, numbers))


def _consistencies(runs: Iterable[Run]) -> Iterator[tuple[str, float]]:
    cited: dict[str, list[frozenset[tuple[str, int]]]] = {}
    for run in runs:
        cited.setdefault(run.trace.question.question_id, []).append(cited_lines(run.trace.answer))
    yield from ((question, consistency(lines)) for question, lines in cited.items() if len(lines) > 1)


def _known(runs: Sequence[Run], measure: Callable[[Run], float | None]) -> float | None:
    """The mean of a measure over the runs that have it."""
    values = [value for value in map(measure, runs) if value is not None]
    return mean(values) if values else None
