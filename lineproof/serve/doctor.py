"""Doctor: what in the environment or the workspace is broken, and what to do about it."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

from storage.errors import NoSnapshot, StorageError
from storage.workspace import Corpus, Workspace

OLDEST_PYTHON: Final = (3, 11)
LEAST_SPACE: Final = 1024**3


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at; ``advice`` says what to do where it is not well."""

    name: str
    ok: bool
    detail: str
    advice: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All checks."""

    checks: Sequence[Check]
    ok: bool


def examine(folder: Path) -> Diagnosis:
    """Look at the environment and at the workspace in a folder; nothing is changed."""
    checks = [_python(), *_packages(), *_workspace(folder)]
    return Diagnosis(tuple(checks), all(check.ok for check in checks))


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    wanted = ".".join(map(str, OLDEST_PYTHON))
    return Check("python", sys.version_info >= OLDEST_PYTHON, found, f"install Python {wanted} or newer, then run make")


def _packages() -> Iterator[Check]:
    """The package itself and what it requires, optional extras left out."""
    from packaging.requirements import Requirement

    try:
        own, needed = version("lineproof"), [Requirement(text) for text in requires("lineproof") or ()]
    except PackageNotFoundError:
        yield Check("lineproof", False, "not installed", "run make in the project's folder")
        return
    yield Check("lineproof", True, own)
    for requirement in needed:
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield _package(requirement.name, str(requirement.specifier), requirement.specifier.contains)


def _package(name: str, wanted: str, fits: Callable[[str], bool]) -> Check:
    try:
        found = version(name)
    except PackageNotFoundError:
        return Check(name, False, "not installed", f"install {name}{wanted}, or run make")
    return Check(name, fits(found), found, f"install {name}{wanted}, or run make")


def _workspace(folder: Path) -> Iterator[Check]:
    try:
        workspace = Workspace.open(folder)
    except StorageError as error:
        yield Check("workspace", False, str(error), "give its folder with --workspace DIR")
        return
    yield Check("workspace", True, str(workspace.folder))
    yield _space(workspace.folder)
    yield _dagster_home(workspace)
    for corpus in workspace.corpora.values():
        yield _sources(corpus)
        yield _lock(corpus)
        yield _snapshot(corpus)


def _space(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free
    return Check("disk", free >= LEAST_SPACE, f"{free / 1024**3:.1f} GiB free", "free some space; a sync needs room for a copy")


def _dagster_home(workspace: Workspace) -> Check:
    home = workspace.dagster_home
    if not home.exists():
        return Check("dagster home", True, f"{home} (made by the first sync)")
    return Check("dagster home", home.is_dir(), str(home), "remove what stands there; the next sync makes the folder")


def _sources(corpus: Corpus) -> Check:
    advice = f"correct path in [corpora.{corpus.name}] of lineproof.toml"
    return Check(f"{corpus.name}: sources", corpus.root.is_dir(), str(corpus.root), advice)


def _lock(corpus: Corpus) -> Check:
    from filelock import FileLock, Timeout

    name = f"{corpus.name}: lock"
    if not (corpus.data / "lock").exists():
        return Check(name, True, "free")
    try:
        with FileLock(corpus.data / "lock").acquire(timeout=0):
            return Check(name, True, "free")
    except Timeout:
        return Check(name, True, "held by a sync that is running")
    except OSError as error:
        return Check(name, False, str(error), f"make {corpus.data} writable")


def _snapshot(corpus: Corpus) -> Check:
    import duckdb

    from storage.snapshots import open_snapshot

    name = f"{corpus.name}: snapshot"
    try:
        with open_snapshot(corpus) as connection:
            documents = connection.execute("SELECT count(*) FROM evidence.documents").fetchall()[0][0]
    except NoSnapshot:
        return Check(name, True, "none yet; run lineproof sync")
    except (OSError, duckdb.Error) as error:
        advice = f"delete {corpus.data} and run lineproof sync; sources are never touched"
        return Check(name, False, " ".join(str(error).split()), advice)
    return Check(name, True, f"{documents} documents")
