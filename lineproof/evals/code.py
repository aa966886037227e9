"""Code: the fingerprint of what answers, so that a result that other code or weights made does not count as made."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.evidence.hashing import content_hash, fingerprint

FILES: Final = ("*.py", "*.toml", "*.md")


@lru_cache(maxsize=1)
def code() -> str:
    """The fingerprint of the library's code and data files."""
    root = Path(__file__).parents[1]
    files = sorted(file for pattern in FILES for file in root.rglob(pattern))
    return fingerprint(*(f"{file.relative_to(root).as_posix()}:{content_hash(file.read_bytes())}" for file in files))
