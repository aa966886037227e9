"""A reader in another process reads without pause while a corpus is synced time and again.

Usage: python benchmarks/readers.py [--syncs 50] [--seed N]

Every sync changes two documents together: the same generation number goes into the title, a heading and many lines of
both. The reader asks, in turn, a resident Navigator (locate, expand, read) and a snapshot that it opens for the purpose
(SQL), and notes every number in an answer.

mixed      an answer with the numbers of two generations
backwards  an answer of an older generation than the one before
lag        from the moment at which the pointer moved until the reader first saw the generation
"""

import argparse
import asyncio
import multiprocessing
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from corpora import data_folder
from processes import copy_sample, load, some_eips, sync, wait_until, workspace
from results import show_tables
from rich.table import Table

from lineproof.recall.navigator import Navigator
from storage.snapshots import open_snapshot
from storage.workspace import Corpus, Workspace

NAME = "read"
EIPS = 60
PAIR = ("alpha.md", "beta.md")
LINES = 200
GENERATION = re.compile(r"generation (\d+)", re.IGNORECASE)
PATIENCE = 20.0


@dataclass
class Notes:
    """What a reader saw: reads by kind, faults, and when it first saw each generation."""

    reads: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    mixed: list[str] = field(default_factory=list)
    backwards: int = 0
    newest: int = 0
    first_seen: dict[int, float] = field(default_factory=dict)

    def add(self, kind: str, seen: set[int], seconds: float) -> None:
        """Note one answer."""
        self.reads[kind] = self.reads.get(kind, 0) + 1
        self.seconds[kind] = self.seconds.get(kind, 0.0) + seconds
        if len(seen) != 1:
            self.mixed.append(f"{kind}: generations {sorted(seen)}")
        for generation in seen:
            self.backwards += generation < self.newest
            self.newest = max(self.newest, generation)
            self.first_seen.setdefault(generation, time.time())

    @property
    def holds(self) -> bool:
        """Whether everything that must hold did."""
        return not (self.errors or self.mixed or self.backwards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--syncs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    eips = data_folder("eips", "base")
    with tempfile.TemporaryDirectory(prefix="lineproof-readers-") as scratch:
        root = Path(scratch, "sources")
        copy_sample(some_eips(eips, EIPS, arguments.seed), root)
        write(root, 0)
        space = workspace(Path(scratch, "workspace"), {NAME: root})
        publish(space)
        notes, published = watched(space, arguments.syncs)
    show(notes, published)
    sys.exit(0 if notes.holds and published.keys() <= notes.first_seen.keys() else 1)


def watched(space: Workspace, syncs: int) -> tuple[Notes, dict[int, float]]:
    """Sync so many generations while a reader reads; what it saw, and when each generation was published."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    newest = context.Value("q", -1)
    reader = context.Process(target=read_on, args=(space.corpus(NAME), newest, theirs), daemon=True)
    reader.start()
    published: dict[int, float] = {}
    if not wait_until(lambda: newest.value == 0, PATIENCE * 3):
        sys.exit("the reader never saw the first generation")
    for generation in range(1, syncs + 1):
        write(space.corpus(NAME).root, generation)
        published[generation] = publish(space)
        print(generation, end=" ", flush=True, file=sys.stderr)
    wait_until(lambda: newest.value == syncs, PATIENCE)
    ours.send("enough")
    notes = ours.recv()
    reader.join()
    return notes, published


def write(root: Path, generation: int) -> None:
    """Write the two documents of a generation."""
    for name, other in (PAIR, PAIR[::-1]):
        lines = "\n\n".join(f"Line {number} of generation {generation}." for number in range(LINES))
        title = f"{name.removesuffix('.md').title()} of generation {generation}"
        text = f"# {title}\n\n## Terms of generation {generation}\n\nSee [the other]({other}).\n\n{lines}\n"
        (root / name).write_text(text, encoding="utf-8")


def publish(space: Workspace) -> float:
    """Sync; the time at which the pointer moved."""
    if code := sync(space).code:
        sys.exit(f"a sync failed with exit code {code}")
    return (space.corpus(NAME).data / "current").stat().st_mtime


def read_on(corpus: Corpus, newest: Any, pipe: Connection) -> None:
    """The reader: ask until told that it is enough, then hand over the notes."""
    notes, navigator = Notes(), Navigator(corpus)
    kinds = questions(corpus, navigator)
    while not pipe.poll():
        for kind, ask in kinds.items():
            started = time.perf_counter()
            try:
                text = " ".join(ask())
            except Exception as error:
                notes.errors.append(f"{kind}: {type(error).__name__}: {error}")
                continue
            notes.add(kind, {int(number) for number in GENERATION.findall(text)}, time.perf_counter() - started)
        newest.value = notes.newest
    navigator.close()
    pipe.send(notes)


def questions(corpus: Corpus, navigator: Navigator) -> dict[str, Callable[[], Iterable[str]]]:
    """What is asked in turn; each gives texts with the numbers of both documents, or of all lines of one."""
    return {
        "locate": lambda: (hit.label for hit in asyncio.run(navigator.locate("alpha beta generation")).results),
        "sql, fresh": lambda: by_sql(corpus),
        "expand": lambda: expanded(navigator),
        "sql again, fresh": lambda: by_sql(corpus),
        "read": lambda: (line.text for line in asyncio.run(navigator.read(PAIR[0])).lines),
    }


def expanded(navigator: Navigator) -> list[str]:
    """The labels of one document and of the one that it refers to."""
    answer = asyncio.run(navigator.expand(PAIR[0], ["refers_to"]))
    return [answer.node.label, *(edge.label for edge in answer.edges)]


def by_sql(corpus: Corpus) -> list[str]:
    """The texts of both documents by three queries on one connection."""
    with open_snapshot(corpus) as connection:
        queries = (
            "SELECT title FROM documents WHERE path = 'alpha.md'",
            "SELECT text FROM paragraph_lines WHERE path IN ('alpha.md', 'beta.md')",
            "SELECT title FROM documents WHERE path = 'beta.md'",
        )
        return [text for query in queries for (text,) in connection.execute(query).fetchall()]


def show(notes: Notes, published: dict[int, float]) -> None:
    """Print what was read, and how soon each generation was seen."""
    table = Table(title=f"a reader during {len(published)} syncs ({load()})")
    for column in ("question", "answers", "mean ms"):
        table.add_column(column, justify="left" if column == "question" else "right")
    for kind, count in notes.reads.items():
        table.add_row(kind, str(count), f"{1_000 * notes.seconds[kind] / count:.1f}")
    table.add_row("all", str(sum(notes.reads.values())), "")
    show_tables(table)
    lags = [max(0.0, notes.first_seen[one] - moment) for one, moment in published.items() if one in notes.first_seen]
    print(f"errors {len(notes.errors)}, mixed {len(notes.mixed)}, backwards {notes.backwards}")
    print(f"generations seen {len(lags)} of {len(published)}")
    if lags:
        median, most = 1_000 * statistics.median(lags), 1_000 * max(lags)
        print(f"seen after the pointer moved: median {median:.0f} ms, most {most:.0f} ms")
    for fault in [*notes.errors, *notes.mixed][:10]:
        print(fault)


if __name__ == "__main__":
    main()
