"""The command `eval conversations`: a benchmark of conversations compiled, asked and scored.

The folder of a run is a workspace: its conversations are corpora, and `lineproof cost --workspace` tells what its models cost.
"""

import datetime
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from lineproof.serve.errors import CommandError
from lineproof.serve.options import AsJson
from lineproof.serve.output import Exit, jsonable, print_error, print_json, print_line, print_table
from lineproof.serve.recall_commands import Budget as Tokens
from lineproof.serve.recall_commands import Policy
from storage.durable import write_durably
from storage.workspace import SETTINGS_FILE, Workspace, render_settings

if TYPE_CHECKING:
    from lineproof.evals.conversation.model import How
    from lineproof.evals.conversation.report import Report, Row
    from lineproof.evals.sessions import Question, Session

Benchmark = Literal["locomo", "beam", "longmemeval"]
SESSIONS: Final = "sessions"
RESULTS: Final = "results"
REPORT: Final = "report.json"
MODEL_TABLES: Final = ("models", "prices", "budgets")


class CannotEvaluate(CommandError):
    """A run cannot begin; the message says why."""


def conversations(
    benchmark: Annotated[Benchmark, typer.Argument(metavar="BENCHMARK", help="locomo, beam or longmemeval.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Its files, as they are published.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the run: a new one, or that of a run to go on with.")],
    models: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Tables models, prices and budgets, as in lineproof.toml."),
    ] = None,
    only: Annotated[list[str] | None, typer.Option("--conversation", metavar="NAME", help="Only this conversation; repeatable.")] = None,
    policy: Annotated[Policy, typer.Option(help="How free an answer may be.")] = "balanced",
    budget: Tokens = 3_200,
    as_json: AsJson = False,
) -> None:
    """Ask the questions of a benchmark of conversations, and score the answers; what is done already is not asked again."""
    from lineproof.evals import beam, locomo, longmemeval
    from lineproof.evals.conversation.model import How
    from lineproof.evals.errors import BadBenchmark

    reader = {"locomo": locomo, "beam": beam, "longmemeval": longmemeval}[benchmark]
    try:
        sessions, questions = reader.sessions(path), reader.questions(path)
        if not sessions or not questions:
            raise CannotEvaluate(f"{path} holds no conversation with questions; name the files of {benchmark} as they are published.")
        names = _chosen([one.conversation for one in questions], only)
        space = _workspace(out, [one for one in sessions if one.conversation in names], models)
    except BadBenchmark as error:
        raise CannotEvaluate(str(error)) from error
    except OSError as error:
        raise CannotEvaluate(f"{out} cannot be written to ({error.strerror}); name another folder with --out.") from error
    _compile(space)
    found = _ask(benchmark, space, [one for one in questions if one.conversation in names], How(policy, budget))
    write_durably(out / REPORT, json.dumps(jsonable(found), ensure_ascii=False, indent=1) + "\n")
    print_json(found) if as_json else _show(found)
    if found.stopped:
        print_error(f"{found.stopped} Of {found.questions} questions {found.finished} are done; the same command goes on from there.")
        raise typer.Exit(Exit.QUARANTINED)


def add_conversation_eval(app: typer.Typer) -> None:
    """Give an application the command of this module."""
    app.command()(conversations)


def _chosen(names: Sequence[str], only: Sequence[str] | None) -> set[str]:
    """The conversations that are wanted.

    Raises:
        CannotEvaluate: there is none of a name.
    """
    if unknown := sorted(set(only or ()) - set(names)):
        raise CannotEvaluate(f"There is no conversation {', '.join(unknown)}; there are {', '.join(sorted(set(names))[:20])}.")
    return set(only or names)


