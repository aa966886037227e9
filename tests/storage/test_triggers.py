"""Evidence before belief, enforced by the database whoever writes."""

from collections.abc import Iterator

import duckdb
import pytest

from storage.database import create_tables


@pytest.fixture
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    create_tables(connection)
    connection.execute("INSERT INTO beliefs.quotes (document_id, claim_id, position) VALUES ('d', 'c1', 0), ('d', 'c1', 1)")
    connection.execute("INSERT INTO beliefs.claims (document_id, claim_id) VALUES ('d', 'c1')")
    yield connection
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO beliefs.claims (document_id, claim_id) VALUES ('d', 'c2')",
        "UPDATE beliefs.claims SET claim_id = 'c2'",
        "DELETE FROM beliefs.quotes",
        "TRUNCATE beliefs.quotes",
        "UPDATE beliefs.quotes SET claim_id = 'c2'",
    ],
)
def test_no_statement_leaves_a_claim_without_a_quote(database: duckdb.DuckDBPyConnection, statement: str):
    with pytest.raises(duckdb.Error, match="quote"):
        database.execute(statement)
    assert database.execute("SELECT claim_id, count(*) FROM beliefs.claims JOIN beliefs.quotes USING (claim_id) GROUP BY 1").fetchall() == [
        ("c1", 2)
    ]


def test_one_of_two_quotes_may_go_and_the_last_one_after_its_claim(database: duckdb.DuckDBPyConnection):
    database.execute("DELETE FROM beliefs.quotes WHERE position = 1")
    database.execute("DELETE FROM beliefs.claims")
    database.execute("DELETE FROM beliefs.quotes")
    assert database.execute("SELECT count(*) FROM beliefs.quotes").fetchall() == [(0,)]
