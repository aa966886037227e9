"""Readers while syncs go on: no error, and never an answer from two states.

generation   a number in the titles and lines of two documents, which every sync changes together
"""

import asyncio
import re
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from lineproof.recall.navigator import Navigator
from pipelines.planner import plan
from pipelines.sync import run
from storage.snapshots import open_snapshot
from storage.workspace import Corpus, Workspace, render_settings

SYNCS = 5
PATIENCE = 30.0
GENERATION = re.compile(r"Generation (\d+)")
TITLES = "SELECT title FROM documents WHERE path = ?"


def write(root: Path, generation: int) -> None:
    for name, other in (("alpha", "beta"), ("beta", "alpha")):
        lines = "\n\n".join(f"Line {number} of Generation {generation}." for number in range(50))
        text = f"# {name.title()}, Generation {generation}\n\nSee [the other]({other}.md).\n\n{lines}\n"
        (root / f"{name}.md").write_text(text)


def sync(workspace: Workspace, generation: int) -> None:
    corpus = workspace.corpus("pair")
    write(corpus.root, generation)
    run(corpus, plan(corpus), workspace)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "pair").mkdir()
    (tmp_path / "lineproof.toml").write_text(render_settings({"pair": Path("pair")}))
    opened = Workspace.open(tmp_path)
    sync(opened, 0)
    return opened


def resident(navigator: Navigator) -> Iterator[list[str]]:
    """Answers of a navigator that stays: names of both documents, one with the other, and all lines of one."""
    yield [hit.label for hit in asyncio.run(navigator.locate("alpha beta")).results]
    expanded = asyncio.run(navigator.expand("alpha.md", ["refers_to"]))
    yield [expanded.node.label, *(edge.label for edge in expanded.edges)]
    yield [line.text for line in asyncio.run(navigator.read("beta.md")).lines]


def fresh(corpus: Corpus) -> list[str]:
    """Two queries on a connection that is opened for them."""
    with open_snapshot(corpus) as connection:
        return [title for path in ("alpha.md", "beta.md") for (title,) in connection.execute(TITLES, [path]).fetchall()]


def read_on(corpus: Corpus, pipe: Connection) -> None:
    """Read until told to stop; send each generation when it is first seen, and every fault."""
    navigator, newest = Navigator(corpus), -1
    while not pipe.poll():
        try:
            for texts in (*resident(navigator), fresh(corpus)):
                seen = {int(number) for number in GENERATION.findall(" ".join(texts))}
                if len(seen) != 1 or min(seen) < newest:
                    pipe.send(f"{sorted(seen)} after {newest}: {texts[:3]}")
                elif max(seen) > newest:
                    newest = max(seen)
                    pipe.send(newest)
        except Exception as error:
            pipe.send(repr(error))
    pipe.send("stopped")


def test_a_reader_sees_every_generation_whole(workspace: Workspace) -> None:
    ours, theirs = get_context("spawn").Pipe()
    reader = get_context("spawn").Process(target=read_on, args=(workspace.corpus("pair"), theirs))
    reader.start()
    try:
        for generation in range(SYNCS + 1):
            if generation:
                sync(workspace, generation)
            assert ours.poll(PATIENCE)
            assert ours.recv() == generation
        ours.send("enough")
        assert ours.poll(PATIENCE)
        assert ours.recv() == "stopped"
        reader.join(PATIENCE)
        assert reader.exitcode == 0
    finally:
        reader.kill()
        reader.join()
