"""The report: runs the benchmarks of report.toml, and makes one page and docs/benchmarks.md of what they measured.

Usage: python benchmarks/report.py [--results FOLDER] [--only NAME ...] [--again] [--render] [--html FILE] [--markdown FILE]

A benchmark that has a result of this commit is not run again, so that a report that was broken off goes on (--again runs it all the same).
The commit is that which is checked out when a part begins, with a plus where it is another one at its end. A part that fails is named at
the end; the others are in the report. --render makes the pages of what is there, or with --only of these parts alone. All together takes
hours; a single part is rerun with --only, or by the command that stands in the report.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from results import FILE
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from lineproof.evals.errors import BadResult, EvaluationError
from lineproof.evals.report.model import Result, parts_of, read_result, write_result
from lineproof.evals.report.plots import NoPlots
from lineproof.evals.report.render import as_html, as_markdown, results_of

HERE = Path(__file__).parent
HOUSE = HERE.parent


@dataclass(frozen=True)
class Run:
    """A benchmark of the report."""

    name: str
    about: str
    command: Sequence[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=HOUSE / "build" / "results")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these parts")
    parser.add_argument("--again", action="store_true", help="also what has a result of this commit")
    parser.add_argument("--render", action="store_true", help="run nothing")
    parser.add_argument("--html", type=Path, default=HOUSE / "build" / "report.html")
    parser.add_argument("--markdown", type=Path, default=HOUSE / "docs" / "benchmarks.md")
    arguments = parser.parse_args()
    runs = wanted(parser, arguments.only)
    failed = [] if arguments.render else run_all(runs, arguments.results, arguments.again)
    try:
        results = results_of(arguments.results, [run.name for run in runs] if arguments.render and arguments.only else ())
        pages = ((arguments.html, as_html(results)), (arguments.markdown, as_markdown(results)))
    except (EvaluationError, NoPlots) as error:
        sys.exit(str(error))
    for file, page in pages:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page, encoding="utf-8")
        print(f"{file}: {len(results)} parts")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}; their output is in {arguments.results}/NAME.log")


def wanted(parser: argparse.ArgumentParser, only: Sequence[str] | None) -> list[Run]:
    """The runs of report.toml, or those that are named."""
    runs = [Run(**run) for run in tomllib.loads((HERE / "report.toml").read_text(encoding="utf-8"))["run"]]
    if unknown := {*(only or ())} - {run.name for run in runs}:
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(run.name for run in runs)}")
    return [run for run in runs if not only or run.name in only]


def run_all(runs: Sequence[Run], results: Path, again: bool) -> list[str]:
    """Run what has no result yet; the names of those that failed."""
    results.mkdir(parents=True, exist_ok=True)
    failed = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("", total=len(runs))
        for run in runs:
            progress.update(task, description=run.name)
            if (again or not is_done(results / f"{run.name}.json", commit())) and not run_one(run, results):
                failed.append(run.name)
            progress.advance(task)
    return failed


def is_done(file: Path, now: str) -> bool:
    """Whether a result was made by this commit, all of it committed; a file that is broken is none."""
    try:
        return read_result(file).commit == now and not now.endswith("+")
    except BadResult:
        return False


def run_one(run: Run, results: Path) -> bool:
    """Run a benchmark and keep its result; whether it succeeded, and what it left can be read."""
    begun = commit()
    log = results / f"{run.name}.log"
    with TemporaryDirectory(prefix="lineproof-report-") as scratch, log.open("w", encoding="utf-8") as output:
        parts = Path(scratch, "parts.json")
        command = [sys.executable, str(HERE / run.command[0]), *run.command[1:]]
        done = subprocess.run(command, stdout=output, env={**os.environ, FILE: str(parts)}, cwd=HOUSE)
        if done.returncode:
            return False
        try:
            tables, distributions = parts_of(json.loads(parts.read_text(encoding="utf-8"))) if parts.exists() else ((), ())
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            output.write(f"what it measured cannot be read: {type(error).__name__}: {error}\n")
            return False
    shown = f"python benchmarks/{' '.join(run.command)}"
    at = begun if commit() == begun else f"{begun.removesuffix('+')}+"
    write_result(Result(run.name, run.about, shown, at, log.read_text(encoding="utf-8").rstrip(), tables, distributions), results)
    return True


def commit() -> str:
    """The commit that is checked out; with a plus where something is changed."""
    git = ("git", "-C", str(HOUSE))
    name = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    changed = subprocess.run([*git, "status", "--porcelain", "--untracked-files=no"], capture_output=True, text=True, check=True).stdout
    return name + ("+" if changed else "")


if __name__ == "__main__":
    main()
