"""What Dagster sees: every definition loads, partitions run by hand, and triggers ask for one run."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterInstance, DagsterRunStatus

from pipelines.definitions import of_workspace
from pipelines.environment import environment
from pipelines.launch import QUIET
from pipelines.planner import plan
from pipelines.retention import KEPT_DAYS, prune
from pipelines.runs import COMMAND, CORPUS, STARTED_BY
from pipelines.sync import run
from pipelines.triggers import schedule, sensor
from storage.dagster_home import prepare
from storage.database import open_store
from storage.lock import write_lock
from storage.snapshots import open_snapshot, published_revision
from storage.workspace import Corpus, Workspace

HOUSE = Path(__file__).parents[2]
NOTE = "memos/note.md"


@pytest.fixture
def definitions(workspace: Workspace) -> dg.Definitions:
    return of_workspace(workspace)


def execute(definitions: dg.Definitions, instance: DagsterInstance, job: str, **arguments: object) -> dg.ExecuteInProcessResult:
    found = definitions.resolve_job_def(job)
    return found.execute_in_process(instance=instance, run_config=QUIET, raise_on_error=False, **arguments)


def executions(corpus: Corpus, run_id: str) -> dict[str, int]:
    with open_snapshot(corpus) as connection:
        return dict(connection.execute("SELECT stage, executions FROM ops.runs WHERE run_id = ?", [run_id]).fetchall())


def test_everything_loads_for_two_corpora(definitions: dg.Definitions) -> None:
    dg.Definitions.validate_loadable(definitions)
    keys = {key.to_user_string() for key in definitions.resolve_all_asset_keys()}
    for corpus in ("in-force", "notes"):
        tables = ("documents", "lines", "paragraphs", "signals", "mentions", "names", "identities", "stated_edges")
        assert {f"{corpus}/{name}" for name in (*tables, "unresolved", "snapshot", "audit", "most_cited")} <= keys
    names = {job.name for job in definitions.resolve_all_job_defs()}
    assert {f"{kind}_{corpus}" for kind in ("sync", "audit", "nightly") for corpus in ("in__force", "notes")} <= names
    repository = definitions.get_repository_def()
    assert {each.name for each in repository.sensor_defs} >= {"changes_in__force", "changes_notes"}
    assert {each.name for each in repository.schedule_defs} == {"nightly_in__force", "nightly_notes"}


def test_a_sync_is_one_run_of_all_layers(definitions: dg.Definitions) -> None:
    job = definitions.resolve_job_def("sync_notes")
    steps = {node.name for node in job.nodes}
    layers = ("evidence", "graph", "beliefs", "wiki")
    assert steps == {*(f"{layer}_notes" for layer in (*layers, "search")), *(f"{layer}_holds_notes" for layer in layers), "notes__snapshot"}


@pytest.mark.parametrize("settings", [True, False])
def test_dagster_validates_the_workspace_file(workspace: Workspace, tmp_path: Path, settings: bool) -> None:
    folder = workspace.folder if settings else tmp_path / "notes-source"
    command = [sys.executable, "-m", "dagster", "definitions", "validate", "-w", str(HOUSE / "workspace.yaml")]
    prepare(workspace.dagster_home)
    variables = {**os.environ, **environment(workspace), "LINEPROOF_WORKSPACE": str(folder)}
    done = subprocess.run(command, cwd=HOUSE, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ("Nothing to show" in done.stdout + done.stderr) != settings


def test_rerunning_one_partition_by_hand(
    workspace: Workspace, corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance
) -> None:
    run(corpus, plan(corpus), workspace)
    before = published_revision(corpus)
    result = execute(definitions, instance, "sync_in__force", partition_key=NOTE)
    assert result.success
    assert executions(corpus, result.run_id) | {"wiki": 1} == {"evidence": 1, "graph": 1, "beliefs": 1, "wiki": 1}
    assert published_revision(corpus) != before
    assert plan(corpus).empty


def test_a_run_of_the_command_can_be_run_again(
    workspace: Workspace, corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance
) -> None:
    outcome = run(corpus, plan(corpus), workspace)
    planned = instance.get_run_by_id(outcome.run_id)
    assert planned
    assert planned.remote_job_origin
    tags = {**planned.tags, "dagster/parent_run_id": planned.run_id, "dagster/root_run_id": planned.run_id}
    result = execute(definitions, instance, "sync_in__force", tags=tags)
    assert executions(corpus, result.run_id) | {"wiki": 1} == {"evidence": 4, "graph": 4, "beliefs": 4, "wiki": 1}


@pytest.mark.parametrize("span", [None, (NOTE, "forms/base-2019-04.md")])
def test_a_run_without_partitions_fails(
    workspace: Workspace,
    corpus: Corpus,
    definitions: dg.Definitions,
    instance: DagsterInstance,
    span: tuple[str, str] | None,
) -> None:
    run(corpus, plan(corpus), workspace)
    first, last = ("dagster/asset_partition_range_start", "dagster/asset_partition_range_end")
    result = execute(definitions, instance, "sync_in__force", tags={first: span[0], last: span[1]} if span else {})
    assert not result.success


def test_the_sensor_asks_for_one_run(workspace: Workspace, corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance) -> None:
    look = sensor(corpus)
    run(corpus, plan(corpus), workspace)
    assert isinstance(look(dg.build_sensor_context(instance=instance)), dg.SkipReason)
    (corpus.root / NOTE).write_text("# A note\n\nChanged.\n")
    (corpus.root / "memos/plain.txt").unlink()
    request = look(dg.build_sensor_context(instance=instance))
    assert isinstance(request, dg.RunRequest)
    result = execute(definitions, instance, "sync_in__force", tags=request.tags)
    assert result.success
    assert executions(corpus, result.run_id) | {"wiki": 1} == {"evidence": 1, "graph": 1, "beliefs": 1, "wiki": 1}
    assert plan(corpus).empty
    assert isinstance(look(dg.build_sensor_context(instance=instance)), dg.SkipReason)
    assert set(instance.get_dynamic_partitions("in-force/documents")) == set(plan(corpus).documents)


def test_the_sensor_publishes_what_a_killed_run_left(
    workspace: Workspace, corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance
) -> None:
    run(corpus, plan(corpus), workspace)
    store = open_store(corpus.database)
    store.advance()
    store.close()
    request = sensor(corpus)(dg.build_sensor_context(instance=instance))
    assert isinstance(request, dg.RunRequest)
    assert request.asset_selection == [dg.AssetKey(["in-force", "snapshot"])]
    only = request.asset_selection
    result = execute(definitions, instance, "sync_in__force", tags=request.tags, asset_selection=only)
    assert result.success
    assert plan(corpus).empty


def test_the_sensor_skips_while_somebody_is_at_work(corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance) -> None:
    look, job = sensor(corpus), definitions.resolve_job_def("sync_in__force")
    with write_lock(corpus, purpose="a test"):
        found = look(dg.build_sensor_context(instance=instance))
    assert isinstance(found, dg.SkipReason)
    assert "a test" in (found.skip_message or "")
    waiting = instance.create_run_for_job(job, tags={CORPUS: "in-force"}, status=DagsterRunStatus.STARTING)
    assert isinstance(look(dg.build_sensor_context(instance=instance)), dg.SkipReason)
    instance.report_run_canceled(waiting)
    assert isinstance(look(dg.build_sensor_context(instance=instance)), dg.RunRequest)


def test_the_sensor_is_not_held_up_by_a_dead_run(corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance) -> None:
    job, tags = definitions.resolve_job_def("sync_in__force"), {CORPUS: "in-force", STARTED_BY: COMMAND}
    dead = instance.create_run_for_job(job, tags=tags, status=DagsterRunStatus.STARTED)
    found = sensor(corpus)(dg.build_sensor_context(instance=instance))
    assert isinstance(found, dg.RunRequest)
    rerun = {**tags, "dagster/parent_run_id": dead.run_id, "dagster/root_run_id": dead.run_id}
    instance.create_run_for_job(job, tags=rerun, status=DagsterRunStatus.STARTED)
    assert isinstance(sensor(corpus)(dg.build_sensor_context(instance=instance)), dg.SkipReason)
    ended = instance.get_run_by_id(dead.run_id)
    assert ended
    assert ended.status == DagsterRunStatus.FAILURE


def test_the_night_syncs_and_then_audits(corpus: Corpus, definitions: dg.Definitions, instance: DagsterInstance) -> None:
    nightly = schedule(corpus)
    request = nightly(dg.build_schedule_context(instance=instance))
    assert isinstance(request, dg.RunRequest)
    result = execute(definitions, instance, "nightly_in__force", tags=request.tags)
    assert result.success
    assert result.asset_materializations_for_node("in_force__audit")
    assert plan(corpus).empty
    request = nightly(dg.build_schedule_context(instance=instance))
    assert isinstance(request, dg.RunRequest)
    assert request.asset_selection == [dg.AssetKey(["in-force", "audit"])]


def test_old_runs_are_removed_but_for_those_that_a_partition_needs(workspace: Workspace, corpus: Corpus, instance: DagsterInstance) -> None:
    first = run(corpus, plan(corpus), workspace)
    for text in ("# A note\n\nOnce.\n", "# A note\n\nTwice.\n"):
        (corpus.root / NOTE).write_text(text)
        last = run(corpus, plan(corpus), workspace)
    keys = [dg.AssetKey(["in-force", name]) for name in ("documents", "snapshot")]
    assert prune(instance, keys, datetime.now(UTC)) == 0
    assert prune(instance, keys, datetime.now(UTC) + timedelta(days=KEPT_DAYS + 1)) == 1
    assert {run.run_id for run in instance.get_runs()} == {first.run_id, last.run_id}
    assert instance.get_materialized_partitions(keys[0]) == set(plan(corpus).documents)
