"""The corpora of the benchmarks: where they are, and how to compile one for a measurement."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from lineproof.evidence import update as evidence
from lineproof.graph import update as graph
from storage.database import Store, open_store
from storage.workspace import Corpus

ROOTS = {"rfcs": "rfcs/txt", "gesetze": "gesetze", "eips": "eips/base", "handbook": "handbook/base"}


def data_folder(*parts: str) -> Path:
    """A folder or file of the data; ends the program with a clear message where it is missing."""
    path = Path(os.environ.get("LINEPROOF_DATA", "../shared/data"), *parts)
    if not path.exists():
        sys.exit(f"{path} is missing: set LINEPROOF_DATA to the folder with the corpora")
    return path


@contextmanager
def compiled(name: str) -> Iterator[Store]:
    """A corpus compiled from nothing into a temporary database."""
    root = data_folder(ROOTS[name])
    with TemporaryDirectory() as scratch:
        corpus = Corpus(name, root.resolve(), Path(scratch))
        store = open_store(corpus.database)
        try:
            with store.transaction():
                evidence.update(store, corpus, "benchmark")
            with store.transaction():
                graph.update(store, corpus.fingerprint)
            yield store
        finally:
            store.close()
