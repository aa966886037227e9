"""Partitions: under which key Dagster shows a document. A display choice only; the ledger is keyed by document.

key       the path of a document; its id where the path holds what Dagster forbids; a bucket in a very large corpus
bucket    one of 256 groups of documents, by the hash of the path
dirty     keys of the documents that a run is about
tail      the end of the set, in the order of insertion; a run takes one contiguous range, so the dirty keys go there
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xxhash import xxh3_64_intdigest

from lineproof.evidence.hashing import document_id

MOST_KEYS: Final = 10_000
BUCKETS: Final = 256
FORBIDDEN: Final = ("...", *"\a\b\f\n\r\t\v\0")


def buckets_for(documents: int) -> int:
    """How many buckets a corpus of so many documents is shown in; 0 where each document has its own key."""
    return BUCKETS if documents > MOST_KEYS else 0


def partition_of(corpus: str, path: str, buckets: int = 0) -> str:
    """The key of a document."""
    if buckets:
        return f"bucket-{xxh3_64_intdigest(path.encode()) % buckets:02x}"
    return document_id(corpus, path) if any(text in path for text in FORBIDDEN) else path


def partition_set(corpus: str) -> str:
    """The name of the set of keys of a corpus."""
    return f"{corpus}/documents"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How to make the dirty keys the tail: ``remove``, then ``add`` in order; the range is ``first`` to ``last``."""

    remove: tuple[str, ...]
    add: tuple[str, ...]
    first: str | None
    last: str | None


def arrange(current: Sequence[str], present: Iterable[str], dirty: Iterable[str]) -> Arrangement:
    """Plan the changes of the set of keys; removing and adding a key again keeps its history.

    Args:
        current: keys in the set now, in the order of insertion.
        present: keys of the documents that exist, in order.
        dirty: keys that the run is about; those of deleted documents stay in the set until the run is over.
    """
    wanted, asked, known = dict.fromkeys(present), dict.fromkeys(dirty), set(current)
    missing = [key for key in wanted if key not in known and key not in asked]
    stale = [key for key in current if key not in wanted and key not in asked]
    settled = [] if missing else _dirty_suffix([key for key in current if key not in stale], asked)
    moving = [key for key in asked if key not in settled]
    tail = [*settled, *moving]
    return Arrangement(
        remove=(*stale, *(key for key in moving if key in known)),
        add=(*missing, *moving),
        first=tail[0] if tail else None,
        last=tail[-1] if tail else None,
    )


def _dirty_suffix(keys: Sequence[str], dirty: Collection[str]) -> list[str]:
    """The longest end of the set that is dirty already."""
    start = len(keys)
    while start and keys[start - 1] in dirty:
        start -= 1
    return list(keys[start:])
