"""Anchors: every value of a statement stands in its quotes, or in the headings above them, with the same canonical value.

Values are compared one by one: a value that the evidence has once supports one value of the statement. A bare number is
also supported by a quantity of that number; a quantity is not supported by a bare number, since its unit would be invented.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.tokens import CONTENT, MEASURES, UNNAMED, VALUE, Token, one_of

NAME = "anchors"
NEAR = 4
FIRST = 3
QUANTITIES = ("percentage:", "money:", "duration:", "count:", "date:")
SINGLE = ("one", "single")
NAMING = ("text:", "identifier:")
SHARES = {"word:half": "percentage:0.5:ratio", "word:double": "number:2"}


def anchors(compared: Comparison) -> Iterator[Reason]:
    """A reason for each value that is not in the evidence."""
    free = [token for place, token in enumerate(compared.evidence.tokens) if token.kind == VALUE and place not in compared.repeated]
    for place in compared.added:
        token = compared.statement.tokens[place]
        is_name = token.key.startswith(NAMING) and token.key in compared.evidence_keys
        if token.kind != VALUE or is_name or token.key in compared.context or _names_document(place, free, compared):
            continue
        unit = _shared_unit(compared.statement, place)
        supporting = next((other for other in free if _supports(other, token, unit)), None)
        supporting = supporting or _counted(token, compared) or _single(token, compared)
        if supporting is None:
            yield Reason(NAME, "one" if _is_article(token, free) else "value", f"{token.text!r} is not in the quote")
        else:
            free = [other for other in free if other is not supporting]
    yield from _strange(compared)
    yield from _borrowed(compared)
    yield from _labels(compared)


def _names_document(place: int, free: list[Token], compared: Comparison) -> bool:
    """Whether an identifier at the beginning only names the document that the quote is from, as far as the quote tells."""
    key = compared.statement.tokens[place].key
    return place < FIRST and key.startswith("identifier:") and not any(token.key.startswith("identifier:") for token in free)


def _is_article(token: Token, free: list[Token]) -> bool:
    """Whether a word for one hardly counts, since the quote has no other number that it could stand for."""
    return token.key == "number:1" and token.text in SINGLE and not any(other.key.startswith(MEASURES) for other in free)


def _labels(compared: Comparison) -> Iterator[Reason]:
    """A number that labels the statement, but no part of the evidence."""
    known = {token.key for sentence in compared.evidence.sentences for token in _label(compared.evidence, sentence)} | compared.context
    for token in _label(compared.statement, compared.statement.sentences[0]) if compared.statement.sentences else ():
        if token.key not in known:
            yield Reason(NAME, "label", f"{token.text!r} is not the label of the quote")


def _label(reading: Reading, sentence: range) -> list[Token]:
    """The values of the label with which a sentence begins."""
    first = reading.phrases[reading.phrase_of[sentence.start]]
    if first.role != "bracket" or first.start != sentence.start:
        return []
    return [token for token in reading.tokens[first.start : first.end] if token.kind == VALUE]


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


def _single(token: Token, compared: Comparison) -> Token | None:
    """The word for a unit that follows an article, which supports one of it (``a week``)."""
    tokens = compared.evidence.tokens
    for before, unit in pairwise(tokens):
        if before.text in compared.words.lists["single"] and unit.kind == CONTENT and one_of(unit.text, compared.words) == token.key:
            return unit
    return None


def _borrowed(compared: Comparison) -> Iterator[Reason]:
    """Quantities from a sentence of which the statement repeats no word."""
    tokens = compared.evidence.tokens
    restated = {compared.phrase(partner).sentence for partner in compared.partners.values() if tokens[partner].kind == CONTENT}
    for place, partner in compared.partners.items():
        token = compared.statement.tokens[place]
        if restated and token.key.startswith(QUANTITIES) and compared.phrase(partner).sentence not in restated:
            yield Reason(NAME, "borrowed", f"{token.text!r} is said of something else in the quote")


def _strange(compared: Comparison) -> Iterator[Reason]:
    """Values from another clause or sentence in the place of one that the restated one has."""
    there = _lost(compared.places_of(compared.main_clause), compared)
    near = _lost(compared.evidence.sentences[compared.main_sentence], compared)
    for place, partner in compared.partners.items():
        token, phrase = compared.statement.tokens[place], compared.phrase(partner)
        lost = near if phrase.sentence != compared.main_sentence else there if phrase.clause != compared.main_clause else ()
        if token.kind == VALUE and any(other.key != token.key and _measure(other) == _measure(token) != "" for other in lost):
            yield Reason(NAME, "strange", f"{token.text!r} is said of something else in the quote")


def _lost(places: Iterable[int], compared: Comparison) -> list[Token]:
    """The values at some places of the evidence that are not repeated, labels and remarks apart."""
    tokens = compared.evidence.tokens
    return [
        tokens[place]
        for place in places
        if tokens[place].kind == VALUE and place not in compared.repeated and compared.phrase(place).role != "bracket"
    ]


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
    if evidence.key == token.key or evidence.key == SHARES.get(token.key) or token.key == SHARES.get(evidence.key):
        return True
    kind, _, value = token.key.partition(":")
    other_kind, _, rest = evidence.key.partition(":")
    return kind == "number" and bool(unit) and rest.partition(":")[0] == value and f"{other_kind}:{rest.partition(':')[2]}" == unit
