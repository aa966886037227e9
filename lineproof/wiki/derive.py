"""Derive: reflections and pages, anew where the claims are others than those that they were derived from."""

import datetime
from collections.abc import Mapping

from lineproof.beliefs.reflect.update import Reflector
from lineproof.beliefs.reflect.update import update as update_reflections
from lineproof.beliefs.rows import arrow
from lineproof.beliefs.store import note
from lineproof.beliefs.survey import WHOLE
from lineproof.wiki.compose import Composer
from lineproof.wiki.survey import ASSET, settled, whole
from lineproof.wiki.update import Counts, update
from storage import tables
from storage.database import Store
from storage.workspace import Corpus


def derive(store: Store, corpus: Corpus, run_id: str, composer: Composer | None = None, reflector: Reflector | None = None) -> Counts:
    """Bring reflections and pages up to date; the caller has opened the transaction.

    What a model could not be asked about is made by rule, and asked again at the next sync.

    Args:
        store: the working database, its claims up to date.
        corpus: the corpus.
        run_id: recorded in the history.
        composer: puts pages into sentences; templates where there is none.
        reflector: proposes reflections beside the rules.
    """
    if settled(store, corpus):
        return Counts(0, 0, 0)
    reflected = update_reflections(store, corpus.name, reflector)
    before = _pages(store)
    counts = update(store, corpus.name, composer)
    _record(store, run_id, before, _pages(store))
    store.query("DELETE FROM ops.ledger WHERE asset = ? AND document_id = ?", [ASSET, WHOLE])
    unfinished = reflected.waiting or store.query("SELECT page_id FROM wiki.pages WHERE made_from = '' LIMIT 1")
    note(store, [] if unfinished else [(WHOLE, whole(store, corpus), "")], ASSET)
    return counts


Pages = Mapping[str, tuple[str, str, str]]
"""Path, title and fingerprint of pages by id."""


def _pages(store: Store) -> Pages:
    return {row[0]: row[1:] for row in store.query("SELECT page_id, path, title, made_from FROM wiki.pages")}


def _record(store: Store, run_id: str, before: Pages, after: Pages) -> None:
    """Append to the history which pages came, changed and went."""
    at = datetime.datetime.now(datetime.UTC)
    rows = []
    for page in sorted(before.keys() | after.keys()):
        if before.get(page) != after.get(page):
            change = "added" if page not in before else "removed" if page not in after else "changed"
            path, title, _ = after.get(page) or before[page]
            rows.append({"run_id": run_id, "at": at, "page_id": page, "path": path, "title": title, "change": change})
    store.insert(tables.PAGE_CHANGES, arrow(tables.PAGE_CHANGES, rows))
