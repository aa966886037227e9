"""A corpus folder as a list of files, each with a defined outcome, read again only where it may have changed.

outcome    compiled: a text file that becomes a document; skipped: no document, and no fault (binary, a socket, a link
           to a file that is read anyway); refused: a link that leads out of the corpus; quarantined: should be a
           document, but cannot be read, with the reason
path       below the corpus root, in Unicode NFC with forward slashes; the name on disk may be spelled otherwise
trusted    a file whose size, times and inode are those of the last scan, and whose times lie so far before that scan
           that no later write can hide behind them; it is not read again
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from unicodedata import normalize

from xxhash import xxh3_128_hexdigest

from lineproof.sources.decode import is_binary
from lineproof.sources.errors import Changed, Vanished
from lineproof.sources.files import LARGEST_FILE, below, find_spelling, read_below, why
from storage.workspace import TOMBSTONES_FOLDER

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

Outcome = Literal["compiled", "skipped", "refused", "quarantined"]

TIMESTAMP_SLACK_NS: Final = 2_000_000_000
IGNORE_FILE: Final = ".lineproofignore"
ALWAYS_IGNORED: Final = frozenset({".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS", ".lineproof", TOMBSTONES_FOLDER, IGNORE_FILE})


@dataclass(frozen=True, slots=True)
class Seen:
    """One file as a scan saw it: a row of ``ops.sources``. ``content_hash`` is none where the bytes were not read."""

    path: str
    outcome: Outcome
    reason: str | None
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    content_hash: str | None
    scanned_ns: int


@dataclass(frozen=True, slots=True)
class Scan:
    """What a corpus holds now (``seen``, by path), and the paths of documents to compile and to remove."""

    seen: tuple[Seen, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """An entry of the walk: ``disk_path`` is its name on disk; ``verdict`` is set where it needs no reading."""

    path: str
    disk_path: str
    status: os.stat_result | None
    verdict: tuple[Outcome, str] | None = None


def scan(root: Path, previous: Mapping[str, Seen], now_ns: int, verify: bool = False) -> Scan:
    """Look at every file below a folder and compare with the last scan.

    Args:
        root: the folder of the corpus.
        previous: the last scan by path; empty for the first.
        now_ns: the time at which the scan begins, in nanoseconds since the epoch.
        verify: read every file, whatever its times say.

    Raises:
        OSError: the root itself cannot be listed.
    """
    base = os.path.realpath(root)
    os.scandir(base).close()
    found = _without_twins(_settle_links(base, list(_walk(base))))
    seen = tuple(_look(base, entry, previous.get(entry.path), now_ns, verify) for entry in found)
    compiled = {entry.path: entry for entry in seen if entry.outcome == "compiled"}
    before = {path: entry.content_hash for path, entry in previous.items() if entry.outcome == "compiled"}
    changed = tuple(path for path, entry in compiled.items() if before.get(path) != entry.content_hash)
    return Scan(seen, changed, tuple(sorted(before.keys() - compiled.keys())))


def read(root: Path, seen: Seen) -> bytes:
    """The bytes of a file that was seen, provided that they are still the same.

    Raises:
        Changed: the bytes are no longer those of ``seen.content_hash``.
        Vanished: the file is gone, cannot be read, or has become a link out of the root.
    """
    base = os.path.realpath(root)
    try:
        raw = read_below(base, find_spelling(base, seen.path))
    except OSError as error:
        raise Vanished(seen.path, why(error)) from error
    if xxh3_128_hexdigest(raw) != seen.content_hash:
        raise Changed(seen.path)
    return raw


def _walk(base: str) -> Iterator[_Found]:
    """All entries that are not ignored, folder by folder; links are yielded without a verdict, and not followed."""
    pending: list[tuple[str, tuple[tuple[int, GitIgnoreSpec], ...]]] = [("", ())]
    while pending:
        folder, rules = pending.pop()
        try:
            with os.scandir(f"{base}/{folder}") as listing:
                entries = list(listing)
            if any(entry.name == IGNORE_FILE for entry in entries):
                rules = (*rules, (len(folder), _ignore_rules(base, folder + IGNORE_FILE)))
        except OSError as error:
            yield _unusable(folder.removesuffix("/"), f"the folder cannot be read: {why(error)}")
            continue
        for entry in entries:
            disk_path = folder + entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name in ALWAYS_IGNORED or (rules and _is_ignored(disk_path + "/" * is_folder, rules)):
                continue
            if not _is_utf8(entry.name):
                yield _unusable(disk_path, "its name is not valid UTF-8; rename it")
            elif is_folder:
                pending.append((disk_path + "/", rules))
            else:
                yield _find(entry, disk_path)


def _find(entry: "os.DirEntry[str]", disk_path: str) -> _Found:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        return _unusable(disk_path, why(error))
    if stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
        return _Found(_portable(disk_path), disk_path, status)
    return _Found(_portable(disk_path), disk_path, status, ("skipped", "not a file but a socket, pipe or device"))


def _unusable(disk_path: str, reason: str) -> _Found:
    return _Found(_portable(disk_path), disk_path, None, ("quarantined", reason))


def _portable(disk_path: str) -> str:
    """The path as it is stored: NFC, with bytes that are not UTF-8 shown as escapes."""
    if disk_path.isascii():
        return disk_path
    return normalize("NFC", os.fsencode(disk_path).decode("utf-8", "backslashreplace"))


def _is_utf8(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def _ignore_rules(base: str, disk_path: str) -> "GitIgnoreSpec":
    """The patterns of one ignore file; a line that is no pattern is passed over, as git does."""
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore import GitIgnorePatternError

    usable: list[str] = []
    for line in read_below(base, disk_path).decode("utf-8-sig", "replace").splitlines():
        try:
            GitIgnoreSpec.from_lines([line])
        except GitIgnorePatternError:
            continue
        usable.append(line)
    return GitIgnoreSpec.from_lines(usable)


def _is_ignored(disk_path: str, rules: Iterable[tuple[int, "GitIgnoreSpec"]]) -> bool:
    """The innermost ignore file that has a pattern for the path decides; folders end in a slash."""
    ignored = False
    for depth, spec in rules:
        verdict = spec.check_file(disk_path[depth:]).include
        ignored = ignored if verdict is None else verdict
    return ignored


def _settle_links(base: str, found: list[_Found]) -> list[_Found]:
    """Give every link a verdict, or the status of the file that it leads to."""
    by_name = {entry.disk_path for entry in found if entry.status and stat.S_ISREG(entry.status.st_mode)}
    return [_follow(base, entry, by_name) if _is_link(entry) else entry for entry in found]


def _is_link(entry: _Found) -> bool:
    return entry.status is not None and stat.S_ISLNK(entry.status.st_mode)


def _follow(base: str, link: _Found, by_name: set[str]) -> _Found:
    try:
        target = os.path.realpath(f"{base}/{link.disk_path}", strict=True)
        status = os.lstat(target)
    except OSError as error:
        return replace(link, verdict=("quarantined", f"a link that leads nowhere: {why(error)}"))
    inside = below(base, target)
    if inside is None or any(part in ALWAYS_IGNORED for part in inside.split("/")):
        return replace(link, verdict=("refused", "a link that leads out of the corpus"))
    if inside in by_name:
        return replace(link, verdict=("skipped", f"a link to {_portable(inside)}, which is read by its own name"))
    if not stat.S_ISREG(status.st_mode):
        return replace(link, verdict=("skipped", f"a link to {_portable(inside)}, which is not a file"))
    return replace(link, status=status)


def _without_twins(found: list[_Found]) -> list[_Found]:
    """Sort by path; of names that are equal in NFC the first is kept, the others are quarantined as spelled on disk."""
    found.sort(key=lambda entry: (entry.path, entry.disk_path != entry.path, entry.disk_path))
    kept: dict[str, _Found] = {}
    for entry in found:
        if entry.path not in kept:
            kept[entry.path] = entry
        elif entry.disk_path not in kept:
            reason = f"the same name as {entry.path} once both are in Unicode NFC; rename one"
            kept[entry.disk_path] = replace(entry, path=entry.disk_path, verdict=("quarantined", reason))
    return sorted(kept.values(), key=attrgetter("path"))


def _look(base: str, found: _Found, before: Seen | None, now_ns: int, verify: bool) -> Seen:
    """The outcome of one entry; its bytes are read unless it needs no reading or is trusted."""
    current = _as_seen(found, now_ns)
    if before and not verify and _is_trusted(current, before):
        return before
    if not found.verdict:
        current = _examine(base, found.disk_path, current)
    if before and current.content_hash is None and current == replace(before, scanned_ns=now_ns):
        return before
    return current


def _as_seen(found: _Found, now_ns: int) -> Seen:
    outcome, reason = found.verdict or ("compiled", None)
    if found.status is None:
        return Seen(found.path, outcome, reason, 0, 0, 0, 0, None, now_ns)
    size, mtime_ns, ctime_ns = found.status.st_size, found.status.st_mtime_ns, found.status.st_ctime_ns
    return Seen(found.path, outcome, reason, size, mtime_ns, ctime_ns, found.status.st_ino, None, now_ns)


def _is_trusted(current: Seen, before: Seen) -> bool:
    if before.content_hash is None or before.outcome == "quarantined" or current.outcome != "compiled":
        return False
    same = (current.size, current.mtime_ns, current.ctime_ns, current.inode) == (
        before.size,
        before.mtime_ns,
        before.ctime_ns,
        before.inode,
    )
    return same and max(before.mtime_ns, before.ctime_ns) + TIMESTAMP_SLACK_NS < before.scanned_ns


def _examine(base: str, disk_path: str, current: Seen) -> Seen:
    """Read and hash a file, and decide by its content."""
    try:
        raw = b"" if current.size > LARGEST_FILE else read_below(base, disk_path)
    except OSError as error:
        return replace(current, outcome="quarantined", reason=f"cannot be read: {why(error)}")
    if max(current.size, len(raw)) > LARGEST_FILE:
        return replace(current, outcome="quarantined", reason=f"larger than {LARGEST_FILE // 1024**2} MiB")
    if is_binary(raw):
        return replace(current, outcome="skipped", reason="binary", content_hash=xxh3_128_hexdigest(raw))
    return replace(current, content_hash=xxh3_128_hexdigest(raw))
