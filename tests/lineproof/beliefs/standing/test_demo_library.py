"""The demo library: the statuses that its authors gave to the values of their answer key."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.workspace import Corpus
from tests.lineproof.beliefs.standing.claiming import Outcome, decided
from tests.lineproof.graph.building import build

DEMO = Path(__file__).parents[4] / "demo"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcome]:
    with build(Corpus("demo", DEMO / "library", tmp_path_factory.mktemp("demo"))) as store:
        yield decided(store)


def key() -> list[dict[str, str]]:
    with (DEMO / "answer_key.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_no_claim_has_a_status_that_the_key_does_not_give_to_its_value(demo: Outcome) -> None:
    wanted: dict[tuple[str, str, str], set[str]] = {}
    for row in key():
        wanted.setdefault((row["path"], row["value"], row["unit"]), set()).add(row["status"])
    places = [((demo.paths[c.document_id], c.candidate.value or "", c.candidate.unit or ""), s.status) for c, s in demo.both()]
    known = [(place, status) for place, status in places if place in wanted]
    assert len(known) > 250
    assert [(place, status) for place, status in known if status not in wanted[place]] == []


def test_every_value_of_the_key_that_is_not_in_force_is_found(demo: Outcome) -> None:
    found = {(path, value, status) for path, value, status in demo.not_active()}
    wanted = {(row["path"], row["value"], row["status"]) for row in key() if row["status"] != "active" and row["unit"]}
    assert wanted <= found


def test_exactly_one_contradiction(demo: Outcome) -> None:
    assert demo.edges("contradicts") == {("60", "contradicts", "90")}
