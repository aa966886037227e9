"""Indexing: what the search index holds beyond postings, brought up to date after the evidence."""

from typing import Final

from storage.database import Store
from storage.workspace import Corpus

HOLDS_TURNS: Final = """
SELECT count(*) FILTER (kind = 'turn') * 2 > count(*) FROM evidence.paragraphs WHERE kind IN ('turn', 'paragraph', 'list_item', 'table_row')
"""
"""Whether it holds more turns than paragraphs of documents."""


def wants_vectors(store: Store, corpus: Corpus) -> bool:
    """Whether a corpus is to have vectors: as its settings say, else where it holds conversations more than documents."""
    if corpus.vectors is not None:
        return corpus.vectors
    return bool(store.query(HOLDS_TURNS)[0][0])
