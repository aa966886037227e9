"""The batched event log stores what the stock one stores, and keeps it through kills, threads and other processes."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._core.events import (
    AssetMaterializationPlannedData,
    AssetObservationData,
    DagsterEvent,
    DagsterEventType,
    StepMaterializationData,
)
from dagster._core.events.log import EventLogEntry
from dagster._core.instance.ref import InstanceRef
from dagster._core.storage.event_log import SqliteEventLogStorage
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.dagster_home import settings as home_settings
from storage.event_log import MOST_OPEN_SHARDS, BatchedSqliteEventLogStorage

PARTITIONS = [f"document-{n:02d}" for n in range(40)]
DOCUMENTS = dg.DynamicPartitionsDefinition(name="documents")
Storages = pytest.mark.parametrize("storage_class", [SqliteEventLogStorage, BatchedSqliteEventLogStorage])


# Events made by hand


def entry(run: str, kind: DagsterEventType, data: Any, at: float = 1.0) -> EventLogEntry:
    event = DagsterEvent(kind.value, job_name="sync", step_key="step", event_specific_data=data)
    return EventLogEntry(
        error_info=None, level=10, user_message="", run_id=run, timestamp=at, step_key="step", job_name="sync",
        dagster_event=event,
    )  # fmt: skip


def materialized(run: str, asset: str, partition: str | None, at: float = 1.0) -> EventLogEntry:
    what = dg.AssetMaterialization(asset, partition=partition, tags={"dagster/data_version": f"{asset}{at}"})
    return entry(run, DagsterEventType.ASSET_MATERIALIZATION, StepMaterializationData(what), at)


def observed(run: str, asset: str, partition: str | None, at: float = 1.0) -> EventLogEntry:
    what = AssetObservationData(dg.AssetObservation(asset, partition=partition))
    return entry(run, DagsterEventType.ASSET_OBSERVATION, what, at)


def planned(run: str, asset: str, partition: str | None, at: float = 1.0) -> EventLogEntry:
    what = AssetMaterializationPlannedData(dg.AssetKey(asset), partition=partition)
    return entry(run, DagsterEventType.ASSET_MATERIALIZATION_PLANNED, what, at)


def stored(storage: SqliteEventLogStorage, run: str) -> list[EventLogEntry]:
    return [record.event_log_entry for record in storage.get_records_for_run(run).records]


def table(folder: Path, shard: str, name: str) -> list[dict[str, Any]]:
    with sqlite3.connect(folder / f"{shard}.db") as connection:
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY id")]
    return [{column: value for column, value in row.items() if column != "create_timestamp"} for row in rows]


# One range run, stored by the stock storage and by ours


def layer(name: str, after: Sequence[dg.AssetKey]) -> dg.AssetsDefinition:
    specs = [dg.AssetSpec(f"{name}_{n}", deps=after) for n in (1, 2)]

    @dg.multi_asset(
        name=name, specs=specs, partitions_def=DOCUMENTS, backfill_policy=dg.BackfillPolicy.single_run(),
        check_specs=[dg.AssetCheckSpec("complete", asset=specs[0].key, blocking=True)],
    )  # fmt: skip
    def compute(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult | dg.AssetCheckResult]:
        for spec in specs:
            yield dg.MaterializeResult(spec.key, metadata={"rows": len(context.partition_keys)})
        passed = list(context.partition_keys) == context.instance.get_dynamic_partitions("documents")
        yield dg.AssetCheckResult(passed=passed, asset_key=specs[0].key, check_name="complete")

    return compute


def pipeline() -> dg.JobDefinition:
    layers: list[dg.AssetsDefinition] = []
    for name in ("evidence", "graph", "wiki"):
        layers.append(layer(name, list(layers[-1].keys) if layers else []))

    @dg.asset_check(asset="wiki_2")
    def linked() -> dg.AssetCheckResult:
        return dg.AssetCheckResult(passed=False, severity=dg.AssetCheckSeverity.WARN)

    job = dg.define_asset_job("sync", executor_def=dg.in_process_executor)
    return dg.Definitions(assets=layers, asset_checks=[linked], jobs=[job]).resolve_job_def("sync")


@dataclass(frozen=True)
class Stored:
    """What one storage holds after the run: what its tables say and what it answers."""

    tables: dict[str, list[tuple[Any, ...]]]
    answers: dict[str, Any]


def run_on(home: Path, config: dict[str, Any], partitions: list[str]) -> Stored:
    home.mkdir()
    whole = {
        "dagster/asset_partition_range_start": partitions[0],
        "dagster/asset_partition_range_end": partitions[-1],
    }
    with dg.DagsterInstance.from_ref(InstanceRef.from_dir(str(home), overrides=config)) as instance:
        instance.add_dynamic_partitions("documents", partitions)
        run = pipeline().execute_in_process(instance=instance, tags=whole)
        assert run.success
        return Stored(tables(home / "history" / "runs", run.run_id), answers(instance, run.run_id))


def tables(folder: Path, run_id: str) -> dict[str, list[tuple[Any, ...]]]:
    wanted = {
        "event_logs": ("id", "dagster_event_type", "step_key", "asset_key", "partition"),
        "asset_keys": ("id", "asset_key", "wipe_timestamp"),
        "asset_event_tags": ("id", "event_id", "asset_key", "key"),
        "asset_check_executions": (
            "id", "asset_key", "check_name", "partition", "execution_status",
            "evaluation_event_storage_id", "materialization_event_storage_id",
        ),
        "dynamic_partitions": ("id", "partitions_def_name", "partition"),
    }  # fmt: skip
    rows = {name: [tuple(row[c] for c in of) for row in table(folder, "index", name)] for name, of in wanted.items()}
    columns = wanted["event_logs"][1:]
    by_step = sorted(table(folder, run_id, "event_logs"), key=lambda row: (row["step_key"] or "", row["id"]))
    return rows | {"run": [tuple(row[c] for c in columns) for row in by_step]}


def answers(instance: dg.DagsterInstance, run_id: str) -> dict[str, Any]:
    keys = sorted(instance.all_asset_keys())
    log = instance.event_log_storage
    latest = {key: instance.get_latest_materialization_event(key) for key in keys}
    checks = [dg.AssetCheckKey(dg.AssetKey(f"{name}_1"), "complete") for name in ("evidence", "graph", "wiki")]
    checks.append(dg.AssetCheckKey(dg.AssetKey("wiki_2"), "linked"))
    stats = instance.get_run_stats(run_id)
    return {
        "keys": keys,
        "partitions": {key: instance.get_materialized_partitions(key) for key in keys},
        "by partition": {
            key: log.get_latest_storage_id_by_partition(key, DagsterEventType.ASSET_MATERIALIZATION) for key in keys
        },
        "latest": {
            key: (found.asset_materialization.partition, found.asset_materialization.metadata)
            for key, found in latest.items()
            if found and found.asset_materialization
        },
        "last run": {record.asset_entry.asset_key: record.asset_entry.last_run_id == run_id
                     for record in instance.get_asset_records(keys)},
        "records": {record.asset_entry.asset_key: record.asset_entry.last_materialization_storage_id
                    for record in instance.get_asset_records(keys)},
        "checks": {
            key: [(found.status, found.partition) for found in log.get_asset_check_execution_history(key, limit=1000)]
            for key in checks
        },
        "stats": (stats.steps_succeeded, stats.materializations, stats.expectations),
        "statuses": len(instance.fetch_run_status_changes(DagsterEventType.RUN_SUCCESS, limit=10).records),
    }  # fmt: skip


@pytest.fixture(scope="module", params=[8, 40], ids=["one by one", "batched"])
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stored, Stored]]:
    folder = tmp_path_factory.mktemp("homes")
    with pytest.MonkeyPatch.context() as environment:
        if request.param == len(PARTITIONS):
            environment.setenv("DAGSTER_EVENT_BATCH_SIZE", "1000")
            environment.setenv("DAGSTER_EMIT_PARTITION_SUBSET_IN_PLANNED_EVENTS", "1")
        ours = home_settings(folder / "ours")
        stock = {key: value for key, value in ours.items() if key != "event_log_storage"}
        partitions = PARTITIONS[: request.param]
        yield run_on(folder / "stock", stock, partitions), run_on(folder / "ours", ours, partitions)


@pytest.mark.parametrize("name", ["run", "event_logs", "asset_keys", "asset_event_tags", "asset_check_executions", "dynamic_partitions"])
def test_a_range_run_leaves_the_same_rows(both: tuple[Stored, Stored], name: str) -> None:
    stock, ours = both
    assert len(stock.tables[name]) > 0
    assert ours.tables[name] == stock.tables[name]


def test_a_range_run_leaves_the_same_answers(both: tuple[Stored, Stored]) -> None:
    stock, ours = both
    assert ours.answers == stock.answers
    assert ours.answers["partitions"][dg.AssetKey("wiki_2")] == {row[2] for row in ours.tables["dynamic_partitions"]}
    assert {key.name: found[0][0].value for key, found in ours.answers["checks"].items()} == {
        "complete": "SUCCEEDED",
        "linked": "FAILED",
    }


# Any events in any batches


EVENTS = st.tuples(
    st.sampled_from([materialized, observed, planned]),
    st.sampled_from(["run-a", "run-b"]),
    st.sampled_from(["evidence", "graph"]),
    st.sampled_from([None, "x", "y"]),
)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[Path, SqliteEventLogStorage], Path, Path]:
    stock, ours = tmp_path_factory.mktemp("stock"), tmp_path_factory.mktemp("ours")
    storages = {stock: SqliteEventLogStorage(str(stock)), ours: BatchedSqliteEventLogStorage(str(ours))}
    for storage in storages.values():
        storage.store_event_batch([planned(run, "evidence", None) for run in ("run-a", "run-b")])
    return storages, stock, ours


def empty(folder: Path) -> None:
    for shard in ("index", "run-a", "run-b"):
        with sqlite3.connect(folder / f"{shard}.db") as connection:
            for name in ("event_logs", "asset_keys", "asset_event_tags"):
                connection.execute(f"DELETE FROM {name}")


@settings(max_examples=25, deadline=None)
@given(batches=st.lists(st.lists(EVENTS, max_size=5), max_size=4))
def test_any_batches_leave_the_same_rows(
    pair: tuple[dict[Path, SqliteEventLogStorage], Path, Path], batches: list[list[tuple[Any, ...]]]
) -> None:
    storages, stock, ours = pair
    for folder, storage in storages.items():
        empty(folder)
        for batch in batches:
            storage.store_event_batch([make(run, asset, partition) for make, run, asset, partition in batch])
    for shard, names in {"index": ("event_logs", "asset_keys", "asset_event_tags"), "run-a": ("event_logs",)}.items():
        for name in names:
            assert table(ours, shard, name) == table(stock, shard, name)


# Deleting


@Storages
def test_deleting_a_run_removes_its_events_only(tmp_path: Path, storage_class: type[SqliteEventLogStorage]) -> None:
    storage = storage_class(str(tmp_path))
    storage.store_event_batch([materialized("old", "evidence", "x"), materialized("new", "evidence", "y")])
    storage.delete_events("old")
    assert stored(storage, "old") == []
    assert storage.get_materialized_partitions(dg.AssetKey("evidence")) == {"y"}


@Storages
def test_wiping_an_asset_forgets_it_until_its_next_event(tmp_path: Path, storage_class: type[SqliteEventLogStorage]) -> None:
    storage = storage_class(str(tmp_path))
    key = dg.AssetKey("evidence")
    storage.store_event_batch([materialized("run", "evidence", "x"), materialized("run", "graph", "x")])
    storage.wipe_asset(key)
    assert storage.get_materialized_partitions(key) == set()
    assert storage.all_asset_keys() == [dg.AssetKey("graph")]
    storage.store_event(materialized("run", "evidence", "y", at=4e9))
    assert storage.get_materialized_partitions(key) == {"y"}
    assert storage.has_asset_key(key)


@Storages
def test_wiping_everything_in_one_process_is_seen_in_another(tmp_path: Path, storage_class: type[SqliteEventLogStorage]) -> None:
    storage, other = storage_class(str(tmp_path)), storage_class(str(tmp_path))
    storage.store_event_batch([materialized("run", "evidence", "x")])
    assert len(stored(other, "run")) == 1
    storage.wipe()
    assert other.all_asset_keys() == []
    assert stored(storage, "run") == []
    other.store_event_batch([materialized("run", "evidence", "y")])
    assert len(stored(storage, "run")) == 1


def test_a_shard_that_another_process_removed_is_made_anew(tmp_path: Path) -> None:
    storage, other = BatchedSqliteEventLogStorage(str(tmp_path)), BatchedSqliteEventLogStorage(str(tmp_path))
    storage.store_event(materialized("run", "evidence", "x"))
    other.wipe()
    storage.store_event(materialized("run", "evidence", "y"))
    assert [event.get_dagster_event().partition for event in stored(other, "run")] == ["y"]


# Faults


def test_a_batch_that_fails_leaves_nothing_and_can_be_stored_again(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    batch = [materialized("run", "evidence", "x"), materialized("run", "graph", "x")]
    with storage.index_connection() as index:
        index.exec_driver_sql(
            "CREATE TRIGGER fault BEFORE INSERT ON asset_keys WHEN NEW.asset_key LIKE '%graph%' BEGIN SELECT json('no JSON'); END"
        )
    with pytest.raises(Exception, match="malformed JSON"):
        storage.store_event_batch(batch)
    assert stored(storage, "run") == []
    assert storage.all_asset_keys() == []
    with storage.index_connection() as index:
        index.exec_driver_sql("DROP TRIGGER fault")
    storage.store_event_batch(batch)
    assert stored(storage, "run") == batch


def in_process(folder: Path, code: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start Python on code that finds this module's helpers, a storage on the folder and its arguments."""
    before = f"""
        import os, signal, sys
        sys.path[:0] = [{str(Path.cwd())!r}, {str(Path(__file__).parent)!r}]
        from test_event_log import *
        storage = BatchedSqliteEventLogStorage({str(folder)!r})
        arguments = {arguments!r}
    """
    program = textwrap.dedent(before) + textwrap.dedent(code)
    return subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_what_was_stored_survives_a_kill(tmp_path: Path) -> None:
    code = """
        storage.store_event_batch([materialized("run", "evidence", key) for key in PARTITIONS])
        with storage.run_connection("run") as shard:
            shard.exec_driver_sql("INSERT INTO event_logs (run_id, event) VALUES ('run', 'unfinished')")
            os.kill(os.getpid(), signal.SIGKILL)
    """
    with in_process(tmp_path, code) as process:
        assert process.wait(timeout=20) == -signal.SIGKILL
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    assert [event.get_dagster_event().partition for event in stored(storage, "run")] == PARTITIONS
    assert storage.get_materialized_partitions(dg.AssetKey("evidence")) == set(PARTITIONS)


