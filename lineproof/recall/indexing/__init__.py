"""Indexing: what the search index holds beyond postings, brought up to date after the evidence."""

from storage.database import Store
from storage.workspace import Corpus


def wants_vectors(store: Store, corpus: Corpus) -> bool:
    """Whether a corpus is to have vectors: as its settings say, else where it holds conversations."""
    if corpus.vectors is not None:
        return corpus.vectors
    return bool(store.query("SELECT EXISTS (SELECT 1 FROM evidence.turns)")[0][0])
