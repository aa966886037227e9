"""The library of a seed: which documents there are, which of them are additions, and what becomes of each fact.

gone   documents and clauses that no longer say what they said, because something replaces or withdraws them
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evals.library.contracts import base_form, endorsement, state_amendment
from lineproof.evals.library.model import Document, Planted, Target
from lineproof.evals.library.papers import memo, training, work_of_reference
from lineproof.evals.library.staff import bulletin, guideline, manual
from lineproof.evals.library.world import CURRENT, RENEWED, World

LENGTHS: Final = {
    "form": 1_100, "endorsement": 815, "state": 765, "bulletin": 670, "guideline": 1_435, "memo": 720, "training": 860, "reference": 1_480,
    "claims-manual": 8_600, "underwriting-manual": 7_600, "agency-manual": 6_000,
}  # fmt: skip
"""About how many lines a document of each family has."""
STATES: Final = 4
STATE_LINES: Final = ("homeowners", "renters", "condominium")
AMENDED: Final = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """The share of its full length that each document has; what is planted is the same."""

    share: float = 1.0

    def lines(self, family: str) -> int:
        """About how many lines a document of a family has."""
        return int(LENGTHS[family] * self.share)


def library(world: World, scale: Scale) -> list[Document]:
    """The documents of the library."""
    return list(_library(world, scale))


def _library(world: World, scale: Scale) -> Iterator[Document]:
    lines, riders = list(world.lines.values()), world.endorsements.values()
    yield from (base_form(world, line, edition, scale.lines("form")) for line in lines for edition in range(CURRENT + 1))
    yield from (endorsement(world, rider, edition, scale.lines("endorsement")) for rider in riders for edition in range(2))
    for state in world.states[:STATES]:
        yield from (_state(world, state, key, CURRENT, scale) for key in STATE_LINES)
    yield from (bulletin(world, chain, stage, scale.lines("bulletin")) for chain in range(4) for stage in range(4))
    yield from (guideline(world, number, scale.lines("guideline")) for number in range(12))
    yield from (manual(world, key, scale.lines(key)) for key in ("claims-manual", "underwriting-manual", "agency-manual"))
    yield from (memo(world, line, CURRENT - at % 2, scale.lines("memo")) for at, line in enumerate(lines))
    yield from (training(world, number, scale.lines("training")) for number in range(8))
    yield from (work_of_reference(world, number, scale.lines("reference")) for number in range(8))


def _state(world: World, state: str, key: str, edition: int, scale: Scale) -> Document:
    return state_amendment(world, state, world.lines[key], edition, scale.lines("state"), AMENDED)


def additions(world: World, scale: Scale) -> list[Document]:
    """Seventeen further documents, in the order in which they are added."""
    return list(_additions(world, scale))


def _additions(world: World, scale: Scale) -> Iterator[Document]:
    lines, riders = list(world.lines.values()), list(world.endorsements.values())
    for line, rider, state in zip(lines[:RENEWED], riders[:RENEWED], STATE_LINES, strict=True):
        yield base_form(world, line, 3, scale.lines("form"))
        yield endorsement(world, rider, 2, scale.lines("endorsement"))
        yield _state(world, world.states[STATES], state, 3, scale)
    yield from (bulletin(world, chain, 4, scale.lines("bulletin")) for chain in range(3))
    yield guideline(world, 0, scale.lines("guideline"), stage=1)
    yield memo(world, lines[0], 3, scale.lines("memo"))
    yield from (training(world, number, scale.lines("training"), stage=1) for number in (4, 5))
    yield work_of_reference(world, 3, scale.lines("reference"), stage=1)


def gone(documents: Sequence[Document]) -> frozenset[Target]:
    """What some documents replace or withdraw."""
    return frozenset(relation.target for document in documents for relation in document.relations if relation.rewrites)


def status(fact: Planted, lost: frozenset[Target]) -> str:
    """What is true of a fact where some documents and clauses are gone."""
    if fact.former or _is_gone(fact.place, lost):
        return "superseded"
    if fact.wrong:
        return "disputed"
    return "superseded" if fact.source and _is_gone(fact.source, lost) else "active"


def _is_gone(target: Target, lost: frozenset[Target]) -> bool:
    return target in lost or Target(target.document) in lost
