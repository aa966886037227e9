"""A store with the library of forms, and what its wiki looks like."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lineproof.wiki.model import Wiki, load
from lineproof.wiki.update import update
from storage.database import Store, open_store
from tests.lineproof.wiki.believing import CORPUS, write
from tests.lineproof.wiki.forms import FORMS


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The forms, believed but not composed."""
    opened = open_store(tmp_path / "working.duckdb")
    with opened.transaction():
        write(opened, FORMS)
    yield opened
    opened.close()


@pytest.fixture
def wiki(store: Store) -> Wiki:
    """The wiki of the forms."""
    with store.transaction():
        update(store, CORPUS)
    return load(store.connection)
