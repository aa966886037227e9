"""An example of an asset of your own: it reads the published snapshot and comes after it.

Copy it to a module of yours. It needs two things: the snapshot's key among its ``deps``, and the resource that reads
the snapshot; ``get_connection`` gives an ordinary DuckDB connection, read-only, to the tables and views of docs/sql.md.
"""

from typing import Final

import dagster as dg
from dagster_duckdb import DuckDBResource

from assets.layers import snapshot_key, snapshot_resource

MOST_CITED: Final = (
    "SELECT target_path, count(*) AS citations, count(DISTINCT source_path) AS documents FROM reference_edges "
    "WHERE source_path <> target_path GROUP BY target_path ORDER BY citations DESC, target_path LIMIT 20"
)


def most_cited(corpus: str) -> dg.AssetsDefinition:
    """The documents of a corpus that others cite most, as a table in the UI."""

    @dg.asset(
        key=dg.AssetKey([corpus, "most_cited"]),
        deps=[snapshot_key(corpus)],
        group_name="examples",
        required_resource_keys={snapshot_resource(corpus)},
        description="Example: the documents that others cite most.",
    )
    def cited(context: dg.AssetExecutionContext) -> dg.MaterializeResult[None]:
        reader: DuckDBResource = getattr(context.resources, snapshot_resource(corpus))
        with reader.get_connection() as connection:
            rows = connection.execute(MOST_CITED).fetchall()
        lines = [f"| {path} | {citations} | {documents} |" for path, citations, documents in rows]
        table = "\n".join(["| document | citations | from documents |", "|---|---|---|", *lines])
        return dg.MaterializeResult(metadata={"most_cited": dg.MetadataValue.md(table)})

    return cited
