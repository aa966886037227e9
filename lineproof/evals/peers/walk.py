"""Personalised PageRank: the mass of nodes in a walk that goes on with some probability, and else back to where it started.

Source: Haveliwala, Topic-Sensitive PageRank (2002), section 2. Nodes without edges send their mass back to the start.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array

from lineproof.evals.peers.collection import Scores

STEPS: Final = 30
"""What would still move after them is less than a millionth of the mass at a damping of 0.5, less than a hundredth at 0.85."""

Numbers = npt.NDArray[np.int64]


def graph(nodes: int, source: Numbers, target: Numbers, weight: Scores) -> csr_array:
    """The graph of edges that are followed both ways (nodes, nodes)."""
    pairs = (np.concatenate([source, target]), np.concatenate([target, source]))
    return csr_array(coo_array((np.concatenate([weight, weight]), pairs), shape=(nodes, nodes)))


def pagerank(edges: csr_array, start: Scores, damping: float) -> Scores:
    """The mass of every node (n), adding up to 1; nothing but zeros where ``start`` has no weight.

    Args:
        edges: weights of edges by source and target (n, n).
        start: weights by which the walk begins (n), none negative.
        damping: the probability to go on.
    """
    total = float(start.sum())
    if not total:
        return np.zeros_like(start)
    back = start / total
    out = np.asarray(edges.sum(axis=1)).ravel()
    share = np.divide(1.0, out, out=np.zeros_like(out), where=out > 0)
    mass = back
    for _ in range(STEPS):
        moved = edges.T @ (mass * share)
        mass = damping * (moved + back * mass[out == 0].sum()) + (1 - damping) * back
    return mass
