"""Event log: wall time of one range run with Dagster's stock SQLite storage and with ours, in turn, in one process.

    python benchmarks/event_log.py [--assets 6] [--partitions 111] [--rounds 2]

The run is a chain of empty assets over dynamic partitions, so that what is measured is Dagster and its event log. The
first round also makes the database files; the ratio is that of the best rounds.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ |= {"DAGSTER_EVENT_BATCH_SIZE": "1000", "DAGSTER_EMIT_PARTITION_SUBSET_IN_PLANNED_EVENTS": "1"}

import dagster as dg
from dagster._core.instance.ref import InstanceRef
from results import show_tables
from rich.table import Table

from storage.dagster_home import settings

DOCUMENTS = dg.DynamicPartitionsDefinition(name="documents")


def chain(length: int) -> dg.JobDefinition:
    """A job of that many empty assets, each after the one before."""
    assets: list[dg.AssetsDefinition] = []
    for n in range(length):
        spec = dg.AssetSpec(f"layer_{n}", deps=assets[-1].keys if assets else [])
        assets.append(empty_asset(spec))
    job = dg.define_asset_job("sync", executor_def=dg.in_process_executor)
    return dg.Definitions(assets=assets, jobs=[job]).resolve_job_def("sync")


def empty_asset(spec: dg.AssetSpec) -> dg.AssetsDefinition:
    """An asset that computes nothing."""

    @dg.multi_asset(
        name=spec.key.path[-1],
        specs=[spec],
        partitions_def=DOCUMENTS,
        backfill_policy=dg.BackfillPolicy.single_run(),
    )
    def compute(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult]:
        yield dg.MaterializeResult(spec.key, metadata={"run_rows": len(context.partition_keys)})

    return compute


def seconds(job: dg.JobDefinition, home: Path, config: dict[str, Any], partitions: int) -> float:
    """Wall seconds from opening the instance to the end of one range run over all partitions."""
    home.mkdir(exist_ok=True)
    keys = [f"document-{n:05d}" for n in range(partitions)]
    tags = {"dagster/asset_partition_range_start": keys[0], "dagster/asset_partition_range_end": keys[-1]}
    start = time.perf_counter()
    with dg.DagsterInstance.from_ref(InstanceRef.from_dir(str(home), overrides=config)) as instance:
        instance.add_dynamic_partitions("documents", keys)
        job.execute_in_process(instance=instance, tags=tags)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--assets", type=int, default=6)
    arguments.add_argument("--partitions", type=int, default=111)
    arguments.add_argument("--rounds", type=int, default=2)
    options = arguments.parse_args()
    job = chain(options.assets)
    with TemporaryDirectory() as folder:
        ours = settings(Path(folder, "ours"))
        stock = {key: value for key, value in ours.items() if key != "event_log_storage"}
        times: dict[str, list[float]] = {"stock": [], "ours": []}
        for _ in range(options.rounds):
            for name, config in (("stock", stock), ("ours", ours)):
                times[name].append(seconds(job, Path(folder, name), config, options.partitions))
    show(times, f"{options.assets} chained assets, {options.partitions} partitions, one range run: wall seconds")


def show(times: dict[str, list[float]], title: str) -> None:
    """Print a row a storage, a column a round, and the ratio to ours."""
    table = Table("event log", *(f"round {n + 1}" for n in range(len(times["ours"]))), "ratio", title=title)
    for name, rounds in times.items():
        table.add_row(name, *(f"{wall:.2f}" for wall in rounds), f"{min(rounds) / min(times['ours']):.1f}")
    show_tables(table)


if __name__ == "__main__":
    main()
