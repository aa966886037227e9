"""Dagster's home: its settings are what Dagster understands, stay as they are, and follow the workspace."""

from pathlib import Path

import dagster as dg
import yaml

from storage.dagster_home import OWNED, prepare
from storage.event_log import BatchedSqliteEventLogStorage


def test_dagster_reads_the_settings(tmp_path: Path) -> None:
    home = tmp_path / "workspace" / ".lineproof" / "dagster"
    prepare(home)
    with dg.DagsterInstance.from_config(str(home)) as instance:
        assert isinstance(instance.event_log_storage, BatchedSqliteEventLogStorage)
        queue = instance.get_concurrency_config().run_queue_config
        assert queue
        assert queue.max_concurrent_runs == 1
        assert instance.telemetry_enabled is False
        assert instance.nux_enabled is False
        assert instance.run_monitoring_enabled is True
        instance.add_dynamic_partitions("documents", ["a"])
    assert {path.relative_to(home).as_posix() for path in home.rglob("*.db")} == {
        "history/runs.db",
        "history/runs/index.db",
        "schedules/schedules.db",
    }


def test_preparing_again_writes_nothing(tmp_path: Path) -> None:
    prepare(tmp_path)
    before = (tmp_path / "dagster.yaml").stat()
    prepare(tmp_path)
    after = (tmp_path / "dagster.yaml").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in tmp_path.iterdir()] == ["dagster.yaml"]


def test_settings_follow_a_workspace_that_moved(tmp_path: Path) -> None:
    prepare(tmp_path / "old")
    (tmp_path / "old").rename(tmp_path / "new")
    prepare(tmp_path / "new")
    found = yaml.safe_load((tmp_path / "new" / "dagster.yaml").read_text())
    assert found["event_log_storage"]["config"]["base_dir"] == str(tmp_path / "new" / "history" / "runs")


def test_a_file_that_an_operator_owns_is_left_alone(tmp_path: Path) -> None:
    prepare(tmp_path)
    file = tmp_path / "dagster.yaml"
    own = file.read_text().removeprefix(OWNED) + "# on Postgres from here\n"
    file.write_text(own)
    prepare(tmp_path)
    assert file.read_text() == own
