"""Act: what a sentence does is kept: it obliges, permits, denies, quantifies, compares as the quote does.

force      what a modal word does: it obliges, recommends, permits, forbids, ...
open       said of an operator without its like in the other text
cancelled  said of open operators of both texts that come to the same (``only if``: ``not unless``)
"""

from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.akin import differ_by_prefix
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.conditions import undoing
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.tokens import CONTENT, MARK, OPERATOR, VALUE, Token

NAME: Final = "act"
STRICT: Final = frozenset({"negation", "modality", "quantifier", "comparison"})
GOVERNED: Final = ("not", "must_not", "should_not", "need_not", "must", "may", "should")
OPPOSED: Final = {"before": "after", "after": "before", "at_least": "at_most", "at_most": "at_least", "more": "less", "less": "more"}
DENYING: Final = frozenset({"not", "must_not", "should_not", "need_not"})
JOINED: Final = frozenset({"main", "and", "or", "restriction", "relative"})
NEAR: Final = 4
FEWEST: Final = 2

SAME: Final = (
    (("may", "only"), ("not", "should", "except")),
    (("may", "only"), ("not", "should")),
    (("may", "only"), ("must_not", "except")),
    (("may", "only"), ("should_not", "except")),
    (("may", "only"), ("not", "except")),
    (("only",), ("must_not", "except")),
    (("only",), ("should_not", "except")),
    (("only",), ("not", "except")),
    (("only",), ("must_not", "not")),
    (("must_not",), ("not", "may")),
    (("at_most",), ("not", "more")),
    (("at_most",), ("must_not", "more")),
    (("at_least",), ("not", "less")),
    (("at_least",), ("must_not", "less")),
    (("at_least",), ("must_not", "before")),
    (("at_least",), ("not", "before")),
    (("must_not",), ("not",)),
    (("not",), ("except",)),
    (("at_most",), ("only",)),
    (("all",), ("always",)),
    (("after",), ("at_least",)),
    (("need_not",), ("not", "must")),
)
"""Operators that come to the same."""


def act(compared: Comparison) -> Iterator[Reason]:
    """A reason for each operator that was added, left out, exchanged or moved."""
    added, left_out = list(_added(compared)), list(_left_out(compared))
    _cancel(compared, added, left_out)
    yield from _opposed(compared, added)
    yield from _exchanged_forces(compared, added, left_out)
    yield from _different(compared.statement, added, "added", "is not in the quote", compared)
    yield from _different(compared.evidence, left_out, "left out", "of the quote is left out", compared)
    yield from _moved(compared)
    yield from _governing(compared)
    yield from _strays(compared)
    yield from _exchanged_limits(compared)


def _different(reading: Reading, places: Sequence[int], kind: str, says: str, compared: Comparison) -> Iterator[Reason]:
    for place in places:
        token = reading.tokens[place]
        group = "negation" if token.key in DENYING else compared.words.kind_of[token.key]
        yield Reason(NAME, f"{kind} {group}", f"{token.text!r} ({compared.words.kind_of[token.key]}) {says}")


def _added(compared: Comparison) -> Iterator[int]:
    for place in compared.added:
        token = compared.statement.tokens[place]
        is_attributive = token.key == "must" and token.text.endswith(tuple(compared.words.lists["attributive"]) or "\n")
        if token.kind == OPERATOR and token.key not in compared.words.lists["add"] and not is_attributive:
            yield place


def _left_out(compared: Comparison) -> Iterator[int]:
    """Operators of clauses that the statement restates."""
    words = compared.words
    for place in compared.used_places:
        token = compared.evidence.tokens[place]
        if token.kind != OPERATOR or place in compared.repeated or token.key in words.lists["drop"]:
            continue
        is_modal = words.kind_of[token.key] == "modality"
        if is_modal and compared.phrase(place).clause != compared.main_clause and _has_modal(compared):
            continue
        if token.key == "except" or (words.kind_of[token.key] in STRICT and _in_restated_clause(place, compared)):
            yield place


