"""Act: what a sentence does is kept: it obliges, permits, denies, conditions, excepts, compares as the quote does.

strict      kinds of operators of which none may be added or left out
restated    said of a clause of the quote of which the statement repeats enough; only operators of such clauses are missed
forgiven    said of an operator that the other text states in different words (``unless`` and ``if not``)
"""

from collections.abc import Iterator
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.conditions import conditions, undoing
from lineproof.beliefs.gate.reading import Phrase, Reading
from lineproof.beliefs.gate.tokens import CONTENT, FUNCTION, MARK, OPERATOR, VALUE
from lineproof.beliefs.gate.words import Words

NAME = "act"
STRICT: Final = frozenset({"negation", "modality", "quantifier", "comparison"})
JOINED: Final = frozenset({"main", "and", "or", "restriction", "relative"})
GOVERNED: Final = ("not", "must_not", "should_not", "need_not", "must", "may", "should")
NEAR: Final = 4
FEWEST: Final = 2


def act(compared: Comparison) -> Iterator[str]:
    """A reason for each operator that was added, left out or moved, and for each condition or exception that was left out."""
    yield from operators(compared)
    yield from _moved(compared)
    yield from _exchanged(compared)
    yield from conditions(compared)


def operators(compared: Comparison) -> Iterator[str]:
    """A reason for each operator that was added or left out."""
    added = list(_added(compared))
    exchanged = any(compared.words.kind_of[compared.statement.tokens[place].key] == "modality" for place in added)
    left_out = list(_left_out(compared, exchanged))
    _forgive_exceptions(compared, added, left_out)
    _forgive_limits(compared, added, left_out)
    _forgive_imperatives(compared, added)
    kind_of = compared.words.kind_of
    for place in added:
        token = compared.statement.tokens[place]
        yield f"{NAME}: {token.text!r} ({kind_of[token.key]}) is not in the quote"
    for place in left_out:
        token = compared.evidence.tokens[place]
        yield f"{NAME}: {token.text!r} ({kind_of[token.key]}) of the quote is left out"


def _added(compared: Comparison) -> Iterator[int]:
    for place in compared.added:
        token = compared.statement.tokens[place]
        is_attributive = token.key == "must" and token.text.endswith(tuple(compared.words.lists["attributive"]) or "\n")
        if token.kind == OPERATOR and token.key not in compared.words.lists["add"] and not is_attributive:
            yield place


def _left_out(compared: Comparison, exchanged: bool) -> Iterator[int]:
    """Operators of clauses that the statement restates; ``exchanged`` tells that it adds a modal word."""
    words = compared.words
    for place in compared.used_places:
        token = compared.evidence.tokens[place]
        if token.kind != OPERATOR or place in compared.repeated or token.key in words.lists["drop"]:
            continue
        if words.kind_of[token.key] in STRICT and _in_restated_clause(place, compared, exchanged):
            yield place


def _in_restated_clause(place: int, compared: Comparison, exchanged: bool) -> bool:
    """Whether a statement restates the clause of an operator; a modal word only counts where it has none from elsewhere."""
    own = compared.phrase(place)
    is_plain = compared.evidence.tokens[place].key in ("must", "may", "should")
    if is_plain and not exchanged and own.clause != compared.main_clause and _has_modal_elsewhere(own.clause, compared):
        return False
    kind = compared.words.kind_of[compared.evidence.tokens[place].key]
    if kind in ("quantifier", "comparison") and not _is_neighbour_repeated(place, own, compared):
        return False
    if is_plain and compared.evidence.conditional[compared.evidence.phrase_of[place]]:
        return False
    own_places = range(own.start, own.end)
    if own.role in ("bracket", "loose"):
        return compared.share(own_places) >= thresholds.RESTATED and any(place in compared.repeated for place in own_places)
    repeated = [other for other in compared.places_of(own.clause) if other in compared.repeated and other != place]
    return compared.clause_share(own.clause) >= thresholds.RESTATED and (
        len(repeated) >= FEWEST or own.sentence == compared.main_sentence or (bool(repeated) and not is_plain)
    )


def _is_neighbour_repeated(place: int, phrase: Phrase, compared: Comparison) -> bool:
    """Whether the statement repeats the word or value that a quantifier or comparison belongs to: the next, else the one before."""
    tokens = compared.evidence.tokens
    said = [other for other in range(phrase.start, phrase.end) if tokens[other].kind in (CONTENT, VALUE)]
    neighbour = next((other for other in said if other > place), said[-1] if said else None)
    return neighbour is None or neighbour in compared.repeated


def _has_modal_elsewhere(clause: int, compared: Comparison) -> bool:
    modals = (theirs for theirs in compared.repeated if compared.words.kind_of.get(compared.evidence.tokens[theirs].key) == "modality")
    clauses = {compared.phrase(theirs).clause for theirs in modals} - {clause}
    return any(compared.clause_share(other) >= thresholds.RESTATED for other in clauses)


