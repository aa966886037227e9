"""Survey of beliefs: whose claims must be made again, from the ledger alone; quick to import.

changed   documents whose evidence, rules or proposer are others than those that their claims were made from
gone      documents that have claims but no evidence
decided   documents that hold words about which people decided something since
settled   whether what is derived over all claims (standings, concepts) was derived from them as they are now
"""

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.beliefs.decisions import Decisions
from lineproof.evidence.hashing import content_hash, fingerprint
from lineproof.evidence.survey import Queryable
from lineproof.models.settings import MODEL
from storage.tombstones import Tombstones
from storage.workspace import Corpus

ASSET: Final = "beliefs"
RULES: Final = "rules"
"""The proposer and judge that needs no model."""
DECISIONS: Final = "decisions"
"""The asset in the ledger under which the decisions that were applied are noted, each by its key."""
WHOLE: Final = ""
"""The key in the ledger of what is derived over the whole corpus."""
UNFINISHED: Final = ""
"""What the ledger notes as the input of claims that wait for a model."""
UNFINISHED_PATHS: Final = (
    "SELECT d.path FROM ops.ledger b JOIN evidence.documents d USING (document_id) "
    "WHERE b.asset = 'beliefs' AND b.input_fingerprint = '' ORDER BY 1"
)
"""A query for the documents on which a model has yet to speak."""
VERSION: Final = "beliefs-19"
"""Changed by hand whenever the same evidence would give other rows by other code."""


@lru_cache(maxsize=1)
def rules() -> str:
    """The fingerprint of the version and of the data files that hold words."""
    files = sorted(Path(__file__).parent.rglob("*.toml"))
    return fingerprint(VERSION, *(f"{file.name}:{content_hash(file.read_bytes())}" for file in files))


def dirty(store: Queryable, settings: str) -> tuple[list[str], list[str]]:
    """Ids of the documents that changed and of those that are gone, in order.

    Args:
        store: the working database.
        settings: what :func:`settings_of_claims` gives.
    """
    prefix = fingerprint(rules(), settings) + ":"
    changed = store.query(
        "SELECT e.document_id FROM ops.ledger e LEFT JOIN ops.ledger b ON b.asset = ? AND b.document_id = e.document_id "
        "WHERE e.asset = 'evidence' AND e.output_fingerprint <> '' "
        "AND b.input_fingerprint IS DISTINCT FROM ? || e.output_fingerprint ORDER BY 1",
        [ASSET, prefix],
    )
    gone = store.query(
        "SELECT document_id FROM ops.ledger WHERE asset = ? AND document_id <> ? EXCEPT "
        "SELECT document_id FROM ops.ledger WHERE asset = 'evidence' AND output_fingerprint <> '' ORDER BY 1",
        [ASSET, WHOLE],
    )
    return [row[0] for row in changed], [row[0] for row in gone]


def decided(store: Queryable, decisions: Decisions) -> list[str]:
    """Ids of the documents that hold a quote about which the decisions are others than those applied, in order."""
    applied = dict(store.query("SELECT document_id, input_fingerprint FROM ops.ledger WHERE asset = ?", [DECISIONS]))
    fresh = sorted({one.quote for key, one in decisions.by_key.items() if applied.get(key) != one.effect})
    withdrawn = bool(applied.keys() - decisions.by_key.keys())
    rows = store.query(
        "SELECT document_id FROM beliefs.quotes WHERE quote IN (SELECT unnest(?::VARCHAR[])) UNION "
        "SELECT document_id FROM beliefs.candidates WHERE quote IN (SELECT unnest(?::VARCHAR[])) UNION "
        "SELECT document_id FROM beliefs.claims WHERE ? AND accepted_by = 'review' UNION "
        "SELECT document_id FROM beliefs.candidates WHERE ? AND reasons[1] LIKE 'review:%' ORDER BY 1",
        [fresh, fresh, withdrawn, withdrawn],
    )
    return [row[0] for row in rows]


def settings_of_claims(tombstones: Tombstones, proposer: str = RULES) -> str:
    """The fingerprint of what claims are made from beside evidence and decisions: the proposer, and what was erased."""
    return fingerprint(proposer, tombstones.claims_fingerprint)


def names_model(corpus: Corpus, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether settings or environment name a model for any role."""
    return bool(environment.get(MODEL)) or any(role.model for role in corpus.models.roles.values())


def proposer_identity(corpus: Corpus, environment: Mapping[str, str] = os.environ) -> str:
    """The identity of who proposes in a corpus, found without opening a chat."""
    if not names_model(corpus, environment):
        return RULES
    from lineproof.beliefs.propose.model import identity
    from lineproof.models.stored import Roles

    roles = Roles(corpus.models, environment)
    return identity(roles) if roles.serves("propose") else RULES


def settings_of(corpus: Corpus) -> str:
    """The settings of a corpus that decide between claims, as canonical text."""
    return fingerprint(*corpus.authority)


def made_from(settings: str, evidence: str) -> str:
    """What the ledger notes as the input of a document's claims."""
    return f"{fingerprint(rules(), settings)}:{evidence}"


def whole(store: Queryable, settings: str) -> str:
    """The fingerprint of everything that is derived over the corpus from: claims, graph, evidence and settings."""
    rows = store.query(
        "SELECT asset, document_id, output_fingerprint FROM ops.ledger "
        "WHERE asset IN ('evidence', 'graph', ?) AND document_id <> ? ORDER BY ALL",
        [ASSET, WHOLE],
    )
    return fingerprint(rules(), settings, *(":".join(row) for row in rows))


def settled(store: Queryable, settings: str) -> bool:
    """Whether standings and concepts are those of the claims as they are."""
    found = store.query("SELECT input_fingerprint FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, WHOLE])
    return bool(found) and found[0][0] == whole(store, settings)
