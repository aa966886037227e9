"""Survey of the wiki: whether concepts, reflections and pages were derived from the claims as they are; quick to import."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.beliefs import survey as beliefs
from lineproof.evidence.hashing import content_hash, fingerprint
from lineproof.evidence.survey import Queryable

ASSET: Final = "wiki"
VERSION: Final = "wiki-1"
"""Changed by hand whenever the same claims would give other pages by other code."""
WORDS: Final = ("*.toml", "*.jinja", "*.j2", "*.md")


@lru_cache(maxsize=1)
def rules() -> str:
    """The fingerprint of the version, the templates and the data files that hold words."""
    files = sorted(file for pattern in WORDS for file in Path(__file__).parent.rglob(pattern))
    return fingerprint(VERSION, *(f"{file.name}:{content_hash(file.read_bytes())}" for file in files))


def whole(store: Queryable, settings: str) -> str:
    """The fingerprint of everything that the wiki is derived from; ``settings`` that of what decides between claims, and of composers."""
    return fingerprint(rules(), beliefs.whole(store, settings))


def settled(store: Queryable, settings: str) -> bool:
    """Whether the wiki is that of the claims as they are."""
    found = store.query("SELECT input_fingerprint FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, beliefs.WHOLE])
    return bool(found) and found[0][0] == whole(store, settings)
