"""What lineproof.toml says of a corpus."""

from pathlib import Path

import pytest

from storage.errors import BadSettings
from storage.workspace import Workspace


def workspace(folder: Path, line: str) -> Workspace:
    (folder / "lineproof.toml").write_text(f'[corpora.a]\npath = "a"\n{line}\n')
    return Workspace.open(folder)


@pytest.mark.parametrize(("line", "found"), [("", None), ("vectors = true", True), ("vectors = false", False)])
def test_vectors_are_made_or_not_as_the_settings_say(tmp_path: Path, line: str, found: bool | None) -> None:
    assert workspace(tmp_path, line).corpus("a").vectors is found


def test_vectors_change_nothing_that_is_compiled(tmp_path: Path) -> None:
    without = workspace(tmp_path, "").corpus("a").fingerprint
    assert workspace(tmp_path, "vectors = true").corpus("a").fingerprint == without


@pytest.mark.parametrize("value", ['"yes"', "1", "[true]"])
def test_what_is_neither_true_nor_false_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(BadSettings, match="vectors must be true or false"):
        workspace(tmp_path, f"vectors = {value}")
