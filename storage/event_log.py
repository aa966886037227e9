"""The event log: Dagster's SQLite event storage with connections that stay open and batches that are stored at once.

shard    one SQLite file: ``index`` for what concerns all runs (assets, checks, partitions), and one a run, named by its
         id
batch    events that Dagster hands over together; each shard takes its share of them in one transaction
mirror   the copy in the index of an event on an asset, a check or a run's status; its row number is the storage id

The stock storage opens a connection for every statement, and closing the last one folds the write-ahead log back into
the file: a range run over 111 partitions spends nearly all of its time there. What is stored is the same, row for row.

This rests on private methods of Dagster 1.13, therefore dagster is pinned and tests/storage/test_event_log.py compares
the two.
"""

import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as db
from dagster import AssetKey
from dagster._core.event_api import EventHandlerFn
from dagster._core.events import ASSET_CHECK_EVENTS, ASSET_EVENTS, EVENT_TYPE_TO_PIPELINE_RUN_STATUS
from dagster._core.events.log import EventLogEntry
from dagster._core.storage.event_log.schema import SqlEventLogStorageTable as EVENTS
from dagster._core.storage.event_log.sqlite.sqlite_event_log import (
    SqliteEventLogStorage,
    SqliteEventLogStorageWatchdog,
)
from dagster._core.storage.sqlite import SQLITE_BUSY_TIMEOUT_SECONDS
from dagster._serdes import ConfigurableClassData
from sqlalchemy.engine import Connection
from sqlalchemy.pool import NullPool
from watchdog.events import FileSystemEvent
from watchdog.observers import Observer

MOST_OPEN_SHARDS: Final = 8
MIRRORED: Final = frozenset({*ASSET_EVENTS, *ASSET_CHECK_EVENTS, *EVENT_TYPE_TO_PIPELINE_RUN_STATUS})

Row = dict[str, Any]
StoredEvent = tuple[EventLogEntry, int]


@dataclass(frozen=True, slots=True)
class OpenShard:
    """A connection that stays open, and the identity (device, inode) of the file that it was opened on."""

    connection: Connection
    file: tuple[int, int]


