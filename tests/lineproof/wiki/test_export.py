"""An export writes what changed, removes what it wrote, and leaves alone what others wrote."""

import dataclasses
from pathlib import Path

import pytest

from lineproof.wiki.errors import AmongSources, BadManifest, ForeignFolder, LeavesFolder, NoExport, NotExported, OtherExport
from lineproof.wiki.export import export_markdown
from lineproof.wiki.folder import MANIFEST, Manifest, write
from lineproof.wiki.kept import edited, keep, load_kept
from lineproof.wiki.model import Wiki
from storage.workspace import Corpus
from tests.lineproof.wiki.believing import CORPUS

PAGE = "documents/hv-30-01.md"


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    (tmp_path / "sources").mkdir()
    return Corpus(CORPUS, tmp_path / "sources", tmp_path / ".lineproof" / CORPUS)


@pytest.fixture
def folder(tmp_path: Path, wiki: Wiki, corpus: Corpus) -> Path:
    """A fresh export."""
    export_markdown(wiki, corpus, tmp_path / "out")
    return tmp_path / "out"


def content(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def edit(folder: Path, old: str = "within 90 days", new: str = "within a year") -> None:
    file = folder / PAGE
    file.write_text(file.read_text().replace(old, new))


def test_a_second_export_writes_nothing(folder: Path, wiki: Wiki, corpus: Corpus) -> None:
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    done = export_markdown(wiki, corpus, folder)
    assert (done.written, done.removed, done.edited) == ([], [], [])
    assert done.unchanged == len(wiki.pages)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def test_two_exports_are_the_same_bytes(folder: Path, wiki: Wiki, corpus: Corpus, tmp_path: Path) -> None:
    export_markdown(wiki, corpus, tmp_path / "other")
    assert content(tmp_path / "other") == content(folder)


def test_stale_pages_are_removed_and_files_of_others_stay(folder: Path, wiki: Wiki, corpus: Corpus) -> None:
    (folder / "mine.md").write_text("mine")
    (folder / "topics" / "mine.md").write_text("mine")
    fewer = dataclasses.replace(wiki, pages=tuple(page for page in wiki.pages if page.kind != "topic"))
    done = export_markdown(fewer, corpus, folder)
    assert done.removed == ["topics/appraisal.md"]
    assert not (folder / "topics/appraisal.md").exists()
    assert (folder / "mine.md").read_text() == (folder / "topics" / "mine.md").read_text() == "mine"


def test_a_folder_that_an_export_empties_goes(folder: Path, wiki: Wiki, corpus: Corpus) -> None:
    export_markdown(dataclasses.replace(wiki, pages=()), corpus, folder)
    assert list(content(folder)) == [MANIFEST]
    assert not (folder / "topics").exists()


def test_folders_in_which_an_export_would_do_harm_are_refused(wiki: Wiki, corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    link = tmp_path / "link"
    link.symlink_to(corpus.root)
    for folder in (corpus.root / "wiki", link / "wiki", corpus.data / "wiki"):
        with pytest.raises(AmongSources):
            export_markdown(wiki, corpus, folder)
    with pytest.raises(ForeignFolder):
        export_markdown(wiki, corpus, tmp_path / "full")
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["letter.txt"]


def test_an_export_of_another_kind_or_corpus_is_refused(folder: Path) -> None:
    for other in (Manifest("site", CORPUS), Manifest("markdown", "other")):
        with pytest.raises(OtherExport):
            write(folder, other, {})


def test_a_manifest_cannot_lead_out_of_the_folder(folder: Path, wiki: Wiki, corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("precious")
    manifest = folder / MANIFEST
    manifest.write_text(manifest.read_text().replace('"index.md"', '"../precious.txt"'))
    with pytest.raises(LeavesFolder):
        export_markdown(wiki, corpus, folder)
    assert (tmp_path / "precious.txt").read_text() == "precious"


def test_a_link_cannot_lead_out_of_the_folder(folder: Path, wiki: Wiki, corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "topics" / "appraisal.md").unlink()
    (folder / "topics").rmdir()
    (folder / "topics").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LeavesFolder):
        export_markdown(wiki, corpus, folder)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_broken_manifest_is_no_licence_to_write(folder: Path, wiki: Wiki, corpus: Corpus) -> None:
    (folder / MANIFEST).write_text("{")
    with pytest.raises(BadManifest):
        export_markdown(wiki, corpus, folder)


def test_a_hand_edit_is_found_by_its_line(folder: Path) -> None:
    assert edited(folder) == []
    edit(folder)
    (found,) = edited(folder)
    assert found.path == PAGE
    assert found.removed == len(found.lines) > 0
    assert "within a year" in found.lines[0].text
    assert (folder / PAGE).read_text().splitlines()[found.lines[0].number - 1] == found.lines[0].text


def test_a_folder_without_an_export_is_no_export_without_edits(folder: Path, tmp_path: Path) -> None:
    """A typing error in the folder passed as `nothing was edited`."""
    with pytest.raises(NoExport, match="is no folder"):
        edited(tmp_path / "typo")
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoExport, match="holds no export"):
        edited(tmp_path / "empty")


def test_the_exports_of_several_corpora_are_found_below_their_folder(folder: Path) -> None:
    edit(folder)
    assert [page.path for page in edited(folder.parent)] == [f"{folder.name}/{PAGE}"]


@pytest.mark.parametrize("change", ["double", "swap", "delete"])
def test_lines_doubled_swapped_or_deleted_are_edits(folder: Path, change: str) -> None:
    file = folder / PAGE
    lines = file.read_text().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line.startswith("- "))
    if change == "double":
        lines.insert(place, lines[place])
    elif change == "swap":
        lines[place], lines[place + 1] = lines[place + 1], lines[place]
    else:
        del lines[place]
    file.write_text("".join(lines))
    assert [page.path for page in edited(folder)] == [PAGE]


