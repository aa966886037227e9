"""The assets: one a table, described by the tables themselves, in the order of the flow."""

import dagster as dg

from assets.beliefs import beliefs
from assets.evidence import evidence
from assets.graph import graph
from assets.layers import EVIDENCE, LAYERS, name_of
from assets.search import search
from assets.snapshot import snapshot
from assets.wiki import wiki
from storage.tables import PARAGRAPHS, TABLES

DOCUMENTS = dg.DynamicPartitionsDefinition(name="documents")


def test_every_table_is_an_asset_of_one_layer() -> None:
    shown = [table for layer in LAYERS.values() for table in layer]
    assert len(shown) == len(set(shown))
    assert set(shown) == {table for table in TABLES if not table.name.startswith("ops.")}


def test_a_layer_is_one_step_with_an_asset_for_each_table() -> None:
    layer = evidence("papers", DOCUMENTS)
    assert layer.op.name == "evidence_papers"
    assert {key.path[-1] for key in layer.keys} == {table.name.partition(".")[2] for table in EVIDENCE}
    assert {spec.group_name for spec in layer.specs} == {"evidence"}
    assert not layer.can_subset
    assert layer.backfill_policy == dg.BackfillPolicy.single_run()


def test_an_asset_shows_the_columns_of_its_table() -> None:
    spec = evidence("papers", DOCUMENTS).get_asset_spec(dg.AssetKey(["papers", "paragraphs"]))
    assert spec.description == PARAGRAPHS.about
    shown = {column.name: column.description for column in spec.metadata["dagster/column_schema"].columns}
    assert [*shown] == PARAGRAPHS.schema.names
    assert shown["paragraph_hash"] == "xxh3_128 of the normalised text"


def test_each_layer_comes_after_those_it_is_made_from_and_the_snapshot_after_all() -> None:
    before, after = evidence("papers", DOCUMENTS), graph("papers", DOCUMENTS)
    for spec in after.specs:
        assert {dep.asset_key for dep in spec.deps} == before.keys
    claims, pages = beliefs("papers", DOCUMENTS), wiki("papers")
    for spec in claims.specs:
        assert {dep.asset_key for dep in spec.deps} == before.keys | after.keys
    for spec in pages.specs:
        assert {dep.asset_key for dep in spec.deps} == claims.keys
    index = search("papers")
    for spec in index.specs:
        assert {dep.asset_key for dep in spec.deps} == before.keys
    [published] = snapshot("papers").specs
    assert {dep.asset_key for dep in published.deps} == before.keys | after.keys | claims.keys | pages.keys | index.keys


def test_corpora_with_hyphens_have_names_that_dagster_allows() -> None:
    assert name_of("in-force", "sync") == "sync_in__force"
