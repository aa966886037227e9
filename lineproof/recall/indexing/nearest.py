"""The index of a snapshot's vectors, written beside it when it is published.

It is made anew from the vectors whenever these have changed, so that it depends on nothing else and holds none that is gone; where they
have not, the snapshot takes over the file of the one before it.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from duckdb import DuckDBPyConnection
from xxhash import xxh3_64_hexdigest

from lineproof.recall.nearest import ENDING, ROUNDS, SEED, TRAINED_ON, Matrix, at_hand, hashed, intact, lists_of, write_index
from lineproof.recall.vectors import unpacked
from storage.database import Store
from storage.durable import make_durable

MOST_EXACT: Final = 200_000
"""So many vectors are compared one by one, which takes about 10 ms."""
AT_ONCE: Final = 50_000
"""Vectors that are read at a time."""

_SOURCE = "SELECT count(*), bit_xor(hash(paragraph_id, vector)) FROM search.vectors"
_SAMPLE = "SELECT vector FROM search.vectors ORDER BY paragraph_id LIMIT $most"
"""A sample without bias, since ids are hashes."""
_ALL = "SELECT vector FROM search.vectors ORDER BY paragraph_id"


def write_beside(store: Store, snapshot: Path) -> None:
    """Write the index of a snapshot's vectors; none where they are few, or where the library is not installed.

    Args:
        store: the working database that the snapshot is a copy of.
        snapshot: its file, to which no pointer leads yet.
    """
    ((count, content),) = store.query(_SOURCE)
    if count <= MOST_EXACT or not at_hand():
        return
    source = xxh3_64_hexdigest(f"{count} {content} {TRAINED_ON} {ROUNDS} {SEED}".encode())
    if known := next(filter(intact, snapshot.parent.glob(f"*.{source}.*{ENDING}")), None):
        _take_over(known, snapshot.with_name(f"{snapshot.stem}.{known.name.partition('.')[2]}"))
        return
    unfinished = snapshot.with_name(f"{snapshot.stem}{ENDING}.partial")
    write_index(unfinished, _sample(store.connection, TRAINED_ON * lists_of(count)), _batches(store.connection), count)
    make_durable(unfinished)
    unfinished.rename(snapshot.with_name(f"{snapshot.stem}.{source}.{hashed(unfinished)}{ENDING}"))


def _sample(connection: DuckDBPyConnection, most: int) -> Matrix:
    table = connection.sql(_SAMPLE, params={"most": most}).to_arrow_table()
    return unpacked(table.column("vector").chunks).astype(np.float32)


def _batches(connection: DuckDBPyConnection) -> Iterator[Matrix]:
    for batch in connection.sql(_ALL).to_arrow_reader(AT_ONCE):
        yield unpacked([batch.column("vector")]).astype(np.float32)


def _take_over(known: Path, own: Path) -> None:
    """Give a file that never changes a second name; a copy of it where the file system knows no links."""
    try:
        own.hardlink_to(known)
    except OSError:
        shutil.copyfile(known, own)
        make_durable(own)
