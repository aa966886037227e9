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
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.support import is_wording
from lineproof.beliefs.gate.tokens import CONTENT, OPERATOR, VALUE, Token

NAME = "scope"
RESTRICTING: Final = frozenset({"restriction", "relative"})
LONGEST_MEMBER: Final = 5
CLOSE: Final = 0.85
LONGEST_LIST: Final = 24
SHORTEST: Final = 2


def scope(compared: Comparison) -> Iterator[Reason]:
    """A reason for each restriction that was left out."""
    yield from _modifiers(compared)
    evidence = compared.evidence
    loose = False
    for number, phrase in enumerate(evidence.phrases):
        if phrase.sentence not in compared.used:
            continue
        untouched = _is_untouched(phrase, compared)
        is_loose = phrase.role in ("loose", "bracket") or _is_purpose(phrase, compared) or (loose and phrase.role in RESTRICTING)
        loose = untouched and is_loose
        if phrase.role not in RESTRICTING or not untouched or loose or evidence.conditional[number] or _is_remark(number, compared):
            continue
        if _is_listed(number, compared) or _is_linking(number, compared) or _is_parallel(number, compared):
            continue
        if _is_restated(phrase, compared):
            kind = "restriction closely" if compared.closeness >= CLOSE else "restriction"
            yield Reason(NAME, kind, f"{evidence.text(range(phrase.start, phrase.end))!r} of the quote is left out")


def _modifiers(compared: Comparison) -> Iterator[Reason]:
    """A reason for each adjective before a repeated noun that is left out (``limited authority``), none taking its place."""
    ours = {partner: place for place, partner in compared.partners.items()}
    tokens = compared.evidence.tokens
    for place in compared.used_places[:-1]:
        if place + 1 in ours and _is_bare(ours[place + 1], compared) and _is_lost_modifier(place, compared):
            yield Reason(NAME, "modifier", f"{tokens[place].text!r} of the quote is left out")


def _is_bare(place: int, compared: Comparison) -> bool:
    """Whether no new word stands right before a word of the statement, which could say in other words what the quote says there."""
    before = compared.statement.tokens[place - 1] if place else None
    return before is None or before.kind != CONTENT or place - 1 in compared.partners


def _is_lost_modifier(place: int, compared: Comparison) -> bool:
    evidence, words = compared.evidence, compared.words
    token, noun = evidence.tokens[place], evidence.tokens[place + 1]
    if not token.kind == noun.kind == CONTENT or evidence.phrase_of[place] != evidence.phrase_of[place + 1]:
        return False
    if (len(token.text) < SHORTEST and not token.capital) or compared.phrase(place).role in ("bracket", "loose"):
        return False
    if words.language.nouns.capitalised and (token.capital or not noun.capital):
        return False
    is_said = _is_known(place, compared) or token.key in compared.context or token.text in words.fillers or token.text in words.implied
    return not is_said and _modifies(place, compared) and compared.clause_share(compared.phrase(place).clause) >= thresholds.RESTATED


def _modifies(place: int, compared: Comparison) -> bool:
    """Whether a word belongs to the noun behind it: no adverb, no verb, no participle of which something else is repeated."""
    words, tokens = compared.words, compared.evidence.tokens
    before = tokens[place - 1] if place else None
    adverb, governing = (tuple(words.lists[name]) or "\n" for name in ("adverb", "governing"))
    text, following = tokens[place].text, tokens[place + 1].text
    if before is not None and words.kind_of.get(before.key) == "quantifier":
        return True
    if text.endswith(adverb) or following.endswith(adverb):
        return False
    if text.endswith(governing):
        return before is not None and before.kind == CONTENT and place - 1 not in compared.repeated
    if text in words.keys.irregular or (text.endswith("s") and following.endswith(governing)):
        return False
    is_behind_verb = before is not None and (
        before.text in words.lists["before_verb"] or words.kind_of.get(before.key) in ("modality", "negation")
    )
    return words.language.nouns.capitalised or not is_behind_verb


def _is_untouched(phrase: Phrase, compared: Comparison) -> bool:
    """Whether a phrase says something and nothing of it is repeated."""
    said = [
        place
        for place in range(phrase.start, phrase.end)
        if compared.evidence.tokens[place].kind in (CONTENT, VALUE) and compared.evidence.tokens[place].key not in compared.words.fillers
    ]
    return bool(said) and not any(_is_known(place, compared) for place in said)


def _is_known(place: int, compared: Comparison) -> bool:
    return place in compared.repeated or compared.evidence.tokens[place].key in compared.statement_keys


