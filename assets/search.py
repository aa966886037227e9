"""The layer of the search index: vectors of paragraphs, where a corpus has them; postings are made with the evidence."""

from collections.abc import Iterator

import dagster as dg

from assets.layers import EVIDENCE, held, key_of, name_of, results, specs


def search(corpus: str) -> dg.AssetsDefinition:
    """The assets of the layer for one corpus."""

    @dg.multi_asset(
        name=name_of(corpus, "search"),
        specs=specs(corpus, "search", deps=[key_of(corpus, table) for table in EVIDENCE]),
        required_resource_keys={"workspace"},
    )
    def layer(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[None]]:
        writable = held(context, corpus)
        writable.search(context.run.run_id)
        yield from results(context, corpus, "search", writable, ())

    return layer