def _forgive_exceptions(compared: Comparison, added: list[int], left_out: list[int]) -> None:
    """Take out operators where both texts state an exception in different words: ``unless``, ``if not``, ``this does not apply if``."""
    statement, tokens = compared.statement, compared.evidence.tokens
    exceptions = [place for place in compared.used_places if tokens[place].key == "except" and place not in compared.repeated]
    negations = [place for place in added if statement.tokens[place].key == "not" and _in_condition(statement, place)]
    for place, _ in zip(negations, exceptions, strict=False):
        added.remove(place)
    negated = [place for place in left_out if tokens[place].key == "not" and compared.phrase(place).role == "condition"]
    unless = [place for place in added if statement.tokens[place].key == "except"]
    for place, other in zip(unless, negated, strict=False):
        added.remove(place)
        left_out.remove(other)
    sentences = compared.evidence.sentences
    undone = [number for number in undoing(compared.evidence, compared.words) if compared.share(sentences[number]) >= thresholds.KEPT]
    stated = [place for place in added if statement.tokens[place].key == "except" or (place in negations and place in added)]
    for place, number in zip(stated, undone, strict=False):
        added.remove(place)
        left_out[:] = [other for other in left_out if other not in sentences[number]]


def _in_condition(reading: Reading, place: int) -> bool:
    return reading.phrases[reading.phrase_of[place]].role == "condition"


def _forgive_imperatives(compared: Comparison, added: list[int]) -> None:
    """Take out an obligation that the quote states by the verb with which it begins (``Check the list``: ``you must check``)."""
    evidence = compared.evidence
    openings = {_opening_verb(evidence, sentence, compared.words) for sentence in evidence.sentences}
    for place in list(added):
        governed = _governed(compared.statement, place)
        is_obligation = compared.statement.tokens[place].key in ("must", "should")
        if is_obligation and governed is not None and compared.partners.get(governed) in openings:
            added.remove(place)


def _opening_verb(reading: Reading, sentence: range, words: Words) -> int | None:
    """The first word of a sentence behind its label and polite words, if it may be a verb."""
    for place in sentence:
        token = reading.tokens[place]
        if token.kind == CONTENT and reading.phrases[reading.phrase_of[place]].role != "bracket":
            return None if words.language.nouns.capitalised else place
        if token.kind == OPERATOR or (token.kind == FUNCTION and token.text not in words.lists["polite"]):
            return None
    return None


def _forgive_limits(compared: Comparison, added: list[int], left_out: list[int]) -> None:
    """Take out a limit that the other text states otherwise (``the maximum is``, ``within``), and the ``may`` before one."""
    tokens, evidence, sentences = compared.statement.tokens, compared.evidence.tokens, compared.evidence.sentences
    whole = [token for number in compared.used for token in evidence[sentences[number].start : sentences[number].stop]]
    implied = {compared.words.implied.get(token.text) for token in whole}
    limits = [place for place in added if tokens[place].key in implied]
    for place in limits:
        added.remove(place)
    if limits or any(tokens[place].key == "at_most" for place in compared.partners):
        added[:] = [place for place in added if tokens[place].key != "may"]
    stated = {compared.words.implied.get(token.text) for token in tokens}
    left_out[:] = [place for place in left_out if evidence[place].key not in stated]


def _moved(compared: Comparison) -> Iterator[str]:
    """Negations and modal words that govern a word of another clause than in the quote, while what they govern there is left out."""
    for place, partner in compared.partners.items():
        token = compared.statement.tokens[place]
        if token.kind != OPERATOR or token.key not in GOVERNED:
            continue
        ours, theirs = _governed(compared.statement, place), _governed(compared.evidence, partner)
        if ours is None or theirs is None or ours not in compared.partners or theirs in compared.repeated:
            continue
        if not _is_joined(compared.partners[ours], partner, token.key, compared.evidence):
            yield f"{NAME}: {token.text!r} stands at {compared.statement.tokens[ours].text!r}, but not in the quote"


def _exchanged(compared: Comparison) -> Iterator[str]:
    """Comparisons that the statement makes with a value which the quote compares otherwise (``at most`` and ``at least`` exchanged)."""
    statement, evidence = compared.statement.tokens, compared.evidence.tokens
    for place, token in enumerate(statement):
        if token.kind != OPERATOR or compared.words.kind_of[token.key] != "comparison":
            continue
        value = next((other for other in range(place + 1, min(place + NEAR, len(statement))) if statement[other].kind == VALUE), None)
        partner = compared.partners.get(value) if value is not None else None
        if partner is None:
            continue
        before = [other.key for other in evidence[max(0, partner - NEAR + 1) : partner] if other.kind == OPERATOR]
        compared_with = [key for key in before if compared.words.kind_of[key] == "comparison"]
        if compared_with and token.key not in compared_with:
            yield f"{NAME}: {token.text} {statement[value or 0].text!r} is {compared_with[-1]} in the quote"


def _is_joined(place: int, operator: int, name: str, evidence: Reading) -> bool:
    """Whether a word stands in the clause of an operator or in one joined to it, or has the same operator of its own."""
    first, last = sorted((evidence.phrase_of[place], evidence.phrase_of[operator]))
    between = evidence.phrases[first + 1 : last + 1]
    if all(phrase.role in JOINED and evidence.tokens[phrase.start].kind != MARK for phrase in between):
        return True
    own = evidence.phrases[evidence.phrase_of[place]]
    return any(token.key == name for token in evidence.tokens[own.start : own.end])


def _governed(reading: Reading, place: int) -> int | None:
    """The first word with a meaning behind an operator in its phrase."""
    end = reading.phrases[reading.phrase_of[place]].end
    return next((other for other in range(place + 1, end) if reading.tokens[other].kind == CONTENT), None)
