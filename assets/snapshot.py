"""The snapshot: the immutable copy that all readers use, published once everything holds."""

import dagster as dg

from assets.layers import PARTITIONED, SEARCH, WIKI, held, key_of, snapshot_key


def snapshot(corpus: str) -> dg.AssetsDefinition:
    """The asset of the published snapshot of one corpus."""

    @dg.asset(
        key=snapshot_key(corpus),
        deps=[key_of(corpus, table) for table in (*PARTITIONED, *WIKI, *SEARCH)],
        group_name="snapshot",
        kinds={"duckdb"},
        required_resource_keys={"workspace"},
        description="The database file that all readers open.",
    )
    def published(context: dg.AssetExecutionContext) -> dg.MaterializeResult[None]:
        path = held(context, corpus).publish(context.run.run_id)
        return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(path), "bytes": path.stat().st_size})

    return published
