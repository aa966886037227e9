"""Launch: one Dagster run in this process, on the lock and the connection that the session holds.

launched   how the run ended, as far as Dagster knows; what a stage raised is with the session
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from dagster import DagsterInstance, DagsterRun, JobDefinition
from dagster._core.definitions.job_base import InMemoryJob
from dagster._core.errors import DagsterExecutionInterruptedError as Interrupted
from dagster._core.execution.api import execute_run
from dagster._core.instance.ref import InstanceRef
from dagster._core.remote_origin import (
    ManagedGrpcPythonEnvCodeLocationOrigin,
    RemoteJobOrigin,
    RemoteRepositoryOrigin,
)
from dagster._core.types.loadable_target_origin import LoadableTargetOrigin

from assets.layers import name_of, snapshot_key
from pipelines.environment import BATCHES, LOCATION
from pipelines.jobs import sync_definitions
from pipelines.planner import Plan
from pipelines.runs import (
    COMMAND,
    STARTED_BY,
    arrange_partitions,
    drop_partitions,
    end_dead_runs,
    tags_of,
)
from pipelines.session import Session
from storage.dagster_home import prepare
from storage.workspace import Corpus, Workspace

__all__ = ["Interrupted", "Launched", "open_instance", "ready"]

QUIET: Final = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
# The stock manager redirects the output of steps to files: progress bars would break.
NO_CAPTURE: Final = {
    "compute_logs": {
        "module": "dagster._core.storage.noop_compute_log_manager",
        "class": "NoOpComputeLogManager",
        "config": {},
    }
}


@dataclass(frozen=True, slots=True)
class Launched:
    """A run that is over; ``failure`` is None if it succeeded."""

    run_id: str
    failure: str | None


@contextmanager
def open_instance(workspace: Workspace) -> Iterator[DagsterInstance]:
    """Dagster's stores of a workspace."""
    for name, value in BATCHES.items():
        os.environ.setdefault(name, value)
    prepare(workspace.dagster_home)
    with DagsterInstance.from_ref(InstanceRef.from_dir(str(workspace.dagster_home), overrides=NO_CAPTURE)) as instance:
        yield instance


@contextmanager
def ready(session: Session, corpus: Corpus, plan: Plan) -> Iterator[Callable[[], Launched]]:
    """Set up everything but the run itself, which the caller starts by calling what it is given."""
    with open_instance(session.workspace) as instance:
        job = sync_definitions(corpus.name, session).resolve_job_def(name_of(corpus.name, "sync"))
        yield lambda: _launch(instance, job, corpus, plan)


def _launch(instance: DagsterInstance, job: JobDefinition, corpus: Corpus, plan: Plan) -> Launched:
    end_dead_runs(instance, corpus.name)
    arrangement = arrange_partitions(instance, corpus.name, plan)
    run = instance.create_run_for_job(
        job,
        run_config=QUIET,
        tags={**tags_of(corpus.name, arrangement), STARTED_BY: COMMAND},
        asset_selection=None if arrangement.first is not None else {snapshot_key(corpus.name)},
        remote_job_origin=_origin(job.name),
    )
    result = execute_run(InMemoryJob(job), run, instance)
    drop_partitions(instance, corpus.name, plan)
    return Launched(run.run_id, None if result.success else _reason(instance, run))


def _reason(instance: DagsterInstance, run: DagsterRun) -> str:
    """The message of the last failure that Dagster recorded."""
    happened = [entry.dagster_event for entry in instance.all_logs(run.run_id) if entry.dagster_event]
    messages = [event.message for event in happened if event.is_failure and event.message]
    return messages[-1] if messages else "It did not succeed."


def _origin(job: str) -> RemoteJobOrigin:
    """Where the UI finds the job, so that it shows the run and can run it again."""
    target = LoadableTargetOrigin(executable_path=sys.executable, module_name="pipelines.definitions")
    location = ManagedGrpcPythonEnvCodeLocationOrigin(target, LOCATION)
    return RemoteRepositoryOrigin(location, "__repository__").get_job_origin(job)
