"""Layers: the tables of a corpus as Dagster assets; one layer is one step, one asset one table.

layer      the tables that one stage writes in one transaction; rerunning a partition reruns its layers
held       a corpus whose write lock the run holds: what the assets may ask to be done
planned    a run that was started for just the documents that must be computed; any other run is by hand, and computes
           its partitions again whether they changed or not
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

import dagster as dg
import pyarrow as pa

from storage import tables
from storage.tables import TABLES, Table

PLANNED: Final = "lineproof/planned"
RERUN: Final = "dagster/parent_run_id"
SEARCH: Final = (tables.VECTORS,)
EVIDENCE: Final = tuple(table for table in TABLES if table.name.startswith(("evidence.", "search.")) and table not in SEARCH)
GRAPH: Final = tuple(table for table in TABLES if table.name.startswith("graph."))
WIKI: Final = (
    tables.REFLECTIONS,
    tables.REFLECTION_CLAIMS,
    *(table for table in TABLES if table.name.startswith("wiki.")),
)
BELIEFS: Final = tuple(table for table in TABLES if table.name.startswith("beliefs.") and table not in WIKI)
LAYERS: Final = {"evidence": EVIDENCE, "graph": GRAPH, "beliefs": BELIEFS, "wiki": WIKI, "search": SEARCH}
PARTITIONED: Final = (*EVIDENCE, *GRAPH, *BELIEFS)
"""Tables whose assets are partitioned by document; the wiki is derived over the whole corpus, and vectors go by text."""


class Held(Protocol):
    """A corpus under the write lock, with the stages that change it."""

    def evidence(self, run_id: str, keys: Sequence[str], again: bool) -> None:
        """Bring the evidence up to date; compile the documents of the keys in any case if ``again``."""

    def graph(self, run_id: str, keys: Sequence[str], again: bool) -> None:
        """Bring the graph up to date; resolve the documents of the keys in any case if ``again``."""

    def beliefs(self, run_id: str, keys: Sequence[str], again: bool) -> None:
        """Bring the claims up to date; believe the documents of the keys anew in any case if ``again``."""

    def wiki(self, run_id: str, again: bool) -> None:
        """Bring concepts, reflections and pages up to date; derive them anew in any case if ``again``."""

    def search(self, run_id: str) -> None:
        """Bring the vectors up to date."""

    def rows(self, table: Table, run_id: str, keys: Sequence[str]) -> int:
        """Rows of the documents of the keys, or all without keys; of a history, those of the run."""

    def publish(self, run_id: str) -> Path:
        """Publish a snapshot."""


class Holder(Protocol):
    """The resource ``workspace`` of a run."""

    def write(self, corpus: str) -> Held:
        """Hold a corpus until the run is over."""


def name_of(corpus: str, layer: str) -> str:
    """The name of a step, job or trigger of a corpus; Dagster allows no hyphen there."""
    return f"{layer}_{corpus.replace('-', '__')}"


def key_of(corpus: str, table: Table) -> dg.AssetKey:
    """The key of the asset of a table."""
    return dg.AssetKey([corpus, table.name.partition(".")[2]])


def snapshot_key(corpus: str) -> dg.AssetKey:
    """The key of the published snapshot."""
    return dg.AssetKey([corpus, "snapshot"])


def audit_key(corpus: str) -> dg.AssetKey:
    """The key of the audit of the snapshot."""
    return dg.AssetKey([corpus, "audit"])


def snapshot_resource(corpus: str) -> str:
    """The name of the resource that reads the published snapshot."""
    return name_of(corpus, "snapshot")


def specs(corpus: str, layer: str, deps: Sequence[dg.AssetKey] = ()) -> list[dg.AssetSpec]:
    """One asset a table of the layer, with its columns."""
    return [
        dg.AssetSpec(
            key_of(corpus, table),
            deps=deps,
            description=table.about,
            group_name=layer,
            kinds={"duckdb"},
            metadata={"dagster/table_name": table.name, "dagster/column_schema": _columns(table.schema)},
        )
        for table in LAYERS[layer]
    ]


def held(context: dg.AssetExecutionContext, corpus: str) -> Held:
    """The corpus, under the lock of this run."""
    holder: Holder = context.resources.workspace
    return holder.write(corpus)


def keys_of(context: dg.AssetExecutionContext) -> list[str]:
    """The partition keys of the run.

    Raises:
        Failure: there are none; Dagster would count the step as done for no partition at all.
    """
    keyed = context.has_partition_key or context.has_partition_key_range
    if keyed and (keys := list(context.partition_keys)):
        return keys
    raise dg.Failure("This run names no partition, or a range that ends before it starts. Choose documents to run.")


def by_hand(context: dg.AssetExecutionContext) -> bool:
    """Whether somebody asks for these partitions, be it by running a planned run again."""
    return PLANNED not in context.run.tags or RERUN in context.run.tags


def results(
    context: dg.AssetExecutionContext, corpus: str, layer: str, of: Held, keys: Sequence[str]
) -> Iterator[dg.MaterializeResult[None]]:
    """What Dagster records of a layer; ``run_rows`` is for all partitions of the run together."""
    for table in LAYERS[layer]:
        rows = of.rows(table, context.run.run_id, keys)
        yield dg.MaterializeResult(key_of(corpus, table), metadata={"run_rows": rows})


def _columns(schema: pa.Schema) -> dg.TableSchema:
    about = [(field.metadata or {}).get(b"about", b"").decode() for field in schema]
    columns = zip(schema.names, schema.types, about, strict=True)
    return dg.TableSchema([dg.TableColumn(name, str(kind), text or None) for name, kind, text in columns])
