"""Retention: old runs of Dagster are removed, so that its event log does not grow for ever.

needed   a run that holds the latest materialization of some partition; without it the UI would show the document as
         never computed
"""

import datetime
from collections.abc import Iterable
from typing import Final

import dagster as dg
from dagster import DagsterEventType, DagsterInstance, DagsterRunStatus, EventRecordsFilter, RunsFilter

KEPT_DAYS: Final = 30
MOST: Final = 200
ENDED: Final = (DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED)


def prune(instance: DagsterInstance, assets: Iterable[dg.AssetKey], now: datetime.datetime) -> int:
    """Remove runs that ended long ago and are not needed, the oldest first; return how many.

    Args:
        instance: Dagster's stores.
        assets: one asset of each layer, and those without partitions.
        now: the time, with its zone.
    """
    old = instance.get_run_records(
        RunsFilter(statuses=list(ENDED), created_before=now - datetime.timedelta(days=KEPT_DAYS)), ascending=True
    )
    if not old:
        return 0
    needed = {run for key in assets for run in _needed(instance, key)}
    doomed = [record.dagster_run.run_id for record in old if record.dagster_run.run_id not in needed][:MOST]
    for run_id in doomed:
        instance.delete_run(run_id)
    return len(doomed)


def _needed(instance: DagsterInstance, key: dg.AssetKey) -> set[str]:
    latest = instance.event_log_storage.get_latest_storage_id_by_partition(key, DagsterEventType.ASSET_MATERIALIZATION)
    whole = instance.get_latest_materialization_event(key)
    wanted = EventRecordsFilter(DagsterEventType.ASSET_MATERIALIZATION, asset_key=key, storage_ids=[*latest.values()])
    runs = {record.run_id for record in instance.event_log_storage.get_event_records(wanted)} if latest else set()
    return runs | ({whole.run_id} if whole else set())
