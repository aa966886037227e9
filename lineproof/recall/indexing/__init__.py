"""Indexing: what the search index holds beyond postings, brought up to date after the evidence."""

from lineproof.recall.nature import HOLDS_TURNS
from storage.database import Store
from storage.workspace import Corpus


def wants_vectors(store: Store, corpus: Corpus) -> bool:
    """Whether a corpus is to have vectors: as its settings say, else where it holds conversations more than documents."""
    if corpus.vectors is not None:
        return corpus.vectors
    return bool(store.query(HOLDS_TURNS)[0][0])
