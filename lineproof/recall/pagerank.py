"""PageRank: how much of the evidence found hangs together, by a walk that starts from what was found and follows typed edges.

link       an edge between two numbered nodes with a weight; a walk follows it both ways
hub        a node with more than HUB links: what everything leads to says little
dampening  a link into a node of degree d > HUB carries HUB / d of its mass; the rest goes back to the start. It is applied after the
           weights of a node's links were made to add up to 1, so that it does not cancel out
mass       of a node: the probability to be there, of a walk that goes back to the start with probability 1 - FOLLOW

Source: Haveliwala, Topic-Sensitive PageRank (2002), section 2; the dampening is our own.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

FOLLOW: Final = 0.5
STEPS: Final = 8
"""After so many steps less than FOLLOW ** STEPS of the mass is still to move."""
HUB: Final = 50

Numbers = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Links:
    """Weighted links between nodes 0 to ``nodes`` - 1, each in both directions."""

    nodes: int
    source: Numbers
    target: Numbers
    weight: Weights

    @cached_property
    def carried(self) -> Weights:
        """The share of its source's mass that each link carries."""
        total = np.bincount(self.source, self.weight, self.nodes)[self.source]
        degree = np.bincount(self.target, minlength=self.nodes)[self.target]
        share: Weights = (self.weight / total * np.minimum(1.0, HUB / degree)).astype(np.float32)
        return share


def links_between(nodes: int, source: Numbers, target: Numbers, weight: Weights) -> Links:
    """Links that can be followed both ways."""
    return Links(nodes, np.concatenate([source, target]), np.concatenate([target, source]), np.concatenate([weight, weight]))


def pagerank(links: Links, start: Weights) -> Weights:
    """The mass of every node.

    Args:
        links: what a walk follows.
        start: how it begins (one weight a node, none negative); it is made to add up to 1.

    Returns:
        The masses, which add up to 1; nothing but zeros where ``start`` has no weight.
    """
    total = float(start.sum())
    if not total:
        return np.zeros(links.nodes, dtype=np.float32)
    start = start / total
    mass = start.astype(np.float64)
    for _ in range(STEPS):
        moved = FOLLOW * np.bincount(links.target, mass[links.source] * links.carried, links.nodes)
        mass = moved + (1.0 - moved.sum()) * start
    return mass.astype(np.float32)
