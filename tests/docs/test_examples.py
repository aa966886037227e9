"""Every `console` block of the documentation runs, and prints what the page says that it prints.

command   a line behind `$`, run by bash in a folder that has `demo/library` and its synced workspace, in the order of the page
output    the lines below a command, in their order; blanks are folded, a line may be cut on the right, `...` is any number of lines
file      a fence with a file name (`toml lineproof.toml`) is written to that file
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

HOUSE = Path(__file__).parents[2]
PAGES = [HOUSE / "README.md", HOUSE / "CONTRIBUTING.md", *sorted((HOUSE / "docs").rglob("*.md"))]


def fences(page: Path) -> list[Token]:
    return [token for token in MarkdownIt().parse(page.read_text(encoding="utf-8")) if token.type == "fence"]


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the output that the page shows."""
    command, shown = "", []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line.removeprefix("$ "), []
        else:
            shown.append(line)
    yield command, shown


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "LINEPROOF_WORKSPACE": "build/demo-workspace"}
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def missing(shown: list[str], output: str) -> list[str]:
    """Lines that the page shows and the output does not have, or not in this order."""
    remaining = [" ".join(line.split()) for line in output.splitlines()]
    lost = []
    for line in (" ".join(line.split()) for line in shown):
        if line in ("", "..."):
            continue
        place = next((n for n, found in enumerate(remaining) if found.startswith(line)), None)
        if place is None:
            lost.append(line)
        else:
            del remaining[: place + 1]
    return lost


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation")
    shutil.copytree(HOUSE / "demo" / "library", folder / "demo" / "library")
    run("lineproof init build/demo-workspace --corpus library=demo/library && lineproof sync", folder)
    return folder


@pytest.fixture
def project(synced: Path, tmp_path: Path) -> Path:
    return shutil.copytree(synced, tmp_path / "project")


WITH_EXAMPLES = [page for page in PAGES if any(fence.info.startswith("console") for fence in fences(page))]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.name)
def test_the_examples_of_a_page_print_what_it_shows(page: Path, project: Path) -> None:
    for fence in fences(page):
        _, _, name = fence.info.partition(" ")
        if name:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(fence.content, encoding="utf-8")
        elif fence.info == "console":
            for command, shown in commands(fence.content):
                output = run(command, project)
                assert not missing(shown, output), f"$ {command}\n{output}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    tokens = [child for token in MarkdownIt().parse(page.read_text(encoding="utf-8")) for child in token.children or ()]
    targets = [str(token.attrGet("href")).partition("#")[0] for token in tokens if token.type == "link_open"]
    broken = [target for target in targets if target and "://" not in target and not (page.parent / target).exists()]
    assert not broken
