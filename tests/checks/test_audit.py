"""The audit reads the published snapshot, stores what it finds, and fails visibly."""

from pathlib import Path

import dagster as dg
import pytest

from checks.audit import audit
from checks.expectations import suites, validate
from pipelines.launch import QUIET
from pipelines.resources import SnapshotResource
from storage.database import open_store
from storage.snapshots import open_snapshot, publish
from storage.workspace import Workspace

BROKEN = {
    "documents": "UPDATE evidence.documents SET format = 'papyrus'",
    "paragraphs": "UPDATE evidence.paragraphs SET last_line = 0",
    "signals": "UPDATE evidence.signals SET value = '2026-13-01', unit = 'date'",
    "edges": "UPDATE graph.stated_edges SET type = 'likes'",
    "unresolved": "UPDATE graph.unresolved SET reason = 'unclear'",
}
SECRET = "# Alpha\n\nThe limit is $5,000 until 2026-01-01.\n\nSee [nothing](c.md).\n\n## 1 One\n\nAs Section 1 says.\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    from pipelines.session import Session

    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.md").write_text(SECRET)
    (tmp_path / "lineproof.toml").write_text('[corpora.papers]\npath = "source"\n')
    found = Workspace.open(tmp_path)
    with Session(found) as session:
        session.write("papers").publish("run")
    return found


def corrupt(workspace: Workspace, sql: str) -> None:
    corpus = workspace.corpus("papers")
    store = open_store(corpus.database)
    store.query(sql)
    store.advance()
    publish(store, corpus)
    store.close()


def run_audit(workspace: Workspace) -> dg.ExecuteInProcessResult:
    reader = SnapshotResource(folder=str(workspace.folder), corpus="papers")
    definitions = dg.Definitions([audit("papers")], resources={"snapshot_papers": reader})
    job = definitions.resolve_implicit_global_asset_job_def()
    return job.execute_in_process(run_config=QUIET, raise_on_error=False)


def test_a_sound_snapshot_passes(workspace: Workspace) -> None:
    result = run_audit(workspace)
    assert result.success
    names = {check.check_name for check in result.get_asset_check_evaluations()}
    assert names >= {f"{table}_as_expected" for table in suites()}


@pytest.mark.parametrize("table", BROKEN)
def test_a_broken_table_fails_its_own_suite(workspace: Workspace, table: str) -> None:
    corrupt(workspace, BROKEN[table])
    with open_snapshot(workspace.corpus("papers")) as connection:
        found = validate(connection)
    assert [name for name, findings in found.items() if any(not each.met for each in findings)] == [table]


def test_a_failed_audit_fails_its_run_and_shows_no_text(workspace: Workspace) -> None:
    corrupt(workspace, "UPDATE evidence.paragraphs SET kind = 'poem', text = 'secret'")
    result = run_audit(workspace)
    assert not result.success
    failed = {check.check_name: check for check in result.get_asset_check_evaluations() if not check.passed}
    assert set(failed) == {"paragraphs_as_expected", "paragraphs_rehash"}
    assert "secret" not in str([check.metadata for check in failed.values()])
    assert "expect_column_values_to_be_in_set (kind)" in str(failed["paragraphs_as_expected"].metadata)
