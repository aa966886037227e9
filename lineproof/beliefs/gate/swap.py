"""Swap: words that stand in each other's place, where a statement otherwise goes along with its quote.

row      the words with a meaning and the values of a text, in order
change   what stands in one place of the statement's row instead of what stands there in the quote's, by the fewest edits
framed   said of a change with the same word before it, or behind it, in both texts, whatever that word means: what is only said
         in another order stands among other words; of two changes at least one must have the same word before it
turned   said of a sentence from active to passive or back: who acts then stands behind ``by``
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rapidfuzz.distance import Levenshtein

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.subject import NAME
from lineproof.beliefs.gate.tokens import CONTENT, FUNCTION, VALUE, Token
from lineproof.beliefs.gate.words import Words

SWAPPED: Final = 2
"""So many words at least of a statement are in another's place after a swap."""


class Change(NamedTuple):
    """The places of the words of the statement, and of those of the evidence that they stand for."""

    ours: Sequence[int]
    theirs: Sequence[int]


def swap(compared: Comparison) -> Iterator[Reason]:
    """A reason for each word that took the part of another in what is said."""
    yield from _turned(compared)
    yield from _swapped(compared)


def _swapped(compared: Comparison) -> Iterator[Reason]:
    """The first pair of changes of which each puts in what the other takes out."""
    statement, evidence = compared.statement.tokens, compared.evidence.tokens
    ours, theirs = _row(compared.statement, compared.statement.places), _row(compared.evidence, compared.used_places)
    changes = list(_changes(compared, ours, theirs))
    if len(ours) - sum(len(change.ours) for change in changes) < thresholds.FOLLOWED * (len(ours) - SWAPPED):
        return
    for one, other in combinations([change for change in changes if _is_framed(change, compared)], 2):
        if not (_follows_same(one, compared) or _follows_same(other, compared)):
            continue
        gone, come = _keys(evidence, one.theirs) & _keys(statement, other.ours), _keys(statement, one.ours) & _keys(evidence, other.theirs)
        if gone and come:
            yield Reason(NAME, "swapped", f"{min(gone)!r} and {min(come)!r} are in each other's place")
            return


def _row(reading: Reading, places: Sequence[int]) -> list[int]:
    return [place for place in places if reading.tokens[place].kind in (CONTENT, VALUE)]


def _keys(tokens: Sequence[Token], places: Sequence[int]) -> set[str]:
    return {tokens[place].key for place in places}


def _changes(compared: Comparison, ours: Sequence[int], theirs: Sequence[int]) -> Iterator[Change]:
    """The changes in the order of the statement."""
    statement, evidence = compared.statement.tokens, compared.evidence.tokens
    edits = Levenshtein.opcodes([evidence[place].key for place in theirs], [statement[place].key for place in ours])
    start, before = 0, 0
    for edit in edits:
        if edit.tag == "equal":
            yield Change(ours[before : edit.dest_start], theirs[start : edit.src_start])
            start, before = edit.src_end, edit.dest_end
    yield Change(ours[before:], theirs[start:])


def _is_framed(change: Change, compared: Comparison) -> bool:
    if not change.ours or not change.theirs:
        return False
    statement, evidence = compared.statement.tokens, compared.evidence.tokens
    if _acts(compared.statement, change.ours[0], compared.words) != _acts(compared.evidence, change.theirs[0], compared.words):
        return False
    return _follows_same(change, compared) or statement[change.ours[-1] + 1].text == evidence[change.theirs[-1] + 1].text


def _follows_same(change: Change, compared: Comparison) -> bool:
    before = compared.statement.tokens[max(0, change.ours[0] - 1)], compared.evidence.tokens[max(0, change.theirs[0] - 1)]
    return before[0].text == before[1].text


def _acts(reading: Reading, place: int, words: Words) -> bool:
    """Whether a word is named as the one who acts, articles apart (``by the server``)."""
    while place > 0 and reading.tokens[place - 1].kind == FUNCTION:
        place -= 1
        if reading.tokens[place].text in words.lists["agent"]:
            return True
    return False


def _turned(compared: Comparison) -> Iterator[Reason]:
    """A reason for one who acts in the statement (``notified by the server``) and is acted upon in the quote (``notifies the server``)."""
    statement, evidence, words = compared.statement, compared.evidence, compared.words
    for place, token in enumerate(statement.tokens[:-1]):
        if token.text not in words.lists["agent_behind_verb"] or place - 1 not in compared.partners:
            continue
        actor = next((other for other in range(place + 1, len(statement.tokens)) if statement.tokens[other].kind != FUNCTION), place)
        verb, acted_upon = compared.partners[place - 1], compared.partners.get(actor, -1)
        between = evidence.tokens[verb + 1 : max(acted_upon, 0)]
        if verb < acted_upon and all(one.kind == FUNCTION and one.text not in words.lists["preposition"] for one in between):
            yield Reason(NAME, "turned", f"{statement.tokens[actor].text!r} acts, but is acted upon in the quote")
