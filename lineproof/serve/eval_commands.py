"""The commands `eval`: a benchmark library, agents that answer its questions on a corpus, their scores, and the trace of each answer."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import uuid4

import typer

from lineproof.serve.options import AsJson, Folder, open_workspace
from lineproof.serve.output import Exit, print_error, print_json, print_line, print_table

if TYPE_CHECKING:
    from lineproof.evals.scoring.summary import Row
    from lineproof.evals.traces import Run

evaluate = typer.Typer(no_args_is_help=True, help="Make a benchmark library, let agents answer its questions, and look at what they did.")

Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the traces and scores.")]


@evaluate.command()
def library(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write to: a new one.")],
    edition: Annotated[Literal["templated", "natural"], typer.Option(help="How hard its wording is.")] = "templated",
    seed: Annotated[int, typer.Option(help="What to make it from: the same seed makes the same bytes.")] = 1,
) -> None:
    """Write an invented insurer's library, further documents, a ledger of all that was planted in them, and questions."""
    from lineproof.evals.library.build import check_folder, make, write
    from lineproof.evals.library.errors import BadFolder

    try:
        check_folder(folder)
        made = make(seed, edition)
        write(made, folder)
    except BadFolder as error:
        print_error(str(error))
        raise typer.Exit(Exit.USAGE) from error
    facts, references = len(made.ledger.facts), len(made.ledger.references)
    print_line(
        f"{folder}: {len(made.documents)} documents, {len(made.additions)} to add, {facts} facts, {references} references, "
        f"{len(made.questions)} questions; all of them checked"
    )


@evaluate.command()
def run(
    context: typer.Context,
    questions: Annotated[Path, typer.Option(metavar="FILE.jsonl", help="Questions with their key.")],
    out: Out,
    conditions: Annotated[str, typer.Option(metavar="A,B", help="Conditions to run.")] = "search,wiki,graph,recall",
    corpus: Annotated[str | None, typer.Option("--corpus", metavar="NAME", help="Corpus to ask; needed where there are several.")] = None,
    model: Annotated[bool, typer.Option("--model", help="Let the model of the role `answer` drive the agents, not rules.")] = False,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Let agents answer every question, score them, and keep a trace of each; what was finished before is not run again."""
    from lineproof.evals.agents.conditions import chosen
    from lineproof.evals.agents.model import Budget
    from lineproof.evals.errors import BadQuestions
    from lineproof.evals.questions import read_questions
    from lineproof.evals.run import Task, gold_elsewhere, runs
    from lineproof.evals.scoring.summary import merged, score_line, summary
    from lineproof.models.open import open_chat
    from lineproof.recall.agent.loop import ROLE
    from lineproof.recall.memory import Memory
    from lineproof.serve.corpora import only
    from storage.durable import write_durably

    opened = open_workspace(context, workspace)
    memory = Memory(only(opened, corpus), opened)
    _check_out(out, memory.corpus.root)
    with open_chat(opened, memory.corpus, f"eval-{uuid4().hex}") if model else nullcontext() as chat:
        if model and not (chat and chat.serves(ROLE)):
            raise typer.BadParameter(
                "No model answers. Name one in [models.answer] of lineproof.toml (docs/models.md), or leave out --model."
            )
        asked = read_questions(questions)
        if unknown := gold_elsewhere(memory.view(), asked):
            raise BadQuestions(questions, f"the corpus {memory.corpus.name} has no {unknown[0]}, where the answers of some questions stand")
        task = Task(memory, asked, chosen([name.strip() for name in conditions.split(",")]), out, Budget(), commit_of(Path(__file__)), chat)
        finished = list(_watched(runs(task), task.count))
    scores = out / ("scores-model.jsonl" if model else "scores.jsonl")
    before = scores.read_text(encoding="utf-8").splitlines() if scores.is_file() else ()
    write_durably(scores, "".join(f"{line}\n" for line in merged(before, map(score_line, finished))))
    rows = list(summary(finished))
    print_json(rows) if as_json else _show(rows)


@evaluate.command()
def show(
    trace: Annotated[str, typer.Argument(metavar="ID", help="A run: CONDITION/QUESTION/PARAPHRASE.")],
    out: Out,
    as_json: AsJson = False,
) -> None:
    """Show what an agent did for one question: its calls, the evidence, the answer, and what it scored."""
    from lineproof.evals.traces import read_run
    from lineproof.serve.show_trace import show_run

    found = read_run(out, trace)
    print_json(found) if as_json else show_run(found)


def _check_out(out: Path, root: Path) -> None:
    """Refuse a folder of traces that cannot be one, or that lies within the corpus.

    Raises:
        BadParameter: it is a file, lies below one, or below the root of the corpus.
    """
    if file := next((one for one in (out, *out.parents) if one.exists() and not one.is_dir()), None):
        raise typer.BadParameter(f"{file} is a file; name a folder for traces and scores, which is made where it is missing.")
    if out.resolve().is_relative_to(root.resolve()):
        raise typer.BadParameter(f"{out} lies within the corpus, which would then hold its own answers; name a folder outside of it.")


def _show(rows: "Sequence[Row]") -> None:
    """The table of means."""
    columns = (
        "condition",
        "kind",
        "questions",
        "accuracy",
        "95 %",
        "cited right",
        "gold cited",
        "consistency",
        "calls",
        "tokens",
        "ms",
        "failures",
    )
    print_table(columns, map(_cells, rows), whole=columns[:-1])


def _cells(row: "Row") -> Sequence[str]:
    shares = (row.precision, row.recall, row.consistency.value if row.consistency else None)
    return (
        row.condition,
        row.kind,
        str(row.questions),
        f"{row.accuracy.value:.3f}",
        f"{row.accuracy.low:.3f} {row.accuracy.high:.3f}",
        *("-" if share is None else f"{share:.3f}" for share in shares),
        f"{row.calls:.1f}",
        f"{row.tokens:,.0f}",
        f"{1_000 * row.seconds:.1f}",
        ", ".join(f"{count} {name}" for name, count in row.failures.items()),
    )


def _watched(runs: "Iterable[Run]", count: int) -> "Iterator[Run]":
    """The runs, with a bar for a person who watches, else with a line on the standard error for each condition."""
    if not sys.stderr.isatty():
        yield from _told(runs, count)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("answering", total=count)
        for run in runs:
            bars.update(task, advance=1, description=run.trace.condition)
            yield run


def _told(runs: "Iterable[Run]", count: int) -> "Iterator[Run]":
    done = 0
    for condition, own in groupby(runs, key=lambda run: run.trace.condition):
        for run in own:
            done += 1
            yield run
        typer.echo(f"{condition}: answered, {done} of {count}", err=True)


def commit_of(own: Path) -> str | None:
    """The commit of a file of code, if it is one of a checkout; of a repository around an installed package it says nothing."""
    return _git("rev-parse", "HEAD", folder=own.parent) if _git("ls-files", "--error-unmatch", own.name, folder=own.parent) else None


def _git(*arguments: str, folder: Path) -> str | None:
    """What git says in a folder; None if nothing, or if there is no git."""
    try:
        found = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603, S607
    except (OSError, subprocess.CalledProcessError):
        return None
    return found.stdout.strip()
