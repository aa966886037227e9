"""Errors of storage: each names the thing, the reason and the next step."""

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


class SchemaMismatch(StorageError):
    """A database made by another version of the tables."""

    def __init__(self, path: Path, found: int, expected: int) -> None:
        super().__init__(
            f"{path} holds schema version {found}, this program needs {expected}. "
            "Sources are never touched: delete the corpus's folder in .lineproof and run lineproof sync to build it anew."
        )
