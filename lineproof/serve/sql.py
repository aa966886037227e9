"""SQL: the owner's queries, which read the tables and nothing else.

The connection that they run on can reach no file; what is checked here gives a clear message first, and closes what the
database leaves open: the file of the snapshot itself, and functions that run a query given as text.
"""

import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import duckdb

from lineproof.serve.errors import BadQuery, RefusedQuery
from lineproof.serve.output import jsonable, print_table

BATCH: Final = 1_000

_ALLOWED: Final = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
_REFUSED: Final = re.compile(
    r"read_\w+|\w+_scan|scan_\w+|\w+_scan_\w+|glob|sniff_\w+|query|query_table|parquet_\w+|getenv|getvariable|"
    r"pragma_\w+|json_execute_serialized_sql|duckdb_secrets|which_secret|from_substrait\w*|duckdb_logs\w*|write_\w+"
)


def check(query: str) -> None:
    """Whether a query may run.

    Raises:
        BadQuery: it is no SQL.
        RefusedQuery: it is not one SELECT, EXPLAIN, DESCRIBE or SHOW, or calls a function that could read a file.
    """
    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        raise BadQuery(one_line(error)) from None
    if len(statements) != 1:
        raise RefusedQuery(f"sql takes one statement, not {len(statements)}.")
    if statements[0].type not in _ALLOWED:
        raise RefusedQuery(f"sql only reads: SELECT, EXPLAIN, DESCRIBE or SHOW, not {statements[0].type.name}.")
    for name in _calls(query):
        if _REFUSED.fullmatch(name):
            raise RefusedQuery(f"sql reaches no files: the function {name} is not available.")


def run(connection: duckdb.DuckDBPyConnection, query: str, form: str) -> None:
    """Run a query that was checked, and print its rows as a table, as csv, or as one JSON array of objects.

    Raises:
        BadQuery: the database cannot carry it out.
    """
    try:
        cursor = connection.execute(query)
        columns = _columns([item[0] for item in cursor.description or ()])
        rows = _rows(cursor)
        {"json": _print_json, "csv": _print_csv, "table": print_table}[form](columns, rows)
    except duckdb.Error as error:
        raise BadQuery(one_line(error)) from None


def one_line(error: Exception) -> str:
    """The message of the database without its picture of the query."""
    text = str(error).partition("\n\nLINE ")[0].partition("\nLINE ")[0]
    return " ".join(text.split())


def _calls(query: str) -> Iterator[str]:
    """Names that an opening parenthesis follows, in lower case and without quotes."""
    tokens = duckdb.tokenize(query)
    ends = [start for start, _ in tokens[1:]] + [len(query.encode())]
    raw = query.encode()
    texts = [raw[start:end].decode("utf-8", "replace").strip() for (start, _), end in zip(tokens, ends, strict=True)]
    words = [(text, kind) for text, (_, kind) in zip(texts, tokens, strict=True) if kind != duckdb.token_type.comment]
    for (text, _), (following, _) in pairwise(words):
        if following.startswith("("):
            yield text.strip('"').lower()


def _columns(names: Sequence[str]) -> list[str]:
    """Names of columns, told apart where a query gives one twice."""
    seen: dict[str, int] = {}
    unique = []
    for name in names:
        times = seen.get(name, 0)
        seen[name] = times + 1
        unique.append(f"{name}_{times}" if times else name)
    return unique


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while batch := cursor.fetchmany(BATCH):
        yield from batch


def _print_json(columns: Sequence[str], rows: Iterator[tuple[Any, ...]]) -> None:
    """One array, an object a line, written as the rows come."""
    wide = sys.stdout.encoding.lower().replace("-", "").startswith("utf")
    separator = "["
    for row in rows:
        shown = dict(zip(columns, map(jsonable, row), strict=True))
        print(separator + json.dumps(shown, ensure_ascii=not wide, allow_nan=False), end="")
        separator = ",\n"
    print("[]" if separator == "[" else "]")


def _print_csv(columns: Sequence[str], rows: Iterator[tuple[Any, ...]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])


def _cell(value: object) -> object:
    shown = jsonable(value)
    return json.dumps(shown, ensure_ascii=False) if isinstance(shown, dict | list) else shown
