"""A sync from the plan to the snapshot: only what changed is computed, and a killed run loses nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterRunStatus

from lineproof.evidence.errors import BadGrammar
from lineproof.graph import survey as graph_survey
from pipelines.errors import NotPublished
from pipelines.launch import open_instance
from pipelines.planner import plan
from pipelines.sync import Outcome, run
from storage.database import open_store
from storage.errors import Busy
from storage.lock import write_lock
from storage.snapshots import open_snapshot
from storage.workspace import Corpus, Workspace

HOUSE = Path(__file__).parents[2]
NOTE = "memos/note.md"


def sync(workspace: Workspace, corpus: Corpus) -> Outcome:
    return run(corpus, plan(corpus), workspace)


def rows(corpus: Corpus, sql: str) -> list[tuple[object, ...]]:
    with open_snapshot(corpus) as connection:
        return connection.execute(sql).fetchall()


def counted(corpus: Corpus, run_id: str) -> dict[str, int]:
    """Executions of each stage, as the history records them."""
    with open_snapshot(corpus) as connection:
        found = connection.execute("SELECT stage, executions FROM ops.runs WHERE run_id = ?", [run_id]).fetchall()
    return dict(found)


def edit(corpus: Corpus, path: str, text: str) -> None:
    with (corpus.root / path).open("a") as file:
        file.write(text)


def test_a_first_sync_compiles_and_publishes(workspace: Workspace, corpus: Corpus) -> None:
    planned = plan(corpus)
    assert planned.changed == planned.documents
    assert len(planned.changed) == 4
    assert set(planned.reasons.values()) == {"new"}
    assert planned.publish
    outcome = run(corpus, planned, workspace)
    done = {"executions": 4, "written": 4, "deleted": 0}
    pages = outcome.stages["wiki"]["written"]
    assert outcome.stages == {
        "evidence": done,
        "graph": done,
        "beliefs": done,
        "wiki": {"executions": pages, "written": pages, "deleted": 0},
        "search": {"executions": 0, "written": 0, "deleted": 0},
    }
    assert outcome.quarantined == {}
    assert outcome.snapshot
    edges = rows(corpus, "SELECT source_path, relation, target_path FROM document_edges")
    assert edges == [("forms/base-2026-01.md", "supersedes", "forms/base-2019-04.md")]
    assert rows(corpus, "SELECT path, line, reason FROM open_references ORDER BY reason") == [
        (NOTE, 5, "dangling"),
        ("forms/base-2026-01.md", 5, "one-sided"),
    ]


def test_nothing_changed_means_nothing_to_do(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    assert plan(corpus).empty


def test_planning_imports_neither_dagster_nor_the_extractor() -> None:
    code = "import sys, pipelines.sync; print(*sorted({name.partition('.')[0] for name in sys.modules}), *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=HOUSE, capture_output=True, text=True, check=True)
    heavy = {"dagster", "docutils", "Stemmer", "pandas", "great_expectations", "lineproof.evidence.extract"}
    assert not heavy.intersection(done.stdout.split())


def test_an_edit_computes_one_document(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    edit(corpus, "memos/plain.txt", "\nOne more line.\n")
    planned = plan(corpus)
    assert (planned.changed, planned.deleted, planned.resolve) == (("memos/plain.txt",), (), ())
    assert planned.reasons == {"memos/plain.txt": "its bytes changed"}
    outcome = run(corpus, planned, workspace)
    assert counted(corpus, outcome.run_id) | {"wiki": 1} == {"evidence": 1, "graph": 1, "beliefs": 1, "wiki": 1}


def test_a_new_document_is_resolved_where_it_was_missed(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    (corpus.root / "manual.md").write_text("# The manual\n\nText.\n")
    outcome = sync(workspace, corpus)
    assert counted(corpus, outcome.run_id) | {"wiki": 1} == {"evidence": 1, "graph": 2, "beliefs": 1, "wiki": 1}
    assert rows(corpus, "SELECT path, reason FROM open_references") == [("forms/base-2026-01.md", "one-sided")]
    assert (NOTE, "manual.md") in rows(corpus, "SELECT source_path, target_path FROM reference_edges")


def test_a_sync_that_only_deletes(workspace: Workspace, corpus: Corpus, instance: dg.DagsterInstance) -> None:
    sync(workspace, corpus)
    (corpus.root / "memos/plain.txt").unlink()
    planned = plan(corpus)
    assert (planned.changed, planned.deleted) == ((), ("memos/plain.txt",))
    outcome = run(corpus, planned, workspace)
    assert outcome.stages["evidence"] == {"executions": 0, "written": 0, "deleted": 1}
    assert rows(corpus, "SELECT count(*) FROM documents") == [(3,)]
    assert "memos/plain.txt" not in instance.get_dynamic_partitions("in-force/documents")
    assert plan(corpus).empty


def test_the_last_document_may_go(workspace: Workspace) -> None:
    notes = workspace.corpus("notes")
    sync(workspace, notes)
    (notes.root / "a.md").unlink()
    sync(workspace, notes)
    assert rows(notes, "SELECT count(*) FROM documents") == [(0,)]
    assert plan(notes).empty


def test_a_file_that_is_no_document_is_listed_all_the_same(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    (corpus.root / "scan.pdf").write_bytes(b"%PDF-1.7\x00\x01")
    planned = plan(corpus)
    assert (planned.dirty, planned.listed) == ((), ("scan.pdf",))
    run(corpus, planned, workspace)
    assert rows(corpus, "SELECT outcome FROM source_outcomes WHERE path = 'scan.pdf'") == [("skipped",)]
    assert plan(corpus).empty


def test_a_document_that_cannot_be_read_is_quarantined_by_plan_and_sync(workspace: Workspace, corpus: Corpus) -> None:
    (corpus.root / "broken.md").symlink_to("nowhere.md")
    outcome = sync(workspace, corpus)
    assert [*outcome.quarantined] == ["broken.md"]
    again = plan(corpus)
    assert again.empty
    assert [*again.quarantined] == ["broken.md"]


def test_partitions_keep_their_history(workspace: Workspace, corpus: Corpus, instance: dg.DagsterInstance) -> None:
    sync(workspace, corpus)
    edit(corpus, NOTE, "\nMore.\n")
    sync(workspace, corpus)
    edit(corpus, NOTE, "\nAnd more.\n")
    edit(corpus, "forms/base-2019-04.md", "\nMore.\n")
    sync(workspace, corpus)
    key = dg.AssetKey(["in-force", "paragraphs"])
    counts = instance.get_materialized_partitions(key)
    assert counts == set(plan(corpus).documents)
    records = instance.fetch_materializations(dg.AssetRecordsFilter(key, asset_partitions=[NOTE]), limit=10).records
    assert len(records) == 3
    assert {record.partition_key for record in records} == {NOTE}
    unkeyed = instance.fetch_materializations(key, limit=100).records
    assert len(unkeyed) == 4 + 1 + 2


def test_a_second_sync_waits_and_gives_up(workspace: Workspace, corpus: Corpus) -> None:
    planned = plan(corpus)
    with write_lock(corpus, purpose="a test"), pytest.raises(Busy, match="a test"):
        run(corpus, planned, workspace, wait=0)
    with write_lock(corpus, purpose="a test"), pytest.raises(Busy, match=str(os.getpid())):
        plan(corpus, wait=0)


def test_bad_settings_surface_as_such(workspace: Workspace, corpus: Corpus) -> None:
    file = workspace.folder / "lineproof.toml"
    file.write_text(file.read_text() + '\n[corpora.broken]\npath = "notes-source"\ngrammar = { no_such_table = 1 }\n')
    changed = Workspace.open(workspace.folder)
    broken = changed.corpus("broken")
    with pytest.raises(BadGrammar):
        sync(changed, broken)


def test_a_root_that_is_gone_surfaces_as_such(workspace: Workspace, corpus: Corpus) -> None:
    planned = plan(corpus)
    corpus.root.rename(corpus.root.with_name("elsewhere"))
    with pytest.raises(FileNotFoundError):
        plan(corpus)
    with pytest.raises(FileNotFoundError):
        run(corpus, planned, workspace)


@pytest.mark.parametrize(
    ("corruption", "invariant"),
    [
        ("DELETE FROM evidence.lines WHERE n = 2", "lines_exist"),
        ("UPDATE evidence.paragraphs SET last_line = 99999 WHERE ordinal = 0", "lines_exist"),
        ("INSERT INTO evidence.documents SELECT * FROM evidence.documents LIMIT 1", "documents_have_one_id"),
        ("DELETE FROM graph.unresolved", "mentions_resolved_or_listed"),
        ("UPDATE graph.stated_edges SET target_id = 'd0'", "edges_have_both_ends"),
    ],
)
def test_what_breaks_an_invariant_is_not_published(workspace: Workspace, corpus: Corpus, corruption: str, invariant: str) -> None:
    before = sync(workspace, corpus)
    store = open_store(corpus.database)
    store.query(corruption)
    store.close()
    edit(corpus, "memos/plain.txt", "\nOne more line.\n")
    with pytest.raises(NotPublished) as caught:
        sync(workspace, corpus)
    assert invariant in caught.value.offending
    assert before.snapshot
    assert Path(before.snapshot).exists()
    assert rows(corpus, "SELECT lines FROM documents WHERE path = 'memos/plain.txt'") == [(3,)]
    assert plan(corpus).publish


def test_publishing_alone_checks_too(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    store = open_store(corpus.database)
    store.query("UPDATE evidence.lines SET raw = 'other'::BLOB WHERE n = 1")
    store.advance()
    store.close()
    assert plan(corpus).publish
    with pytest.raises(NotPublished, match="lines_rehash"):
        sync(workspace, corpus)


KILLED = """
import os, signal, sys
from pathlib import Path
import pipelines.session
from pipelines.planner import plan
from pipelines.sync import run
from storage.workspace import Workspace

