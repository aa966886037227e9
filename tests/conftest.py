"""Fixtures that several folders of tests use."""

from pathlib import Path

import pytest

from storage.workspace import Workspace
from tests.library import FORMS, NOTES
from tests.support import make_workspace


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Two published corpora, ``forms`` and ``notes``, that no test changes."""
    return make_workspace(tmp_path_factory.mktemp("shared") / "library", {"forms": FORMS, "notes": NOTES})


@pytest.fixture
def own_library(tmp_path: Path) -> Workspace:
    """The same for a test that changes it."""
    return make_workspace(tmp_path / "library", {"forms": FORMS, "notes": NOTES})
