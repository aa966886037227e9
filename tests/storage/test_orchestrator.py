"""The orchestrator's stores lose a path wherever it is written, and no other."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.errors import StoreInUse
from storage.orchestrator import forget, held_elsewhere, holding, pattern_of

SET = "desk/documents"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("forms/a.md", "GONE"),
        ('{"partition": "forms/a.md"}', '{"partition": "GONE"}'),
        (json.dumps(json.dumps({"partition": "forms/a.md"})), json.dumps(json.dumps({"partition": "GONE"}))),
        ("of forms/a.md.", "of GONE."),
        (json.dumps("keys:\nforms/a.md\nb"), json.dumps("keys:\nGONE\nb")),
        ("old/forms/a.md", "old/forms/a.md"),
        ("forms/a.md.txt", "forms/a.md.txt"),
        ("xforms/a.md", "xforms/a.md"),
    ],
)
def test_a_path_is_found_only_whole(text: str, result: str) -> None:
    assert pattern_of("forms/a.md").sub("GONE", text) == result


def test_a_name_without_a_dot_counts_only_by_itself() -> None:
    assert pattern_of("run").sub("GONE", "run") == "GONE"
    assert pattern_of("run").sub("GONE", '{"key": "run"}') == '{"key": "GONE"}'
    assert pattern_of("run").sub("GONE", "a run of it") == "a run of it"


def test_names_that_json_escapes_are_found() -> None:
    name = "übung/größe.md"
    assert pattern_of(name).sub("GONE", json.dumps({"p": name})) == '{"p": "GONE"}'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "history" / "runs").mkdir(parents=True)
    with closing(sqlite3.connect(tmp_path / "history" / "runs" / "index.db")) as store, store:
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("CREATE TABLE dynamic_partitions (id INTEGER PRIMARY KEY, partitions_def_name TEXT, partition TEXT)")
        store.execute("CREATE TABLE event_logs (id INTEGER PRIMARY KEY, event TEXT, partition TEXT)")
        keys = [(SET, "forms/a.md"), (SET, "forms/b.md"), ("notes/documents", "forms/b.md")]
        store.executemany("INSERT INTO dynamic_partitions (partitions_def_name, partition) VALUES (?, ?)", keys)
        store.execute("INSERT INTO event_logs (event, partition) VALUES (?, ?)", ['{"p": "forms/a.md"}', "forms/a.md"])
        store.execute("INSERT INTO event_logs (event, partition) VALUES ('gone', 'forms/a.md')")
        store.execute("DELETE FROM event_logs WHERE event = 'gone'")
    (tmp_path / "storage").mkdir()
    (tmp_path / "storage" / "step.err").write_text("computing forms/a.md and old/forms/a.md\n")
    return tmp_path


def test_a_name_goes_from_rows_freed_space_and_logs(home: Path) -> None:
    names = {"forms/a.md": "erased-1"}
    assert {file.name for file in holding(home, names)} == {"index.db", "step.err"}
    assert {file.name for file in forget(home, SET, names)} == {"index.db", "step.err"}
    assert holding(home, names) == []
    assert b"forms/a.md" not in (home / "history" / "runs" / "index.db").read_bytes()
    assert (home / "storage" / "step.err").read_text() == "computing erased-1 and old/forms/a.md\n"
    with closing(sqlite3.connect(home / "history" / "runs" / "index.db")) as store:
        assert store.execute("SELECT event, partition FROM event_logs").fetchall() == [('{"p": "erased-1"}', "erased-1")]
        assert store.execute("SELECT count(*) FROM dynamic_partitions").fetchone() == (2,)


def test_a_name_that_another_corpus_has_is_known(home: Path, tmp_path: Path) -> None:
    assert held_elsewhere(home, SET, "forms/b.md")
    assert not held_elsewhere(home, SET, "forms/a.md")
    assert not held_elsewhere(tmp_path / "none", SET, "forms/b.md")


def test_a_store_in_use_is_an_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.orchestrator.PATIENCE", 0.01)
    with closing(sqlite3.connect(home / "history" / "runs" / "index.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreInUse, match="resume"):
            forget(home, SET, {"forms/a.md": "erased-1"})
    forget(home, SET, {"forms/a.md": "erased-1"})
    assert holding(home, {"forms/a.md": "erased-1"}) == []


def test_a_reader_that_holds_the_log_is_an_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.orchestrator.PATIENCE", 0.01)
    with closing(sqlite3.connect(home / "history" / "runs" / "index.db")) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM event_logs").fetchall()
        with pytest.raises(StoreInUse, match="log"):
            forget(home, SET, {"forms/a.md": "erased-1"})
