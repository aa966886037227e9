"""Survey: what of a corpus must be compiled, from the last scan and the ledger, without changing anything.

changed   documents whose evidence would be made from other bytes, settings or rules than the ledger says
gone      documents in the ledger whose source is no longer there
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from lineproof.evidence.hashing import document_id
from lineproof.evidence.version import made_from
from lineproof.sources.scan import Scan, Seen, scan
from storage.tombstones import CONTENT, DOCUMENT, Tombstones, load
from storage.workspace import Corpus

ASSET = "evidence"


class Queryable(Protocol):
    """What answers a query; the writer's store does."""

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The sources as they are now, and what the ledger makes of them; paths are in order."""

    scan: Scan
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def compiled(self) -> dict[str, Seen]:
        """Every source that is a document, by path."""
        return {seen.path: seen for seen in self.scan.seen if seen.outcome == "compiled"}

    @property
    def quarantined(self) -> dict[str, str]:
        """Sources that should be documents but cannot be read, with the reason."""
        return {seen.path: seen.reason or "" for seen in self.scan.seen if seen.outcome == "quarantined"}


def survey(store: Queryable, corpus: Corpus, verify: bool = False) -> Survey:
    """Compare the sources with the ledger.

    Raises:
        OSError: the root of the corpus cannot be listed.
    """
    previous = previous_scan(store)
    found = _without_erased(corpus, scan(corpus.root, previous, time.time_ns(), verify))
    ledger: dict[str, str] = dict(store.query("SELECT document_id, input_fingerprint FROM ops.ledger WHERE asset = ?", [ASSET]))
    paths: dict[str, str] = dict(
        store.query("SELECT document_id, path FROM evidence.documents UNION SELECT document_id, path FROM ops.quarantined")
    )
    changed: list[str] = []
    present: set[str] = set()
    reasons: dict[str, str] = {}
    for seen in found.seen:
        if seen.outcome != "compiled" or seen.content_hash is None:
            continue
        document = document_id(corpus.name, seen.path)
        present.add(document)
        if ledger.get(document) != made_from(seen.content_hash, corpus.fingerprint):
            changed.append(seen.path)
            reasons[seen.path] = _reason(document in ledger, previous.get(seen.path), seen)
    gone = sorted(paths.get(document, document) for document in ledger.keys() - present)
    reasons.update(dict.fromkeys(gone, "its source is gone"))
    return Survey(found, tuple(changed), tuple(gone), reasons)


def _without_erased(corpus: Corpus, found: Scan) -> Scan:
    """A scan in which erased documents are refused under a name that does not tell their own."""
    tombstones = load(corpus)
    if not tombstones.kinds & {DOCUMENT, CONTENT}:
        return found
    return replace(found, seen=tuple(_unless_erased(corpus, seen, tombstones) for seen in found.seen))


def _unless_erased(corpus: Corpus, seen: Seen, tombstones: Tombstones) -> Seen:
    document = document_id(corpus.name, seen.path)
    erasure = tombstones.document_erased(document, seen.content_hash)
    if erasure is None:
        return seen
    name = f"erased/{erasure}/{tombstones.mark(DOCUMENT, document)[-8:]}"
    return Seen(name, "refused", f"erased; to read it again: lineproof erase --lift {erasure}", 0, 0, 0, 0, None, 0)


def previous_scan(store: Queryable) -> dict[str, Seen]:
    """The last scan by path."""
    rows = store.query("SELECT path, outcome, reason, size, mtime_ns, ctime_ns, inode, content_hash, scanned_ns FROM ops.sources")
    return {row[0]: Seen(*row) for row in rows}


def _reason(known: bool, before: Seen | None, now: Seen) -> str:
    if not known:
        return "new"
    if before is None or before.content_hash != now.content_hash:
        return "its bytes changed"
    return "settings or rules changed"
