"""How long syncs and questions take on a corpus, as whole processes and in a resident Navigator.

Usage: python benchmarks/speed.py [--corpus rfcs|gesetze|eips|handbook] [--documents N] [--calls 500] [--seed N]

Times depend on the machine and are only shown. What is held to: a sync without edits does nothing, and after the edit
of one line the stages compute that document and those documents alone one of whose look-ups has another answer. A quiet
machine gives better figures. Our modules are compiled first, as an installer compiles them.

before     start of the process, plan, and setting up Dagster, until the first stage begins
between    Dagster's records from the end of each stage to the beginning of the next, and stages without work
publish    from the end of the last stage with work until the pointer moves: checks, records, the copy
after      from then until the process is gone
"""

import argparse
import asyncio
import compileall
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from corpora import ROOTS, data_folder
from processes import HOUSE, Measured, copy_tree, difference, load, rows_between, sync, workspace
from questions import names_of, to_locate, to_name, total_bytes
from rich.console import Console
from rich.table import Table

from lineproof.recall.errors import AmbiguousNode
from lineproof.recall.navigator import Navigator
from storage.snapshots import connect, current
from storage.workspace import Corpus, Workspace

PACKAGES = ("assets", "checks", "lineproof", "pipelines", "storage")
NO_OPS = 5
EDITS = 3
WARM = 20
MEBIBYTE = 1 << 20

_STAGES = """
SELECT stage, epoch(started_at), epoch(finished_at) FROM ops.runs
WHERE run_id = (SELECT arg_max(run_id, started_at) FROM ops.runs) ORDER BY started_at
"""

