"""Kill `lineproof sync` at random moments, and see that nothing is lost.

Usage: python benchmarks/kill.py [--kills 50] [--seed N] [--clean-every 7]

Each round edits some documents (every tenth: all of them, so that worker processes run), starts a sync, and kills it
with SIGKILL at a random moment of the time that such a sync takes: its whole group, or every other time its head alone.
Then no process of it may be left after some seconds, the snapshot that is served must hold exactly what was published,
and the next sync must complete. Every few rounds, and at the end, all current tables must equal those of a fresh
workspace.

phase      how far a killed sync had come, from what it left behind: the note beside the lock, Dagster's record of its
           run, and what the next sync finds to do. `waiting` is before it takes the lock, `loading` while Dagster is
           imported, `leaving` once the pointer has moved
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpora import data_folder
from processes import checksum, copy_sample, differing, lingering, load, some_eips, start_sync, sync, workspace
from results import show_tables
from rich.table import Table

from storage.snapshots import current
from storage.workspace import Corpus, Workspace

NAME = "killed"
EIPS = 60
LARGE = 11
"""So many of the largest RFCs bring all documents together above the size from which worker processes are started."""
ALL_EVERY = 10
PHASES = ("waiting", "planning", "loading", "evidence", "graph", "publishing", "leaving")


@dataclass
class Row:
    """What became of the kills of one phase."""

    kills: int = 0
    all_changed: int = 0
    head_alone: int = 0
    served: int = 0
    completed: int = 0
    compared: int = 0
    equal: int = 0
    lingering: int = 0
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether everything that must hold did."""
        return self.served == self.completed == self.kills and self.equal == self.compared and not self.lingering


@dataclass
class Trial:
    """A workspace under trial, its choices, and how long a normal sync of either kind takes."""

    space: Workspace
    corpus: Corpus
    scratch: Path
    choices: random.Random
    lengths: dict[bool, float] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    early: int = 0
    clean_builds: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clean-every", type=int, default=7)
    arguments = parser.parse_args()
    eips, rfcs = data_folder("eips", "base"), data_folder("rfcs", "txt")
    large = sorted(rfcs.glob("*.txt"), key=lambda file: -file.stat().st_size)[:LARGE]
    with tempfile.TemporaryDirectory(prefix="lineproof-kill-") as scratch:
        trial = prepare(Path(scratch), [*some_eips(eips, EIPS), *large], arguments.seed)
        kills = 0
        while kills < arguments.kills:
            last = kills + 1 == arguments.kills
            kills += one_round(trial, kills, compare=last or (kills + 1) % arguments.clean_every == 0)
    show(trial, arguments.seed)
    sys.exit(0 if all(row.holds for row in trial.rows.values()) else 1)


def prepare(scratch: Path, files: Sequence[Path], seed: int) -> Trial:
    """A synced workspace, and how long a normal sync takes after edits of a few documents, and of all."""
    copy_sample(files, scratch / "sources")
    space = workspace(scratch / "workspace", {NAME: scratch / "sources"})
    trial = Trial(space, space.corpus(NAME), scratch, random.Random(seed))
    trial.lengths[True] = completed(space).wall
    edit(trial)
    trial.lengths[False] = completed(space).wall
    return trial


def completed(space: Workspace) -> Any:
    """A sync that must succeed."""
    done = sync(space)
    if done.code:
        sys.exit(f"a sync that nobody disturbed failed with exit code {done.code}")
    return done


def one_round(trial: Trial, number: int, compare: bool) -> int:
    """Edit, sync, kill, look, sync again; 1 if the sync was killed, 0 if it was over before."""
    started = time.monotonic()
    all_changed = number % ALL_EVERY == ALL_EVERY - 1
    change_all(trial) if all_changed else edit(trial)
    before, published, runs = current(trial.corpus), checksum(trial.corpus), runs_of(trial.space)
    alone = (number // ALL_EVERY if all_changed else number) % 2 == 0
    process = start_sync(trial.space)
    killed = kill(process, trial.choices.uniform(0, trial.lengths[all_changed]), alone)
    left = lingering(process.pid)
    if not killed:
        trial.early += 1
        trial.lengths[all_changed] *= 0.9  # the machine is quieter than when it was measured
        return 0
    at_kill, served = current(trial.corpus), checksum(trial.corpus)
    noted, recorded = purpose(trial.corpus, process.pid), runs_of(trial.space) > runs
    again = sync(trial.space)
    answer = again.answer["corpora"][0] if again.output else {}
    row = trial.rows.setdefault(phase(noted, recorded, answer), Row())
    kept = served == published if at_kill == before else served == checksum(trial.corpus)
    count(row, all_changed, alone, kept, again.code == 0 and not answer.get("error"), left)
    if compare:
        row.compared += 1
        row.equal += equals_clean(trial)
    row.seconds += time.monotonic() - started
    print(
        f"{number + 1}: {phase(noted, recorded, answer)}{'' if kept else ' NOT SERVED'}",
        end="  ",
        flush=True,
        file=sys.stderr,
    )
    return 1


def count(row: Row, all_changed: bool, alone: bool, served: bool, complete: bool, left: int) -> None:
    """Add one kill to its phase."""
    row.kills += 1
    row.all_changed += all_changed
    row.head_alone += alone
    row.served += served
    row.completed += complete
    row.lingering += left


def kill(process: subprocess.Popen[str], after: float, alone: bool) -> bool:
    """Kill a process or its group after some seconds; False if it ended before."""
    try:
        process.wait(after)
        return False
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL) if alone else os.killpg(process.pid, signal.SIGKILL)
        return process.wait() == -signal.SIGKILL


