"""The layer of the wiki: concepts, reflections and pages, derived over all claims of a corpus."""

from collections.abc import Iterator

import dagster as dg

from assets.layers import BELIEFS, by_hand, held, key_of, name_of, results, specs


def wiki(corpus: str) -> dg.AssetsDefinition:
    """The assets of the layer for one corpus."""

    @dg.multi_asset(
        name=name_of(corpus, "wiki"),
        specs=specs(corpus, "wiki", deps=[key_of(corpus, table) for table in BELIEFS]),
        required_resource_keys={"workspace"},
    )
    def layer(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[None]]:
        writable = held(context, corpus)
        writable.wiki(context.run.run_id, by_hand(context))
        yield from results(context, corpus, "wiki", writable, ())

    return layer
