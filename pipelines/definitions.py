"""The definitions that Dagster loads: every corpus of the workspace in ``LINEPROOF_WORKSPACE``.

The default is the current folder. One without ``lineproof.toml`` gives empty definitions, so that a fresh clone loads.
"""

import os
from pathlib import Path

import dagster as dg

from assets.layers import snapshot_resource
from checks.audit import audit
from checks.blocking import invariant_checks
from pipelines.example import most_cited
from pipelines.jobs import assets_of, audit_job, nightly_job, sync_job
from pipelines.resources import SnapshotResource, WorkspaceResource
from pipelines.triggers import schedule, sensor
from storage.errors import NotAWorkspace
from storage.workspace import Workspace


def of_workspace(workspace: Workspace) -> dg.Definitions:
    """Assets, checks, jobs, triggers and resources of every corpus."""
    names, corpora, folder = workspace.names, workspace.corpora.values(), str(workspace.folder)
    readers = {snapshot_resource(name): SnapshotResource(folder=folder, corpus=name) for name in names}
    return dg.Definitions(
        assets=[each for name in names for each in (*assets_of(name), audit(name), most_cited(name))],
        asset_checks=[each for name in names for each in invariant_checks(name)],
        jobs=[job(name) for name in names for job in (sync_job, audit_job, nightly_job)],
        sensors=[sensor(corpus) for corpus in corpora],
        schedules=[schedule(corpus) for corpus in corpora],
        resources={"workspace": WorkspaceResource(folder=folder), **readers},
        executor=dg.in_process_executor,  # one process a run: it holds the lock and the one connection
    )


def load() -> dg.Definitions:
    """The definitions of the workspace that the environment names.

    Raises:
        BadSettings: its ``lineproof.toml`` cannot be used.
    """
    folder = Path(os.environ.get("LINEPROOF_WORKSPACE", "."))
    try:
        return of_workspace(Workspace.open(folder))
    except NotAWorkspace as error:
        dg.get_dagster_logger().warning("Nothing to show. %s Or set LINEPROOF_WORKSPACE to one.", error)
        return dg.Definitions()


defs = load()