def purpose(corpus: Corpus, pid: int) -> str | None:
    """For what a process last took the lock; None if it never did."""
    try:
        note = json.loads((corpus.data / "lock.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return note["purpose"] if note["pid"] == pid else None


def runs_of(space: Workspace) -> int:
    """How many runs Dagster has recorded."""
    with closing(sqlite3.connect(space.dagster_home / "history" / "runs.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM runs").fetchone()[0])


def phase(noted: str | None, recorded: bool, answer: dict[str, Any]) -> str:
    """How far a killed sync had come."""
    if answer.get("changed") or answer.get("deleted"):
        return "evidence" if recorded else {None: "waiting", "plan": "planning"}.get(noted, "loading")
    if answer.get("resolve"):
        return "graph"
    return "publishing" if answer.get("snapshot") else "leaving"


def equals_clean(trial: Trial) -> bool:
    """Whether all current tables equal those of a fresh workspace over the same documents."""
    trial.clean_builds += 1
    fresh = workspace(trial.scratch / f"clean-{trial.clean_builds}", {NAME: trial.corpus.root})
    trial.lengths[True] = completed(fresh).wall
    different = differing(trial.corpus, fresh.corpus(NAME))
    if different:
        print(f"differs from a clean build: {', '.join(different)}", file=sys.stderr)
    return not different


def edit(trial: Trial) -> None:
    """One to three random changes of documents; at least one changes what is compiled."""
    files = sorted(trial.corpus.root.glob("eip-*.md"))
    for change in trial.choices.choices((add, alter, rename, delete), k=trial.choices.randint(1, 3)):
        change(trial.choices.choice(files), trial.choices)
        files = sorted(trial.corpus.root.glob("eip-*.md"))


def add(like: Path, choices: random.Random) -> None:
    """A new document with the words of another, under a number of its own."""
    number = choices.randint(100_000, 999_999)
    text = like.read_text(encoding="utf-8").replace("\neip:", f"\neip: {number}\nwas:", 1)
    like.with_name(f"eip-{number}.md").write_text(text, encoding="utf-8")


def alter(file: Path, choices: random.Random) -> None:
    """Another line somewhere after the front matter."""
    lines = file.read_text(encoding="utf-8").split("\n")
    lines.insert(
        choices.randint(len(lines) // 2, len(lines)),
        f"\nNote {choices.random()}: see EIP-{choices.randint(1, 1_600)}.\n",
    )
    file.write_text("\n".join(lines), encoding="utf-8")


def rename(file: Path, choices: random.Random) -> None:
    """The same document under another path."""
    file.rename(file.with_name(f"eip-{choices.randint(100_000, 999_999)}.md"))


def delete(file: Path, choices: random.Random) -> None:
    """One document fewer, and one more so that they do not run out."""
    add(file, choices)
    file.unlink()


def change_all(trial: Trial) -> None:
    """One more line at the end of every document."""
    for file in sorted(trial.corpus.root.iterdir()):
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"\nRead again, {trial.choices.random()}.\n")


def show(trial: Trial, seed: int) -> None:
    """Print a row a phase and the sums."""
    lengths = f"a normal sync takes {trial.lengths[False]:.1f} s, of all documents {trial.lengths[True]:.1f} s"
    table = Table(title=f"kill -9 during lineproof sync (seed {seed}; {lengths}; {load()})")
    columns = (
        "phase",
        "kills",
        "of all documents",
        "head alone",
        "served",
        "completed",
        "equal to clean",
        "left behind",
        "seconds",
    )
    for column in columns:
        table.add_column(column, justify="left" if column == "phase" else "right")
    total: Counter[str] = Counter()
    for name in PHASES:
        row = trial.rows.get(name, Row())
        total.update(vars(row))
        table.add_row(name, *cells(vars(row)), end_section=name == PHASES[-1])
    table.add_row("all", *cells(total))
    show_tables(table, width=150)
    print(f"\n{trial.early} syncs were over before their moment came, and do not count")


def cells(row: Any) -> list[str]:
    """The cells of a row."""
    compared = f"{row['equal']} of {row['compared']}"
    numbers = [str(row[name]) for name in ("kills", "all_changed", "head_alone", "served", "completed")]
    return [*numbers, compared, str(row["lingering"]), f"{row['seconds']:.0f}"]


if __name__ == "__main__":
    main()
