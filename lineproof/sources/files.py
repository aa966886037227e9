"""Opening files of a corpus, and none outside it.

base         the resolved path of a corpus folder
disk path    the path of a file below the base, as spelled on disk
"""

import os
import stat
from typing import Final
from unicodedata import normalize

LARGEST_FILE: Final = 64 * 1024 * 1024


def below(base: str, target: str) -> str | None:
    """The path of a resolved target relative to the base, or none if it lies elsewhere."""
    prefix = base.rstrip("/") + "/"
    return target[len(prefix) :] if target.startswith(prefix) else None


def find_spelling(base: str, path: str) -> str:
    """The disk path of a path in NFC: itself where it exists, else the first that is equal in NFC, else itself."""
    if path.isascii() or os.path.lexists(f"{base}/{path}"):
        return path
    spellings = [""]
    for part in path.split("/"):
        spellings = [f"{folder}/{name}".removeprefix("/") for folder in spellings for name in _names(f"{base}/{folder}", part)]
    return min(spellings, default=path)


def _names(folder: str, part: str) -> list[str]:
    try:
        with os.scandir(folder) as listing:
            return [entry.name for entry in listing if normalize("NFC", entry.name) == part]
    except OSError:
        return []


def read_below(base: str, disk_path: str) -> bytes:
    """The bytes of a file, at most one more than the largest allowed.

    A link is followed to where it leads, which must be below the base; from there on no part of the path may be a link,
    so that one put in place in between cannot lead out.

    Raises:
        OSError: it is gone, not a file, may not be read, or lies outside.
    """
    full = f"{base}/{disk_path}"
    inside = below(base, os.path.realpath(full, strict=True))
    if inside is None:
        raise PermissionError(1, "it leads out of the corpus", full)
    descriptor = _open_without_links(base, inside.split("/"))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(22, "not a file", full)
        return file.read(LARGEST_FILE + 1)


def _open_without_links(base: str, parts: list[str]) -> int:
    folder = os.open(base, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = deeper
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)


def why(error: OSError) -> str:
    """What the system said, in a few words."""
    return (error.strerror or type(error).__name__).lower()
