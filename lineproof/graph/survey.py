"""Survey of the graph: whose edges must be made again, from the ledger alone; quick to import.

changed   documents whose evidence has another fingerprint than the one that their edges were made from
gone      documents that have edges but no evidence, because their source is gone or can no longer be compiled
"""

from typing import Final

from lineproof.evidence.hashing import fingerprint
from lineproof.evidence.survey import Queryable
from lineproof.evidence.version import rules

ASSET: Final = "graph"
VERSION: Final = "graph-4"
"""Changed by hand whenever the same evidence would give other edges."""


def prefix(settings: str) -> str:
    """What the input fingerprints of the ledger begin with; the fingerprint of the evidence follows."""
    return f"{VERSION}/{fingerprint(rules(), settings)}/"


def dirty(store: Queryable, settings: str) -> tuple[list[str], list[str]]:
    """Changed and gone documents, in the order of their ids; a document that could not be compiled has no output."""
    changed = store.query(
        "SELECT e.document_id FROM ops.ledger e "
        "LEFT JOIN ops.ledger g ON g.document_id = e.document_id AND g.asset = 'graph' "
        "WHERE e.asset = 'evidence' AND e.output_fingerprint <> '' "
        "AND g.input_fingerprint IS DISTINCT FROM ? || e.output_fingerprint ORDER BY 1",
        [prefix(settings)],
    )
    gone = store.query(
        "SELECT document_id FROM ops.ledger WHERE asset = 'graph' EXCEPT "
        "SELECT document_id FROM ops.ledger WHERE asset = 'evidence' AND output_fingerprint <> '' ORDER BY 1"
    )
    return [row[0] for row in changed], [row[0] for row in gone]
