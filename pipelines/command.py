"""The `lineproof` command: the reading commands, and init, sync and dev.

What a command needs is imported when it runs; Dagster only once there is work to do. A user's mistakes end in a message
and an exit code, never in a traceback.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lineproof.serve.commands import add_reading_commands
from lineproof.serve.eval_commands import evaluate
from lineproof.serve.options import AsJson, Corpora, Folder, open_workspace, remember_folder
from lineproof.serve.output import Exit, prepare_streams, print_error, print_json, print_line
from pipelines.agent_commands import add_agent_commands
from pipelines.conversation_eval import add_conversation_eval
from pipelines.environment import LOCATION, environment
from pipelines.erase_command import add_erase_command
from storage.errors import BadSettings, NotAWorkspace, StorageError, UnknownCorpus
from storage.tombstones import MARKER
from storage.workspace import CORPUS_NAME, SETTINGS_FILE, Corpus, Workspace, render_settings

if TYPE_CHECKING:
    from lineproof.models.estimate import Estimate
    from pipelines.planner import Plan
    from pipelines.sync import Outcome

Progress = Callable[[str, int, int], None]
"""Told of a stage how many documents of how many are done."""

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, callback=remember_folder)
add_reading_commands(app)
add_erase_command(app)
add_agent_commands(app)
add_conversation_eval(evaluate)


@dataclass(frozen=True, slots=True)
class QuarantinedDocument:
    """A document that could not be compiled, with the reason."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class CorpusSync:
    """What a sync found to do in a corpus (paths, each with a reason), and what it did; ``error`` where it failed.

    ``listed`` are sources that become no document and whose outcome is new; ``events`` counts what happened to claims,
    ``waiting`` says why some were left for the next sync, ``estimates`` what the model of each role would be asked.
    """

    corpus: str
    changed: Sequence[str] = ()
    deleted: Sequence[str] = ()
    resolve: Sequence[str] = ()
    believe: Sequence[str] = ()
    listed: Sequence[str] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    events: Mapping[str, int] = field(default_factory=dict)
    waiting: str | None = None
    estimates: "Mapping[str, Estimate]" = field(default_factory=dict)
    quarantined: Sequence[QuarantinedDocument] = ()
    snapshot: str | None = None
    seconds: float = 0.0
    error: str | None = None

    @property
    def exit(self) -> Exit:
        """The exit code that this corpus asks for."""
        if self.error:
            return Exit.FAILED
        return Exit.QUARANTINED if self.quarantined or self.waiting else Exit.CLEAN


@dataclass(frozen=True, slots=True)
class How:
    """How to sync: only say what would be done, read every file, seconds to wait for another sync, print nothing."""

    workspace: Workspace
    dry_run: bool
    verify: bool
    wait: float
    quiet: bool


@dataclass(frozen=True, slots=True)
class Synced:
    """A sync of all corpora that were asked for."""

    corpora: Sequence[CorpusSync]
    dry_run: bool


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the new workspace.")],
    corpus: Annotated[list[str], typer.Option("--corpus", metavar="NAME=PATH", help="A corpus and its folder; repeatable.")],
    as_json: AsJson = False,
) -> None:
    """Make a workspace: a folder with lineproof.toml."""
    file = folder / SETTINGS_FILE
    if file.exists():
        raise typer.BadParameter(f"{file} exists already; edit it, or choose another folder.")
    roots = _roots(folder, corpus)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(render_settings(roots), encoding="utf-8")
    if as_json:
        print_json({"workspace": str(folder.absolute()), "corpora": {name: path.as_posix() for name, path in roots.items()}})
    else:
        print_line(f"Wrote {file}. Next: lineproof sync --workspace {folder}")


