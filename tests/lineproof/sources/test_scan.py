"""Each kind of file has a defined outcome, and only what may have changed is read again."""

import os
import socket
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from lineproof.sources import files
from lineproof.sources.errors import Changed, Vanished
from lineproof.sources.scan import Scan, Seen, read, scan

NOW = 4_000_000_000_000_000_000
NFC, NFD = "Prämie.md", unicodedata.normalize("NFD", "Prämie.md")


def by_path(result: Scan) -> dict[str, Seen]:
    return {seen.path: seen for seen in result.seen}


def outcomes(root: Path) -> dict[str, str]:
    return {seen.path: seen.outcome for seen in scan(root, {}, NOW).seen}


def write(root: Path, path: str, content: str | bytes = "text\n") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def test_files_are_listed_by_path_with_their_hash(tmp_path):
    write(tmp_path, "b/two.md")
    write(tmp_path, "a.md")
    write(tmp_path, "empty.txt", "")
    result = scan(tmp_path, {}, NOW)
    assert [seen.path for seen in result.seen] == ["a.md", "b/two.md", "empty.txt"]
    assert result.changed == ("a.md", "b/two.md", "empty.txt")
    assert by_path(result)["a.md"].content_hash == by_path(result)["b/two.md"].content_hash
    assert read(tmp_path, by_path(result)["empty.txt"]) == b""


def test_a_second_scan_reads_nothing(tmp_path, monkeypatch):
    write(tmp_path, "a.md")
    write(tmp_path, "picture.png", b"\x89PNG\r\n\x1a\n")
    first = scan(tmp_path, {}, NOW)
    monkeypatch.setattr("lineproof.sources.scan.read_below", pytest.fail)
    assert scan(tmp_path, by_path(first), NOW + 10**12) == Scan(first.seen, (), ())


def test_what_was_touched_within_two_seconds_is_read_again(tmp_path):
    file = write(tmp_path, "a.md", "one")
    status = file.stat()
    soon = status.st_ctime_ns + 10**9
    first = by_path(scan(tmp_path, {}, soon))
    file.write_text("two")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    hidden = replace(first["a.md"], ctime_ns=file.stat().st_ctime_ns)
    assert scan(tmp_path, {"a.md": hidden}, soon + 10**12).changed == ("a.md",)


def test_verify_finds_what_the_times_hide(tmp_path):
    file = write(tmp_path, "a.md", "one")
    first = by_path(scan(tmp_path, {}, NOW))["a.md"]
    file.write_text("two")
    now = file.stat()
    hidden = replace(first, mtime_ns=now.st_mtime_ns, ctime_ns=now.st_ctime_ns)
    assert scan(tmp_path, {"a.md": hidden}, NOW).changed == ()
    assert scan(tmp_path, {"a.md": hidden}, NOW, verify=True).changed == ("a.md",)


def test_added_edited_touched_deleted(tmp_path):
    for name in ("kept.md", "edited.md", "touched.md", "deleted.md"):
        write(tmp_path, name, name)
    first = by_path(scan(tmp_path, {}, NOW))
    write(tmp_path, "edited.md", "longer than before")
    write(tmp_path, "added.md")
    os.utime(tmp_path / "touched.md", ns=(1, 1))
    (tmp_path / "deleted.md").unlink()
    second = scan(tmp_path, first, NOW)
    assert second.changed == ("added.md", "edited.md")
    assert second.deleted == ("deleted.md",)
    assert by_path(second)["touched.md"].mtime_ns == 1


def test_what_was_quarantined_is_tried_again(tmp_path):
    write(tmp_path, "a.md")
    seen = by_path(scan(tmp_path, {}, NOW))["a.md"]
    before = replace(seen, outcome="quarantined", reason="changed while it was being read")
    result = scan(tmp_path, {"a.md": before}, NOW + 10**12)
    assert result.changed == ("a.md",)
    assert result.deleted == ()


def test_a_document_that_turns_binary_is_deleted(tmp_path):
    write(tmp_path, "a.md")
    first = by_path(scan(tmp_path, {}, NOW))
    write(tmp_path, "a.md", b"%PDF-1.7 and more")
    second = scan(tmp_path, first, NOW)
    assert (second.changed, second.deleted) == ((), ("a.md",))
    assert by_path(second)["a.md"].reason == "binary"


def test_ignore_files_of_root_and_folders(tmp_path):
    write(tmp_path, ".lineproofignore", "*.log\n/build/\n!keep.log\n!\n")
    write(tmp_path, "docs/.lineproofignore", "draft-*\n!a.log\n")
    for path in ("a.log", "keep.log", "build/x.md", "docs/build/y.md", "docs/draft-1.md", "docs/a.log", "draft-2.md"):
        write(tmp_path, path)
    assert list(outcomes(tmp_path)) == ["docs/a.log", "docs/build/y.md", "draft-2.md", "keep.log"]


