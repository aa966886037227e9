"""Embedder: what makes vectors of texts; a local model or an endpoint.

name        of the model and of how it is used: vectors of different names cannot be compared
languages   those whose texts have useful vectors; None where no language is worse than another
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Identity:
    """Which embedder would make vectors, without one at hand."""

    name: str
    languages: Collection[str] | None


class Named(Protocol):
    """What tells vectors of different embedders apart."""

    @property
    def name(self) -> str:
        """The name of the model, with whatever else makes other vectors of the same texts."""

    @property
    def languages(self) -> Collection[str] | None:
        """Codes of languages, or None for all."""


class TextEmbedder(Named, Protocol):
    """Makes vectors of texts."""

    def embed(self, texts: Sequence[str]) -> "npt.ArrayLike":
        """One vector a text (n, dimensions), in their order; what a text gets does not depend on the others."""
