"""Anchors: every value of a statement stands in its quotes, or in the headings above them, with the same canonical value.

Values are compared one by one: a value that the evidence has once supports one value of the statement. A bare number is
also supported by a quantity of that number; a quantity is not supported by a bare number, since its unit would be invented.
"""

from collections.abc import Iterator

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.tokens import UNNAMED, VALUE, Token

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
    """Values from another clause or sentence in the place of one that the restated one has."""
    tokens = compared.evidence.tokens
    lost_there = {_measure(tokens[place]) for place in compared.places_of(compared.main_clause) if _is_lost(place, compared)}
    sentence = compared.evidence.sentences[compared.main_sentence]
    lost_near = {_measure(tokens[place]) for place in sentence if _is_lost(place, compared)}
    for place, partner in compared.partners.items():
        token, phrase = compared.statement.tokens[place], compared.phrase(partner)
        there = phrase.clause != compared.main_clause and _measure(token) in lost_there
        near = phrase.sentence != compared.main_sentence and _measure(token) in lost_near
        if token.kind == VALUE and _measure(token) and (there or near):
            yield f"{NAME}: {token.text!r} is said of something else in the quote"


def _is_lost(place: int, compared: Comparison) -> bool:
    """Whether a value of the evidence is not repeated, a label and the value of a remark apart."""
    token = compared.evidence.tokens[place]
    is_open = token.kind == VALUE and place not in compared.repeated and token.key not in compared.statement_keys
    return is_open and compared.phrase(place).role != "bracket"


def _measure(token: Token) -> str:
    """What a value is a value of: its kind and its unit, or its letters (``G1`` and ``G2``); empty for what names something."""
    kind, _, rest = token.key.partition(":")
    if kind == "text":
        return kind + "".join(letter for letter in rest if not letter.isdigit())
    return "" if kind in UNNAMED else f"{kind}:{rest.partition(':')[2]}"


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
