"""Imports point one way: between the folders of the house, and between the parts of the library."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
MAY_IMPORT = {
    "storage": set(),
    "lineproof": {"storage"},
    "assets": {"lineproof", "storage"},
    "checks": {"lineproof", "storage", "assets"},
    "pipelines": {"lineproof", "storage", "assets", "checks"},
}
ORDER = ("sources", "models", "evidence", "graph", "beliefs", "wiki", "recall", "evals", "serve")


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, also within functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            assert node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_what_lies_below_it(folder: str) -> None:
    allowed = MAY_IMPORT[folder] | {folder}
    wrong = [
        f"{file.relative_to(HOUSE)} imports {module}"
        for file in files(HOUSE / folder)
        for module in imported(file)
        if (top := module.partition(".")[0]) in MAY_IMPORT and top not in allowed
    ]
    assert files(HOUSE / folder)
    assert not wrong


def test_the_library_imports_upwards_only() -> None:
    wrong = []
    for file in files(HOUSE / "lineproof"):
        part = file.relative_to(HOUSE / "lineproof").parts[0]
        for module in imported(file):
            names = module.split(".")
            if part in ORDER and names[0] == "lineproof" and ORDER.index(names[1]) > ORDER.index(part):
                wrong.append(f"{file.relative_to(HOUSE)} imports {module}")
    assert not wrong


def test_every_part_of_the_library_has_its_place_in_the_order() -> None:
    parts = {file.relative_to(HOUSE / "lineproof").parts[0] for file in files(HOUSE / "lineproof")} - {"__init__.py"}
    assert parts <= set(ORDER)


def test_the_library_knows_nothing_of_dagster() -> None:
    modules = {module for file in files(HOUSE / "lineproof") for module in imported(file)}
    assert not [module for module in modules if module.partition(".")[0].startswith("dagster")]
