"""A small corpus with claims, standings and a wiki, for agents to answer questions on."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.recall.memory import Memory
from lineproof.wiki.update import update
from storage.database import open_store
from storage.snapshots import publish
from tests.compiling import compiled
from tests.shelf import HANDBOOKS, RULES


def memory_of(folder: Path, texts: Mapping[str, str]) -> Memory:
    """Some documents compiled and published, with their wiki."""
    workspace = compiled(folder, {"rules": texts})
    corpus = workspace.corpus("rules")
    with closing(open_store(corpus.database)) as store:
        with store.transaction():
            update(store, corpus.name)
            store.advance()
        publish(store, corpus)
    return Memory(corpus)


@pytest.fixture(scope="session")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """The rules of the shelf with their wiki."""
    return memory_of(tmp_path_factory.mktemp("evals") / "staff", RULES)


@pytest.fixture(scope="session")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """Handbooks that call one matter by two words, and a paper that points to a clause rightly, to another wrongly."""
    return memory_of(tmp_path_factory.mktemp("evals") / "offices", HANDBOOKS)
