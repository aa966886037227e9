"""The layer of the graph: names, and what they link."""

from collections.abc import Iterator

import dagster as dg

from assets.layers import EVIDENCE, by_hand, held, key_of, keys_of, name_of, results, specs


def graph(corpus: str, partitions: dg.PartitionsDefinition[str]) -> dg.AssetsDefinition:
    """The assets of the layer for one corpus."""

    @dg.multi_asset(
        name=name_of(corpus, "graph"),
        specs=specs(corpus, "graph", deps=[key_of(corpus, table) for table in EVIDENCE]),
        partitions_def=partitions,
        backfill_policy=dg.BackfillPolicy.single_run(),
        required_resource_keys={"workspace"},
    )
    def layer(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[None]]:
        keys, writable = keys_of(context), held(context, corpus)
        writable.graph(context.run.run_id, keys, by_hand(context))
        yield from results(context, corpus, "graph", writable, keys)

    return layer
