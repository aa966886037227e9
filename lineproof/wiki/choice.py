"""Choice: which claims of some documents are said, where not all can be.

importance   what a claim counts: its kind and force, how widely its topics are spread, how often others refer to its place
budget       characters that may be spent; the most important claims are said first, each further one of a clause counts less
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from lineproof.wiki.groups import grouped
from lineproof.wiki.material import ACTIVE, Fact, Material
from lineproof.wiki.outline import Item
from lineproof.wiki.text import key

WEIGHTS: Final[Mapping[str, float]] = {
    "definition": 5.0, "prohibition": 4.5, "obligation": 4.5, "limit": 4.5, "period": 4.5, "percentage": 4.5, "exception": 4.0,
    "decision": 4.0, "permission": 3.5, "condition": 3.5, "supersession": 3.5, "date": 3.0, "count": 2.5, "value": 2.5, "fact": 2.0,
}  # fmt: skip
DESCRIBED: Final = 1.5
"""What a claim on metadata weighs, whatever its kind."""
FORCED: Final = ("must", "must_not")
NEXT_OF_CLAUSE: Final = 0.4
LONG: Final = 240
LONGEST: Final = 700
SAME: Final = 3
"""Most claims that one sentence is bound to because they say the same."""


def importance(fact: Fact, material: Material) -> float:
    """What a claim counts. Counts of the corpus go in by their magnitude, so that an edit elsewhere hardly ever changes it."""
    spread = max((material.concepts[one].documents for one in fact.concepts if one in material.concepts), default=0)
    named = material.inbound.get(fact.paragraph_id, 0) + material.inbound.get(fact.clause, 0)
    force = 0.5 if fact.modality in FORCED else 0.0
    long = max(0, len(fact.said) - LONG) / LONG
    common = 4.0 if key(fact.said) in material.common else 0.0
    kind = DESCRIBED if fact.described else WEIGHTS.get(fact.kind, 2.0)
    return kind + force + 0.2 * min(8, spread.bit_length()) + 0.4 * min(6, named.bit_length()) - long - common


def candidates(facts: Iterable[Fact]) -> list[Item]:
    """What may be said of some facts: those in force that are not overlong, each statement once, none that a longer one holds."""
    same = grouped((key(fact.statement), fact) for fact in facts if fact.status == ACTIVE and 0 < len(fact.said) <= LONGEST)
    beside = grouped((found[0].paragraph_id, key(found[0].said)) for found in same.values())
    return [Item("claim", tuple(found[:SAME])) for found in same.values() if not _held(key(found[0].said), beside[found[0].paragraph_id])]


def _held(own: str, others: Iterable[str]) -> bool:
    """Whether another statement of the paragraph says the same and more."""
    return any(own in other and own != other for other in others)


def choose(items: Sequence[Item], budget: int, material: Material) -> list[Item]:
    """The most important items that a budget allows, in their order."""
    ranked = sorted(_ranked(items, material), key=lambda pair: (-pair[0], pair[1]))
    chosen: list[int] = []
    for _, position in ranked:
        if (cost := items[position].cost) <= budget:
            budget -= cost
            chosen.append(position)
    return [items[position] for position in sorted(chosen)]


def _ranked(items: Sequence[Item], material: Material) -> list[tuple[float, int]]:
    """What each item counts, with its position; within a clause the second best counts a little less, the third still less."""
    clauses: dict[str, list[tuple[float, int]]] = {}
    for position, item in enumerate(items):
        fact = item.facts[0]
        clauses.setdefault(fact.clause, []).append((importance(fact, material), position))
    return [
        (value - NEXT_OF_CLAUSE * rank, position)
        for found in clauses.values()
        for rank, (value, position) in enumerate(sorted(found, key=lambda pair: (-pair[0], pair[1])))
    ]
