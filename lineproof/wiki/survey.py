"""Survey of the wiki: whether concepts, reflections and pages were derived from the claims as they are; quick to import."""

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.beliefs import survey as beliefs
from lineproof.beliefs.survey import names_model, settings_of
from lineproof.evidence.hashing import content_hash, fingerprint
from lineproof.evidence.survey import Queryable
from storage.workspace import Corpus

ASSET: Final = "wiki"
VERSION: Final = "wiki-5"
"""Changed by hand whenever the same claims would give other pages by other code."""
WORDS: Final = ("*.toml", "*.jinja", "*.j2", "*.md")


@lru_cache(maxsize=1)
def rules() -> str:
    """The fingerprint of the version, the templates and the data files that hold words."""
    files = sorted(file for pattern in WORDS for file in Path(__file__).parent.rglob(pattern))
    return fingerprint(VERSION, *(f"{file.name}:{content_hash(file.read_bytes())}" for file in files))


def settings_of_wiki(corpus: Corpus, environment: Mapping[str, str] = os.environ) -> str:
    """The fingerprint of what decides between claims, and of who composes pages and reflects."""
    if not names_model(corpus, environment):
        return settings_of(corpus)
    from lineproof.beliefs.reflect.summaries import ASKED as reflecting
    from lineproof.models.stored import Roles
    from lineproof.wiki.prose import ASKED as composing

    roles = Roles(corpus.models, environment)
    return fingerprint(settings_of(corpus), *(roles.identity(*one) for one in (composing, reflecting) if roles.serves(one[0])))


def whole(store: Queryable, corpus: Corpus) -> str:
    """The fingerprint of everything that the wiki is derived from: the claims, and the size of the sources, of which pages are a share."""
    sizes = store.query("SELECT path, bytes, format FROM evidence.documents ORDER BY path")
    return fingerprint(rules(), settings_of_wiki(corpus), beliefs.whole(store, settings_of(corpus)), *map(repr, sizes))


def settled(store: Queryable, corpus: Corpus) -> bool:
    """Whether the wiki is that of the claims as they are."""
    found = store.query("SELECT input_fingerprint FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, beliefs.WHOLE])
    return bool(found) and found[0][0] == whole(store, corpus)