def _is_purpose(phrase: Phrase, compared: Comparison) -> bool:
    """Whether a phrase is an infinitive that tells what something is for (``to confirm that``)."""
    first, second = compared.evidence.tokens[phrase.start], compared.evidence.tokens[min(phrase.start + 1, phrase.end - 1)]
    return first.text in compared.words.lists["purpose"] and second.kind == CONTENT and not second.text.endswith("s")


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
    following = phrases[number + 1 : number + LONGEST_LIST]
    is_joined = any(other.role in ("and", "or") and other.sentence == phrases[number].sentence for other in following)
    if not is_joined and _following(phrases[number], compared) is not None:
        return False
    for other in following:
        tokens = compared.evidence.tokens[other.start : other.end]
        if other.sentence != phrases[number].sentence or other.role not in ("main", "and", "or", *RESTRICTING):
            return False
        content = [place for place in range(other.start, other.end) if compared.evidence.tokens[place].kind in (CONTENT, VALUE)]
        if other.role == "restriction" and compared.share(content) == 1 and content:
            return False
        if other.role not in RESTRICTING and (len(content) > LONGEST_MEMBER or any(token.kind == OPERATOR for token in tokens)):
            return False
        if other.role not in RESTRICTING and any(place in compared.repeated for place in content):
            return True
    return False


def _is_remark(number: int, compared: Comparison) -> bool:
    """Whether a phrase limits nothing: an infinitive behind its mark, a fixed phrase, a relative clause that a comma sets off."""
    evidence, words = compared.evidence, compared.words
    phrase = evidence.phrases[number]
    first, second = evidence.tokens[phrase.start], evidence.tokens[min(phrase.start + 1, phrase.end - 1)]
    if first.text == words.infinitive and (second.kind == OPERATOR or not second.capital):
        return True
    before = evidence.tokens[phrase.start - 1] if phrase.start else first
    return f"{first.text} {second.text}" in words.lists["fixed"] or (before.key == "," and first.text in words.lists["remarking"])


def _is_parallel(number: int, compared: Comparison) -> bool:
    """Whether a phrase with the same first word is joined to a restriction, and the statement repeats that one (``for A and for B``)."""
    evidence = compared.evidence
    phrases, own = evidence.phrases, evidence.phrases[number]
    for others in (phrases[number + 1 : number + LONGEST_MEMBER], phrases[max(0, number - LONGEST_MEMBER) : number][::-1]):
        joined = False
        for other in others:
            joined = joined or other.role in ("and", "or")
            same = other.sentence == own.sentence and evidence.tokens[other.start].text == evidence.tokens[own.start].text
            if same and joined and not _is_untouched(other, compared):
                return True
    return False


def _is_restated(phrase: Phrase, compared: Comparison) -> bool:
    """Whether the clause of a phrase is restated, untouched restrictions apart."""
    clause = _following(phrase, compared) or phrase.clause
    others = [other for other in compared.phrases_by_clause[clause] if other is not phrase]
    touched = [other for other in others if other.role not in RESTRICTING or not _is_untouched(other, compared)]
    return bool(touched) and compared.share([place for other in touched for place in range(other.start, other.end)]) >= thresholds.RESTATED


def _following(phrase: Phrase, compared: Comparison) -> int | None:
    """The clause that a sentence goes on with behind a comma, where a phrase opens it (``On request, the agency provides``)."""
    evidence = compared.evidence
    number = evidence.phrase_of[phrase.start]
    if (
        number
        and evidence.phrases[number - 1].sentence == phrase.sentence
        and evidence.phrases[number - 1].role not in ("bracket", *RESTRICTING)
    ):
        return None
    opening = next(other for other in evidence.phrases if other.sentence == phrase.sentence and other.role in RESTRICTING)
    if _is_purpose(opening, compared) or any(_limits_nothing(token, compared) for token in evidence.tokens[opening.start : phrase.end]):
        return None
    behind = next((other for other in evidence.phrases[number + 1 :] if other.role not in RESTRICTING), None)
    if behind is None or behind.sentence != phrase.sentence or behind.role != "main" or evidence.tokens[behind.start].key != ",":
        return None
    return behind.clause


def _limits_nothing(token: Token, compared: Comparison) -> bool:
    """Whether a word tells that the phrase around it points back, or holds always (``for this reason``, ``in all cases``)."""
    return token.text in compared.words.lists["pointing"] or (token.kind == OPERATOR and token.key == "all")