def _has_modal(compared: Comparison) -> bool:
    """Whether the statement repeats a modal word and adds none."""
    kind_of, tokens = compared.words.kind_of, compared.statement.tokens
    modals = [place for place, token in enumerate(tokens) if kind_of.get(token.key) == "modality"]
    return bool(modals) and all(place in compared.partners for place in modals)


def _in_restated_clause(place: int, compared: Comparison) -> bool:
    own = compared.phrase(place)
    own_places = range(own.start, own.end)
    if own.role in ("bracket", "loose"):
        return compared.share(own_places) >= thresholds.RESTATED and any(place in compared.repeated for place in own_places)
    repeated = [other for other in compared.places_of(own.clause) if other in compared.repeated and other != place]
    return compared.clause_share(own.clause) >= thresholds.RESTATED and (len(repeated) >= FEWEST or own.sentence == compared.main_sentence)


def _cancel(compared: Comparison, added: list[int], left_out: list[int]) -> None:
    """Take out of the open operators those that come to the same in both texts."""
    ours, theirs = compared.statement, compared.evidence
    _cancel_undone(compared, added, left_out)
    for some, others in SAME:
        for mine, yours in ((some, others), (others, some)):
            _cancel_one(ours, theirs, added, left_out, mine, yours)
    _cancel_words(theirs, [place for place in compared.used_places if place not in compared.repeated], added, compared)
    _cancel_words(ours, compared.added, left_out, compared)
    keys = {theirs.tokens[place].key for place in left_out}
    if keys <= {"except"}:
        left_out.clear()


def _cancel_undone(compared: Comparison, added: list[int], left_out: list[int]) -> None:
    """Take out an exception where the quote states it in a sentence of its own (``this does not apply if``)."""
    tokens, sentences = compared.statement.tokens, compared.evidence.sentences
    undone = [number for number in undoing(compared.evidence, compared.words) if compared.share(sentences[number]) >= thresholds.KEPT]
    for place, number in zip([place for place in added if tokens[place].key == "except"], undone, strict=False):
        added.remove(place)
        left_out[:] = [other for other in left_out if other not in sentences[number]]


def _cancel_one(ours: Reading, theirs: Reading, added: list[int], left_out: list[int], mine: Sequence[str], yours: Sequence[str]) -> None:
    here, there = _found(ours, added, mine), _found(theirs, left_out, yours)
    if len(here) == len(mine) and len(there) == len(yours):
        added[:] = [place for place in added if place not in here]
        left_out[:] = [place for place in left_out if place not in there]


def _found(reading: Reading, places: Sequence[int], keys: Sequence[str]) -> list[int]:
    """The first of some places with each of the keys."""
    firsts = {reading.tokens[place].key: place for place in reversed(places)}
    return [firsts[key] for key in keys if key in firsts]


def _cancel_words(reading: Reading, open_places: Sequence[int], others: list[int], compared: Comparison) -> None:
    """Take out open negations of the other text for words that deny something by themselves (``prevent``, ``invalid``)."""
    other = compared.evidence if reading is compared.statement else compared.statement
    negations = [place for place in others if other.tokens[place].key in DENYING]
    keys = {token.key for token in other.tokens}
    denying = [place for place in open_places if reading.tokens[place].kind == CONTENT and _denies(reading, place, keys, compared)]
    for place, _ in zip(negations, denying, strict=False):
        others.remove(place)


def _denies(reading: Reading, place: int, keys: set[str], compared: Comparison) -> bool:
    token = reading.tokens[place]
    if token.text in compared.words.lists["denying"]:
        return True
    opposites = compared.words.opposites.get(token.key, frozenset())
    return bool(opposites & keys) or any(differ_by_prefix(token.key, key, compared.words) for key in keys)


def _exchanged_forces(compared: Comparison, added: list[int], left_out: list[int]) -> Iterator[Reason]:
    """A reason for each modal word that stands for one of another force; both are taken out."""
    kind_of = compared.words.kind_of
    ours = [place for place in added if kind_of[compared.statement.tokens[place].key] == "modality"]
    theirs = [place for place in left_out if kind_of[compared.evidence.tokens[place].key] == "modality"]
    for mine, yours in zip(ours, theirs, strict=False):
        one, other = compared.statement.tokens[mine], compared.evidence.tokens[yours]
        yield Reason(NAME, "exchanged", f"{one.text!r} stands for {other.text!r}")
        added.remove(mine)
        left_out.remove(yours)