def test_a_removed_page_is_an_edit(folder: Path) -> None:
    (folder / PAGE).unlink()
    assert [(page.path, page.lines) for page in edited(folder)] == [(PAGE, ())]


def test_an_edited_page_is_left_alone(folder: Path, wiki: Wiki, corpus: Corpus) -> None:
    edit(folder)
    done = export_markdown(wiki, corpus, folder)
    assert done.edited == [PAGE]
    assert "within a year" in (folder / PAGE).read_text()
    assert [page.path for page in edited(folder)] == [PAGE], "it is still reported"
    gone = dataclasses.replace(wiki, pages=tuple(page for page in wiki.pages if page.path != PAGE))
    assert export_markdown(gone, corpus, folder).edited == [PAGE]
    assert (folder / PAGE).exists()


def test_a_kept_page_is_written_as_edited_and_not_verified(folder: Path, wiki: Wiki, corpus: Corpus, tmp_path: Path) -> None:
    edit(folder)
    kept = keep(folder / PAGE, corpus.decisions, "ada")
    assert load_kept(corpus.decisions) == {PAGE: kept}
    again, fresh = export_markdown(wiki, corpus, folder), export_markdown(wiki, corpus, tmp_path / "fresh")
    assert again.written == [PAGE]
    assert content(folder) == content(tmp_path / "fresh")
    assert edited(folder) == []
    assert PAGE in fresh.written
    text = (folder / PAGE).read_text()
    assert "verified: false" in text
    assert "within a year" in text
    assert "edited by hand" in text


def test_the_citations_of_a_kept_page_follow_their_claims(folder: Path, wiki: Wiki, corpus: Corpus) -> None:
    edit(folder)
    keep(folder / PAGE, corpus.decisions, "ada")
    moved = {
        claim: dataclasses.replace(view, citations=tuple(dataclasses.replace(one, first_line=77, last_line=77) for one in view.citations))
        for claim, view in wiki.claims.items()
    }
    export_markdown(dataclasses.replace(wiki, claims=moved), corpus, folder)
    text = (folder / PAGE).read_text()
    assert "#L77 “" in text
    assert "#L11" not in text


def test_keeping_twice_is_keeping_once(folder: Path, corpus: Corpus) -> None:
    edit(folder)
    keep(folder / PAGE, corpus.decisions, "ada")
    keep(folder / PAGE, corpus.decisions, "ada")
    assert len((corpus.decisions / "pages.jsonl").read_text().splitlines()) == 1


def test_only_a_page_of_an_export_can_be_kept(folder: Path, corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("note")
    (folder / "mine.md").write_text("mine")
    for file in (tmp_path / "note.md", folder / "mine.md", folder / MANIFEST, folder / "gone.md"):
        with pytest.raises(NotExported):
            keep(file, corpus.decisions, "ada")
