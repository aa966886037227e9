"""Durable: small files that are whole at every moment, and on disk once they are written."""

import os
from pathlib import Path


def write_durably(path: Path, text: str, private: bool = False) -> None:
    """Write beside and rename; only the owner may read a ``private`` file. Folders are made where they are missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with os.fdopen(os.open(beside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600 if private else 0o666), "w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    beside.replace(path)
    make_durable(path.parent)


def make_durable(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
