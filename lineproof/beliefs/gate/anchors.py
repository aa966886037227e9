"""Anchors: every value of a statement stands in its quotes, or in the headings above them, with the same canonical value.

Values are compared one by one: a value that the evidence has once supports one value of the statement. A bare number is
also supported by a quantity of that number; a quantity is not supported by a bare number, since its unit would be invented.
"""

from collections.abc import Iterator

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.tokens import VALUE, Token

NAME = "anchors"


def anchors(compared: Comparison) -> Iterator[str]:
    """A reason for each value that is not in the evidence."""
    free = [token for place, token in enumerate(compared.evidence.tokens) if token.kind == VALUE and place not in compared.repeated]
    for place in compared.added:
        token = compared.statement.tokens[place]
        if token.kind != VALUE or token.key in compared.context:
            continue
        supporting = next((other for other in free if _supports(other, token)), None)
        if supporting is None:
            yield f"{NAME}: {token.text!r} is not in the quote"
        else:
            free.remove(supporting)
    yield from _strange(compared)


def _strange(compared: Comparison) -> Iterator[str]:
    """Values from another sentence in the place of one that the restated sentence has."""
    lost = {
        _measure(compared.evidence.tokens[place])
        for place in compared.used_places
        if compared.evidence.tokens[place].kind == VALUE and place not in compared.repeated
    }
    for place, partner in compared.partners.items():
        token = compared.statement.tokens[place]
        if token.kind == VALUE and partner not in compared.used_set and _measure(token) in lost:
            yield f"{NAME}: {token.text!r} is said of something else in the quote"


def _measure(token: Token) -> tuple[str, str]:
    """What a value is a value of: its kind and its unit."""
    parts = token.key.split(":")
    return parts[0], parts[-1] if len(parts) > len(("kind", "value")) else ""


def _supports(evidence: Token, token: Token) -> bool:
    if evidence.key == token.key:
        return True
    kind, _, value = token.key.partition(":")
    return kind == "number" and evidence.key.split(":")[1:2] == [value] and evidence.key.count(":") > 1
