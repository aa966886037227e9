"""Anchors: every value of a statement stands in its quotes, or in the headings above them, with the same canonical value.

Values are compared one by one: a value that the evidence has once supports one value of the statement. A bare number is
also supported by a quantity of that number; a quantity is not supported by a bare number, since its unit would be invented.
"""

from collections.abc import Iterator

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.tokens import VALUE, Token

NAME = "anchors"
NEAR = 4


def anchors(compared: Comparison) -> Iterator[str]:
    """A reason for each value that is not in the evidence."""
    free = [token for place, token in enumerate(compared.evidence.tokens) if token.kind == VALUE and place not in compared.repeated]
    for place in compared.added:
        token = compared.statement.tokens[place]
        if token.kind != VALUE or token.key in compared.context:
            continue
        unit = _shared_unit(compared.statement, place)
        supporting = next((other for other in free if _supports(other, token, unit)), None) or _counted(token, compared)
        if supporting is None:
            yield f"{NAME}: {token.text!r} is not in the quote"
        else:
            free = [other for other in free if other is not supporting]
    yield from _strange(compared)


def _counted(token: Token, compared: Comparison) -> Token | None:
    """The number of the evidence that the word for the unit of a quantity follows."""
    kind, _, rest = token.key.partition(":")
    number, _, unit = rest.partition(":")
    if kind != "count":
        return None
    tokens = compared.evidence.tokens
    for place, other in enumerate(tokens[:-1]):
        is_number = other.kind == VALUE and other.text.split()[-1:] == [number] and place not in compared.repeated
        if is_number and tokens[place + 1].key == compared.words.keys.key(unit):
            return other
    return None


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


def _shared_unit(statement: Reading, place: int) -> str:
    """The kind and unit of the quantity that follows a bare number and lends it its unit (``60 and 120 seconds``)."""
    for token in statement.tokens[place + 1 : place + NEAR]:
        if token.kind == VALUE:
            kind, _, rest = token.key.partition(":")
            return f"{kind}:{rest.partition(':')[2]}" if ":" in rest else ""
    return ""


def _supports(evidence: Token, token: Token, unit: str) -> bool:
    if evidence.key == token.key:
        return True
    kind, _, value = token.key.partition(":")
    other_kind, _, rest = evidence.key.partition(":")
    return kind == "number" and bool(unit) and rest.partition(":")[0] == value and f"{other_kind}:{rest.partition(':')[2]}" == unit
