"""Peers: each ranks every paragraph once and finds the obvious one, and the formulas that they are made of hold."""

import zlib
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evals.peers.catalogue import PEERS
from lineproof.evals.peers.collection import NONE, Collection, best_first, scaled
from lineproof.evals.peers.dense import CHARACTERS, CHUNK, K, chunks, fused
from lineproof.evals.peers.gaama import HUB, dampening
from lineproof.evals.peers.hybrid import by_hybrid
from lineproof.evals.peers.phrases import phrases, with_words
from lineproof.evals.peers.walk import graph, pagerank

TURNS = (
    ("Ann", "Ann: I adopted a puppy called Biscuit from the shelter."),
    ("Bo", "Bo: That is lovely news!"),
    ("Ann", "Ann: The pottery class begins on Monday evening."),
    ("Bo", "Bo: My violin lessons cost a fortune."),
    ("Ann", "Ann: Have you repaired the old bicycle?"),
)


def bag_of_words(texts: Sequence[str]) -> np.ndarray:
    """Vectors of unit length that count words, so that texts with the same words are near."""
    matrix = np.full((len(texts), 4096), 1e-9)
    for row, text in zip(matrix, texts, strict=True):
        for word in text.lower().replace("?", " ").replace(".", " ").split():
            row[zlib.crc32(word.encode()) % 4096] += 1
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def conversation(turns: Sequence[tuple[str, str]] = TURNS) -> Collection:
    count = len(turns)
    return Collection(
        texts=[text for _, text in turns],
        speakers=[speaker for speaker, _ in turns],
        previous=[NONE, *range(count - 1)][:count],
        documents=[range(count)],
        language="en",
        embed=bag_of_words,
    )


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_ranks_every_paragraph_once_whatever_is_asked(name: str) -> None:
    peer = PEERS[name](conversation())
    for question in ("Which puppy did Ann adopt?", "xyzzy", "the", ""):
        assert sorted(peer(question)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", [name for name in PEERS if name != "RAG"])
def test_a_peer_finds_the_turn_that_has_the_words(name: str) -> None:
    assert PEERS[name](conversation())("violin lessons fortune")[0] == 3


def test_chunks_bring_what_stands_beside() -> None:
    far = [("Cy", f"Cy: {word} " * 60) for word in ("alpha", "beta", "gamma", "delta", "epsilon")]
    ranked = PEERS["RAG"](conversation([*far, *TURNS]))("violin lessons fortune")
    assert set(ranked[:2]) <= set(range(4, 10))
    assert ranked[:6] == sorted(ranked[:6])


@given(st.lists(st.text(min_size=1, max_size=400), min_size=1, max_size=30))
def test_chunks_cover_every_paragraph_of_a_document_and_none_of_another(texts: list[str]) -> None:
    before = ["another document"] * 3
    found = list(chunks([*before, *texts], range(3, 3 + len(texts))))
    assert {number for chunk in found for number in range(chunk.paragraphs.start, chunk.paragraphs.stop)} == set(range(3, 3 + len(texts)))
    assert all(len(chunk.text) <= CHUNK * CHARACTERS for chunk in found)


@given(st.integers(2, 12), st.data())
def test_a_walk_spreads_all_of_its_mass_and_nothing_from_nowhere(nodes: int, data: st.DataObject) -> None:
    node = st.integers(0, nodes - 1)
    pairs = data.draw(st.lists(st.tuples(node, node), max_size=20))
    source, target = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    edges = graph(nodes, source, target, np.ones(len(pairs)))
    start = np.array(data.draw(st.lists(st.floats(0, 10), min_size=nodes, max_size=nodes)))
    mass = pagerank(edges, start, 0.5)
    assert mass.min() >= 0
    assert mass.sum() == pytest.approx(1 if start.sum() else 0)


def test_a_walk_reaches_neighbours_before_what_is_farther() -> None:
    edges = graph(4, np.array([0, 1]), np.array([1, 2]), np.ones(2))
    mass = pagerank(edges, np.array([1.0, 0, 0, 0]), 0.5)
    assert mass[0] > mass[1] > mass[2] > mass[3] == 0


def test_reciprocal_ranks_are_added() -> None:
    scores = fused([np.array([0.9, 0.5, 0.1]), np.array([0.0, 2.0, 1.0])])
    assert scores == pytest.approx([1 / (K + 1) + 1 / (K + 3), 1 / (K + 2) + 1 / (K + 1), 1 / (K + 3) + 1 / (K + 2)])
    assert best_first(scores) == [1, 0, 2]


def test_scores_are_scaled_to_the_range_of_the_collection() -> None:
    assert scaled(np.array([2.0, 4.0, 3.0])) == pytest.approx([0, 1, 0.5])
    assert scaled(np.array([2.0, 2.0])) == pytest.approx([0, 0])


def test_the_speaker_who_is_named_comes_first_where_words_decide_nothing() -> None:
    same = [("Ann", "hello there"), ("Bo", "hello there"), ("Ann", "hello there")]
    ranked = by_hybrid(conversation(same))
    assert ranked("hello Bo")[0] == 1
    assert ranked("hello Ann and Bo") == ranked("hello")


def test_phrases_end_at_stop_words_and_join_spellings() -> None:
    assert phrases("The camping trips of my sister, 2023", "en") == ["camp trip", "sister"]
    assert with_words("My camping trip", "en") == with_words("the camping trips", "en") == ["camp trip", "camp", "trip"]


def test_edges_to_hubs_are_dampened_by_their_degree() -> None:
    spokes = np.arange(1, 2 * HUB + 1)
    star = graph(2 * HUB + 1, np.zeros(2 * HUB, np.int64), spokes, np.ones(2 * HUB))
    assert dampening(star)[:3] == pytest.approx([0.5, 1, 1])
