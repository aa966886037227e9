"""The owner's queries: what they may do, and how their rows are printed."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from lineproof.serve.errors import BadQuery, RefusedQuery
from lineproof.serve.sql import check, run
from storage.snapshots import current, open_snapshots
from storage.workspace import Workspace


@pytest.fixture
def reader(library: Workspace) -> Iterator[duckdb.DuckDBPyConnection]:
    with open_snapshots(library.corpora) as connection:
        yield connection


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1",
        "WITH a AS (SELECT 1 AS n) FROM a;",
        "EXPLAIN SELECT 1",
        "DESCRIBE documents",
        "SHOW TABLES",
        "SUMMARIZE documents",
        "FROM documents SELECT path, query",
        "SELECT 'read_csv(' AS read_text -- read_blob(1)",
    ],
)
def test_queries_that_read_are_let_through(query: str) -> None:
    check(query)


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM evidence.lines",
        "CREATE TABLE a AS SELECT 1",
        "COPY (SELECT 1) TO 'x.csv'",
        "ATTACH 'x.duckdb'",
        "PRAGMA version",
        "CALL pragma_version()",
        "SET threads = 1",
        "LOAD httpfs",
        "EXPORT DATABASE 'x'",
        "SELECT 1; SELECT 2",
        "",
        ";",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM \"READ_BLOB\" ('/etc/passwd')",
        "SELECT * FROM read_csv/* nothing */('/etc/passwd')",
        "SELECT 'ü', * FROM main.glob('/etc/*')",
        "SELECT * FROM parquet_scan('x')",
        "SELECT * FROM sniff_csv('x')",
        "SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
    ],
)
def test_all_else_is_refused(query: str) -> None:
    with pytest.raises(RefusedQuery):
        check(query)


def test_a_syntax_error_is_one_line() -> None:
    with pytest.raises(BadQuery) as raised:
        check("SELEC 1\nFROM x")
    assert "\n" not in str(raised.value)


def test_no_file_is_reached_even_past_the_check(
    reader: duckdb.DuckDBPyConnection, library: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("secret\n")
    for query in (
        f"SELECT * FROM '{secret}'",
        f"SELECT * FROM read_text('{secret}')",
        f"EXPLAIN ANALYZE COPY (SELECT 1) TO '{tmp_path / 'out.csv'}'",
        f"SELECT * FROM '{current(library.corpus('forms'))}'",
        "SELECT * FROM connection",
        "SELECT * FROM rows",
    ):
        with pytest.raises(BadQuery):
            run(reader, query, "json")
    assert "secret" not in capsys.readouterr().out
    assert not (tmp_path / "out.csv").exists()


ODD = (
    "SELECT DATE '2026-01-01' AS day, 'nan'::DOUBLE AS none, [1, 2] AS list, {'a': NULL} AS struct, 1 AS n, 2 AS n, "
    "sum(1) AS total, 'ü\n' AS text "
    "UNION ALL SELECT NULL, 1.5, [], NULL, NULL, NULL, NULL, '' ORDER BY total NULLS LAST"
)


def test_json_is_one_array_of_objects(reader: duckdb.DuckDBPyConnection, capsys: pytest.CaptureFixture[str]) -> None:
    run(reader, ODD, "json")
    first, second = json.loads(capsys.readouterr().out)
    assert first == {
        "day": "2026-01-01",
        "none": None,
        "list": [1, 2],
        "struct": {"a": None},
        "n": 1,
        "n_1": 2,
        "total": 1,
        "text": "ü\n",
    }
    assert second["none"] == 1.5


def test_no_rows_are_an_empty_array(reader: duckdb.DuckDBPyConnection, capsys: pytest.CaptureFixture[str]) -> None:
    run(reader, "SELECT 1 AS n WHERE false", "json")
    assert json.loads(capsys.readouterr().out) == []


def test_csv_has_a_heading_and_reads_back(reader: duckdb.DuckDBPyConnection, capsys: pytest.CaptureFixture[str]) -> None:
    run(reader, "SELECT 'a,\"b\"\nc' AS text, NULL AS nothing, [1] AS list", "csv")
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["text", "nothing", "list"],
        ['a,"b"\nc', "", "[1]"],
    ]


def test_views_unite_the_corpora(reader: duckdb.DuckDBPyConnection, capsys: pytest.CaptureFixture[str]) -> None:
    run(reader, "SELECT corpus, count(*) AS n FROM documents GROUP BY corpus ORDER BY corpus", "json")
    assert json.loads(capsys.readouterr().out) == [{"corpus": "forms", "n": 6}, {"corpus": "notes", "n": 2}]
