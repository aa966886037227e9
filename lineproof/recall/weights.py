"""Weights: how much each route and each type of edge counts, read from ``weights.toml``.

shape    of a question; ``every`` stands for those that have no weights of their own, ``dated`` for those that are asked for a day
bridge   what the far ends of references count (``bridge``): ``referring`` where a question says that something refers, else ``every``
members  the share of the score of the best paragraph in its section that an item of a list has (``members``)
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.recall.nature import CHAT, DIALOGUE, DOCUMENTS

FILE: Final = Path(__file__).parent / "weights.toml"
NATURES: Final = (DOCUMENTS, DIALOGUE, CHAT)
EVERY: Final = "every"
DATED: Final = "dated"
REFERRING: Final = "referring"


@dataclass(frozen=True)
class Weights:
    """The figures of ``weights.toml``; ``routes`` by the nature of a corpus, then by shape."""

    routes: Mapping[str, Mapping[str, Mapping[str, float]]]
    edges: Mapping[str, float]
    kinds: Mapping[str, float]
    walk: Mapping[str, float]
    bridge: Mapping[str, Mapping[str, float]]
    members: Mapping[str, Mapping[str, float]]
    spread: Mapping[str, Mapping[str, float]]
    seeds: int
    sharpness: float
    demotion: float
    demotion_dated: float
    floor: int

    def of(self, nature: str, shape: str, dated: bool = False) -> Mapping[str, float]:
        """The weights of the routes for one shape of question; ``dated`` where it is asked for a day."""
        shapes = self.routes[nature]
        return shapes[DATED] if dated and DATED in shapes else shapes.get(shape, shapes[EVERY])

    def bridge_of(self, nature: str, referring: bool) -> float:
        """What the far ends of references count."""
        counts = self.bridge.get(nature, {})
        return counts.get(REFERRING if referring else EVERY, 0.0)

    def members_of(self, nature: str, shape: str) -> float:
        """What an item of a list has of the best in its section, for one shape of question."""
        return self.members.get(nature, {}).get(shape, 0.0)

    def spread_of(self, nature: str, shape: str) -> float:
        """What a paragraph loses to a better one beside it, for one shape of question."""
        return self.spread.get(nature, {}).get(shape, 0.0)


@lru_cache(maxsize=1)
def standard() -> Weights:
    """The weights that ship."""
    return parsed(FILE.read_text(encoding="utf-8"))


def parsed(text: str) -> Weights:
    """The weights that a text in the form of ``weights.toml`` states.

    Raises:
        KeyError, TypeError: it lacks a figure, or has one that is not known.
    """
    table = tomllib.loads(text)
    routes = {nature: table[nature] for nature in NATURES}
    by_name = {name: table[name] for name in ("edges", "kinds", "walk", "bridge", "members", "spread")}
    return Weights(routes, **by_name, **table["ranking"])
