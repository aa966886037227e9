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
FOLLOWED = 0.8
"""The same, what is swapped apart, for two words that were swapped to be told from a sentence that is put another way."""

RELIEF = 8
"""How much less a statement must be strained when two nouns change places for them to be in each other's (see ``order``)."""

ENOUGH = 0.25
"""How much the reasons against a statement must weigh together for it to be refused."""

WEIGHTS: dict[str, float] = {
    "support new": 1.4,
    "support name": 0.2,
    "support person": 0.15,
    "act added modality": 0.05,
    "act left out modality": 0.05,
    "act added comparison": 0.25,
    "act left out comparison": 0.15,
    "act limit": 0.6,
    "anchors one": 0.05,
    "scope modifier": 0.25,
    "scope restriction": 0.25,
    "scope restriction closely": 0.25,
    "subject new": 0.05,
    "subject new for another": 0.25,
    "subject usurped": 0.25,
    "subject transposed": 0.25,
    "subject stray": 0.1,
    "subject declined": 0.25,
    "wording left out": 0.15,
}
"""How much a kind of reason weighs; what is not named here is enough alone. ``support new`` counts by the share of new words."""