Row = tuple[str, str, str]
Ask = Callable[[str], Awaitable[Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", choices=sorted(ROOTS), default="rfcs")
    parser.add_argument("--documents", type=int, help="a seeded choice of so many documents; without it, all")
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    source = data_folder(*ROOTS[arguments.corpus].split("/"))
    for package in PACKAGES:
        compileall.compile_dir(HOUSE / package, quiet=1)
    choices = random.Random(arguments.seed)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="lineproof-speed-") as scratch:
        root = Path(scratch, "sources")
        copy_tree(source, root)
        choose(root, arguments.documents, choices)
        space = workspace(Path(scratch, "workspace"), {arguments.corpus: root})
        corpus = space.corpus(arguments.corpus)
        rows = [*first_sync(space, corpus, faults), *no_ops(space, faults), *edits(space, corpus, choices, faults)]
        rows += asyncio.run(questions(corpus, arguments.calls, choices, faults))
        lines = names_of(corpus).lines
        title = f"{arguments.corpus}: {total_bytes(root) / 1e6:.1f} MB, {sum(lines.values()):,} lines in {len(lines)} documents"
    show(title, rows)
    print(*faults, sep="\n")
    sys.exit(1 if faults else 0)


def choose(root: Path, count: int | None, choices: random.Random) -> None:
    """Leave a choice of ``count`` documents in a folder; all where it is None."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    kept = set(choices.sample(files, count)) if count is not None and count < len(files) else set(files)
    for file in files:
        if file not in kept:
            file.unlink()


def first_sync(space: Workspace, corpus: Corpus, faults: list[str]) -> Iterator[Row]:
    """A sync from nothing, and where its time goes."""
    done = measured(space, faults)
    yield "first sync", f"{done.wall:.1f} s", f"user {done.user:.1f} s, system {done.system:.1f} s, {load()}"
    peaks = f"main {mebibytes(done.peak)}, largest worker {mebibytes(done.peak_below)}"
    yield "peak memory", mebibytes(max(done.peak, done.peak_below)), peaks
    for stage, seconds in stages(corpus, done).items():
        yield f"  {stage}", f"{seconds:.1f} s", f"{100 * seconds / done.wall:.0f} %"


def mebibytes(count: int) -> str:
    return f"{count / MEBIBYTE:.0f} MiB" if count else "none"


def measured(space: Workspace, faults: list[str]) -> Measured:
    """A sync that should succeed."""
    done = sync(space)
    if done.code not in (0, 3):
        faults.append(f"a sync failed with exit code {done.code}")
    return done


def stages(corpus: Corpus, done: Measured) -> dict[str, float]:
    """The seconds of a sync by what it was doing; a stage without work has no entry."""
    with connect(corpus) as connection:
        times = connection.execute(_STAGES).fetchall()
    published = (corpus.data / "current").stat().st_mtime
    worked = {stage: ended - begun for stage, begun, ended in times}
    return {
        "before": times[0][1] - done.started,
        **worked,
        "between": times[-1][2] - times[0][1] - sum(worked.values()),
        "publish": published - times[-1][2],
        "after": done.started + done.wall - published,
    }


def no_ops(space: Workspace, faults: list[str]) -> Iterator[Row]:
    """Syncs with nothing to do."""
    done = [measured(space, faults) for _ in range(NO_OPS)]
    if any(one.answer["corpora"][0]["snapshot"] for one in done):
        faults.append("a sync without edits published")
    walls = sorted(one.wall for one in done)
    yield (
        "no-op sync",
        f"{statistics.median(walls):.2f} s",
        f"median of {NO_OPS}: {walls[0]:.2f} to {walls[-1]:.2f} s, {load()}",
    )


def edits(space: Workspace, corpus: Corpus, choices: random.Random, faults: list[str]) -> Iterator[Row]:
    """Syncs after the edit of one line."""
    walls, parts, counts = [], [], []
    for _ in range(EDITS):
        before, path = current(corpus), edit_a_line(corpus.root, choices)
        done = measured(space, faults)
        counted = done.answer["corpora"][0]["stages"]
        asking, wanted = expected(before, current(corpus))
        found = tuple(counted[stage]["executions"] for stage in ("evidence", "graph"))
        if found != wanted:
            faults.append(f"after an edit of {path} the stages computed {found} documents, not {wanted}")
        walls.append(done.wall)
        parts.append(stages(corpus, done))
        counts.append(f"{path}: 1 + {asking} asking")
    each = ", ".join(f"{wall:.2f}" for wall in walls)
    yield "one edited line", f"{statistics.median(walls):.2f} s", f"median of {EDITS}: {each}; {load()}"
    for stage in dict.fromkeys(stage for part in parts for stage in part):
        yield f"  {stage}", f"{statistics.median(part.get(stage, 0.0) for part in parts):.2f} s", ""
    yield "  computed", "", "; ".join(counts)


def edit_a_line(root: Path, choices: random.Random) -> str:
    """Add a word to a line of prose in the middle of some document."""
    file = choices.choice(sorted(path for path in root.rglob("*") if path.is_file()))
    lines = file.read_bytes().split(b"\n")
    prose = [at for at, line in enumerate(lines) if len(line.split()) > 6 and len(lines) // 4 < at]
    lines[choices.choice(prose or [len(lines) - 1])] += b" moreover"
    file.write_bytes(b"\n".join(lines))
    return file.relative_to(root).as_posix()


def expected(before: Path, after: Path) -> tuple[int, tuple[int, int]]:
    """How many unchanged documents ask for a changed answer, and what the stages must therefore have computed."""
    fingerprints = difference("ops.ledger WHERE asset = 'evidence'", "document_id, output_fingerprint")
    edited = {row[0] for row in rows_between(before, after, fingerprints)}
    asking = {row[0] for row in rows_between(before, after, difference("graph.lookups"))} - edited
    return len(asking), (1, len(edited | asking))


async def questions(corpus: Corpus, calls: int, choices: random.Random, faults: list[str]) -> list[Row]:
    """The times of warm calls, over a seeded mixture of real names."""
    names, navigator = names_of(corpus), Navigator(corpus)
    started = time.perf_counter()
    await navigator.locate("first question")
    cold = time.perf_counter() - started
    terms, nodes = to_locate(names, choices), to_name(names, choices)
    rows = [
        ("first locate", f"{1_000 * cold:.0f} ms", "opens the snapshot and reads the names"),
        await timed("locate", navigator.locate, terms, calls, faults),
        await timed("expand", navigator.expand, nodes, calls, faults),
        await timed("read", navigator.read, nodes, calls, faults),
    ]
    navigator.close()
    return rows


async def timed(name: str, ask: Ask, given: Iterator[str], calls: int, faults: list[str]) -> Row:
    """Percentiles of some calls; a name that fits several nodes is an answer too, any other error is a fault."""
    times, ambiguous, slowest = [], 0, ("", 0.0)
    for number, text in enumerate(islice(given, WARM + calls)):
        started = time.perf_counter()
        try:
            await ask(text)
        except AmbiguousNode:
            ambiguous += 1
        except Exception as error:
            faults.append(f"{name} {text!r}: {type(error).__name__}: {error}")
        seconds = time.perf_counter() - started
        if number >= WARM:
            times.append(seconds)
            slowest = max(slowest, (text, seconds), key=lambda one: one[1])
    cuts = [1_000 * cut for cut in statistics.quantiles(times, n=100)]
    tail = f"99th {cuts[98]:.1f}, most {1_000 * slowest[1]:.0f} ms ({slowest[0][:40]!r})"
    more = f"median {cuts[49]:.1f}, {tail}; {ambiguous} ambiguous; {load()}"
    return f"{name}, 95th percentile of {calls}", f"{cuts[94]:.1f} ms", more


def show(title: str, rows: list[Row]) -> None:
    """Print the figures."""
    table = Table("what", title=f"{title} ({load()})")
    table.add_column("figure", justify="right")
    table.add_column("more", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(width=170, markup=False).print(table)


if __name__ == "__main__":
    main()
