"""Triggers: when a corpus is synced without anybody asking. Both are off until somebody turns them on in the UI.

sensor     looks for new, changed and deleted documents, and starts one run for them
schedule   each night a sync and then the audit, in one run; removes old runs of Dagster first
"""

import datetime

import dagster as dg
from dagster import DagsterInstance

from assets.layers import BELIEFS, EVIDENCE, GRAPH, SEARCH, WIKI, audit_key, key_of, name_of, snapshot_key
from pipelines.planner import Plan, plan
from pipelines.retention import prune
from pipelines.runs import CORPUS, arrange_partitions, end_dead_runs, tags_of, unfinished
from storage.errors import Busy
from storage.lock import write_lock
from storage.workspace import Corpus

SECONDS = 30
NIGHTLY = "0 2 * * *"


def sensor(corpus: Corpus) -> dg.SensorDefinition:
    """Start a sync when the sources differ from what is compiled."""

    @dg.sensor(
        name=name_of(corpus.name, "changes"),
        job_name=name_of(corpus.name, "sync"),
        minimum_interval_seconds=SECONDS,
        description=f"New, changed and deleted documents of {corpus.name}.",
    )
    def changes(context: dg.SensorEvaluationContext) -> dg.RunRequest | dg.SkipReason:
        found = _plan(context.instance, corpus)
        if isinstance(found, dg.SkipReason):
            return found
        request = _request(context.instance, corpus, found, [snapshot_key(corpus.name)])
        return dg.SkipReason("Nothing changed.") if found.empty else request

    return changes


def schedule(corpus: Corpus) -> dg.ScheduleDefinition:
    """Each night a sync and the audit, one after the other in one run."""

    @dg.schedule(name=name_of(corpus.name, "nightly"), job_name=name_of(corpus.name, "nightly"), cron_schedule=NIGHTLY)
    def nightly(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
        shown = [*(key_of(corpus.name, layer[0]) for layer in (EVIDENCE, GRAPH, BELIEFS, WIKI, SEARCH)), snapshot_key(corpus.name)]
        prune(context.instance, [*shown, audit_key(corpus.name)], datetime.datetime.now(datetime.UTC))
        found = _plan(context.instance, corpus)
        if isinstance(found, dg.SkipReason):
            return found
        published = [] if found.empty else [snapshot_key(corpus.name)]
        return _request(context.instance, corpus, found, [*published, audit_key(corpus.name)])

    return nightly


def _plan(instance: DagsterInstance, corpus: Corpus) -> Plan | dg.SkipReason:
    """The plan, unless a run or another process is at work."""
    try:
        with write_lock(corpus, wait=0, purpose="look for dead runs"):
            end_dead_runs(instance, corpus.name)
        if unfinished(instance, {CORPUS: corpus.name}):
            return dg.SkipReason("A run of this corpus waits or goes on.")
        return plan(corpus, wait=0)
    except Busy as error:
        return dg.SkipReason(str(error))


def _request(instance: DagsterInstance, corpus: Corpus, found: Plan, unpartitioned: list[dg.AssetKey]) -> dg.RunRequest:
    """One run over the dirty partitions; where there are none, of what has no partitions."""
    arrangement = arrange_partitions(instance, corpus.name, found)
    selection = unpartitioned if arrangement.first is None else None
    return dg.RunRequest(tags=tags_of(corpus.name, arrangement), asset_selection=selection)
