"""The layer of beliefs: what is claimed on the evidence, and what is in force."""

from collections.abc import Iterator

import dagster as dg

from assets.layers import EVIDENCE, GRAPH, by_hand, held, key_of, keys_of, name_of, results, specs


def beliefs(corpus: str, partitions: dg.PartitionsDefinition[str]) -> dg.AssetsDefinition:
    """The assets of the layer for one corpus."""

    @dg.multi_asset(
        name=name_of(corpus, "beliefs"),
        specs=specs(corpus, "beliefs", deps=[key_of(corpus, table) for table in (*EVIDENCE, *GRAPH)]),
        partitions_def=partitions,
        backfill_policy=dg.BackfillPolicy.single_run(),
        required_resource_keys={"workspace"},
    )
    def layer(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[None]]:
        keys, writable = keys_of(context), held(context, corpus)
        writable.beliefs(context.run.run_id, keys, by_hand(context))
        yield from results(context, corpus, "beliefs", writable, keys)

    return layer
