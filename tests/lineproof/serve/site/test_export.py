"""Exports of the site: only what changed is written, and nobody else's files are touched."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from lineproof.serve.errors import CommandError
from lineproof.serve.site.export import export_all
from pipelines.command import app
from storage.workspace import Workspace
from tests.lineproof.serve.site.published import FAMILY, PLAIN, published, republish
from tests.lineproof.wiki.believing import CORPUS

SCHEMA = Path(__file__).parents[4] / "docs" / "schema" / "export.json"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """The library made by hand."""
    return published(tmp_path / "workspace", PLAIN)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "out"


def times(folder: Path) -> dict[str, int]:
    return {file.relative_to(folder).as_posix(): file.stat().st_mtime_ns for file in folder.rglob("*") if file.is_file()}


def test_a_second_export_writes_nothing(workspace: Workspace, out: Path) -> None:
    (first,) = export_all(workspace.corpora, out)
    before = times(out)
    (second,) = export_all(workspace.corpora, out)
    assert len(first.written) == second.unchanged == len(before) - 1
    assert second.written == []
    assert times(out) == before


def test_only_files_whose_content_changed_are_written(workspace: Workspace, out: Path) -> None:
    export_all(workspace.corpora, out)
    pages = [page if page.path != FAMILY.path else replace(page, removed=3) for page in PLAIN.pages]
    republish(workspace, replace(PLAIN, pages=pages))
    (export,) = export_all(workspace.corpora, out)
    assert export.written == ["documents/hv-30-01.html"]


def test_pages_that_are_gone_are_removed(workspace: Workspace, out: Path) -> None:
    export_all(workspace.corpora, out)
    republish(workspace, replace(PLAIN, pages=[page for page in PLAIN.pages if page.kind != "topic"]))
    (export,) = export_all(workspace.corpora, out)
    assert export.removed == ["topics/proof-of-loss.html"]
    assert not (out / "topics").exists()


def test_files_of_others_stay(workspace: Workspace, out: Path) -> None:
    export_all(workspace.corpora, out)
    (out / "documents" / "mine.html").write_text("mine")
    (out / "index.html").write_text("changed")
    (export,) = export_all(workspace.corpora, out)
    assert (out / "documents" / "mine.html").read_text() == "mine"
    assert list(export.edited) == ["index.html"]


@pytest.mark.parametrize("foreign", ["notes.txt", "index.html"])
def test_a_folder_with_other_files_is_refused(workspace: Workspace, out: Path, foreign: str) -> None:
    out.mkdir()
    (out / foreign).write_text("mine")
    with pytest.raises(CommandError, match="holds files that no export wrote"):
        export_all(workspace.corpora, out)
    assert times(out).keys() == {foreign}


@pytest.mark.parametrize("inside", ["", "deeper/site"])
def test_a_folder_within_the_corpus_is_refused(workspace: Workspace, inside: str) -> None:
    corpus = workspace.corpus(CORPUS)
    with pytest.raises(CommandError, match="lies within"):
        export_all(workspace.corpora, corpus.root / inside)
    assert not [*corpus.root.rglob("*.html")]


def test_several_corpora_have_a_folder_each_and_a_page_that_leads_to_them(workspace: Workspace, out: Path, library: Workspace) -> None:
    corpora = {CORPUS: workspace.corpus(CORPUS), "notes": library.corpus("notes")}
    exports = export_all(corpora, out)
    assert [Path(export.folder).name for export in exports] == ["out", CORPUS, "notes"]
    front = (out / "index.html").read_text()
    assert 'href="forms/index.html"' in front
    assert (out / "forms" / "index.html").is_file()
    assert (out / "assets" / "site.css").is_file()
    assert [export.written for export in export_all(corpora, out)] == [[], [], []]


def test_the_command_tells_what_it_wrote(workspace: Workspace, out: Path) -> None:
    told = CliRunner().invoke(app, ["export", "site", str(out), "--workspace", str(workspace.folder), "--json"])
    assert told.exit_code == 0
    exports = json.loads(told.stdout)
    jsonschema.validate(exports, json.loads(SCHEMA.read_text(encoding="utf-8")))
    (export,) = exports
    assert (export["kind"], export["corpus"]) == ("site", CORPUS)
    assert "documents/hv-30-01.html" in export["written"]