@app.command()
def sync(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be computed and why; change nothing.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Read every file, whatever its times say.")] = False,
    wait: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long to wait for another sync.")] = 60.0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Compile what changed, and publish it."""
    opened = open_workspace(context, workspace)
    chosen = [opened.corpus(name) for name in corpus or opened.names]
    how = How(opened, dry_run, verify, wait, as_json)
    synced = Synced(tuple(_sync(one, how) for one in chosen), dry_run)
    if as_json:
        print_json(synced)
    if worst := max((one.exit for one in synced.corpora), key=(Exit.CLEAN, Exit.QUARANTINED, Exit.FAILED).index):
        raise typer.Exit(worst)


@app.command()
def dev(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Port of the Dagster UI on this machine.")] = 3000,
    workspace: Folder = None,
) -> None:
    """Open the Dagster UI of a workspace on 127.0.0.1."""
    from importlib.util import find_spec

    from storage import dagster_home

    opened = open_workspace(context, workspace)
    if find_spec("dagster_webserver") is None:
        print_error("The Dagster UI is not installed. Install it with: pip install 'lineproof[ui]' (or run: make ui)")
        raise typer.Exit(Exit.FAILED)
    dagster_home.prepare(opened.dagster_home)
    command = dev_command(opened, port)
    print_line(f"http://127.0.0.1:{port}  (stop with Ctrl-C)")
    sys.stdout.flush()
    # The process becomes Dagster's, so that signals reach it without a middleman.
    os.execve(command[0], command, {**os.environ, **environment(opened)})  # noqa: S606


def dev_command(workspace: Workspace, port: int) -> list[str]:
    """The command line of the UI of a workspace; what Dagster is to load is written beside its settings."""
    file = workspace.dagster_home / "workspace.yaml"
    module = {"module_name": "pipelines.definitions", "location_name": LOCATION}
    file.write_text(json.dumps({"load_from": [{"python_module": module}]}), encoding="utf-8")
    options = ["--workspace", str(file), "--host", "127.0.0.1", "--port", str(port)]
    return [sys.executable, "-m", "dagster", "dev", *options]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code."""
    prepare_streams()
    try:
        app(args=None if arguments is None else [*arguments])
    except BrokenPipeError:
        _leave_pipe()
    except Exception as error:
        code = _code_of(error)
        if code is None:
            raise
        print_error(f"lineproof: {error}")
        sys.exit(code)
    except SystemExit as leaving:
        _flush()
        if arguments is None and "dagster" in sys.modules:
            _leave_at_once(leaving)
        raise


def _flush() -> None:
    """Write what is buffered while a closed pipe can still be told from a fault."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_pipe()


def _leave_at_once(leaving: SystemExit) -> None:
    """End the process as it is: everything is closed, and freeing Dagster's objects one by one takes 0.15 s."""
    if leaving.code is None or isinstance(leaving.code, int):
        sys.stderr.flush()
        os._exit(leaving.code or 0)


def _leave_pipe() -> None:
    """The reader of our output is gone (`| head`): nothing more can be said, and nobody wants to hear of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(Exit.FAILED)


def _code_of(error: Exception) -> Exit | None:
    """The exit code of an error that its message explains; none for a fault of ours."""
    from lineproof.beliefs.errors import BeliefError
    from lineproof.evals.errors import EvaluationError
    from lineproof.evidence.errors import EvidenceError
    from lineproof.evidence.language import LanguageError
    from lineproof.recall.errors import NavigationError, RecallError
    from lineproof.serve.errors import CommandError
    from lineproof.sources.errors import SourceError

    mistakes = (
        NotAWorkspace, BadSettings, UnknownCorpus, NavigationError, RecallError, CommandError, SourceError, EvidenceError, LanguageError,
        EvaluationError,
    )  # fmt: skip
    if isinstance(error, mistakes):
        return Exit.USAGE
    if isinstance(error, BeliefError):
        return Exit.FAILED
    database = sys.modules.get("duckdb")
    models = sys.modules.get("lineproof.models.errors")
    if models and isinstance(error, models.ModelError):
        return Exit.FAILED
    if isinstance(error, StorageError | OSError) or (database and isinstance(error, database.Error)):
        return Exit.FAILED
    return None


def _roots(folder: Path, given: Sequence[str]) -> dict[str, Path]:
    """Names and folders of the corpora as the settings keep them: relative to the workspace if they were given so."""
    roots: dict[str, Path] = {}
    for text in given:
        name, path = _root(folder, text)
        if name in roots:
            raise typer.BadParameter(f"corpus {name!r} is given twice.")
        roots[name] = path
    return roots


def _root(folder: Path, text: str) -> tuple[str, Path]:
    name, mark, path = text.partition("=")
    if not mark or not path:
        raise typer.BadParameter(f"{text!r} is not NAME=PATH.")
    if not CORPUS_NAME.fullmatch(name):
        raise typer.BadParameter(f"corpus name {name!r} must be lower-case letters, digits, - and _, at most 63.")
    root = Path(path).expanduser()
    if not root.is_dir():
        raise typer.BadParameter(f"{root} is not a folder.")
    return name, root if root.is_absolute() else Path(os.path.relpath(root, folder))


def _sync(corpus: Corpus, how: How) -> CorpusSync:
    """Plan and run one corpus; what goes wrong in it does not keep the others from their turn."""
    from pipelines import planner
    from pipelines import sync as syncing

    try:
        _finish_erasure(corpus, how)
        plan = planner.plan(corpus, how.wait, how.verify)
        done = _planned(corpus, plan)
        if how.dry_run:
            done = replace(done, estimates=_estimates(corpus, how))
        if not (how.dry_run or plan.empty):
            with _progress(corpus.name, how.quiet) as progress:
                outcome = syncing.run(corpus, plan, how.workspace, how.wait, how.verify, progress)
            done = _ran(done, outcome)
    except Exception as error:
        if _code_of(error) in (None, Exit.USAGE):
            raise
        done = CorpusSync(corpus.name, error=_explained(corpus, error))
    if done.error:
        print_error(f"lineproof: {corpus.name}: {done.error}")
    elif not how.quiet:
        _show(done, how.dry_run)
    return done


def _estimates(corpus: Corpus, how: How) -> "Mapping[str, Estimate]":
    """What models would be asked, if the settings name any."""
    from lineproof.beliefs.survey import names_model

    if not names_model(corpus):
        return {}
    from pipelines.estimate import estimates

    return estimates(corpus, how.wait, how.verify)


def _finish_erasure(corpus: Corpus, how: How) -> None:
    """Complete an erasure that was interrupted, so that what is synced is never half erased."""
    if how.dry_run or not (corpus.data / MARKER).exists():
        return
    from pipelines.erase import finish

    finish(how.workspace, corpus, how.wait)


def _explained(corpus: Corpus, error: Exception) -> str:
    """What to do about an error that its own message does not tell."""
    if isinstance(error, OSError) and not corpus.root.is_dir():
        return (
            f"its folder {corpus.root} cannot be listed ({error.strerror}). Correct the path in lineproof.toml; nothing compiled is lost."
        )
    return str(error)


def _planned(corpus: Corpus, plan: "Plan") -> CorpusSync:
    return CorpusSync(
        corpus=corpus.name,
        changed=plan.changed,
        deleted=plan.deleted,
        resolve=plan.resolve,
        believe=plan.believe,
        listed=plan.listed,
        reasons=plan.reasons,
        quarantined=_quarantined(plan.quarantined),
    )


def _ran(planned: CorpusSync, outcome: "Outcome") -> CorpusSync:
    return replace(
        planned,
        stages=outcome.stages,
        events=outcome.events,
        waiting=outcome.waiting,
        quarantined=_quarantined(outcome.quarantined),
        snapshot=outcome.snapshot,
        seconds=round(outcome.seconds, 3),
    )


def _quarantined(reasons: Mapping[str, str]) -> tuple[QuarantinedDocument, ...]:
    return tuple(QuarantinedDocument(path, reason) for path, reason in sorted(reasons.items()))


@contextmanager
def _progress(name: str, quiet: bool) -> Iterator[Progress]:
    """A bar a stage, for a person who watches; otherwise nothing."""
    if quiet or not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, int] = {}

        def advance(stage: str, done: int, total: int) -> None:
            task = tasks.get(stage)
            if task is None:
                task = tasks[stage] = bars.add_task(f"{name}: {stage}", total=total)
            bars.update(task, completed=done, total=total)  # type: ignore[arg-type]

        yield advance


def _show(done: CorpusSync, dry_run: bool) -> None:
    work = [*done.changed, *done.deleted, *done.resolve, *done.believe, *done.listed]
    if dry_run:
        for path in work:
            print_line(f"{done.corpus}: {path}: {done.reasons.get(path, 'changed')}")
        counts = f"{len(done.changed)} to compile, {len(done.deleted)} to remove, {len(done.resolve)} to resolve again"
        counts += f", {len(done.believe)} to believe again"
        print_line(f"{done.corpus}: {counts}; nothing was changed")
        for role, found in done.estimates.items():
            print_line(f"{done.corpus}: {role}: {_estimated(found)}")
        if any(found.at_most for found in done.estimates.values()):
            print_line(f"{done.corpus}: at most: for it depends on answers that are not there yet; docs/models.md tells what is assumed")
    elif done.snapshot is None:
        print_line(f"{done.corpus}: up to date")
    else:
        for stage, counted in done.stages.items():
            print_line(f"{done.corpus}: {stage}: {_counted(counted)}")
        if done.events:
            print_line(f"{done.corpus}: claims: {_counted(done.events)}")
        print_line(f"{done.corpus}: published in {done.seconds:.1f} s")
    if done.waiting:
        print_error(f"{done.corpus}: not all documents were believed; the next sync goes on: {done.waiting}")
    for document in done.quarantined:
        print_error(f"{done.corpus}: quarantined {document.path}: {document.reason}")


def _estimated(found: "Estimate") -> str:
    """What the model of a role would be asked, in words."""
    tokens = f"about {found.prompt_tokens:,} tokens of prompts and {found.completion_tokens:,} of answers"
    cost = "without a price in [prices]" if found.cost is None else f"costing {found.cost:.2f}"
    bound = "at most " if found.at_most else ""
    return f"{bound}{found.calls} requests, {tokens}, {cost}; {found.stored} are answered already"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


if __name__ == "__main__":
    main()
