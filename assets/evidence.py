"""The layer of evidence: what each document says, by itself."""

from collections.abc import Iterator

import dagster as dg

from assets.layers import by_hand, held, keys_of, name_of, results, specs


def evidence(corpus: str, partitions: dg.PartitionsDefinition[str]) -> dg.AssetsDefinition:
    """The assets of the layer for one corpus."""

    @dg.multi_asset(
        name=name_of(corpus, "evidence"),
        specs=specs(corpus, "evidence"),
        partitions_def=partitions,
        backfill_policy=dg.BackfillPolicy.single_run(),
        required_resource_keys={"workspace"},
    )
    def layer(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[None]]:
        keys, writable = keys_of(context), held(context, corpus)
        writable.evidence(context.run.run_id, keys, by_hand(context))
        yield from results(context, corpus, "evidence", writable, keys)

    return layer