def die(*_, **__):
    os.kill(os.getpid(), int(sys.argv[3]))

workspace = Workspace.open(Path(sys.argv[1]))
corpus = workspace.corpus("in-force")
if sys.argv[2] == "publish":
    pipelines.session.publish = die
run(corpus, plan(corpus), workspace, progress=lambda stage, done, total: die() if stage == sys.argv[2] else None)
"""


def kill(workspace: Workspace, moment: str, by: signal.Signals) -> subprocess.CompletedProcess[str]:
    """Start a sync in another process that sends itself a signal."""
    command = [sys.executable, "-c", KILLED, str(workspace.folder), moment, str(int(by))]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)


def test_an_interrupted_run_ends_as_such_and_leaves_nothing_half_done(workspace: Workspace, corpus: Corpus) -> None:
    done = kill(workspace, "graph", signal.SIGINT)
    assert done.returncode == -signal.SIGINT
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
    planned = plan(corpus)
    assert (planned.changed, planned.resolve) == ((), planned.documents)


@pytest.mark.parametrize(
    ("moment", "changed", "resolve"),
    [("evidence", (NOTE,), ()), ("graph", (), (NOTE,)), ("publish", (), ())],
)
def test_a_killed_run_is_completed_by_the_next(
    workspace: Workspace, corpus: Corpus, moment: str, changed: tuple[str, ...], resolve: tuple[str, ...]
) -> None:
    sync(workspace, corpus)
    edit(corpus, NOTE, "\nOne more line.\n")
    done = kill(workspace, moment, signal.SIGKILL)
    assert done.returncode == -signal.SIGKILL
    assert rows(corpus, f"SELECT lines FROM documents WHERE path = '{NOTE}'") == [(5,)]
    planned = plan(corpus)
    assert (planned.changed, planned.resolve) == (changed, resolve)
    assert planned.publish == (moment != "evidence")
    outcome = run(corpus, planned, workspace)
    assert rows(corpus, f"SELECT lines FROM documents WHERE path = '{NOTE}'") == [(7,)]
    assert plan(corpus).empty
    with open_instance(workspace) as instance:
        statuses = {run.run_id: run.status for run in instance.get_runs()}
    assert statuses.pop(outcome.run_id) == DagsterRunStatus.SUCCESS
    assert sorted(status.value for status in statuses.values()) == ["FAILURE", "SUCCESS"]


def test_the_corpora_of_a_workspace_are_synced_apart(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    notes = workspace.corpus("notes")
    assert plan(notes).changed == ("a.md",)
    sync(workspace, notes)
    assert rows(notes, "SELECT path FROM documents") == [("a.md",)]
    assert plan(corpus).empty


def test_other_settings_make_every_edge_stale(workspace: Workspace, corpus: Corpus) -> None:
    sync(workspace, corpus)
    store = open_store(corpus.database)
    assert graph_survey.dirty(store, corpus.fingerprint) == ([], [])
    assert len(graph_survey.dirty(store, "other settings")[0]) == 4
    store.close()
