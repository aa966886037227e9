"""Kept: pages that a person edited and wants to keep; an append-only file among the decisions, so that a clean build has them too.

kept page   the body of an edited page, and the claims that its footnotes stood for; the last one of a page counts
edit        a line of an exported page that no export wrote: it is bound to no claim, and thus not verified
"""

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from lineproof.evidence.hashing import fingerprint
from lineproof.wiki.errors import BadKept, NoExport, NotExported
from lineproof.wiki.folder import MANIFEST, Manifest, accept, line_hashes, load_manifest

FILE: Final = "pages.jsonl"
_HEAD: Final = re.compile(r"\A---\r?\n.*?^---\r?\n\s*", re.DOTALL | re.MULTILINE)
_NOTE: Final = re.compile(r"\[\^(?P<number>\d{1,9})\]:")


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One line of the file; ``notes`` are the claims of the footnotes 1, 2, ... of the text, ``key`` the hash of page and text."""

    page: str
    text: str
    notes: tuple[tuple[str, ...], ...]
    by: str
    at: str
    key: str


@dataclass(frozen=True, slots=True)
class EditedLine:
    """A line as it stands now, by its number from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class EditedPage:
    """A page that somebody edited; ``removed`` counts the lines of ours that are gone, all of them where the page is gone."""

    path: str
    lines: tuple[EditedLine, ...]
    removed: int


def edited(folder: Path) -> list[EditedPage]:
    """The pages of an export that are not as they were written, in the order of their paths.

    Args:
        folder: that of the export, or the one below which each corpus has its own.

    Raises:
        NoExport: there is none.
        BadManifest: the manifest cannot be read.
    """
    below = sorted(path for path in folder.glob("*") if path.is_dir())
    found = [(each, manifest) for each in (folder, *below) if (manifest := load_manifest(each))]
    if not found:
        raise NoExport(folder)
    return [page for each, manifest in found for page in _edited_in(each, manifest, each.relative_to(folder))]


def _edited_in(folder: Path, manifest: Manifest, below: Path) -> Iterator[EditedPage]:
    """The edited pages of one export, by their paths behind that of its folder."""
    for path, wrote in sorted(manifest.files.items()):
        page = _edited(folder / path, (below / path).as_posix(), wrote.lines)
        if wrote.lines and (page.lines or page.removed):
            yield page


def _edited(file: Path, path: str, ours: tuple[str, ...]) -> EditedPage:
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return EditedPage(path, (), len(ours))
    lines = raw.splitlines()
    steps = SequenceMatcher(None, ours, line_hashes(raw), autojunk=False).get_opcodes()
    fresh = [number for step, _, _, first, last in steps if step != "equal" for number in range(first, last)]
    gone = sum(last - first for step, first, last, _, _ in steps if step != "equal")
    return EditedPage(path, tuple(EditedLine(number + 1, lines[number].decode("utf-8", "replace")) for number in fresh), gone)


def keep(file: Path, decisions: Path, by: str) -> KeptPage:
    """Keep an exported page as it stands now: from now on exports write it so, and say that it is not verified.

    Args:
        file: the page in its export.
        decisions: the folder of what people decided of the corpus.
        by: who keeps it.

    Raises:
        NotExported: it is no page of an export.
    """
    folder, manifest = _export_of(file)
    path = file.resolve().relative_to(folder).as_posix()
    wrote = manifest.files[path]
    raw, now = file.read_bytes(), datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    text = _own_words(raw, len(wrote.notes))
    kept = KeptPage(path, text, wrote.notes, by, now, fingerprint(path, text, *(" ".join(note) for note in wrote.notes)))
    known = load_kept(decisions).get(path)
    if known is None or known.key != kept.key:
        decisions.mkdir(parents=True, exist_ok=True)
        with (decisions / FILE).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(kept), ensure_ascii=False, sort_keys=True) + "\n")
    accept(folder, manifest, path, raw)
    return kept


def corpus_of(file: Path) -> str:
    """The corpus whose page an exported file is.

    Raises:
        NotExported: it is no page of an export.
    """
    return _export_of(file)[1].corpus


def load_kept(decisions: Path) -> Mapping[str, KeptPage]:
    """The kept pages of a corpus by their paths.

    Raises:
        BadKept: a line is not what :func:`keep` writes.
    """
    try:
        lines = (decisions / FILE).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    found = [_kept(decisions / FILE, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return {page.page: page for page in found}


def _kept(file: Path, number: int, line: str) -> KeptPage:
    try:
        found = json.loads(line)
        return KeptPage(**{**found, "notes": tuple(tuple(note) for note in found["notes"])})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadKept(file, number) from error


def _export_of(file: Path) -> tuple[Path, Manifest]:
    real = file.resolve()
    for folder in real.parents:
        if (folder / MANIFEST).is_file():
            manifest = load_manifest(folder)
            if manifest and manifest.kind == "markdown" and real.relative_to(folder).as_posix() in manifest.files and real.is_file():
                return folder, manifest
    raise NotExported(file)


def _own_words(raw: bytes, notes: int) -> str:
    """A page without front matter and without the footnotes of claims, which every export makes anew; an editor's own ones stay."""
    text = _HEAD.sub("", raw.decode("utf-8", "replace"))
    lines = [line for line in text.splitlines(keepends=True) if not ((note := _NOTE.match(line)) and 0 < int(note["number"]) <= notes)]
    return "".join(lines).strip() + "\n"
