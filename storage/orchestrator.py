"""The orchestrator's stores: how the path of an erased document goes from Dagster's files, and the partition with it.

name     a path, which Dagster shows as the key of a partition; it becomes a name that tells nothing
spelling the ways in which a name is written into a file: as it is, and escaped in JSON, once or twice
store    a SQLite file below Dagster's home; other files there are plain text, such as logs
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.errors import StoreInUse

SQLITE: Final = b"SQLite format 3\0"
PATIENCE: Final = 30.0
_BEFORE: Final = r"(?:(?<![\w./-])|(?<=\\[nrt]))"
_AFTER: Final = r"(?![\w/-]|\.\w)"


def spellings(name: str) -> list[str]:
    """The ways in which a name may stand in a file."""
    once = json.dumps(name)[1:-1]
    return list(dict.fromkeys((name, once, json.dumps(once)[1:-1])))


def pattern_of(name: str) -> re.Pattern[str]:
    """Finds a name where it is not a part of a longer one; a plain word counts only by itself or in quotes."""
    written = "|".join(map(re.escape, spellings(name)))
    if re.search(r"[./]", name):
        return re.compile(f"{_BEFORE}(?:{written}){_AFTER}")
    return re.compile(rf'(?:\A|(?<="))(?:{written})(?=\\*"|\Z)')


def forget(home: Path, partitions: str, names: Mapping[str, str]) -> list[Path]:
    """Take names out of every store and log below Dagster's home; return the files that were rewritten.

    Args:
        home: Dagster's home; it need not exist.
        partitions: the set of partitions that the names are deleted from.
        names: what stands for each name instead.

    Raises:
        StoreInUse: another process holds a store.
    """
    rewritten = []
    for file in _files(home):
        raw = file.read_bytes() + _beside(file)
        if any(spelling.encode() in raw for name in names for spelling in spellings(name)):
            _rewrite(file, partitions, names) if raw.startswith(SQLITE) else _rewrite_text(file, names)
            rewritten.append(file)
    return rewritten


def held_elsewhere(home: Path, partitions: str, name: str) -> bool:
    """Whether another set of partitions has the same name, which then tells nothing of the erased."""
    index = home / "history" / "runs" / "index.db"
    if not index.exists():
        return False
    with closing(sqlite3.connect(index, timeout=PATIENCE)) as connection:
        query = "SELECT 1 FROM dynamic_partitions WHERE partition = ? AND partitions_def_name <> ?"
        return _has(connection, "dynamic_partitions") and connection.execute(query, [name, partitions]).fetchone() is not None


def holding(home: Path, names: Iterable[str]) -> list[Path]:
    """Files below Dagster's home in which a name still stands, be it in space that the store counts as free."""
    listed = list(names)
    return [file for file in _files(home) if any(_shows(file, name) for name in listed)]


def _shows(file: Path, name: str) -> bool:
    raw = file.read_bytes() + _beside(file)
    written = [spelling for spelling in spellings(name) if spelling.encode() in raw]
    if not written or not raw.startswith(SQLITE):
        return bool(written and pattern_of(name).search(raw.decode("utf-8", "replace")))
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
        cells = [text for table, column in _columns(connection) for each in written for _, text in _cells(connection, table, column, each)]
    return not cells or any(map(pattern_of(name).search, cells))


def _files(home: Path) -> list[Path]:
    """The files of Dagster; what lies beside a store is read with it."""
    return sorted(file for file in home.rglob("*") if file.is_file() and not file.name.endswith(("-wal", "-shm")))


def _rewrite(file: Path, partitions: str, names: Mapping[str, str]) -> None:
    try:
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
            _rewrite_store(connection, partitions, names)
    except sqlite3.OperationalError as error:
        raise StoreInUse(file, str(error)) from error


def _rewrite_store(connection: sqlite3.Connection, partitions: str, names: Mapping[str, str]) -> None:
    """Replace and delete in one transaction, then write the file anew, without free space."""
    connection.execute("PRAGMA secure_delete = ON")
    with connection:
        if _has(connection, "dynamic_partitions"):
            rows = [(partitions, name) for name in names]
            connection.executemany("DELETE FROM dynamic_partitions WHERE partitions_def_name = ? AND partition = ?", rows)
        for table, column in _columns(connection):
            _replace(connection, table, column, names)
    connection.execute("VACUUM")
    [(busy, _, _)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if busy:
        raise sqlite3.OperationalError("a reader holds its log")


def _replace(connection: sqlite3.Connection, table: str, column: str, names: Mapping[str, str]) -> None:
    for name, instead in names.items():
        pattern = pattern_of(name)
        for spelling in spellings(name):
            changed = [(pattern.sub(instead, text), number) for number, text in _cells(connection, table, column, spelling)]
            connection.executemany(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', changed)  # noqa: S608


def _cells(connection: sqlite3.Connection, table: str, column: str, spelling: str) -> list[tuple[int, str]]:
    """Row numbers and texts of the cells in which something is written."""
    query = f'SELECT rowid, "{column}" FROM "{table}" WHERE typeof("{column}") = \'text\' AND instr("{column}", ?) > 0'  # noqa: S608
    return connection.execute(query, [spelling]).fetchall()


def _rewrite_text(file: Path, names: Mapping[str, str]) -> None:
    text = file.read_text(encoding="utf-8", errors="surrogateescape")
    for name, instead in names.items():
        text = pattern_of(name).sub(instead, text)
    file.write_text(text, encoding="utf-8", errors="surrogateescape")


def _columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    for table in tables:
        yield from ((table, row[1]) for row in connection.execute(f'PRAGMA table_info("{table}")').fetchall())


def _has(connection: sqlite3.Connection, table: str) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.execute(query, [table]).fetchone() is not None


def _beside(file: Path) -> bytes:
    """The write-ahead log of a store, which may hold what the file does not have yet."""
    log = file.with_name(f"{file.name}-wal")
    return log.read_bytes() if log.exists() else b""
