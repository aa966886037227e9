"""The working database: its tables, and the writes of one run.

working database   the DuckDB file that the holder of the write lock changes; readers never open it
store              a connection to it, with the few ways in which rows may be written
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from storage.durable import make_durable
from storage.errors import SchemaMismatch
from storage.tables import TABLES, Table
from storage.triggers import GUARD, TRIGGERS
from storage.version import SCHEMA_VERSION
from storage.views import VIEWS

MEMORY_LIMIT = "700MB"


class Store:
    """The writer's connection. Every change happens inside :meth:`transaction`."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: Path) -> None:
        self.connection = connection
        self.path = path

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing: commit at the end, roll back on any error."""
        self.connection.execute("BEGIN TRANSACTION")
        try:
            yield
        except BaseException:
            # An error may have ended the transaction already; what matters is that nothing of it stays.
            with suppress(duckdb.TransactionException):
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query; parameters are bound, never pasted."""
        return self.connection.execute(sql, list(parameters)).fetchall()

    def delete(self, table: Table, documents: Iterable[str]) -> None:
        """Remove the partitions of some documents."""
        self.connection.register("partitions", pa.table({"document_id": pa.array(list(documents), pa.string())}))
        self.connection.execute(f"DELETE FROM {table.name} WHERE document_id IN (SELECT document_id FROM partitions)")  # noqa: S608
        self.connection.unregister("partitions")

    def insert(self, table: Table, rows: pa.Table) -> None:
        """Append rows that have the table's schema."""
        if not rows.num_rows:
            return
        self.connection.register("incoming", rows)
        self.connection.execute(f"INSERT INTO {table.name} BY NAME SELECT * FROM incoming")  # noqa: S608
        self.connection.unregister("incoming")

    def replace(self, table: Table, documents: Iterable[str], rows: pa.Table) -> None:
        """Exchange the partitions of some documents for new rows."""
        self.delete(table, documents)
        self.insert(table, rows)

    def advance(self) -> None:
        """Count one more revision of the database, inside the transaction that makes it."""
        self.connection.execute("UPDATE ops.revision SET number = number + 1")

    def revision(self) -> int:
        """How many transactions have changed the database; a snapshot is current if it holds the same number."""
        return int(self.query("SELECT number FROM ops.revision")[0][0])

    def checkpoint(self) -> None:
        """Move everything committed from the log into the database file."""
        self.connection.execute("CHECKPOINT")

    def rebuild(self) -> None:
        """Copy every row into a fresh file that takes the place of this one, so that nothing deleted stays in freed blocks.

        The connection is another one afterwards. What is killed on the way leaves the old file or the new one, each whole.
        """
        fresh = self.path.with_name(f"{self.path.stem}.rebuilt")
        self.checkpoint()
        self.connection.close()
        try:
            _remove(fresh)
            _copy(self.path, fresh)
            fresh.replace(self.path)
            make_durable(self.path.parent)
        finally:
            self.connection = _connect(self.path)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def open_store(path: Path) -> Store:
    """Open the working database, making it and its tables if there is none. The caller holds the write lock.

    Raises:
        SchemaMismatch: it was made by another version.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    store = Store(_connect(path), path)
    try:
        _prepare(store)
    except BaseException:
        store.close()
        raise
    return store


def open_rehearsal(path: Path) -> Store:
    """A copy of the working database in memory, in which a run can be rehearsed; empty where there is none. Nothing on disk changes.

    The caller holds the write lock.
    """
    connection = duckdb.connect(":memory:", config={"temp_directory": "", "autoinstall_known_extensions": "false"})
    store = Store(connection, path)
    _prepare(store)
    if path.exists():
        _fill(store, path)
    return store


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(str(path), config={"memory_limit": MEMORY_LIMIT, "autoinstall_known_extensions": "false"})


def _copy(old: Path, new: Path) -> None:
    """Write every row of one database into a new one, in the order in which triggers let it."""
    with closing(open_store(new)) as store:
        _fill(store, old)
        store.checkpoint()
    make_durable(new)


def _fill(store: Store, old: Path) -> None:
    path = str(old).replace("'", "''")
    store.query(f"ATTACH '{path}' AS old (READ_ONLY)")
    with store.transaction():
        for table in TABLES:
            store.query(f"INSERT INTO {table.name} BY NAME SELECT * FROM old.{table.name}")  # noqa: S608
        store.query("UPDATE ops.revision SET number = (SELECT number FROM old.ops.revision)")
    store.query("DETACH old")


def _remove(path: Path) -> None:
    """Remove a database, and the log that it may have."""
    for file in (path, path.with_name(f"{path.name}.wal")):
        file.unlink(missing_ok=True)


def _prepare(store: Store) -> None:
    found = store.query("SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'ops' AND table_name = 'schema_version'")
    if not found[0][0]:
        with store.transaction():
            create_tables(store.connection)
        return
    version = store.query("SELECT version FROM ops.schema_version")[0][0]
    if version != SCHEMA_VERSION:
        raise SchemaMismatch(store.path, version, SCHEMA_VERSION)


def create_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Make every table, trigger and view in an empty database."""
    for schema in sorted({table.name.partition(".")[0] for table in TABLES}):
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    for table in TABLES:
        connection.register("columns", table.schema.empty_table())
        connection.execute(f"CREATE TABLE {table.name} AS SELECT * FROM columns")  # noqa: S608
        connection.unregister("columns")
    connection.execute(GUARD)
    for trigger in TRIGGERS:
        connection.execute(trigger.sql)
    for view in VIEWS:
        connection.execute(f"CREATE VIEW {view.name} AS {view.sql}")
    connection.execute("CREATE TABLE ops.revision AS SELECT 0::BIGINT AS number")
    connection.execute("CREATE TABLE ops.schema_version AS SELECT ?::INTEGER AS version", [SCHEMA_VERSION])