class BatchedSqliteEventLogStorage(SqliteEventLogStorage):
    """The stock SQLite event log, faster; dagster.yaml names it under ``event_log_storage`` with a ``base_dir``.

    Threads take turns. Other processes may read and write the same files at any time. When the process is killed, what
    was stored stays; when the power fails, the last transactions may be lost, but whole ones (``synchronous=NORMAL``).
    """

    _obs: Any  # the stock class declares it None

    def __init__(self, base_dir: str, inst_data: ConfigurableClassData | None = None) -> None:
        self._turn = threading.RLock()
        self._process = os.getpid()
        self._shards: OrderedDict[str, OpenShard] = OrderedDict()
        self._inherited: list[OpenShard] = []
        self._known: set[tuple[str, str]] = set()
        super().__init__(base_dir, inst_data)

    @classmethod
    def from_config_value(cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, Any]) -> Self:
        """Make the storage from the ``config`` of dagster.yaml, ``{"base_dir": ...}``."""
        return cls(inst_data=inst_data, **config_value)

    # Connections

    @contextmanager
    def _connect(self, shard: str) -> Iterator[Connection]:
        with self._turn:
            connection = self._connection(shard)
            if connection.in_transaction():  # a step of a batch belongs to the batch's transaction
                yield connection
            else:
                with connection.begin():
                    yield connection

    def _connection(self, shard: str) -> Connection:
        self._leave_inherited()
        opened = self._shards.get(shard)
        if opened is None or self._is_stale(shard, opened):
            self._close([shard])
            self._make_room()
            self._shards[shard] = opened = self._open(shard)
        self._shards.move_to_end(shard)
        return opened.connection

    def _leave_inherited(self) -> None:
        """After a fork, drop the parent's connections unclosed: SQLite allows neither their use nor their end here."""
        if self._process != os.getpid():
            self._inherited.extend(self._shards.values())
            self._shards.clear()
            self._process = os.getpid()

    def _is_stale(self, shard: str, opened: OpenShard) -> bool:
        """Whether the shard was wiped meanwhile, here or by another process: its open file has no name any more."""
        return not opened.connection.in_transaction() and opened.file != _file_at(self.path_for_shard(shard))

    def _open(self, shard: str) -> OpenShard:
        engine = db.create_engine(
            self.conn_string_for_shard(shard),
            poolclass=NullPool,
            connect_args={"timeout": SQLITE_BUSY_TIMEOUT_SECONDS, "check_same_thread": False},
        )
        db.event.listen(engine, "connect", _write_ahead)
        self._initdb(engine)
        connection = engine.connect()
        file = _file_at(self.path_for_shard(shard))
        if file is None:
            raise FileNotFoundError(f"{self.path_for_shard(shard)} was removed while it was opened; try again")
        return OpenShard(connection, file)

    def _make_room(self) -> None:
        idle = [name for name, opened in self._shards.items() if not opened.connection.in_transaction()]
        self._close(idle[: max(0, len(self._shards) - MOST_OPEN_SHARDS + 1)])

    def _close(self, shards: Iterable[str]) -> None:
        for shard in shards:
            if opened := self._shards.pop(shard, None):
                opened.connection.close()

    def dispose(self) -> None:
        """Stop watching and close every file; the next use opens them again."""
        super().dispose()
        with self._turn:
            self._leave_inherited()
            self._close(list(self._shards))

    # Facts on the schema: migrations only ever add to it, so what was there once is not asked for again

    def has_table(self, table_name: str) -> bool:
        """Whether the index has the table."""
        if ("table", table_name) not in self._known:
            with self.index_connection() as connection:
                self._learn("table", table_name, db.inspect(connection).has_table(table_name))
        return ("table", table_name) in self._known

    def has_secondary_index(self, name: str) -> bool:
        """Whether the data migration of that name is complete."""
        if ("migration", name) not in self._known:
            self._learn("migration", name, super().has_secondary_index(name))
        return ("migration", name) in self._known

    def _has_asset_key_col_on_connection(self, conn: Connection, column_name: str) -> bool:
        if ("column", column_name) not in self._known:
            self._learn("column", column_name, super()._has_asset_key_col_on_connection(conn, column_name))
        return ("column", column_name) in self._known

    def _learn(self, kind: str, name: str, there: bool) -> None:
        if there:
            self._known.add((kind, name))

    # Writing

    def store_event(self, event: EventLogEntry) -> None:
        """Store one event in its run's shard and, if it is of a mirrored kind, in the index."""
        self.store_event_batch([event])

    def store_event_batch(self, events: Sequence[EventLogEntry]) -> None:
        """Store events in order; an error on the way leaves none of them, so that Dagster can try them one by one."""
        pairs = [(event, self._event_to_row(event)) for event in events]
        mirrored = [(event, row) for event, row in pairs if event.dagster_event_type in MIRRORED]
        with self._turn, ExitStack() as transactions:
            for run_id, of_run in groupby((row for _, row in pairs), key=itemgetter("run_id")):
                transactions.enter_context(self.run_connection(run_id)).execute(EVENTS.insert(), list(of_run))
            if mirrored:
                self._mirror(mirrored)

    def _mirror(self, pairs: Sequence[tuple[EventLogEntry, Row]]) -> None:
        with self.index_transaction() as index:
            insert = EVENTS.insert().returning(EVENTS.c.id, sort_by_parameter_order=True)
            ids = index.execute(insert, [row for _, row in pairs]).scalars()
            stored = list(zip((event for event, _ in pairs), ids, strict=True))
            on_assets = [(event, n) for event, n in stored if event.dagster_event_type in ASSET_EVENTS]
            self._store_asset_event_tags(index, [event for event, _ in on_assets], [n for _, n in on_assets])
            for event, n in _latest_of_each_kind(on_assets):
                self._store_asset_event(index, event, n)
            for event, n in stored:
                if event.dagster_event_type in ASSET_CHECK_EVENTS:
                    self.store_asset_check_event(event, n)

    # Watching

    def watch(self, run_id: str, cursor: str | None, callback: EventHandlerFn) -> None:
        """Call back with each new event of the run, after the cursor, also those that another process stores."""
        if not self._obs:
            self._obs = Observer()
            self._obs.start()
        watchdog = WriteAheadWatchdog(self, run_id, callback, cursor)
        self._watchers[run_id][callback] = (watchdog, self._obs.schedule(watchdog, self._base_dir, recursive=True))


class WriteAheadWatchdog(SqliteEventLogStorageWatchdog):
    """Looks at the shard's write-ahead log too: while a connection stays open, most events are only there."""

    @property
    def patterns(self) -> list[str]:
        """The files whose change may mean a new event."""
        return [self._log_path, f"{self._log_path}-wal"]

    def on_modified(self, event: FileSystemEvent) -> None:
        """Read what is new and call back."""
        self._process_log()


def _latest_of_each_kind(stored: Iterable[StoredEvent]) -> Iterator[StoredEvent]:
    """The last event of each asset and type: an asset's row keeps nothing of the earlier ones.

    Assets come in the order in which they first appear, which is that of their rows.
    """
    latest: dict[AssetKey | None, dict[str, StoredEvent]] = {}
    for event, n in stored:
        happening = event.get_dagster_event()
        of_asset = latest.setdefault(happening.asset_key, {})
        of_asset.pop(happening.event_type_value, None)
        of_asset[happening.event_type_value] = (event, n)
    for of_asset in latest.values():
        yield from of_asset.values()


def _write_ahead(connection: sqlite3.Connection, _record: object) -> None:
    """Set up a new connection; before the tables are made, since each of them would else wait for the disk."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")


def _file_at(path: str) -> tuple[int, int] | None:
    try:
        status = Path(path).stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
