"""Scope: what restricts the quote restricts the statement too.

restriction   a phrase that begins with a preposition or a relative word
untouched     said of a phrase of which the statement repeats nothing
listed        said of a restriction that goes on as a list (``from A, B and C``); one member that is repeated is enough

An untouched restriction of a clause that the statement restates was left out: the statement says more than the quote.
"""

from collections.abc import Iterator
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Phrase
from lineproof.beliefs.gate.support import is_wording
from lineproof.beliefs.gate.tokens import CONTENT, OPERATOR, VALUE, Token

NAME = "scope"
RESTRICTING: Final = frozenset({"restriction", "relative"})
LONGEST_MEMBER: Final = 5
LONGEST_LIST: Final = 24


def scope(compared: Comparison) -> Iterator[str]:
    """A reason for each restriction that was left out."""
    evidence = compared.evidence
    loose_clause = -1
    for number, phrase in enumerate(evidence.phrases):
        if phrase.sentence not in compared.used:
            continue
        if phrase.role in ("loose", "bracket") or _is_purpose(phrase, compared):
            loose_clause = phrase.clause
        elif phrase.role not in RESTRICTING:
            loose_clause = -1
        is_open = phrase.role in RESTRICTING and phrase.clause != loose_clause and not _in_exception(number, compared)
        is_lost = is_open and _is_untouched(phrase, compared) and not _is_listed(number, compared) and not _is_linking(number, compared)
        if is_lost and _is_restated(phrase, compared):
            yield f"{NAME}: {evidence.text(range(phrase.start, phrase.end))!r} of the quote is left out"


def _in_exception(number: int, compared: Comparison) -> bool:
    """Whether a phrase only narrows an exception: without it the statement claims less."""
    phrases = compared.evidence.phrases
    for other in reversed(phrases[max(0, number - LONGEST_LIST) : number]):
        if other.clause != phrases[number].clause:
            return False
        if other.role == "exception":
            return True
    return False


def _is_untouched(phrase: Phrase, compared: Comparison) -> bool:
    """Whether a phrase says something and nothing of it is repeated."""
    tokens = compared.evidence.tokens
    content = [place for place in range(phrase.start, phrase.end) if tokens[place].kind in (CONTENT, VALUE)]
    is_agent = tokens[phrase.start].text in compared.words.lists["agent"]
    restricts = any(_restricts(tokens[place], compared) or (is_agent and tokens[place].kind == CONTENT) for place in content)
    return restricts and not any(_is_known(place, compared) for place in content if tokens[place].text not in compared.words.fillers)


def _restricts(token: Token, compared: Comparison) -> bool:
    """Whether a token tells one case from another: none that is a reference, or that the whole document is about."""
    if token.kind == VALUE:
        return not token.key.startswith("identifier:") and token.key not in compared.context
    return token.kind == CONTENT and token.text not in compared.words.fillers and token.key not in compared.context


def _is_known(place: int, compared: Comparison) -> bool:
    return place in compared.repeated or compared.evidence.tokens[place].key in compared.statement_keys


def _is_purpose(phrase: Phrase, compared: Comparison) -> bool:
    """Whether a phrase only tells what something is for, or by what means it is done (``to confirm that``, ``by deleting``)."""
    words = compared.words
    first, second = compared.evidence.tokens[phrase.start], compared.evidence.tokens[min(phrase.start + 1, phrase.end - 1)]
    if second.kind != CONTENT:
        return False
    if first.text in words.lists["agent"]:
        return second.text.endswith(tuple(words.lists["gerund"]) or "\n")
    return first.text in words.lists["purpose"] and not second.text.endswith("s")


def _is_linking(number: int, compared: Comparison) -> bool:
    """Whether a relative phrase is no more than a verb before a phrase that the statement repeats (``that is interpreted as``)."""
    phrases = compared.evidence.phrases
    phrase = phrases[number]
    if phrase.role != "relative" or number + 1 == len(phrases) or _is_untouched(phrases[number + 1], compared):
        return False
    said = [place for place in range(phrase.start, phrase.end) if compared.evidence.tokens[place].kind in (CONTENT, VALUE)]
    return all(is_wording(compared.evidence, place, compared.words) for place in said)


def _is_listed(number: int, compared: Comparison) -> bool:
    """Whether the members of a list that follow a restriction are repeated in its stead."""
    phrases = compared.evidence.phrases
    for other in phrases[number + 1 : number + LONGEST_LIST]:
        tokens = compared.evidence.tokens[other.start : other.end]
        if other.sentence != phrases[number].sentence or other.role not in ("main", "and", "or", *RESTRICTING):
            return False
        content = [place for place in range(other.start, other.end) if compared.evidence.tokens[place].kind in (CONTENT, VALUE)]
        if other.role not in RESTRICTING and (len(content) > LONGEST_MEMBER or any(token.kind == OPERATOR for token in tokens)):
            return False
        if other.role not in RESTRICTING and any(place in compared.repeated for place in content):
            return True
    return False


def _is_restated(phrase: Phrase, compared: Comparison) -> bool:
    """Whether the clause of a phrase is restated, untouched restrictions apart; for a phrase set off by commas its sentence counts."""
    others = [other for other in compared.phrases_by_clause[phrase.clause] if other is not phrase]
    touched = [other for other in others if other.role not in RESTRICTING or not _is_untouched(other, compared)]
    places = [place for other in touched for place in range(other.start, other.end)]
    if any(compared.evidence.tokens[place].kind in (CONTENT, VALUE) for place in places):
        return compared.share(places) >= thresholds.RESTATED
    own_sentence = compared.evidence.phrases[compared.evidence.phrase_of[compared.places_of(compared.main_clause)[0]]].sentence
    return phrase.sentence == own_sentence and compared.clause_share(compared.main_clause) >= thresholds.RESTATED
