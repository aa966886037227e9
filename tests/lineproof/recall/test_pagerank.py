"""A walk over links: its masses, against linear algebra, and what hubs carry."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.recall.pagerank import FOLLOW, HUB, Links, links_between, pagerank


def made(nodes: int, edges: list[tuple[int, int]]) -> Links:
    source, target = (np.array([edge[side] for edge in edges], dtype=np.int32) for side in (0, 1))
    return links_between(nodes, source, target, np.ones(len(edges), dtype=np.float32))


def started(nodes: int, *at: int) -> np.ndarray:
    start = np.zeros(nodes, dtype=np.float32)
    start[list(at)] = 1.0
    return start


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda edge: edge[0] < edge[1]), min_size=1), st.integers(0, 9))
def test_masses_are_those_of_the_linear_equation(edges: set[tuple[int, int]], seed: int) -> None:
    links = made(10, sorted(edges))
    found = pagerank(links, started(10, seed))
    carried = np.zeros((10, 10))
    for node in range(10):
        for at in range(int(links.starts[node]), int(links.starts[node + 1])):
            carried[links.target[at], node] += links.carried[at]
    exact = np.linalg.solve(np.eye(10) - FOLLOW * carried, started(10, seed))
    assert found.sum() == np.float64(1.0) or abs(found.sum() - 1) < 1e-9
    np.testing.assert_allclose(found, exact / exact.sum(), atol=0.02)


def test_a_hub_really_carries_less() -> None:
    def share(leaves: int) -> float:
        """What a neighbour of the seed through a hub gets, relative to one through a node of degree two."""
        edges = [(0, 1), (1, 2), (0, 3), (3, 4), *((3, 5 + leaf) for leaf in range(leaves))]
        masses = pagerank(made(5 + leaves, edges), started(5 + leaves, 0))
        return float(masses[3] / masses[1])

    assert share(0) == 1.0
    assert share(HUB * 4) < 0.3 < share(2)


def test_without_a_start_there_is_no_mass() -> None:
    assert not pagerank(made(3, [(0, 1)]), np.zeros(3, dtype=np.float32)).any()
