"""Collection: the paragraphs that peers rank, with their vectors, made once for all of them.

own       the vector of a paragraph's text
context   the vector of the previous paragraph and the paragraph as one text
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

NONE = -1

Scores = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float32]
Embed = Callable[[Sequence[str]], npt.ArrayLike]
"""Makes vectors of unit length (n, dimensions) of n texts."""
Peer = Callable[[str], Sequence[int]]
"""Ranks a collection for a question: numbers of paragraphs, best first. Those that it leaves out were not found."""


@dataclass(frozen=True)
class Collection:
    """Paragraphs (n) in the order of the corpus.

    ``speakers`` is None for what is no turn; ``previous`` the number of the paragraph before in the same session or section, or NONE;
    ``documents`` the numbers of the paragraphs of each document; ``made`` are the own vectors of all, where they are there already.
    """

    texts: Sequence[str]
    speakers: Sequence[str | None]
    previous: Sequence[int]
    documents: Sequence[range]
    language: str
    embed: Embed
    made: Matrix | None = None
    _asked: dict[str, Matrix] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def with_previous(self) -> Sequence[str]:
        """Each paragraph behind the previous one (n)."""
        return [f"{self.texts[before]} {text}" if before != NONE else text for text, before in zip(self.texts, self.previous, strict=True)]

    @cached_property
    def own(self) -> Matrix:
        """Vectors of the paragraphs (n, dimensions)."""
        return self._vectors(self.texts) if self.made is None else self.made

    @cached_property
    def context(self) -> Matrix:
        """Vectors of each paragraph with the previous one (n, dimensions)."""
        return self._vectors(self.with_previous)

    def near(self, matrix: Matrix, question: str) -> Scores:
        """The cosines of a question with the rows of a matrix."""
        if question not in self._asked:
            self._asked[question] = self._vectors([question])[0]
        return np.asarray(matrix @ self._asked[question], np.float64)

    def _vectors(self, texts: Sequence[str]) -> Matrix:
        return np.asarray(self.embed(texts), np.float32)


def best_first(scores: Scores) -> list[int]:
    """The numbers of all paragraphs by score; equal ones in the order of the corpus."""
    return [int(number) for number in np.argsort(-scores, kind="stable")]


def scaled(scores: Scores) -> Scores:
    """Scores between 0 and 1 over the collection (min-max)."""
    low, high = scores.min(initial=np.inf), scores.max(initial=-np.inf)
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)
