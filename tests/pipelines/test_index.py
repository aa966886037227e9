"""The index of vectors through whole syncs: published with its snapshot, taken over, gone with what is erased, and never needed."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from lineproof.models.minilm import unavailable
from lineproof.recall.indexing import nearest as indexing
from lineproof.recall.memory import Memory
from lineproof.recall.nearest import ENDING, Nearest
from lineproof.recall.recall import Recalled
from lineproof.recall.vectors import indexed_of, vectors_of
from pipelines.erase import erase
from pipelines.session import Session
from storage.snapshots import beside, current
from storage.workspace import Corpus, Workspace, render_settings
from tests.shelf import CHAT

pytestmark = pytest.mark.skipif(bool(unavailable()), reason=str(unavailable()))

QUESTIONS = ("Who adopted an animal?", "What did they eat?", "When will they meet again?", "Which trip was planned?")
SAID = (
    "The kitchen was painted green.",
    "A parcel from Lisbon came late.",
    "Our choir sings on Thursdays.",
    "The ferry was cancelled by fog.",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "one.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in CHAT), encoding="utf-8")
    turns = [{"conversation": "two"}, *({"speaker": ("Ida", "Jon")[at % 2], "text": text} for at, text in enumerate(SAID))]
    (folder / "two.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns), encoding="utf-8")
    return folder


@pytest.fixture
def make(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Corpus]:
    """A corpus that is compiled and published, in a workspace of its own, with an index from some number of vectors on."""

    def synced(name: str = "workspace", least: int = 3) -> Corpus:
        monkeypatch.setattr(indexing, "MOST_EXACT", least)
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "lineproof.toml").write_text(render_settings({"talks": root}))
        with Session(Workspace.open(folder)) as session:
            session.write("talks").publish("a run")
        return Workspace.open(folder).corpus("talks")

    return synced


def files(corpus: Corpus) -> list[Path]:
    return beside(current(corpus), ENDING)


def answers(corpus: Corpus) -> list[Recalled]:
    memory = Memory(corpus)
    found = [memory.recall_now(question) for question in QUESTIONS]
    memory.close()
    return found


def told(corpus: Corpus) -> str:
    return str(answers(corpus)[0].trace["vectors"])


def test_with_an_index_questions_are_answered_as_without(make: Callable[..., Corpus]) -> None:
    exact, indexed = make("exact", least=1_000), make()
    assert (files(exact), told(exact)) == ([], "exact")
    assert (len(files(indexed)), told(indexed)) == (1, "index")
    for one, other in zip(answers(exact), answers(indexed), strict=True):
        assert one.trace["routes"]["vector"] > 0
        assert one.items == other.items


def test_two_builds_answer_alike(make: Callable[..., Corpus]) -> None:
    one, other = make("one"), make("other")
    assert files(one)[0].name.partition(".")[2] == files(other)[0].name.partition(".")[2]
    assert [asdict(answer) for answer in answers(one)] == [asdict(answer) for answer in answers(other)]


def test_an_edit_that_changes_no_vector_keeps_the_index(make: Callable[..., Corpus], root: Path) -> None:
    before = files(make())[0]
    (root / "note.md").write_text("# Only a heading\n", encoding="utf-8")
    corpus = make()
    assert files(corpus)[0].samefile(before)
    assert files(corpus)[0].name != before.name


def test_after_an_edit_the_index_is_that_of_a_clean_build(make: Callable[..., Corpus], root: Path) -> None:
    make()
    with (root / "two.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"speaker": "Jon", "text": "The lighthouse was sold to a painter."}) + "\n")
    assert files(make())[0].read_bytes() == files(make("clean"))[0].read_bytes()


def test_the_indexes_of_two_snapshots_stay_and_older_ones_go(make: Callable[..., Corpus], root: Path) -> None:
    for number in range(4):
        (root / "note.jsonl").write_text(json.dumps({"speaker": "Ida", "text": f"Number {number} was drawn."}) + "\n", encoding="utf-8")
        corpus = make()
    folder = current(corpus).parent
    assert len([*folder.glob("*.duckdb")]) == len([*folder.glob(f"*{ENDING}")]) == 2


def test_what_a_killed_publication_left_goes_with_the_next(make: Callable[..., Corpus], root: Path) -> None:
    corpus = make()
    folder = current(corpus).parent
    left = [folder / "0123.index.partial", folder / f"0123.source.hash{ENDING}"]
    for file in left:
        file.write_bytes(b"half")
    assert told(corpus) == "index"
    (root / "note.md").write_text("# Only a heading\n", encoding="utf-8")
    make()
    assert not any(file.exists() for file in left)


def test_vectors_of_erased_turns_are_in_no_index(make: Callable[..., Corpus]) -> None:
    corpus = make()
    memory = Memory(corpus)
    view = memory.view()
    ida = [row[0] for row in view.rows("SELECT paragraph_id FROM evidence.turns WHERE speaker = 'Ida'")]
    stored = {row[0]: row[1] for row in view.rows("SELECT paragraph_id, vector FROM search.vectors")}
    gone, stays = [stored[one] for one in ida], [vector for one, vector in stored.items() if one not in ida]
    assert all(raw in files(corpus)[0].read_bytes() for raw in [*gone, *stays]), "an index holds vectors as they are stored"
    memory.close()
    workspace = Workspace.open(corpus.data.parent.parent)
    assert erase(workspace, corpus, "person:Ida", lambda planned: True)
    held = [file.read_bytes() for file in corpus.data.rglob("*") if file.is_file()]
    assert len(files(corpus)) == len([*current(corpus).parent.glob(f"*{ENDING}")]) == 1
    assert not any(raw in file for file in held for raw in gone)
    assert all(raw in files(corpus)[0].read_bytes() for raw in stays)
    assert told(corpus) == "index"


def test_without_its_index_a_snapshot_is_searched_exactly(make: Callable[..., Corpus]) -> None:
    corpus = make()
    before = [answer.items for answer in answers(corpus)]
    files(corpus)[0].unlink()
    assert told(corpus) == "exact"
    assert [answer.items for answer in answers(corpus)] == before


def test_a_damaged_index_is_not_used_but_told_of_and_mended_by_the_next_sync(make: Callable[..., Corpus], root: Path) -> None:
    corpus = make()
    before = [answer.items for answer in answers(corpus)]
    good = files(corpus)[0].read_bytes()
    files(corpus)[0].write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    assert told(corpus).startswith("exact: the index ")
    assert "damaged" in told(corpus)
    assert [answer.items for answer in answers(corpus)] == before
    (root / "note.md").write_text("# Only a heading\n", encoding="utf-8")
    corpus = make()
    assert (files(corpus)[0].read_bytes(), told(corpus)) == (good, "index")


def test_vectors_that_an_index_holds_are_those_of_the_snapshot(make: Callable[..., Corpus]) -> None:
    memory = Memory(make())
    index, _ = indexed_of(memory.view())
    exact = vectors_of(memory.view())
    assert index
    taken = index.take(exact.numbers)
    assert taken.numbers.tolist() == exact.numbers.tolist()
    np.testing.assert_array_equal(taken.matrix, exact.matrix)
    memory.close()


def test_a_file_system_without_links_gets_a_copy(make: Callable[..., Corpus], root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = files(make())[0].read_bytes()

    def refuse(self: Path, target: Path) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    (root / "note.md").write_text("# Only a heading\n", encoding="utf-8")
    corpus = make()
    assert files(corpus)[0].read_bytes() == before
    assert Nearest(files(corpus)[0])
