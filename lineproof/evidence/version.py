"""The version of the evidence stage, and the fingerprint of what evidence is made from; quick to import, so that planning is quick."""

from functools import lru_cache
from pathlib import Path

from lineproof.evidence.hashing import content_hash, fingerprint

VERSION = "evidence-18"
"""Changed by hand whenever the same bytes would give other rows by other code."""
RULES = ("mentions/grammar.toml", "languages/*.toml")


@lru_cache(maxsize=1)
def rules() -> str:
    """The fingerprint of the data files that hold words and formats, so that a new language or word is noticed."""
    folder = Path(__file__).parent
    files = sorted(file for pattern in RULES for file in folder.glob(pattern))
    return fingerprint(*(f"{file.name}:{content_hash(file.read_bytes())}" for file in files))


def made_from(content: str, settings: str) -> str:
    """The fingerprint of all that the evidence of a document is made from: the hash of its bytes, and the settings as canonical text."""
    return fingerprint(VERSION, rules(), settings, content)
