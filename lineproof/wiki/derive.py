"""Derive: reflections and pages, anew where the claims are others than those that they were derived from."""

from lineproof.beliefs.store import note
from lineproof.beliefs.survey import WHOLE, settings_of
from lineproof.wiki.compose import Composer
from lineproof.wiki.survey import ASSET, settled, whole
from lineproof.wiki.update import Counts, update
from storage.database import Store
from storage.workspace import Corpus


def derive(store: Store, corpus: Corpus, composer: Composer | None = None) -> Counts:
    """Bring reflections and pages up to date; the caller has opened the transaction.

    Args:
        store: the working database, its claims up to date.
        corpus: the corpus.
        composer: puts pages into sentences; templates where there is none.
    """
    settings = settings_of(corpus)
    if settled(store, settings):
        return Counts(0, 0, 0)
    counts = update(store, corpus.name, composer)
    store.query("DELETE FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, WHOLE])
    note(store, [(WHOLE, whole(store, settings), "")], ASSET)
    return counts
