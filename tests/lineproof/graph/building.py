"""A corpus compiled for a test: evidence and graph of a folder in a working database, without Dagster."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from lineproof.evidence import update as evidence
from lineproof.graph import update as graph
from storage.database import Store, open_store
from storage.workspace import Corpus


def corpus_of(folder: Path, documents: Mapping[str, str], **settings: object) -> Corpus:
    """A corpus whose sources are the given texts by path, below ``folder / "sources"``."""
    root = folder / "sources"
    root.mkdir(parents=True, exist_ok=True)
    for path, text in documents.items():
        write(root, path, text)
    return Corpus("library", root, folder / "data", **settings)  # type: ignore[arg-type]


def write(root: Path, path: str, text: str) -> None:
    """Write one source, with the line ends as given."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode())


def update(store: Store, corpus: Corpus) -> tuple[evidence.Counts, graph.Counts]:
    """Bring evidence and graph up to date, each in its own transaction; what each stage did."""
    with store.transaction():
        compiled = evidence.update(store, corpus, "run", verify=True)
    with store.transaction():
        resolved = graph.update(store, corpus.fingerprint)
    return compiled, resolved


@contextmanager
def build(corpus: Corpus) -> Iterator[Store]:
    """The working database of a corpus, up to date."""
    store = open_store(corpus.database)
    try:
        update(store, corpus)
        yield store
    finally:
        store.close()
