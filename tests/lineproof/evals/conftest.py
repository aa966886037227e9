"""A small corpus with claims, standings and a wiki, for agents to answer questions on."""

from contextlib import closing

import pytest

from lineproof.recall.memory import Memory
from lineproof.wiki.update import update
from storage.database import open_store
from storage.snapshots import publish
from tests.compiling import compiled
from tests.shelf import RULES


@pytest.fixture(scope="session")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """The rules of the shelf with their wiki."""
    workspace = compiled(tmp_path_factory.mktemp("evals") / "staff", {"rules": RULES})
    corpus = workspace.corpus("rules")
    with closing(open_store(corpus.database)) as store:
        with store.transaction():
            update(store, corpus.name)
            store.advance()
        publish(store, corpus)
    return Memory(corpus)