def _workspace(folder: Path, sessions: "Sequence[Session]", models: Path | None) -> Workspace:
    """The workspace of a run, with a corpus for each conversation."""
    from lineproof.evals.conversation.run import corpus_name
    from lineproof.evals.sessions import write_sessions

    file = folder / SETTINGS_FILE
    if folder.exists() and any(folder.iterdir()) and not (folder / SESSIONS).is_dir():
        raise CannotEvaluate(f"{folder} holds something else than a run; name a new folder with --out.")
    write_sessions(sessions, folder / SESSIONS)
    names = dict.fromkeys(one.conversation for one in sessions)
    roots = {corpus_name(name): Path(SESSIONS, name) for name in names}
    if len(roots) < len(names):
        raise CannotEvaluate("Two conversations have names that differ only in case, or in _ and -; rename one of them.")
    settings = render_settings(roots) + (f"\n{_model_tables(models)}" if models else "")
    if not file.exists() or file.read_text(encoding="utf-8") != settings:
        file.write_text(settings, encoding="utf-8")
    return Workspace.open(folder)


def _model_tables(file: Path) -> str:
    """The text of a file of settings of models.

    Raises:
        CannotEvaluate: it cannot be read, or has other tables.
    """
    import tomllib

    try:
        text = file.read_text(encoding="utf-8")
        others = sorted(set(tomllib.loads(text)) - set(MODEL_TABLES))
    except (OSError, ValueError) as error:
        raise CannotEvaluate(f"{file} cannot be read: {error}") from error
    if others:
        raise CannotEvaluate(f"{file} may have the tables {', '.join(MODEL_TABLES)} only, and has {', '.join(others)}.")
    return text


def _compile(space: Workspace) -> None:
    """Sync all conversations in a process of its own, since a run of Dagster leaves much behind.

    Raises:
        CannotEvaluate: it failed.
    """
    command = [sys.executable, "-m", "pipelines.command", "sync", "--workspace", str(space.folder)]
    print_error(f"compiling {len(space.corpora)} conversations")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child, _taken_along(child):  # noqa: S603
        _, told = child.communicate()
    if child.returncode != Exit.CLEAN:
        raise CannotEvaluate(f"The conversations could not be compiled: {told.strip()}")


@contextmanager
def _taken_along(child: "subprocess.Popen[str]") -> Iterator[None]:
    """A child that ends where this process is asked to, rather than to work on for nobody."""

    def leave(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        if child.poll() is None:
            # Dagster takes other signals for itself, and may let a step end first. A sync that is killed loses nothing.
            child.kill()


def _ask(benchmark: str, space: Workspace, questions: "Sequence[Question]", how: "How") -> "Report":
    """Ask what is not asked yet, and sum up all that there is."""
    from lineproof.evals.conversation.report import report
    from lineproof.evals.conversation.run import run
    from lineproof.models.open import open_budget
    from lineproof.models.retry import Timing
    from lineproof.models.stored import Roles

    run_id = f"eval-{datetime.datetime.now(datetime.UTC):%Y%m%dT%H%M%S}"
    with _bar(len(questions)) as progress:
        outcome = run(space, questions, space.folder / RESULTS, how, open_budget(space, Timing()), run_id, progress)
    return report(benchmark, len(questions), outcome.results, space, Roles(space.models, os.environ), outcome.stopped)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """A bar of the questions, on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("questions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("questions", total=total)
        yield lambda more: bars.advance(task, more)


def _show(found: "Report") -> None:
    """Print the report as tables."""
    print_table(("category", "questions", "F1", "judged", "refused", "gold recalled", "tokens", "faults"), map(_cells, found.rows))
    print_line("")
    cells = ((one.role, one.models, one.calls, one.tokens, "" if one.cost is None else f"{one.cost:.4f}") for one in found.roles)
    print_table(("role", "models", "calls", "tokens", "cost"), cells)


def _cells(row: "Row") -> tuple[Any, ...]:
    shares = ("" if share is None else f"{share:.3f}" for share in (row.f1, row.judged, row.refused, row.recalled))
    return row.title, row.questions, *shares, "" if row.context_tokens is None else round(row.context_tokens), row.faults or ""
