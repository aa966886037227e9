"""Thresholds of the gate, all shares between 0 and 1; ``benchmarks/gate.py --tune`` finds them on the tuning part of the labelled set."""

DIFFERENT_WORDING = 0.2
"""How much of a statement's content may be words, other than nouns, that its quotes do not have."""
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
