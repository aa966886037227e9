"""Runs: what a run of Dagster is told, whoever starts it.

dirty     the partition keys that the run is about
dead      a run that its process did not live to end; it would hold the queue for ever
started   by the command line, which holds the write lock of the corpus from before the run until after it
"""

from collections.abc import Mapping
from typing import Final

import dagster as dg
from dagster import DagsterInstance, DagsterRunStatus, RunsFilter

from assets.layers import PLANNED, RERUN
from pipelines.partitions import Arrangement, arrange, buckets_for, partition_of, partition_set
from pipelines.planner import Plan

CORPUS: Final = "lineproof/corpus"
STARTED_BY: Final = "lineproof/started-by"
COMMAND: Final = "command"
FIRST: Final = "dagster/asset_partition_range_start"
LAST: Final = "dagster/asset_partition_range_end"
UNFINISHED: Final = (
    DagsterRunStatus.QUEUED,
    DagsterRunStatus.NOT_STARTED,
    DagsterRunStatus.STARTING,
    DagsterRunStatus.STARTED,
    DagsterRunStatus.CANCELING,
)


def arrange_partitions(instance: DagsterInstance, corpus: str, plan: Plan) -> Arrangement:
    """Make the keys of the dirty documents the tail of the set, and bring the rest of it up to date."""
    name, buckets = partition_set(corpus), buckets_for(len(plan.documents))
    present = (partition_of(corpus, path, buckets) for path in plan.documents)
    dirty = (partition_of(corpus, path, buckets) for path in plan.dirty)
    found = arrange(instance.get_dynamic_partitions(name), present, dirty)
    for key in found.remove:
        instance.delete_dynamic_partition(name, key)
    if found.add:
        instance.add_dynamic_partitions(name, list(found.add))
    return found


def drop_partitions(instance: DagsterInstance, corpus: str, plan: Plan) -> None:
    """Take the keys of deleted documents out of the set, once the run that removed their rows is over."""
    name, buckets = partition_set(corpus), buckets_for(len(plan.documents))
    present = {partition_of(corpus, path, buckets) for path in plan.documents}
    for key in dict.fromkeys(partition_of(corpus, path, buckets) for path in plan.dirty):
        if key not in present:
            instance.delete_dynamic_partition(name, key)


def tags_of(corpus: str, arrangement: Arrangement) -> dict[str, str]:
    """The tags of a planned run: the range that it covers; none where only the snapshot is to be published."""
    tags = {PLANNED: "true", CORPUS: corpus}
    if arrangement.first is not None and arrangement.last is not None:
        tags |= {FIRST: arrangement.first, LAST: arrangement.last}
    return tags


def unfinished(instance: DagsterInstance, tags: Mapping[str, str]) -> list[dg.DagsterRun]:
    """Runs with these tags that wait or go on."""
    return list(instance.get_runs(RunsFilter(statuses=list(UNFINISHED), tags=dict(tags))))


def end_dead_runs(instance: DagsterInstance, corpus: str) -> None:
    """Report runs of the command line as failed; whoever holds the write lock knows that none of them lives.

    One that the UI runs again has the same tags, but is no run of the command line.
    """
    for run in unfinished(instance, {CORPUS: corpus, STARTED_BY: COMMAND}):
        if RERUN in run.tags:
            continue
        instance.report_run_failed(run, "The process was killed; the next sync completes the work.")
