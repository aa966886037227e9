"""Survey of the wiki: whether its pages are those of the claims as they are, from the ledger alone; quick to import.

rules     version, templates and words: what pages depend on beside claims
settled   pages were planned from the beliefs that the ledger notes now, by these rules
"""

from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.beliefs import survey as beliefs
from lineproof.evidence.hashing import content_hash, fingerprint
from lineproof.evidence.survey import Queryable

ASSET: Final = "wiki"
WHOLE: Final = beliefs.WHOLE
VERSION: Final = "wiki-1"
"""Changed by hand whenever the same claims would give other pages by other code."""


@lru_cache(maxsize=1)
def rules() -> str:
    """The fingerprint of the version, the templates and the words."""
    here = Path(__file__).parent
    files = sorted((*here.glob("templates/*.j2"), *here.glob("wording/*.toml")))
    return fingerprint(VERSION, *(f"{file.name}:{content_hash(file.read_bytes())}" for file in files))


def whole(store: Queryable, composer: str) -> str:
    """The fingerprint of everything that pages are made from.

    Args:
        store: the working database.
        composer: the identity of the composer.
    """
    believed = store.query("SELECT input_fingerprint FROM ops.ledger WHERE asset = ? AND document_id = ?", [beliefs.ASSET, WHOLE])
    return fingerprint(rules(), composer, *(row[0] for row in believed))


def settled(store: Queryable, composer: str | None = None) -> bool:
    """Whether the pages are up to date; with templates, where no composer is named."""
    found = store.query("SELECT input_fingerprint FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, WHOLE])
    return bool(found) and found[0][0] == whole(store, composer or rules())
