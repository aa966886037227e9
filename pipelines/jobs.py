"""Jobs: the assets and checks of one corpus, and the jobs over them.

sync      all layers, their invariants, and the snapshot
audit     the expectations on the published snapshot
nightly   a sync, then the audit, in one run
"""

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

from assets.beliefs import beliefs
from assets.evidence import evidence
from assets.graph import graph
from assets.layers import PARTITIONED, SEARCH, WIKI, audit_key, key_of, name_of, snapshot_key
from assets.search import search
from assets.snapshot import snapshot
from assets.wiki import wiki
from checks.blocking import invariant_checks
from pipelines.partitions import partition_set


def assets_of(corpus: str) -> list[dg.AssetsDefinition]:
    """The assets of one corpus, in the order of the flow."""
    partitions = dg.DynamicPartitionsDefinition(name=partition_set(corpus))
    layers = [layer(corpus, partitions) for layer in (evidence, graph, beliefs)]
    return [*layers, wiki(corpus), search(corpus), snapshot(corpus)]


def sync_job(corpus: str) -> UnresolvedAssetJobDefinition:
    """The job of a sync; what it computes is a question of the partitions that its run names."""
    selection = sync_selection(corpus)
    return dg.define_asset_job(name_of(corpus, "sync"), selection=selection, executor_def=dg.in_process_executor)


def sync_selection(corpus: str) -> dg.AssetSelection:
    """The tables, their blocking checks, and the snapshot."""
    tables = [key_of(corpus, table) for table in (*PARTITIONED, *WIKI, *SEARCH)]
    return dg.AssetSelection.assets(*tables, snapshot_key(corpus))


def sync_definitions(corpus: str, workspace: object) -> dg.Definitions:
    """Just what a sync of one corpus needs; ``workspace`` is the open session."""
    return dg.Definitions(
        assets=assets_of(corpus),
        asset_checks=invariant_checks(corpus),
        jobs=[sync_job(corpus)],
        resources={"workspace": dg.ResourceDefinition.hardcoded_resource(workspace)},
    )


def audit_job(corpus: str) -> UnresolvedAssetJobDefinition:
    """The job of the audit."""
    selection = dg.AssetSelection.assets(audit_key(corpus))
    return dg.define_asset_job(name_of(corpus, "audit"), selection=selection, executor_def=dg.in_process_executor)


def nightly_job(corpus: str) -> UnresolvedAssetJobDefinition:
    """The job of the night: what a sync computes, then the audit."""
    selection = sync_selection(corpus) | dg.AssetSelection.assets(audit_key(corpus))
    return dg.define_asset_job(name_of(corpus, "nightly"), selection=selection, executor_def=dg.in_process_executor)
