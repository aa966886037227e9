"""Act: what a sentence does is kept: it obliges, permits, denies, conditions, excepts, compares as the quote does.

strict     kinds of operators of which none may be added or left out
span       a condition or an exception of the quote with all that belongs to it; it is kept if the statement repeats the greater
           part of what it says
part       what stands between two coordinating words of a span; each part joined by ``and`` is a condition of its own
"""

from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Phrase
from lineproof.beliefs.gate.tokens import CONTENT, OPERATOR, VALUE

NAME = "act"
STRICT: Final = frozenset({"negation", "modality", "quantifier", "comparison"})
SPANS: Final = frozenset({"condition", "exception"})
GOVERNED: Final = ("not", "must_not", "should_not", "need_not", "must", "may", "should")
KEPT: Final = 0.5
"""How much of a condition or an exception must be repeated; tuned by benchmarks/gate.py."""
PART_KEPT: Final = 0.34


def act(compared: Comparison) -> Iterator[str]:
    """A reason for each operator that was added, left out or moved, and for each condition or exception that was left out."""
    added, left_out = list(_added(compared)), list(_left_out(compared))
    _forgive_exceptions(compared, added)
    kind_of = compared.words.kind_of
    for place in added:
        token = compared.statement.tokens[place]
        yield f"{NAME}: {token.text!r} ({kind_of[token.key]}) is not in the quote"
    for place in left_out:
        token = compared.evidence.tokens[place]
        yield f"{NAME}: {token.text!r} ({kind_of[token.key]}) of the quote is left out"
    yield from _moved(compared)
    yield from _spans(compared)


def _added(compared: Comparison) -> Iterator[int]:
    for place in compared.added:
        token = compared.statement.tokens[place]
        if token.kind == OPERATOR and token.key not in compared.words.lists["add"] and token.key not in compared.context:
            yield place


def _left_out(compared: Comparison) -> Iterator[int]:
    """Operators of clauses that the statement restates."""
    words = compared.words
    for place in compared.used_places:
        token = compared.evidence.tokens[place]
        if token.kind != OPERATOR or place in compared.repeated or token.key in words.lists["drop"]:
            continue
        if words.kind_of[token.key] in STRICT and _in_restated_clause(place, compared):
            yield place


def _in_restated_clause(place: int, compared: Comparison) -> bool:
    own = compared.phrase(place)
    return own.role not in ("bracket", "loose") and compared.clause_share(own.clause) >= KEPT


def _forgive_exceptions(compared: Comparison, added: list[int]) -> None:
    """Take out of the added operators a negated condition that says an exception (``unless`` and ``if not``)."""
    statement = compared.statement
    exceptions = sum(compared.evidence.tokens[place].key == "except" and place not in compared.repeated for place in compared.used_places)
    for place in list(added):
        phrase = statement.phrases[statement.phrase_of[place]]
        if exceptions and statement.tokens[place].key == "not" and phrase.role == "condition":
            added.remove(place)
            exceptions -= 1


def _moved(compared: Comparison) -> Iterator[str]:
    """Negations and modal words that govern another clause than in the quote."""
    statement, evidence = compared.statement, compared.evidence
    for place, partner in compared.partners.items():
        token = statement.tokens[place]
        if token.kind != OPERATOR or token.key not in GOVERNED:
            continue
        governed = _governed(place, compared)
        if governed is None or compared.phrase(governed).clause == compared.phrase(partner).clause:
            continue
        clause = compared.phrase(governed).clause
        operators = {evidence.tokens[other].key for other in compared.places_of(clause) if evidence.tokens[other].kind == OPERATOR}
        if token.key not in operators and not _inherits(clause, compared):
            yield f"{NAME}: {token.text!r} stands at {evidence.tokens[governed].text!r}, but not in the quote"


def _governed(place: int, compared: Comparison) -> int | None:
    """The token of the evidence for the word that follows an operator in its phrase, else for the one before it."""
    statement = compared.statement
    phrase = statement.phrases[statement.phrase_of[place]]
    following = range(place + 1, phrase.end)
    for other in (*following, *range(place - 1, phrase.start - 1, -1)):
        if other in compared.partners and statement.tokens[other].kind == CONTENT:
            return compared.partners[other]
    return None


def _inherits(clause: int, compared: Comparison) -> bool:
    """Whether a clause is joined to the one before it and has no modal word of its own."""
    phrases = [phrase for phrase in compared.evidence.phrases if phrase.clause == clause]
    return phrases[0].role in ("and", "or", "but")


def _spans(compared: Comparison) -> Iterator[str]:
    for opening, parts in _conditions(compared):
        places = [place for part in parts for place in _places(part)]
        lost = compared.share(places) < KEPT or any(_is_lost(part, parts, compared) for part in parts)
        if lost:
            yield f"{NAME}: {opening.role} {compared.evidence.text(places[:12])!r} of the quote is left out"


def _is_lost(part: Sequence[Phrase], parts: Sequence[Sequence[Phrase]], compared: Comparison) -> bool:
    """Whether a part of a condition is left out, though it is joined by ``and``: of what it alone says little is repeated."""
    number = parts.index(part)
    joined = part[0].role == "and" or (number + 1 < len(parts) and parts[number + 1][0].role == "and")
    if not joined:
        return False
    others = {compared.evidence.tokens[place].key for other in parts if other is not part for place in _places(other)}
    own = [place for place in _places(part) if compared.evidence.tokens[place].key not in others]
    return compared.share(own) < PART_KEPT


def _places(part: Sequence[Phrase]) -> list[int]:
    return [place for phrase in part for place in range(phrase.start, phrase.end)]


def _conditions(compared: Comparison) -> Iterator[tuple[Phrase, list[list[Phrase]]]]:
    """Each condition and exception of the used sentences with its parts."""
    phrases = compared.evidence.phrases
    for number, phrase in enumerate(phrases):
        if phrase.sentence in compared.used and phrase.role in SPANS:
            parts = [[phrase]]
            for other in phrases[number + 1 :]:
                if other.sentence != phrase.sentence or other.role in (*SPANS, "but") or not _continues(other, compared):
                    break
                if other.role in ("and", "or"):
                    parts.append([])
                parts[-1].append(other)
            yield phrase, parts


def _continues(phrase: Phrase, compared: Comparison) -> bool:
    """Whether a phrase still belongs to a condition: it begins no clause of its own, or one without a modal word."""
    tokens = compared.evidence.tokens[phrase.start : phrase.end]
    if phrase.role == "main":
        return not any(token.kind in (CONTENT, VALUE, OPERATOR) for token in tokens)
    return phrase.role not in ("and", "or") or not any(compared.words.kind_of.get(token.key) == "modality" for token in tokens)
