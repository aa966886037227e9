"""Agents without a model on benchmark libraries of several seeds: accuracy, consistency, calls and time, and what each part is worth.

Usage: python benchmarks/insurance.py [--edition templated|natural] [--seeds 2,3,4] [--everyday] [--conditions A,B] [--workspaces FOLDER]

Rules were tuned on seed 1; the others are for the report. A question counts once a seed, its three paraphrases together. Intervals: 95 % by
bootstrap over questions, 2,000 draws; the difference is paired with `search`. --everyday: questions put in words that no document has.
With --workspaces FOLDER libraries and traces are kept (`lineproof eval show ID --out FOLDER/EDITION-SEED/answers` shows one), and what is
there is not made again.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from processes import load, sync, workspace
from results import show_tables
from rich.progress import track
from rich.table import Table

from lineproof.evals.agents.conditions import chosen
from lineproof.evals.agents.model import Budget
from lineproof.evals.bootstrap import interval
from lineproof.evals.library.build import CORPUS, EVERYDAY, QUESTIONS, make, write
from lineproof.evals.library.model import EDITIONS
from lineproof.evals.questions import KINDS, read_questions
from lineproof.evals.report.model import Distribution
from lineproof.evals.run import Task, runs
from lineproof.evals.scoring.score import cited_lines, consistency
from lineproof.evals.traces import Run
from lineproof.recall.memory import Memory
from storage.workspace import Workspace

BASE = "search"
CONDITIONS = "search,wiki,graph,recall,graph-without-edges,graph-without-gate,graph-without-standing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=EDITIONS, default="templated")
    parser.add_argument("--seeds", default="2,3,4")
    parser.add_argument("--everyday", action="store_true")
    parser.add_argument("--conditions", default=CONDITIONS)
    parser.add_argument("--workspaces", type=Path)
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="lineproof-insurance-") as scratch:
        found = {
            seed: list(answered(arguments, seed, (arguments.workspaces or Path(scratch)) / f"{arguments.edition}-{seed}"))
            for seed in map(int, arguments.seeds.split(","))
        }
    title = f"{arguments.edition}, seeds {arguments.seeds}, {'everyday words' if arguments.everyday else 'names of the documents'}"
    measured = {name: of_condition(found, name) for name in arguments.conditions.split(",")}
    accuracies = {name: tuple(mean(run.trace.score.accuracy for run in asked) for asked in own.values()) for name, own in measured.items()}
    spent = {name: tuple(run.spent.seconds * 1_000 for asked in own.values() for run in asked) for name, own in measured.items()}
    show_tables(
        overview(measured, f"{title} ({load()})"),
        by_kind(measured, f"accuracy by kind of question: {title}"),
        distributions=(
            Distribution("Accuracy of a question, mean of its paraphrases", "accuracy", accuracies),
            Distribution("Time of an answer", "milliseconds", spent),
        ),
        width=190,
    )


def answered(arguments: argparse.Namespace, seed: int, folder: Path) -> Iterator[Run]:
    """The runs of one seed."""
    if not (folder / "made" / QUESTIONS).exists():
        write(make(seed, arguments.edition), folder / "made")
    home = folder / "workspace"
    space = Workspace.open(home) if (home / "lineproof.toml").exists() else workspace(home, {CORPUS: folder / "made" / CORPUS})
    sync(space)
    questions = read_questions(folder / "made" / (EVERYDAY if arguments.everyday else QUESTIONS))
    out = folder / ("answers-everyday" if arguments.everyday else "answers")
    memory = Memory(space.corpus(CORPUS), space)
    task = Task(memory, questions, chosen(arguments.conditions.split(",")), out, Budget())
    return iter(track(runs(task), description=f"seed {seed}", total=task.count, transient=True))


Measured = dict[tuple[int, str], list[Run]]
"""The runs of a condition by seed and question."""


def of_condition(found: dict[int, list[Run]], name: str) -> Measured:
    """What one condition did."""
    measured: Measured = {}
    for seed, own in found.items():
        for run in own:
            if run.trace.condition == name:
                measured.setdefault((seed, run.trace.question.question_id), []).append(run)
    return measured


def part(measured: Measured, kinds: Sequence[str]) -> Measured:
    """The questions of some kinds."""
    return {key: own for key, own in measured.items() if own[0].trace.question.kind in kinds}


def overview(measured: dict[str, Measured], title: str) -> Table:
    """A row a condition."""
    table = Table("condition", title=title)
    columns = (
        "simple",
        "connected",
        "more than search, connected",
        "consistency, connected",
        "abstains where nothing answers",
        "stale: new, not old",
    )
    for column in (*columns, "calls", "tokens", "ms", "calls, ms : search"):
        table.add_column(column, justify="right")
    for name, own in measured.items():
        simple, connected = part(own, KINDS["simple"]), part(own, KINDS["connected"])
        stale = [run for asked in part(own, ("stale",)).values() for run in asked]
        table.add_row(
            name,
            with_interval([mean(accuracies(asked)) for asked in simple.values()]),
            with_interval([mean(accuracies(asked)) for asked in connected.values()]),
            gain(connected, measured.get(BASE)),
            f"{mean(consistency([cited_lines(run.trace.answer) for run in asked]) for asked in connected.values()):.3f}",
            f"{mean(value for asked in part(own, ('unanswerable',)).values() for value in accuracies(asked)):.3f}",
            f"{mean(run.trace.score.accuracy == 1.0 for run in stale):.3f}",
            f"{mean(calls(own)):.1f}",
            f"{mean(run.trace.tokens for asked in own.values() for run in asked):,.0f}",
            f"{1_000 * mean(seconds(own)):.1f}",
            ratios(own, measured.get(BASE)),
        )
    return table


def by_kind(measured: dict[str, Measured], title: str) -> Table:
    """A row a kind of question, a column a condition."""
    table = Table("group", "kind", "questions", *measured, title=title)
    for group, kinds in KINDS.items():
        for kind in kinds:
            parts = [part(own, (kind,)) for own in measured.values()]
            table.add_row(
                group, kind, str(len(parts[0])), *(f"{mean(mean(accuracies(asked)) for asked in own.values()):.3f}" for own in parts)
            )
    return table


def accuracies(asked: Sequence[Run]) -> list[float]:
    return [run.trace.score.accuracy for run in asked]


def calls(measured: Measured) -> list[int]:
    return [len(run.trace.calls) for asked in measured.values() for run in asked]


def seconds(measured: Measured) -> list[float]:
    return [run.spent.seconds for asked in measured.values() for run in asked]


def with_interval(values: Sequence[float]) -> str:
    """A mean over questions with its interval."""
    low, high = interval([str(at) for at in range(len(values))], values)
    return f"{mean(values):.3f} [{low:.3f} {high:.3f}]"


def gain(own: Measured, base: Measured | None) -> str:
    """The paired difference to the baseline, with its interval."""
    if base is None:
        return ""
    return with_interval([mean(accuracies(asked)) - mean(accuracies(base[key])) for key, asked in own.items()])


def ratios(own: Measured, base: Measured | None) -> str:
    """Calls and time as shares of those of the baseline."""
    return f"{mean(calls(own)) / mean(calls(base)):.2f}, {mean(seconds(own)) / mean(seconds(base)):.2f}" if base else ""


if __name__ == "__main__":
    main()
