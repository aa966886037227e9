"""Comparison: the claims of a change or conflict as two sides, with the words marked that differ.

side      what held before or is preferred; what holds now or is against it
caption   the words of the sentence before the first of its claims: where both stand, or that one is no longer in force
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.serve.site.differences import Piece, compare
from lineproof.serve.site.evidence import Evidence
from lineproof.serve.site.record import CONTESTED, CONTRADICTED_BY, DISPUTED
from lineproof.wiki.model import Sentence

COMPARED: Final = ("change", "conflict")
"""Roles of sentences whose claims are shown side by side."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a note, and the claim that it is about."""

    number: int
    claim_id: str


@dataclass(frozen=True, slots=True)
class Side:
    """One claim of a side; ``source`` names the document that says it."""

    source: str
    pieces: tuple[Piece, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides of a sentence; one of them may be empty. ``preferred`` is whether the left one is, where they contradict."""

    caption: str
    left: tuple[Side, ...]
    right: tuple[Side, ...]
    preferred: bool


def comparison(sentence: Sentence, stated: Sequence[Evidence], numbers: Mapping[str, int]) -> Comparison:
    """The comparison that a sentence makes.

    Args:
        sentence: its role is one of COMPARED.
        stated: the claims that it is bound to, at least one.
        numbers: of the claims' notes, by the claims' ids.
    """
    left, right = _parted(sentence.role, stated)
    before, after = _pieces([one.said for one in left], [one.said for one in right])
    return Comparison(
        _caption(sentence.text, [one.said for one in stated]),
        tuple(_side(one, pieces, numbers) for one, pieces in zip(left, before, strict=True)),
        tuple(_side(one, pieces, numbers) for one, pieces in zip(right, after, strict=True)),
        all(one.claim.status != DISPUTED for one in left),
    )


def _parted(role: str, stated: Sequence[Evidence]) -> tuple[list[Evidence], list[Evidence]]:
    if role == "change":
        left = [one for one in stated if one.claim.status == "superseded"]
    else:
        left = [one for one in stated if all(bond.tie.kind not in (CONTRADICTED_BY, CONTESTED) for bond in one.bonds)] or [stated[0]]
    return left, [one for one in stated if one not in left]


def _pieces(left: Sequence[str], right: Sequence[str]) -> tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]]:
    """The pieces of each statement; only one against one is compared."""
    if len(left) == len(right) == 1:
        one, other = compare(left[0], right[0])
        return [one], [other]
    return [(Piece(text),) for text in left], [(Piece(text),) for text in right]


def _caption(text: str, said: Sequence[str]) -> str:
    """All of a sentence that does not repeat what the sides say."""
    found = [text.find(one.rstrip(" .,;:")) for one in said]
    return text if min(found) < 0 else text[: min(found)].rstrip(" :")


def _side(one: Evidence, pieces: tuple[Piece, ...], numbers: Mapping[str, int]) -> Side:
    claim = one.claim.claim_id
    return Side(one.source, pieces, Mark(numbers[claim], claim))
