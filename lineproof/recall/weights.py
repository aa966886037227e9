"""Weights: how much each route and each type of edge counts, read from ``weights.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "weights.toml"


@dataclass(frozen=True)
class Weights:
    """The figures of ``weights.toml``."""

    routes: Mapping[str, float]
    shapes: Mapping[str, Mapping[str, float]]
    edges: Mapping[str, float]
    kinds: Mapping[str, float]
    pagerank: float
    seeds: int
    sharpness: float
    demotion: float
    floor: int

    def of_shape(self, shape: str) -> Mapping[str, float]:
        """The weights of the routes for one shape of question."""
        return {**self.routes, **self.shapes.get(shape, {})}


@lru_cache(maxsize=1)
def standard() -> Weights:
    """The weights that ship."""
    return parsed(FILE.read_text(encoding="utf-8"))


def parsed(text: str) -> Weights:
    """The weights that a text in the form of ``weights.toml`` states.

    Raises:
        TypeError: it lacks a figure, or has one that is not known.
    """
    table = tomllib.loads(text)
    return Weights(routes=table["routes"], shapes=table.get("shapes", {}), edges=table["edges"], kinds=table["kinds"], **table["ranking"])