def _opposed(compared: Comparison, added: Sequence[int]) -> Iterator[Reason]:
    """A reason for a comparison that stands for the opposite one (``before``, ``after``)."""
    open_tokens = [compared.evidence.tokens[place] for place in compared.used_places if place not in compared.repeated]
    lost = {compared.words.implied.get(token.text, token.key) for token in open_tokens}
    for place in added:
        token = compared.statement.tokens[place]
        if OPPOSED.get(token.key) in lost:
            yield Reason(NAME, "opposed", f"{token.text!r} is {OPPOSED[token.key]} in the quote")


def _moved(compared: Comparison) -> Iterator[Reason]:
    """Negations and modal words that govern a word of another clause than in the quote, while what they govern there is left out."""
    for place, partner in compared.partners.items():
        token = compared.statement.tokens[place]
        if token.kind != OPERATOR or token.key not in GOVERNED:
            continue
        ours, theirs = _governed(compared.statement, place), _governed(compared.evidence, partner)
        if ours is None or theirs is None or ours not in compared.partners or theirs in compared.repeated:
            continue
        if not _is_joined(compared.partners[ours], partner, token.key, compared.evidence):
            yield Reason(NAME, "moved", f"{token.text!r} stands at {compared.statement.tokens[ours].text!r}, but not in the quote")


def _governing(compared: Comparison) -> Iterator[Reason]:
    """Modal words in a clause whose home in the quote stands under one of another force."""
    kind_of, statement, evidence = compared.words.kind_of, compared.statement, compared.evidence
    for place, token in enumerate(statement.tokens):
        if token.kind != OPERATOR or kind_of[token.key] != "modality":
            continue
        home = compared.homes.get(statement.phrases[statement.phrase_of[place]].clause)
        clause = compared.places_of(home) if home is not None else ()
        others = [other for other in clause if kind_of.get(evidence.tokens[other].key) == "modality"]
        if not others or (others[0] in compared.repeated or evidence.tokens[others[0]].key == token.key):
            continue
        is_first = not any(kind_of.get(other.key) == "modality" for other in _before(statement, place))
        if is_first or all(evidence.tokens[other].key != token.key and other not in compared.repeated for other in others):
            yield Reason(NAME, "governs", f"{token.text!r} stands for {evidence.tokens[others[0]].text!r}")


def _before(reading: Reading, place: int) -> Sequence[Token]:
    """The tokens of a clause before a place of it."""
    clause = reading.phrases[reading.phrase_of[place]].clause
    return [reading.tokens[other] for other in range(place) if reading.phrases[reading.phrase_of[other]].clause == clause]


def _strays(compared: Comparison) -> Iterator[Reason]:
    """Words behind a modal word that the quote has in another clause than the rest, which has one of its own there that is left out."""
    kind_of, statement, evidence = compared.words.kind_of, compared.statement, compared.evidence
    for place, token in enumerate(statement.tokens):
        governed = _governed(statement, place) if kind_of.get(token.key) == "modality" else None
        home = compared.homes.get(statement.phrases[statement.phrase_of[place]].clause)
        partner = compared.partners.get(governed) if governed is not None else None
        if governed is None or partner is None or home is None or compared.phrase(partner).clause == home:
            continue
        modals = [other for other in compared.places_of(home) if kind_of.get(evidence.tokens[other].key) == "modality"]
        owns = [own for other in modals if (own := _governed(evidence, other)) is not None and own not in compared.repeated]
        lost = [own for own in owns if evidence.tokens[own].key not in compared.statement_keys]
        if lost:
            yield Reason(NAME, "stray", f"{statement.tokens[governed].text!r} takes the place of {evidence.tokens[lost[0]].text!r}")
            return


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


def _exchanged_limits(compared: Comparison) -> Iterator[Reason]:
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
            yield Reason(NAME, "limit", f"{token.text} {statement[value or 0].text!r} is {compared_with[-1]} in the quote")
