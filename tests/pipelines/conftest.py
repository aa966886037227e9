"""A workspace of two small corpora, synced for each test that changes it."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from pipelines.launch import open_instance
from storage.workspace import Corpus, Workspace, render_settings

DOCUMENTS = {
    "forms/base-2019-04.md": ("---\ntitle: Homeowners Form\nidentifier: HV 30 01\nedition: 2019-04\n---\n\n# Homeowners Form\n\nOld.\n"),
    "forms/base-2026-01.md": (
        "---\ntitle: Homeowners Form\nidentifier: HV 30 01\nedition: 2026-01\nsupersedes: HV 30 01 (2019-04)\n---\n\n"
        "# Homeowners Form\n\n## W.2 Limit of liability\n\nThe limit is $5,000. See W.2.\n"
    ),
    "memos/note.md": "# A note\n\nSee [the form](../forms/base-2026-01.md).\n\nAlso see [the manual](../manual.md).\n",
    "memos/plain.txt": "A PLAIN MEMO\n\nNothing is named here.\n",
}


def write(root: Path, documents: dict[str, str]) -> None:
    for path, text in documents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    write(tmp_path / "forms-source", DOCUMENTS)
    write(tmp_path / "notes-source", {"a.md": "# Alpha\n\nText.\n"})
    roots = {"in-force": Path("forms-source"), "notes": Path("notes-source")}
    (tmp_path / "lineproof.toml").write_text(render_settings(roots))
    return Workspace.open(tmp_path)


@pytest.fixture
def corpus(workspace: Workspace) -> Corpus:
    return workspace.corpus("in-force")


@pytest.fixture
def instance(workspace: Workspace) -> Iterator[dg.DagsterInstance]:
    with open_instance(workspace) as opened:
        yield opened
