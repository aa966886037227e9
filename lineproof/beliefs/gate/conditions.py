"""Conditions: a condition or an exception of the quote is one of the statement too.

span   a condition or an exception with all that belongs to it; it is kept if the statement repeats enough of what it says
part   what stands between two coordinating words of a span; each part joined by ``and`` is a condition of its own
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Phrase, Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.tokens import CONTENT, OPERATOR, VALUE
from lineproof.beliefs.gate.words import Words

NAME: Final = "act"
SPANS: Final = frozenset({"condition", "exception"})
OBLIGING: Final = frozenset({"must", "must_not", "should", "should_not"})
LIMITING: Final = frozenset({"only", "except", "at_most", "must_not"})
UNDOING: Final = 8
"""How far into a sentence the words that take back another one may stand."""


def conditions(compared: Comparison) -> Iterator[Reason]:
    """A reason for each condition or exception that was left out."""
    yield from _spans(compared)
    yield from _limited(compared)
    yield from _undone(compared)


def _spans(compared: Comparison) -> Iterator[Reason]:
    found = list(_conditions(compared))
    lost = [
        _is_lost([place for part in parts for place in _places(part)], compared, thresholds.KEPT) or _is_lost_exception(parts, compared)
        for parts in found
    ]
    reworded = _reworded(compared)
    for number, parts in enumerate(found):
        opening, places = parts[0][0], [place for part in parts for place in _places(part)]
        if lost[number] and _is_alternative(number, found, lost, compared):
            continue
        if opening.role == "condition" and reworded and lost[number]:
            reworded -= 1
            continue
        if lost[number] or any(_is_lost_part(number, parts, compared) for number in range(len(parts))):
            part = "" if lost[number] else " in part"
            yield Reason(NAME, opening.role + part, f"{opening.role} {compared.evidence.text(places[:12])!r} of the quote is left out")


def _reworded(compared: Comparison) -> int:
    """How many conditions of the statement say mostly what the quote says nowhere: each may be one of the quote in other words."""
    statement = compared.statement
    count = 0
    for phrase in statement.phrases:
        said = [place for place in range(phrase.start, phrase.end) if statement.tokens[place].kind in (CONTENT, VALUE)]
        if phrase.role == "condition" and said:
            count += sum(place in compared.partners for place in said) <= thresholds.KEPT * len(said)
    return count


def _is_lost_exception(parts: Sequence[Sequence[Phrase]], compared: Comparison) -> bool:
    """Whether the phrase that an exception begins with says something of which nothing is repeated."""
    opening = parts[0][0]
    places = [place for place in range(opening.start, opening.end) if compared.evidence.tokens[place].kind in (CONTENT, VALUE)]
    return opening.role == "exception" and bool(places) and not any(_is_kept(place, compared) for place in places)


def _is_alternative(number: int, found: Sequence[Sequence[Sequence[Phrase]]], lost: Sequence[bool], compared: Comparison) -> bool:
    """Whether a condition is one of several joined by ``or``, of which another is kept."""
    opening = found[number][0][0]
    joined = compared.words.lists["or"]
    tokens = compared.evidence.tokens
    for other, parts in enumerate(found):
        first = parts[0][0]
        if lost[other] or first.sentence != opening.sentence or opening.role != "condition":
            continue
        later = max(opening.start, first.start)
        if any(token.text in joined for token in tokens[max(0, later - 2) : later]):
            return True
    return False


def _undone(compared: Comparison) -> Iterator[Reason]:
    """A reason for a sentence that takes back a restated one in some cases (``this does not apply if``) and is left out."""
    evidence = compared.evidence
    for number in undoing(evidence, compared.words):
        follows = number not in compared.used and number - 1 in compared.used
        if follows and compared.share(evidence.sentences[number]) < thresholds.RESTATED:
            yield Reason(NAME, "undone", f"exception {evidence.text(evidence.sentences[number][:12])!r} of the quote is left out")


def undoing(evidence: Reading, words: Words) -> Iterator[int]:
    """The sentences that take back what another says."""
    for number, sentence in enumerate(evidence.sentences):
        opening = " ".join(evidence.tokens[place].text for place in sentence[:UNDOING])
        if any(phrase in opening for phrase in words.undone):
            yield number


def _is_lost_part(number: int, parts: Sequence[Sequence[Phrase]], compared: Comparison) -> bool:
    """Whether a part of a condition that is joined by ``and`` is left out."""
    following = parts[number + 1][0].role if number + 1 < len(parts) else ""
    places = _places(parts[number])
    says_something = any(compared.evidence.tokens[place].kind in (CONTENT, VALUE) for place in places)
    joining = {"and", "but", "or"} if parts[0][0].role == "exception" else {"and", "but"}
    joined = joining & {parts[number][0].role, following}
    return says_something and bool(joined) and _is_lost(places, compared, thresholds.PART_KEPT)


def _is_lost(places: Sequence[int], compared: Comparison, kept: float) -> bool:
    """Whether less than a share is repeated of what stands at some places of the evidence and nowhere else in its sentence."""
    tokens = compared.evidence.tokens
    said = [place for place in places if tokens[place].kind in (CONTENT, VALUE) and tokens[place].key not in compared.words.fillers]
    if not said:
        return False
    inside = Counter(tokens[place].key for place in places)
    whole = compared.keys_by_sentence[compared.phrase(places[0]).sentence]
    own = [place for place in said if whole[tokens[place].key] == inside[tokens[place].key]]
    return sum(_is_kept(place, compared) for place in own or said) < kept * len(own or said)


def _is_kept(place: int, compared: Comparison) -> bool:
    return place in compared.repeated or compared.evidence.tokens[place].key in compared.statement_keys


def _places(part: Sequence[Phrase]) -> list[int]:
    return [place for phrase in part for place in range(phrase.start, phrase.end)]


def _conditions(compared: Comparison) -> Iterator[list[list[Phrase]]]:
    """Each condition and exception of the used sentences with its parts."""
    phrases = compared.evidence.phrases
    for number, phrase in enumerate(phrases):
        if phrase.sentence in compared.used and phrase.role in SPANS:
            parts = [[phrase]]
            for other in phrases[number + 1 :]:
                if other.sentence != phrase.sentence or other.role in SPANS or not _continues(other, compared):
                    break
                if other.role in ("and", "or", "but"):
                    parts.append([])
                parts[-1].append(other)
            yield parts


def _continues(phrase: Phrase, compared: Comparison) -> bool:
    """Whether a phrase still belongs to a condition: it begins no clause of its own, or one without a modal word."""
    tokens = compared.evidence.tokens[phrase.start : phrase.end]
    if phrase.role == "loose":
        return False
    if phrase.role == "main":
        return not any(token.kind in (CONTENT, VALUE, OPERATOR) or token.text in compared.words.lists["auxiliary"] for token in tokens)
    return phrase.role not in ("and", "or", "but") or not any(token.key in OBLIGING for token in tokens)


def _limited(compared: Comparison) -> Iterator[Reason]:
    """A reason for a remark that limits a restated clause and is left out (``but only of bicycles``)."""
    evidence = compared.evidence
    for number, phrase in enumerate(evidence.phrases):
        opening = [token.text for token in evidence.tokens[phrase.start : phrase.start + 3]]
        is_but = any(text in compared.words.lists["but"] for text in opening)
        if not number or not (phrase.role == "but" or (phrase.role == "bracket" and is_but)):
            continue
        places = compared.places_of(phrase.clause)
        keys = {evidence.tokens[place].key for place in places if evidence.tokens[place].kind == OPERATOR}
        before = next((other for other in reversed(evidence.phrases[:number]) if _says_something(other, compared)), None)
        if before is None or before.sentence != phrase.sentence:
            continue
        restated = any(place in compared.repeated for place in range(before.start, before.end))
        limits = keys & LIMITING or (phrase.role == "bracket" and "not" in keys)
        if restated and limits and not any(place in compared.repeated for place in places):
            yield Reason(NAME, "limited", f"exception {evidence.text(places)!r} of the quote is left out")


def _says_something(phrase: Phrase, compared: Comparison) -> bool:
    return any(token.kind in (CONTENT, VALUE) for token in compared.evidence.tokens[phrase.start : phrase.end])
