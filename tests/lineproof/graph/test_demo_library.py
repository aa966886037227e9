"""The demo library, compiled: exactly the relations, references and open references that its authors wrote down.

Lines may differ by one, since a reference may be wrapped: its authors give the line of its first or of its telling word.
"""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from storage.database import Store
from storage.workspace import Corpus
from tests.lineproof.graph.building import build

DEMO = Path(__file__).parents[3] / "demo"
Row = Sequence[Any]


def expected(name: str) -> list[dict[str, str]]:
    with (DEMO / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def without_match(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Rows (path, line, what must be equal) that no other row matches."""
    return [row for row in rows if not any(row[0] == other[0] and abs(row[1] - other[1]) <= 1 and row[2:] == other[2:] for other in others)]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with build(Corpus("demo", DEMO / "library", tmp_path_factory.mktemp("demo"))) as store:
        yield store


def test_relations_between_documents(demo: Store) -> None:
    found = demo.query("SELECT source_path, relation, target_path, partial FROM document_edges")
    rows = expected("expected_relations.tsv")
    wanted = {(row["source_path"], row["relation"], row["target_path"], row["partial"] == "true") for row in rows}
    assert set(found) == wanted


def test_references_with_line_and_target(demo: Store) -> None:
    found = demo.query(
        "SELECT source_path, line, target_path, target_line FROM reference_edges WHERE relation = 'refers_to' AND origin <> 'metadata'"
    )
    wanted = [
        (row["source_path"], int(row["line"]), row["target_path"], int(row["target_line"])) for row in expected("expected_references.tsv")
    ]
    assert without_match(wanted, found) == [], "missing"
    assert without_match(found, wanted) == [], "unexpected"


def test_open_references_with_reason(demo: Store) -> None:
    found = demo.query("SELECT path, line, reason, trim(text, '<>') FROM open_references WHERE reason <> 'one-sided'")
    wanted = [
        (row["source_path"], int(row["line"]), row["reason"], row["quote"])
        for row in expected("expected_open.tsv")
        if row["reason"] != "one-sided"
    ]
    assert without_match(wanted, found) == [], "missing"
    assert without_match(found, wanted) == [], "unexpected"


def test_candidates_of_an_ambiguous_reference(demo: Store) -> None:
    found = demo.query("SELECT path, candidates FROM open_references WHERE reason = 'ambiguous'")
    rows = [row for row in expected("expected_open.tsv") if row["reason"] == "ambiguous"]
    assert found == [(row["source_path"], row["candidates"].split(";")) for row in rows]
