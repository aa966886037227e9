"""What the doctor finds in workspaces that were broken on purpose."""

import shutil
from pathlib import Path

from lineproof.serve.doctor import examine
from storage.snapshots import current
from storage.workspace import Workspace


def faults(folder: Path) -> dict[str, str | None]:
    return {check.name: check.advice for check in examine(folder).checks if not check.ok}


def test_a_sound_workspace_is_well(library: Workspace) -> None:
    assert faults(library.folder) == {}


def test_a_folder_that_is_no_workspace(tmp_path: Path) -> None:
    assert list(faults(tmp_path)) == ["workspace"]


def test_each_fault_has_its_check_and_advice(own_library: Workspace) -> None:
    snapshot = current(own_library.corpus("forms"))
    snapshot.write_bytes(b"no database")
    shutil.rmtree(own_library.corpus("notes").root)
    found = faults(own_library.folder)
    assert set(found) == {"forms: snapshot", "notes: sources"}
    assert "lineproof sync" in (found["forms: snapshot"] or "")
    assert "lineproof.toml" in (found["notes: sources"] or "")


def test_nothing_is_changed_by_looking(own_library: Workspace) -> None:
    before = sorted(own_library.folder.rglob("*"))
    examine(own_library.folder)
    assert sorted(own_library.folder.rglob("*")) == before
