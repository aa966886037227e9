"""The commands pages and export markdown, as a user meets them."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client

from lineproof.recall.memory import Memory
from lineproof.serve.mcp import server_of
from lineproof.wiki.export import markdown_files
from lineproof.wiki.model import load
from lineproof.wiki.update import update
from pipelines.command import main
from storage.database import open_store
from storage.snapshots import open_snapshot, publish
from storage.workspace import Workspace, render_settings
from tests.lineproof.wiki.believing import CORPUS, write
from tests.lineproof.wiki.forms import FORMS

SCHEMAS = Path(__file__).parents[3] / "docs" / "schema"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A published corpus with a wiki, and one that was never compiled."""
    for name in (CORPUS, "notes"):
        (tmp_path / name).mkdir()
    (tmp_path / "lineproof.toml").write_text(render_settings({CORPUS: Path(CORPUS), "notes": Path("notes")}))
    opened = Workspace.open(tmp_path)
    with closing(open_store(opened.corpus(CORPUS).database)) as store:
        with store.transaction():
            write(store, FORMS)
            update(store, CORPUS)
        publish(store, opened.corpus(CORPUS))
    return opened


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LINEPROOF_WORKSPACE", str(workspace.folder))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        written = capsys.readouterr()
        return int(left.value.code or 0), written.out, written.err

    return call


def answer(run: Run, schema: str, *arguments: str) -> Any:
    code, out, err = run(*arguments, "--json")
    assert code == 0, err
    value = json.loads(out)
    Draft202012Validator(json.loads((SCHEMAS / f"{schema}.json").read_text())).validate(value)
    return value


def test_pages_lists_all_with_what_they_cover(run: Run) -> None:
    listed = answer(run, "pages", "pages")
    assert [page["path"] for page in listed["pages"]][:2] == ["changes.md", "documents/forms.md"]
    (summary,) = listed["summaries"]
    assert summary["stated"] <= summary["active"]
    assert summary["characters"] == sum(page["characters"] for page in listed["pages"])
    code, out, _ = run("pages")
    assert code == 0
    assert "documents/hv-30-01.md" in out
    assert f"{summary['stated']} of {summary['active']} claims in force" in out


@pytest.mark.parametrize("name", ["documents/hv-30-01.md", "documents/hv-30-01", "homeowners form (HV 30 01)"])
def test_a_page_is_shown_by_path_or_title(run: Run, name: str) -> None:
    code, out, _ = run("pages", name)
    assert code == 0
    assert "# Homeowners Form (HV 30 01)" in out
    assert "[^1]: forms/hv-30-01-2026-01.md#L7" in out
    assert answer(run, "pages", "pages", name)["path"] == "documents/hv-30-01.md"


def test_an_unknown_page_is_a_mistake_with_a_next_step(run: Run) -> None:
    code, _, err = run("pages", "topics/moon")
    assert code == 2
    assert "`pages` lists all" in err


def test_export_writes_a_folder_and_then_nothing(run: Run, tmp_path: Path) -> None:
    first = answer(run, "export", "export", "markdown", str(tmp_path / "out"))
    assert "index.md" in first[0]["written"]
    code, out, _ = run("export", "markdown", str(tmp_path / "out"))
    assert code == 0
    assert "0 written" in out


def test_a_folder_of_others_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    for folder in (tmp_path / "full", tmp_path / CORPUS / "wiki"):
        code, _, err = run("export", "markdown", str(folder))
        assert code == 2
        assert "Name" in err


def test_a_hand_edit_is_left_alone_until_it_is_kept(run: Run, tmp_path: Path, workspace: Workspace) -> None:
    out = tmp_path / "out"
    run("export", "markdown", str(out))
    page = out / "documents" / "hv-30-01.md"
    page.write_text(page.read_text().replace("within 90 days.[", "within a year.["))
    _, _, err = run("export", "markdown", str(out))
    assert "pages --keep" in err
    kept = answer(run, "pages", "pages", "--keep", str(page), "--by", "ada")
    assert kept == {"corpus": CORPUS, "page": "documents/hv-30-01.md"}
    assert (workspace.corpus(CORPUS).decisions / "pages.jsonl").is_file()
    assert answer(run, "export", "export", "markdown", str(out))[0]["written"] == ["documents/hv-30-01.md"]
    assert "verified: false" in page.read_text()
    assert "within a year" in run("pages", "documents/hv-30-01")[1]
    assert [one["kept"] for one in answer(run, "pages", "pages")["pages"] if one["path"] == "documents/hv-30-01.md"] == [True]


def test_only_an_exported_page_can_be_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("note")
    code, _, err = run("pages", "--keep", str(tmp_path / "note.md"))
    assert code == 2
    assert "no page of an export" in err


async def test_an_agent_is_listed_all_pages_and_reads_each_alone(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list was empty, for templates are in none; a page was rendered together with all others."""
    monkeypatch.setattr("lineproof.serve.mcp.LISTED", 2)
    corpus = workspace.corpus(CORPUS)
    with closing(open_snapshot(corpus)) as connection:
        files = {path: file.text for path, file in markdown_files(load(connection), {}).items()}
    read: dict[str, str] = {}
    async with Client(server_of(Memory(corpus))) as client:
        cursor, first = None, True
        while cursor or first:
            page = await client.list_resources(cursor=cursor)
            assert len(page.resources) <= 2
            read |= {one.name: str((await client.read_resource(one.uri)).contents[0].text) for one in page.resources}  # type: ignore[union-attr]
            cursor, first = page.next_cursor, False
    assert read == files
    assert len(files) > 2
