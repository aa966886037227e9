"""Snapshots: immutable published copies of a corpus's database, and the pointer that all readers follow.

snapshot   a DuckDB file that is never written again; each publication makes one under a new name
beside     files that belong to a snapshot, such as an index: written before the pointer moves, never again, and removed with it
pointer    the small file ``current`` that names the snapshot to open and the revision that it holds, replaced in one step
reader     a read-only connection to a snapshot, locked so that a query can reach no file
"""

import shutil
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import duckdb

from storage.durable import make_durable, write_durably
from storage.errors import NoSnapshot, SchemaMismatch
from storage.version import SCHEMA_VERSION
from storage.views import VIEWS
from storage.workspace import Corpus

if TYPE_CHECKING:
    from storage.database import Store

KEPT = 2
ATTEMPTS = 20
Opened = TypeVar("Opened")
WriteBeside = Callable[["Store", Path], None]
"""Writes what belongs to a snapshot, given its file: its stem, a point and an ending is the name, with ``.partial`` behind it until what
was written is whole and durable."""


def publish(store: "Store", corpus: Corpus, kept: int = KEPT, write_beside: WriteBeside | None = None) -> Path:
    """Copy the working database to a new snapshot and move the pointer to it.

    Every step is made durable before the next one, so that the pointer never names a file that is not whole. ``kept`` snapshots
    stay, this one included.
    """
    store.checkpoint()
    folder = corpus.data / "snapshots"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{uuid.uuid4().hex}.duckdb"
    unfinished = folder / f"{name}.partial"
    shutil.copyfile(store.path, unfinished)
    make_durable(unfinished)
    unfinished.rename(folder / name)
    if write_beside:
        write_beside(store, folder / name)
    make_durable(folder)
    _point(corpus, name, store.revision())
    _remove_old(folder, name, kept)
    return folder / name


def current(corpus: Corpus) -> Path:
    """The snapshot that the pointer names.

    Raises:
        NoSnapshot: nothing has been published.
    """
    try:
        name, _ = (corpus.data / "current").read_text(encoding="ascii").split()
    except (FileNotFoundError, ValueError):
        raise NoSnapshot(corpus.name) from None
    return corpus.data / "snapshots" / name


def beside(snapshot: Path, ending: str) -> list[Path]:
    """The files with an ending that were written beside a snapshot."""
    return sorted(snapshot.parent.glob(f"{snapshot.stem}.*{ending}"))


def open_snapshot(corpus: Corpus) -> duckdb.DuckDBPyConnection:
    """A reader of the current snapshot, read-only and locked."""
    connection = connect(corpus)
    lock_down(connection)
    return connection


def open_snapshots(corpora: Mapping[str, Corpus]) -> duckdb.DuckDBPyConnection:
    """A reader of several corpora at once: each public view is the union over them. For the owner's SQL alone."""
    names = list(corpora)
    connection = connect(corpora[names[0]])
    home = connection.execute("SELECT current_database()").fetchall()[0][0]
    databases = [home]
    for position, name in enumerate(names[1:], start=1):
        databases.append(f"corpus_{position}")
        _following(corpora[name], partial(_attach, connection, databases[-1]))
    if len(databases) > 1:
        for view in VIEWS:
            union = " UNION ALL BY NAME ".join(f'SELECT * FROM "{database}".main.{view.name}' for database in databases)  # noqa: S608
            connection.execute(f"CREATE TEMP VIEW {view.name} AS {union}")
    lock_down(connection)
    return connection


def connect(corpus: Corpus) -> duckdb.DuckDBPyConnection:
    """Open the current snapshot read-only.

    Raises:
        NoSnapshot: nothing has been published.
        SchemaMismatch: it was published by another version of the program.
    """
    return _following(corpus, _connect)


def _connect(file: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(str(file), read_only=True, config={"autoinstall_known_extensions": "false"})
    found = connection.execute("SELECT version FROM ops.schema_version").fetchall()[0][0]
    if found != SCHEMA_VERSION:
        connection.close()
        raise SchemaMismatch(file, found, SCHEMA_VERSION)
    return connection


def _attach(connection: duckdb.DuckDBPyConnection, database: str, file: Path) -> None:
    path = str(file).replace("'", "''")
    connection.execute(f"ATTACH '{path}' AS {database} (READ_ONLY)")


def _following(corpus: Corpus, opening: Callable[[Path], Opened]) -> Opened:
    """Open the snapshot that the pointer names; where it was removed meanwhile, the pointer has moved, and is read again."""
    for _ in range(ATTEMPTS):
        with suppress(duckdb.IOException):
            return opening(current(corpus))
    return opening(current(corpus))


def lock_down(connection: duckdb.DuckDBPyConnection) -> None:
    """Take from a connection everything but its own databases: files, network, extensions, settings.

    A second connection of a process to the same snapshot shares the database, and finds it locked already.
    """
    if connection.execute("SELECT current_setting('lock_configuration')").fetchall()[0][0]:
        return
    connection.execute("SET temp_directory = ''")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def published_revision(corpus: Corpus) -> int | None:
    """The revision of the working database that the current snapshot holds; None before the first publication."""
    try:
        _, revision = (corpus.data / "current").read_text(encoding="ascii").split()
        return int(revision)
    except (FileNotFoundError, ValueError):
        return None


def _point(corpus: Corpus, name: str, revision: int) -> None:
    write_durably(corpus.data / "current", f"{name} {revision}\n")


def _remove_old(folder: Path, name: str, kept: int) -> None:
    """Keep the current snapshot and, as a rule, the one before it, which a reader may be about to open; drop what a killed run left."""
    complete = sorted((file for file in folder.glob("*.duckdb") if file.name != name), key=lambda file: file.stat().st_mtime_ns)
    stay = {file.stem for file in [folder / name, *complete[max(0, len(complete) - kept + 1) :]]}
    for file in folder.iterdir():
        if file.name.partition(".")[0] not in stay or file.suffix in (".partial", ".wal"):
            with suppress(FileNotFoundError):
                file.unlink()
