"""`lineproof sync` killed from outside with all its processes: what was published stays, and the next sync completes.

Each moment is one that shows on the disk: the lock is taken, Dagster has recorded the run, the evidence is committed.
"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from pipelines.planner import plan
from pipelines.sync import run
from storage.snapshots import current, open_snapshot
from storage.tables import TABLES
from storage.workspace import Corpus, Workspace, render_settings

HOUSE = Path(__file__).parents[2]
LIBRARY = HOUSE / "demo" / "library"
CURRENT = [table.name for table in TABLES if table.partitioned and not table.name.startswith("ops.")]
SUM = "SELECT count(*), sum(hash(v)::HUGEINT) FROM {} v"
PATIENCE = 60.0
TRIES = 3

Moment = Callable[[Workspace, int], bool]


def make(folder: Path, root: Path) -> Workspace:
    folder.mkdir()
    (folder / "lineproof.toml").write_text(render_settings({"library": root}))
    workspace = Workspace.open(folder)
    sync(workspace)
    return workspace


def sync(workspace: Workspace) -> None:
    corpus = workspace.corpus("library")
    run(corpus, plan(corpus), workspace)


def locked(workspace: Workspace, pid: int) -> bool:
    try:
        return bool(json.loads((workspace.corpus("library").data / "lock.json").read_text())["pid"] == pid)
    except ValueError:
        return False


def recorded(workspace: Workspace, pid: int) -> bool:
    with closing(sqlite3.connect(workspace.dagster_home / "history" / "runs.db")) as connection:
        return bool(connection.execute("SELECT count(*) FROM runs WHERE status = 'STARTED'").fetchone()[0])


def committed(workspace: Workspace, pid: int) -> bool:
    log = workspace.corpus("library").database.with_name("working.duckdb.wal")
    return log.exists() and log.stat().st_size > 0


def members(group: int) -> list[str]:
    """The processes of a group that live."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True)
    rows = (line.split() for line in listed.stdout.splitlines())
    return [state for owner, state in rows if int(owner) == group and state[0] not in "ZX"]


def wait_for(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold in time."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)
    return True


def kill(workspace: Workspace, moment: Moment) -> bool:
    """Start a sync and kill its group at a moment; False if it was over before the moment showed."""
    command = [sys.executable, "-m", "pipelines.command", "sync", "--workspace", str(workspace.folder)]
    process = subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.DEVNULL, start_new_session=True)
    assert wait_for(lambda: moment(workspace, process.pid) or process.poll() is not None)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    assert wait_for(lambda: process.poll() is not None and not members(process.pid))
    return process.returncode == -signal.SIGKILL


def content(corpus: Corpus) -> list[tuple[object, ...]]:
    """Number and hash of all rows that are served, read by a reader opened for this."""
    with open_snapshot(corpus) as connection:
        return [connection.execute(SUM.format(view)).fetchall()[0] for view in ("document_edges", "paragraph_lines")]


def differing(one: Path, other: Path) -> list[str]:
    """The current tables in which two snapshots differ."""
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{one}' AS one (READ_ONLY)")
        connection.execute(f"ATTACH '{other}' AS other (READ_ONLY)")
        query = "(FROM one.{0} EXCEPT ALL FROM other.{0}) UNION ALL (FROM other.{0} EXCEPT ALL FROM one.{0})"
        return [table for table in CURRENT if connection.execute(query.format(table)).fetchall()]


def edit(root: Path, name: str) -> None:
    """A new document, one more line in every other, one renamed, one deleted; under another name it is done anew."""
    documents = sorted(root.rglob("*.md"))
    for document in documents:
        with document.open("a", encoding="utf-8") as opened:
            opened.write(f"\nRead again ({name}); see HV 30 01.\n")
    documents[0].unlink()
    documents[1].rename(documents[1].with_name(f"renamed-{name}.md"))
    (root / f"new-{name}.md").write_text("# New\n\nThis supersedes HV 30 01 (2019-04).\n")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """One for all tests, each of which leaves it synced."""
    folder = tmp_path_factory.mktemp("killed")
    shutil.copytree(LIBRARY, folder / "sources")
    return make(folder / "workspace", folder / "sources")


@pytest.mark.parametrize("moment", [locked, recorded, committed])
def test_what_was_published_is_served_and_the_next_sync_completes(workspace: Workspace, tmp_path: Path, moment: Moment) -> None:
    corpus = workspace.corpus("library")
    for number in range(TRIES):
        edit(corpus.root, f"{moment.__name__}-{number}")
        before, served = current(corpus), content(corpus)
        # One that had its snapshot out before the signal came was not killed in time.
        if killed := kill(workspace, moment) and current(corpus) == before:
            break
    assert killed
    assert content(corpus) == served
    sync(workspace)
    assert plan(corpus).empty
    assert current(corpus) != before
    fresh = make(tmp_path / "fresh", corpus.root)
    assert differing(current(corpus), current(fresh.corpus("library"))) == []


def test_an_evaluation_that_is_asked_to_end_takes_its_sync_along(tmp_path: Path) -> None:
    """The sync worked on by itself, and held the lock against the next run."""
    # So many that the sync is at work for long after it took the lock, on whatever machine.
    said = [{"speaker": "Ann", "dia_id": f"D1:{number}", "text": f"I adopted puppy number {number}."} for number in range(3_000)]
    talk = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": said}
    qa = [{"question": "Who?", "answer": "Ann", "evidence": ["D1:1"], "category": 4}]
    (tmp_path / "locomo10.json").write_text(json.dumps([{"sample_id": "conv-1", "conversation": talk, "qa": qa}]))
    command = [sys.executable, "-m", "pipelines.command", "eval", "conversations", "locomo", str(tmp_path / "locomo10.json")]
    process = subprocess.Popen([*command, "--out", str(tmp_path / "run")], cwd=HOUSE, start_new_session=True)
    lock = tmp_path / "run" / ".lineproof" / "talk-conv-1" / "lock.json"
    assert wait_for(lambda: lock.exists() or process.poll() is not None)
    process.terminate()
    assert wait_for(lambda: process.poll() is not None and not members(process.pid))
    assert process.returncode == 128 + signal.SIGTERM
    assert not lock.with_name("current").exists(), "the sync went on and published"
