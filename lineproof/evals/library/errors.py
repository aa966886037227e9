"""What can go wrong when a library is written; each message says what to do next."""

from collections.abc import Sequence
from pathlib import Path


class BadFolder(Exception):
    """No library can be written to a folder."""


class FolderNotEmpty(BadFolder):
    """The folder holds something already, or is a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is there already and not empty; name a new folder, or remove it first")
        self.folder = folder


class CannotWrite(BadFolder):
    """The folder cannot be made, or not be written to."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(f"{folder} cannot be written to ({reason}); name another folder")
        self.folder = folder


class BadLibrary(Exception):
    """Documents, ledger and questions do not agree: a fault of the generator."""

    def __init__(self, faults: Sequence[str]) -> None:
        shown = "".join(f"\n  {fault}" for fault in faults[:20])
        super().__init__(f"the library does not agree with its ledger in {len(faults)} places; please report this:{shown}")
        self.faults = faults
