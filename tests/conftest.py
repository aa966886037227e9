"""Fixtures that several folders of tests use."""

import json
from pathlib import Path

import pytest
from hypothesis import settings

from lineproof.recall.memory import Memory
from storage.workspace import Workspace
from tests.compiling import compiled
from tests.library import FORMS, NOTES
from tests.shelf import CHAT, RULES
from tests.support import make_workspace

# How long an example takes says how busy the machine is, and nothing of the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Two published corpora, ``forms`` and ``notes``, that no test changes."""
    return make_workspace(tmp_path_factory.mktemp("shared") / "library", {"forms": FORMS, "notes": NOTES})


@pytest.fixture
def own_library(tmp_path: Path) -> Workspace:
    """The same for a test that changes it."""
    return make_workspace(tmp_path / "library", {"forms": FORMS, "notes": NOTES})


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    chat = "\n".join(json.dumps(turn) for turn in CHAT) + "\n"
    return compiled(tmp_path_factory.mktemp("recall") / "shelf", {"rules": RULES, "chats": {"one/session_1.jsonl": chat}})


@pytest.fixture(scope="session")
def rules(shelf: Workspace) -> Memory:
    return Memory(shelf.corpus("rules"))


@pytest.fixture(scope="session")
def chats(shelf: Workspace) -> Memory:
    return Memory(shelf.corpus("chats"))


@pytest.fixture
def folder(shelf: Workspace) -> Path:
    return shelf.folder
