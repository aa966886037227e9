"""Whole processes for the benchmarks: `lineproof sync` as a user starts it, its process group, and what it published.

group      a process and all that it started; each sync has one of its own, so that it can be killed as a whole
checksum   of the rows of some views of a snapshot, whatever their order
measured   a process that is over, with its wall time, processor time and peak memory
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from storage.snapshots import current, open_snapshot
from storage.tables import TABLES
from storage.workspace import Corpus, Workspace, render_settings

VIEWS = ("document_edges", "paragraph_lines")
CURRENT = tuple(table.name for table in TABLES if table.partitioned and not table.name.startswith("ops."))
COMMAND = (sys.executable, "-m", "pipelines.command")
HOUSE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Measured:
    """A process that is over: exit code, output, seconds, peak memory of itself and of the largest below it."""

    code: int
    output: str
    started: float
    wall: float
    user: float
    system: float
    peak: int
    peak_below: int

    @property
    def answer(self) -> Any:
        """The output as JSON."""
        return json.loads(self.output)


def workspace(folder: Path, roots: Mapping[str, Path]) -> Workspace:
    """A new workspace in a folder."""
    folder.mkdir(parents=True)
    (folder / "lineproof.toml").write_text(render_settings(roots), encoding="utf-8")
    return Workspace.open(folder)


def copy_sample(files: Sequence[Path], folder: Path) -> None:
    """Copy files into one new folder, writable whatever they were."""
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)


def copy_tree(source: Path, folder: Path) -> None:
    """Copy a folder, writable whatever it was."""
    shutil.copytree(source, folder, copy_function=shutil.copyfile)
    for below in folder.rglob("*"):
        below.chmod(0o755 if below.is_dir() else 0o644)


def some_eips(folder: Path, count: int, seed: int = 0) -> list[Path]:
    """A seeded choice of the EIPs in a folder, in the order of their paths."""
    found = sorted(file for file in folder.rglob("*.md") if file.stat().st_size > 1_000)
    return sorted(random.Random(seed).sample(found, count))


def start_sync(space: Workspace, *options: str) -> subprocess.Popen[str]:
    """Start `lineproof sync --json` as the head of a new group; its output goes nowhere."""
    command = [*COMMAND, "sync", "--json", "--workspace", str(space.folder), *options]
    return subprocess.Popen(command, cwd=HOUSE, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def sync(space: Workspace, *options: str) -> Measured:
    """Run `lineproof sync --json` to its end."""
    return run("sync", "--json", "--workspace", str(space.folder), *options)


def run(*arguments: str) -> Measured:
    """Run the command in a group of its own, and measure it."""
    started, clock = time.time(), time.perf_counter()
    process = subprocess.Popen([*COMMAND, *arguments], cwd=HOUSE, text=True, stdout=subprocess.PIPE, start_new_session=True)
    peaks: dict[int, int] = {}
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(process.pid, peaks, over))
    watcher.start()
    assert process.stdout
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - clock
    over.set()
    watcher.join()
    code = process.returncode = os.waitstatus_to_exitcode(status)
    below = max((peak for pid, peak in peaks.items() if pid != process.pid), default=0)
    return Measured(
        code,
        output,
        started,
        wall,
        usage.ru_utime,
        usage.ru_stime,
        peaks.get(process.pid, usage.ru_maxrss * 1024),
        below,
    )


def _watch(group: int, peaks: dict[int, int], over: threading.Event) -> None:
    """Note the peak memory of each process of a group until it is over; the kernel keeps the peak of each."""
    while not over.wait(0.05):
        for pid in members(group):
            with suppress(OSError, StopIteration, IndexError):
                status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
                peaks[pid] = next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:"))


def members(group: int) -> list[int]:
    """The living processes of a group."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                state, _, owner = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[:3]
                if int(owner) == group and state not in "ZX":
                    found.append(int(entry.name))
    return found


def lingering(group: int, patience: float = 5.0) -> int:
    """How many processes of a group outlive their head by some seconds; they are killed then."""
    if wait_until(lambda: not members(group), patience):
        return 0
    left = len(members(group))
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    return left


def wait_until(holds: Callable[[], bool], patience: float) -> bool:
    """Whether something comes to hold within some seconds."""
    deadline = time.monotonic() + patience
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def checksum(corpus: Corpus) -> tuple[tuple[int, int], ...]:
    """The number of rows and the sum of their hashes for each of VIEWS, read from a reader opened for this."""
    with open_snapshot(corpus) as connection:
        sums = (f"SELECT count(*), coalesce(sum(hash(v)::HUGEINT), 0) FROM {view} v" for view in VIEWS)
        return tuple(connection.execute(query).fetchall()[0] for query in sums)


def differing(one: Corpus, other: Corpus) -> list[str]:
    """The current tables in which the snapshots of two corpora differ."""
    return differing_files(current(one), current(other))


def differing_files(one: Path, other: Path, tables: Sequence[str] = CURRENT) -> list[str]:
    """The tables in which two snapshots differ."""
    with _both(one, other) as connection:
        return [table for table in tables if connection.execute(f"SELECT count(*) FROM ({difference(table)})").fetchall() != [(0,)]]


def rows_between(one: Path, other: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query over two snapshots, attached as ``one`` and ``other``."""
    with _both(one, other) as connection:
        return connection.execute(query).fetchall()


def difference(table: str, columns: str = "*") -> str:
    """The query for the rows that stand in only one of two snapshots."""
    one, other = (f"SELECT {columns} FROM {side}.{table}" for side in ("one", "other"))
    return f"({one} EXCEPT ALL {other}) UNION ALL ({other} EXCEPT ALL {one})"


def _both(one: Path, other: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:")
    connection.execute(f"ATTACH '{one}' AS one (READ_ONLY)")
    connection.execute(f"ATTACH '{other}' AS other (READ_ONLY)")
    return connection


def load() -> str:
    """The load average, for the line beside figures."""
    return "load average " + ", ".join(f"{value:.1f}" for value in os.getloadavg())
