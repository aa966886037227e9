"""PageRank: how much of the evidence found hangs together, by a walk that starts from what was found and follows typed edges.

link       an edge between two numbered nodes with a weight; a walk follows it both ways
hub        a node with more than HUB links: what everything leads to says little
dampening  a link into a node of degree d > HUB carries HUB / d of its mass; the rest goes back to the start. It is applied after the
           weights of a node's links were made to add up to 1, so that it does not cancel out
mass       of a node: the probability to be there, of a walk that goes on with probability FOLLOW and else back to the start

Since all that is not carried on goes back to the start, the masses are proportional to the sum of FOLLOW^k P^k start over k, where P
holds what the links carry. Source: Haveliwala, Topic-Sensitive PageRank (2002), section 2; the dampening is our own.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

FOLLOW: Final = 0.5
STEPS: Final = 6
"""What would still move after them is less than 2 % of the mass."""
LEAST: Final = 1e-5
"""A smaller mass is not carried on, so that the work depends on what was found and not on the size of the corpus."""
HUB: Final = 50

Numbers = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]
Masses = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Links:
    """The links of nodes 0 to n - 1, sorted by source: those of node i are ``starts[i]`` to ``starts[i + 1]``."""

    starts: npt.NDArray[np.int64]
    target: Numbers
    carried: Weights
    """The share of its source's mass that each link carries."""

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.starts) - 1


def links_between(nodes: int, source: Numbers, target: Numbers, weight: Weights) -> Links:
    """Links that can be followed both ways, from arrays with one entry an edge."""
    froms, tos, weights = np.concatenate([source, target]), np.concatenate([target, source]), np.concatenate([weight, weight])
    order = np.argsort(froms, kind="stable")
    froms, tos, weights = froms[order], tos[order], weights[order]
    degree = np.bincount(froms, minlength=nodes)
    total = np.bincount(froms, weights, nodes)
    carried = weights / np.maximum(total[froms], 1e-12) * np.minimum(1.0, HUB / np.maximum(degree[tos], 1))
    return Links(np.concatenate([[0], np.cumsum(degree)]), tos.astype(np.int32), carried.astype(np.float32))


def pagerank(links: Links, start: Weights) -> Masses:
    """The mass of every node.

    Args:
        links: what a walk follows.
        start: how it begins: one weight a node, none negative.

    Returns:
        The masses, which add up to 1; nothing but zeros where ``start`` has no weight.
    """
    whole = float(start.sum())
    if not whole:
        return np.zeros(links.nodes)
    moving: Masses = start.astype(np.float64) / whole
    masses = moving.copy()
    for _ in range(STEPS):
        moving = FOLLOW * _carried_on(links, moving)
        masses += moving
    return np.asarray(masses / masses.sum())


def _carried_on(links: Links, mass: Masses) -> Masses:
    """Where the mass of the nodes goes in one step."""
    active = np.flatnonzero(mass > LEAST)
    counts = links.starts[active + 1] - links.starts[active]
    # The positions of all links of the active nodes: a run of each node's own, one after the other.
    runs = np.repeat(links.starts[active] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts) + np.arange(counts.sum())
    given = np.repeat(mass[active], counts) * links.carried[runs]
    return np.asarray(np.bincount(links.target[runs], given, links.nodes), dtype=np.float64)