def test_threads_take_turns(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    failures: list[Exception] = []

    def write(run: str) -> None:
        try:
            for key in PARTITIONS:
                storage.store_event_batch([materialized(run, "evidence", key), planned(run, run, key)])
                assert storage.get_records_for_run(run, limit=1, ascending=False).records
                storage.add_dynamic_partitions("documents", [key])
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=write, args=(run,)) for run in ("run-a", "run-b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [len(stored(storage, run)) for run in ("run-a", "run-b")] == [2 * len(PARTITIONS)] * 2
    assert len(table(tmp_path, "index", "event_logs")) == 4 * len(PARTITIONS)
    assert sorted(storage.get_dynamic_partitions("documents")) == PARTITIONS


def test_another_process_reads_while_this_one_writes(tmp_path: Path) -> None:
    code = """
        seen, looks = len(stored(storage, "run")), 0
        print(seen, flush=True)
        while seen < 5 * len(PARTITIONS):
            now = len(stored(storage, "run"))
            assert now >= seen and now % 5 == 0, (now, seen)
            assert len(storage.get_materialized_partitions(dg.AssetKey("evidence"))) >= now // 5
            seen, looks = now, looks + 1
        print(looks)
    """
    writer = BatchedSqliteEventLogStorage(str(tmp_path))
    writer.store_event_batch([materialized("run", "evidence", PARTITIONS[0])] * 5)
    with in_process(tmp_path, code) as reader:
        assert reader.stdout
        assert reader.stdout.readline() == "5\n"
        for key in PARTITIONS[1:]:
            writer.store_event_batch([materialized("run", "evidence", key)] * 5)
        looks, _ = reader.communicate(timeout=20)
    assert reader.returncode == 0
    assert int(looks) > 1, "the reader came too late to see the writer at work"


def test_two_processes_write(tmp_path: Path) -> None:
    code = """
        print("ready", flush=True)
        for key in PARTITIONS:
            storage.store_event_batch([materialized("theirs", "evidence", key)] * 5)
    """
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    with in_process(tmp_path, code) as process:
        assert process.stdout
        process.stdout.readline()
        for key in PARTITIONS:
            storage.store_event_batch([materialized("ours", "evidence", key)] * 5)
        assert process.wait(timeout=20) == 0
    assert len(stored(storage, "ours")) == len(stored(storage, "theirs")) == 5 * len(PARTITIONS)
    assert len(table(tmp_path, "index", "event_logs")) == 10 * len(PARTITIONS)


def test_a_forked_child_opens_its_own_connections(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    storage.store_event(materialized("run", "evidence", "parent"))
    with storage.index_connection() as index:
        inherited = index.connection.dbapi_connection
    child = os.fork()
    if not child:
        code = 1
        try:
            with storage.index_connection() as index:
                own = index.connection.dbapi_connection is not inherited
            storage.store_event(materialized("run", "evidence", "child"))
            storage.dispose()
            code = 0 if own else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    storage.store_event(materialized("run", "evidence", "parent again"))
    found = [event.get_dagster_event().partition for event in stored(storage, "run")]
    assert found == ["parent", "child", "parent again"]


# Connections


def test_few_shards_stay_open(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    runs = [f"run-{n}" for n in range(MOST_OPEN_SHARDS + 3)]
    for run in runs:
        storage.store_event(materialized(run, "evidence", run))
    opened = {link.resolve().name for link in Path("/proc/self/fd").iterdir() if link.resolve().parent == tmp_path}
    assert len([name for name in opened if name.endswith(".db")]) == MOST_OPEN_SHARDS
    assert {"index.db", f"{runs[-1]}.db"} <= opened
    assert [len(stored(storage, run)) for run in runs] == [1] * len(runs)


def test_one_batch_may_span_more_runs_than_stay_open(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    runs = [f"run-{n:02d}" for n in range(MOST_OPEN_SHARDS + 3)]
    storage.store_event_batch([materialized(run, "evidence", run) for run in reversed(runs)])
    assert [len(stored(storage, run)) for run in runs] == [1] * len(runs)
    assert [row["run_id"] for row in table(tmp_path, "index", "event_logs")] == runs[::-1]


def test_the_storage_is_as_durable_as_it_says(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    for opened in (storage.index_connection, lambda: storage.run_connection("run")):
        with opened() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 1  # NORMAL


def test_a_disposed_storage_closes_its_files_and_can_be_used_again(tmp_path: Path) -> None:
    storage = BatchedSqliteEventLogStorage(str(tmp_path))
    storage.store_event(materialized("run", "evidence", "x"))
    storage.dispose()
    assert [file.name for file in tmp_path.iterdir() if file.suffix not in {".db"}] == []
    storage.store_event(materialized("run", "evidence", "y"))
    assert len(stored(storage, "run")) == 2


def test_a_watcher_hears_of_events_while_the_writer_keeps_its_file_open(tmp_path: Path) -> None:
    writer, watcher = BatchedSqliteEventLogStorage(str(tmp_path)), BatchedSqliteEventLogStorage(str(tmp_path))
    writer.store_event(materialized("run", "evidence", "first"))
    heard: list[EventLogEntry] = []
    called = threading.Event()

    def hear(event: EventLogEntry, _cursor: str) -> None:
        heard.append(event)
        called.set()

    watcher.watch("run", watcher.get_records_for_run("run").cursor, hear)
    try:
        writer.store_event(materialized("run", "evidence", "second"))
        assert called.wait(timeout=10)
    finally:
        watcher.end_watch("run", hear)
        watcher.dispose()
    assert [event.get_dagster_event().partition for event in heard] == ["second"]
