"""Erasure in the database: which rows are of something erased, what they say, and how what remains of them goes.

erased     ids of documents, paragraphs and claims, and single lines of documents that stay
own        a row with one of these ids as its document, paragraph or claim; it goes when the layers are compiled anew
naming     a row that holds one of the ids anywhere, as an edge or a page may; it is made anew or goes
history    goes by no layer; here its rows are deleted, or lose their words
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import duckdb
import pyarrow as pa

from storage import tables
from storage.database import Store
from storage.readings import readings
from storage.tables import TABLES, Table
from storage.traces import Traces, joined

OWNERS: Final = ("document_id", "paragraph_id", "claim_id")
FUNCTIONS_OF_ONE: Final = (
    *(table for table in TABLES if table.partitioned and table.name.startswith(("evidence.", "search."))),
    tables.IDENTITIES,
    tables.CANDIDATES,
    tables.CLAIMS,
    tables.QUOTES,
    tables.CONCEPT_FORMS,
)
"""Tables whose rows are made from one document alone, so that what they say is said by that document."""
WRITTEN: Final = {
    tables.DOCUMENTS: ("path", "title"),
    tables.LINES: ("raw",),
    tables.PARAGRAPHS: ("text",),
    tables.TURNS: ("turn_id", "speaker", "conversation"),
    tables.NAMES_OF_DOCUMENTS: ("name",),
    tables.CANDIDATES: ("statement", "quote", "narrowed"),
    tables.CLAIMS: ("statement",),
    tables.QUOTES: ("quote",),
    tables.WAITING: ("statement", "quote"),
    tables.EVENTS: ("statement", "path"),
}
"""The columns that hold words as somebody wrote them; what is derived of them (keys, values, slots) many documents have in common."""
ERASED: Final = "erased"
OF_EVENTS: Final = ("path", "reason", "statement", "valid_from", "valid_to", "fingerprint")
"""What an event tells of its claim."""
HASHES: Final = ("_id", "_ids", "_hash", "fingerprint", "made_from", "answer")


@dataclass(frozen=True, slots=True)
class Erased:
    """What is erased; ``lines`` are pairs of a document and a line number."""

    documents: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    lines: tuple[tuple[str, int], ...] = ()

    @property
    def ids(self) -> list[str]:
        """All ids."""
        return [*self.documents, *self.paragraphs, *self.claims]


def said(store: Store, erased: Erased) -> Iterator[str]:
    """Every text in rows of the erased as it was written, old revisions of its claims included."""
    with _registered(store.connection, erased):
        for table, columns in WRITTEN.items():
            for column in columns:
                yield from _values(store, table, column, _own(table))


def said_by_others(store: Store, erased: Erased, affected: Collection[str], compiled: bool = False) -> Iterator[str]:
    """Every text of documents that stay as they are, and the path and other lines of those that stay in part (``affected``).

    Once these are ``compiled`` without what is erased, all that was made of them is said by them too.
    """
    with _registered(store.connection, erased), _ids(store.connection, "affected_ids", [*affected, *erased.documents]):
        for table in FUNCTIONS_OF_ONE:
            yield from _texts(store, table, "document_id NOT IN (FROM affected_ids)")
        in_part = "document_id IN (FROM affected_ids) AND document_id NOT IN (FROM erased_ids)"
        yield from _values(store, tables.DOCUMENTS, "path", in_part)
        yield from _values(store, tables.LINES, "raw", f"{in_part} AND NOT ({_own(tables.LINES)})")
        for table in FUNCTIONS_OF_ONE if compiled else ():
            yield from _texts(store, table, f"{in_part} AND NOT ({_own(table)})")


def composed(store: Store) -> Iterator[str]:
    """Every text that is put together from several documents; it is made anew from what remains."""
    for table in TABLES:
        if not (table.history or table in FUNCTIONS_OF_ONE or table.name.startswith("ops.")):
            yield from _texts(store, table, "true")


def count(store: Store, erased: Erased) -> dict[str, int]:
    """How many rows of each table are of the erased, or name it."""
    with _registered(store.connection, erased):
        found = {table.name: _count(store, table) for table in TABLES if _naming(table)}
    return {name: rows for name, rows in found.items() if rows}


def scrub_history(store: Store, erased: Erased, traces: Traces) -> None:
    """Take the erased out of the histories: its events lose their words, all other rows that tell of it are deleted.

    The caller has opened the transaction, and has compiled the layers anew.
    """
    with _registered(store.connection, erased):
        emptied = ", ".join(f"{column} = NULL" for column in OF_EVENTS)
        store.query(f"UPDATE beliefs.events SET event = ?, {emptied} WHERE {_own(tables.EVENTS)}", [ERASED])  # noqa: S608
        for table in HISTORIES:
            if naming := _naming(table):
                store.query(f"DELETE FROM {table.name} WHERE {naming}")  # noqa: S608
    for table in HISTORIES:
        held = list(_holding(store, table, text_columns(table), traces))
        store.query(f"DELETE FROM {table.name} WHERE rowid IN (SELECT unnest(?::BIGINT[]))", [held])  # noqa: S608
    for column in ("path", "reason", "statement"):
        held = list(_holding(store, tables.EVENTS, [column], traces))
        store.query(f"UPDATE beliefs.events SET {column} = NULL WHERE rowid IN (SELECT unnest(?::BIGINT[]))", [held])  # noqa: S608


HISTORIES: Final = tuple(table for table in TABLES if table.history and table not in (tables.EVENTS, tables.RUNS, tables.ERASURES))


def leftovers(store: Store, erased: Erased, traces: Traces) -> dict[str, int]:
    """Places in which something of the erased is still found, with the number of rows or values."""
    found: dict[str, int] = {}
    with _registered(store.connection, erased):
        for table in TABLES:
            if not table.history and (rows := _count(store, table)):
                found[table.name] = rows
    for table, column in searched():
        hits = sum(map(traces.holds, joined(_values(store, table, column, "true"))))
        found |= {f"{table.name}.{column}": hits} if hits else {}
    return found


def searched() -> list[tuple[Table, str]]:
    """Every column of every table that can hold words."""
    return [(table, column) for table in TABLES for column in text_columns(table)]


def text_columns(table: Table) -> list[str]:
    """The columns of a table that hold text, alone or in lists, or bytes of a source; hashes and ids are no text."""
    return [field.name for field in table.schema if _is_text(field.type) and not field.name.endswith(HASHES)]


def _texts(store: Store, table: Table, condition: str) -> Iterator[str]:
    for column in text_columns(table):
        yield from _values(store, table, column, condition)


def _values(store: Store, table: Table, column: str, condition: str) -> Iterator[str]:
    sql = f'SELECT DISTINCT "{column}" FROM {table.name} WHERE ({condition}) AND "{column}" IS NOT NULL'  # noqa: S608
    for (value,) in store.query(sql):
        yield from readings(value)


def _holding(store: Store, table: Table, columns: Sequence[str], traces: Traces) -> Iterator[int]:
    """The row numbers of a table in which one of some columns says something of the erased."""
    listed = ", ".join(f'"{column}"' for column in columns)
    for number, *values in store.query(f"SELECT rowid, {listed} FROM {table.name}") if columns else ():  # noqa: S608
        if any(map(traces.holds, readings(values))):
            yield number


def _count(store: Store, table: Table) -> int:
    naming = _naming(table)
    return int(store.query(f"SELECT count(*) FROM {table.name} WHERE {naming}")[0][0]) if naming else 0  # noqa: S608


def _own(table: Table) -> str:
    """The condition by which a row belongs to the erased."""
    conditions = [f"{name} IN (FROM erased_ids)" for name in OWNERS if name in table.schema.names]
    if table is tables.LINES:
        conditions.append("(document_id, n) IN (FROM erased_lines)")
    return " OR ".join(f"coalesce({condition}, false)" for condition in conditions) or "false"


def _naming(table: Table) -> str:
    """The condition by which a row holds one of the ids, in whatever column; lines that stay blank hold nothing."""
    conditions = []
    for field in table.schema:
        if pa.types.is_string(field.type) and field.name.endswith("_id"):
            conditions.append(f"coalesce({field.name} IN (FROM erased_ids), false)")
        elif pa.types.is_list(field.type) and field.name.endswith("_ids"):
            conditions.append(f"coalesce(list_has_any({field.name}, (SELECT list(id) FROM erased_ids)), false)")  # noqa: S608
    return " OR ".join(conditions)


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_list(kind):
        return _is_text(kind.value_type)
    return bool(pa.types.is_string(kind) or pa.types.is_binary(kind))


@contextmanager
def _registered(connection: duckdb.DuckDBPyConnection, erased: Erased) -> Iterator[None]:
    """The erased as the tables ``erased_ids`` and ``erased_lines`` of one connection."""
    lines = pa.table(
        {
            "document_id": pa.array([document for document, _ in erased.lines], pa.string()),
            "n": pa.array([number for _, number in erased.lines], pa.int32()),
        }
    )
    with _ids(connection, "erased_ids", erased.ids):
        connection.register("erased_lines", lines)
        try:
            yield
        finally:
            connection.unregister("erased_lines")


@contextmanager
def _ids(connection: duckdb.DuckDBPyConnection, name: str, ids: Collection[str]) -> Iterator[None]:
    connection.register(name, pa.table({"id": pa.array(list(ids), pa.string())}))
    try:
        yield
    finally:
        connection.unregister(name)
