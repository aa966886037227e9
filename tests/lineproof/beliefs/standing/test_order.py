"""Standings do not depend on the order in which anything arrived."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Claim
from lineproof.beliefs.standing import standings
from lineproof.beliefs.standing.load import load_library
from lineproof.beliefs.standing.measure import measure
from lineproof.beliefs.standing.model import Held, Library
from storage.database import Store
from storage.workspace import Corpus
from tests.lineproof.beliefs.standing.claiming import claims_of
from tests.lineproof.graph.building import build

DEMO = Path(__file__).parents[4] / "demo" / "library"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with build(Corpus("demo", DEMO, tmp_path_factory.mktemp("demo"))) as store:
        yield store


@pytest.fixture(scope="module")
def loaded(store: Store) -> tuple[list[Claim], Library]:
    claims = [claim for document in load_documents(store.connection) for claim in claims_of(document)]
    return claims, load_library(store.connection, claims)


@pytest.mark.parametrize("seed", range(6))
def test_any_order_gives_the_same(loaded: tuple[list[Claim], Library], seed: int) -> None:
    claims, library = loaded
    expected = standings(claims, library)
    random = Random(seed)
    mixed, links = list(claims), list(library.links)
    random.shuffle(mixed)
    random.shuffle(links)
    places, sources = (dict(random.sample(list(table.items()), len(table))) for table in (library.places, library.sources))
    assert standings(mixed, Library(sources, places, links)) == expected


def test_every_claim_has_one_standing(loaded: tuple[list[Claim], Library]) -> None:
    claims, library = loaded
    found, relations = standings(claims, library)
    assert [standing.claim_id for standing in found] == sorted(claim.claim_id for claim in claims)
    assert len({(edge.source_id, edge.type, edge.target_id) for edge in relations}) == len(relations)


def test_of_a_claim_without_a_value_only_what_holds_it_matters(store: Store, loaded: tuple[list[Claim], Library]) -> None:
    claims, library = loaded
    setting = [claim for claim in claims if measure(claim.candidate)]
    others = [Held.of(claim) for claim in claims if not measure(claim.candidate)]
    found, relations = standings(setting, load_library(store.connection, setting, others), others=others)
    assert (found, relations) == standings(claims, library)
    fallen = {standing.claim_id for standing in found if standing.status != "active"}
    assert fallen & {one.claim_id for one in others}
    assert fallen & {claim.claim_id for claim in setting}


def test_a_claim_whose_paragraph_is_gone_is_in_force(loaded: tuple[list[Claim], Library]) -> None:
    claims, library = loaded
    found, _ = standings(claims[:1], Library(library.sources, {}, ()))
    assert [standing.status for standing in found] == ["active"]