def test_version_control_and_the_own_workspace_are_never_read(tmp_path):
    for folder in (".git", ".hg", ".svn", ".lineproof"):
        write(tmp_path, f"{folder}/file.md")
    write(tmp_path, ".github/guide.md")
    assert list(outcomes(tmp_path)) == [".github/guide.md"]


def test_links(tmp_path):
    root = tmp_path / "root"
    outside = write(tmp_path, "secret.md")
    write(root, "real.md")
    write(root, ".git/config")
    write(root, "ignored/inside.md", "linked")
    write(root, ".lineproofignore", "ignored/\n")
    for name, target in {
        "to-real.md": "real.md",
        "to-ignored.md": "ignored/inside.md",
        "out.md": outside,
        "out-folder": tmp_path,
        "gone.md": "nothing.md",
        "loop.md": "loop.md",
        "folder": "ignored",
        "config.md": ".git/config",
    }.items():
        (root / name).symlink_to(target)
    assert outcomes(root) == {
        "config.md": "refused",
        "folder": "skipped",
        "gone.md": "quarantined",
        "loop.md": "quarantined",
        "out-folder": "refused",
        "out.md": "refused",
        "real.md": "compiled",
        "to-ignored.md": "compiled",
        "to-real.md": "skipped",
    }
    assert read(root, by_path(scan(root, {}, NOW))["to-ignored.md"]) == b"linked"


def test_a_file_replaced_by_a_link_out_is_not_read(tmp_path):
    secret = write(tmp_path, "secret.md", "same")
    file = write(tmp_path / "root", "folder/a.md", "same")
    seen = scan(tmp_path / "root", {}, NOW).seen[0]
    file.unlink()
    file.symlink_to(secret)
    with pytest.raises(Vanished, match="out of the corpus"):
        read(tmp_path / "root", seen)


def test_changed_and_vanished(tmp_path):
    file = write(tmp_path, "a.md", "one")
    seen = scan(tmp_path, {}, NOW).seen[0]
    file.write_text("two")
    with pytest.raises(Changed):
        read(tmp_path, seen)
    file.unlink()
    with pytest.raises(Vanished):
        read(tmp_path, seen)


def test_names_in_nfd_are_stored_in_nfc_and_read_by_their_own_spelling(tmp_path):
    write(tmp_path, NFD, "decomposed")
    seen = scan(tmp_path, {}, NOW).seen[0]
    assert seen.path == NFC
    assert read(tmp_path, seen) == b"decomposed"


def test_of_two_names_equal_in_nfc_one_is_quarantined(tmp_path):
    write(tmp_path, NFC, "composed")
    write(tmp_path, NFD, "decomposed")
    result = scan(tmp_path, {}, NOW)
    assert {seen.path: seen.outcome for seen in result.seen} == {NFC: "compiled", NFD: "quarantined"}
    assert read(tmp_path, by_path(result)[NFC]) == b"composed"


def test_files_of_two_folders_equal_in_nfc_are_both_found(tmp_path):
    write(tmp_path, "ä/one.md", "1")
    write(tmp_path, unicodedata.normalize("NFD", "ä/two.md"), "2")
    seen = scan(tmp_path, {}, NOW).seen
    assert [read(tmp_path, entry) for entry in seen] == [b"1", b"2"]


def test_a_name_that_is_not_utf8_is_quarantined(tmp_path):
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    seen = scan(tmp_path, {}, NOW).seen[0]
    assert (seen.path, seen.outcome) == ("caf\\xe9.md", "quarantined")


def test_sockets_and_pipes_are_skipped(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        assert outcomes(tmp_path) == {"pipe.md": "skipped", "socket.md": "skipped"}


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_unreadable_files_and_folders_are_quarantined(tmp_path):
    write(tmp_path, "a.md").chmod(0)
    write(tmp_path, "folder/b.md").parent.chmod(0)
    try:
        assert outcomes(tmp_path) == {"a.md": "quarantined", "folder": "quarantined"}
    finally:
        (tmp_path / "folder").chmod(0o700)


def test_too_large_a_file_is_quarantined_unread(tmp_path):
    with (tmp_path / "large.md").open("wb") as file:
        file.truncate(files.LARGEST_FILE + 1)
    seen = scan(tmp_path, {}, NOW).seen[0]
    assert (seen.outcome, seen.reason, seen.content_hash) == ("quarantined", "larger than 64 MiB", None)


def test_a_root_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        scan(tmp_path / "nowhere", {}, NOW)
