"""Thresholds of the gate, shares between 0 and 1, and what its reasons weigh; ``benchmarks/gate.py --tune`` finds better weights."""

KEPT = 0.5
"""How much of a condition or an exception must be repeated for it to be kept."""
PART_KEPT = 0.34
"""How much of one part of a condition that is joined by ``and``."""
RESTATED = 0.5
"""How much of a clause, what is untouched apart, must be repeated for it to be restated."""
GREATER_PART = 0.6
"""How much of a further sentence of the evidence must be repeated for the statement to restate that sentence too."""
FOLLOWING = 0.95
"""How much of a statement must stand in the quote in the same order for no word to be left out within it."""
MOVING = 0.8
"""The same for no single noun to stand elsewhere."""
EXCHANGING = 0.8
"""The same for no noun to be exchanged for another."""

ENOUGH = 0.25
"""How much the reasons against a statement must weigh together for it to be refused."""

WEIGHTS: dict[str, float] = {
    "support new": 1.4,
    "support name": 0.7,
    "act added modality": 0.3,
    "act left out modality": 0.3,
    "act added comparison": 0.4,
    "act left out comparison": 0.3,
    "act limit": 0.6,
    "anchors one": 0.3,
    "scope modifier": 0.3,
    "scope restriction": 0.6,
    "scope restriction closely": 0.3,
    "subject new": 0.3,
    "subject stray": 0.5,
    "subject declined": 0.7,
}
"""How much a kind of reason weighs; what is not named here is enough alone. ``support new`` counts by the share of new words."""
