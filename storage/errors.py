"""Errors of storage: each names the thing, the reason and the next step."""

from collections.abc import Mapping
from pathlib import Path


class StorageError(Exception):
    """Something about a workspace that its owner can mend."""


class NotAWorkspace(StorageError):
    """No ``lineproof.toml`` where one was expected."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is not a workspace (no lineproof.toml). Make one: lineproof init {folder} --corpus NAME=PATH")


class BadSettings(StorageError):
    """``lineproof.toml`` cannot be used as it is."""


class UnknownCorpus(StorageError):
    """A corpus that the workspace does not have."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no corpus {name!r} in this workspace. It has: {', '.join(known) or 'none'}.")


class NoSnapshot(StorageError):
    """Nothing has been published yet."""

    def __init__(self, corpus: str) -> None:
        super().__init__(f"Corpus {corpus!r} has no snapshot yet. Run: lineproof sync")


class Busy(StorageError):
    """Another process holds the write lock."""

    def __init__(self, corpus: str, holder: str, waited: float) -> None:
        super().__init__(f"Corpus {corpus!r} is being synced by {holder}; gave up after {waited:g} s. Wait longer with --wait SECONDS.")


class SecretMissing(StorageError):
    """Tombstones without the secret that they were made with; what was erased could come back unnoticed."""

    def __init__(self, corpus: str, file: Path) -> None:
        super().__init__(
            f"Corpus {corpus!r} has tombstones of erased sources, but {file} is not the secret that they were made with. "
            f"Restore it from a backup; or delete {file.with_name(corpus + '.json')} to let everything erased be read again."
        )


class NotErased(StorageError):
    """An erasure that left something; it stays pending."""

    def __init__(self, corpus: str, places: Mapping[str, int]) -> None:
        found = ", ".join(f"{place} ({count})" for place, count in places.items())
        super().__init__(
            f"Corpus {corpus!r}: the erasure is not complete; erased text was still found in {found}. "
            "Run lineproof erase --resume once what holds it is closed or mended."
        )


class StoreInUse(StorageError):
    """A store of the orchestrator that another process holds; the erasure stays pending."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file} is in use ({reason}). Stop lineproof dev and other runs, then: lineproof erase --resume")


class SchemaMismatch(StorageError):
    """A database made by another version of the tables."""

    def __init__(self, path: Path, found: int, expected: int) -> None:
        super().__init__(
            f"{path} holds schema version {found}, this program needs {expected}. "
            "Sources are never touched: delete the corpus's folder in .lineproof and run lineproof sync to build it anew."
        )


class BrokenAnswers(StorageError):
    """The file of models' answers cannot be opened."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"The answers of models in {path} cannot be read ({reason}). Bring the file back from a copy, or move it away: "
            "its answers will then be asked for again."
        )
