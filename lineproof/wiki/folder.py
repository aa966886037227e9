"""Folder: an export on disk, and the manifest by which it is known again.

manifest   the file ``lineproof-export.json``: which files an export wrote, and the hash of each of their lines
foreign    a file that the manifest does not list; it is never written or removed
edited     a file whose bytes are no longer those that the export wrote; it is left alone, and reported
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from xxhash import xxh3_64_hexdigest

from lineproof.evidence.hashing import content_hash
from lineproof.wiki.errors import AmongSources, BadManifest, ForeignFolder, LeavesFolder, OtherExport
from storage.workspace import Corpus

MANIFEST: Final = "lineproof-export.json"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class File:
    """A file to be written; ``notes`` are the claims of its footnotes in order."""

    text: str | bytes
    notes: tuple[tuple[str, ...], ...] = ()

    @property
    def raw(self) -> bytes:
        """Its bytes."""
        return self.text if isinstance(self.text, bytes) else self.text.encode()


@dataclass(frozen=True, slots=True)
class Wrote:
    """What the manifest says of a file; lines are hashed only where a person may edit them."""

    hash: str
    lines: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an export wrote; ``kind`` is markdown or site."""

    kind: str
    corpus: str
    files: Mapping[str, Wrote] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Export:
    """What an export did, as paths in order; ``edited`` were left alone because somebody else wrote them."""

    folder: str
    kind: str
    corpus: str
    written: Sequence[str]
    unchanged: int
    removed: Sequence[str]
    edited: Sequence[str]


def refuse(folder: Path, corpus: Corpus) -> None:
    """Refuse a folder in which an export would do harm.

    Raises:
        AmongSources: it lies within the sources or the compiled data of the corpus.
    """
    real = folder.resolve()
    for root in (corpus.root, corpus.data.parent):
        if real.is_relative_to(root.resolve()):
            raise AmongSources(folder, root)


def write(folder: Path, manifest: Manifest, files: Mapping[str, File]) -> Export:
    """Make a folder hold files: write what differs, remove what an earlier export wrote and this one does not.

    Args:
        folder: made if it does not exist.
        manifest: kind and corpus of the export; its files do not matter.
        files: by their paths below the folder, with forward slashes.

    Raises:
        ForeignFolder, OtherExport: the folder is another's.
        LeavesFolder: a path leads out of the folder.
    """
    before = _claimed(folder, manifest)
    for path in (*files, *before.files):
        _inside(folder, path)
    edited = sorted(path for path in {*files, *before.files} if _foreign(folder / path, before.files.get(path), files.get(path)))
    written = [path for path in sorted(files) if path not in edited and _put(folder / path, files[path].raw)]
    removed = [path for path in sorted(before.files.keys() - files.keys()) if path not in edited and _remove(folder, path)]
    left = {path: before.files[path] for path in edited if path in before.files}
    wrote = {path: _wrote(file) for path, file in files.items() if path not in edited}
    _put(folder / MANIFEST, _encoded(Manifest(manifest.kind, manifest.corpus, {**wrote, **left})))
    return Export(str(folder), manifest.kind, manifest.corpus, written, len(wrote) - len(written), removed, edited)


def load_manifest(folder: Path) -> Manifest | None:
    """The manifest of a folder, if it has one.

    Raises:
        BadManifest: it cannot be read.
    """
    file = folder / MANIFEST
    try:
        found = json.loads(file.read_bytes())
        return Manifest(found["kind"], found["corpus"], {path: _read(one) for path, one in found["files"].items()})
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadManifest(file) from error


def _read(one: Mapping[str, Any]) -> Wrote:
    return Wrote(one["hash"], tuple(one["lines"]), tuple(tuple(note) for note in one["notes"]))


def accept(folder: Path, manifest: Manifest, path: str, raw: bytes) -> None:
    """Take a file of an export as it stands now for what the export wrote, so that the next one may write over it."""
    own = replace(manifest.files[path], hash=content_hash(raw), lines=line_hashes(raw))
    _put(folder / MANIFEST, _encoded(replace(manifest, files={**manifest.files, path: own})))


def line_hashes(raw: bytes) -> tuple[str, ...]:
    """A hash of each line."""
    return tuple(xxh3_64_hexdigest(line) for line in raw.splitlines())


def _claimed(folder: Path, wanted: Manifest) -> Manifest:
    """What an earlier export of the same kind and corpus wrote; nothing where the folder is new or empty."""
    found = load_manifest(folder)
    if found is None:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ForeignFolder(folder)
        return Manifest(wanted.kind, wanted.corpus)
    if (found.kind, found.corpus) != (wanted.kind, wanted.corpus):
        raise OtherExport(folder, f"{found.kind} of {found.corpus}", f"{wanted.kind} of {wanted.corpus}")
    return found


def _inside(folder: Path, path: str) -> None:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not (folder / path).parent.resolve().is_relative_to(folder.resolve()):
        raise LeavesFolder(path, folder)


def _foreign(file: Path, wrote: Wrote | None, fresh: File | None) -> bool:
    """Whether a file is there that we did not write like this, and that is not what we are about to write."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return (wrote is None or content_hash(raw) != wrote.hash) and (fresh is None or raw != fresh.raw)


def _wrote(file: File) -> Wrote:
    lines = line_hashes(file.raw) if isinstance(file.text, str) else ()
    return Wrote(content_hash(file.raw), lines, file.notes)


def _encoded(manifest: Manifest) -> bytes:
    """A manifest as JSON, a line a file."""
    files = [f"{_json(path)}: {_json(asdict(manifest.files[path]))}" for path in sorted(manifest.files)]
    head = f'"version": {VERSION}, "kind": {_json(manifest.kind)}, "corpus": {_json(manifest.corpus)}'
    return ("{" + head + ', "files": {\n' + ",\n".join(files) + "\n}}\n").encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _put(file: Path, raw: bytes) -> bool:
    """Write a file in one step unless it holds these bytes already; whether it was written."""
    with suppress(OSError):
        if file.read_bytes() == raw:
            return False
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    fresh.write_bytes(raw)
    fresh.replace(file)
    return True


def _remove(folder: Path, path: str) -> bool:
    """Remove a file and the folders that it leaves empty; whether it was there."""
    file = folder / path
    if not file.exists():
        return False
    file.unlink()
    for parent in _parents(folder, file):
        with suppress(OSError):
            parent.rmdir()
    return True


def _parents(folder: Path, file: Path) -> Iterable[Path]:
    return [parent for parent in file.parents if parent != folder and parent.is_relative_to(folder)]
