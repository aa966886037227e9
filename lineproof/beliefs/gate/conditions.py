"""Conditions: what limits a sentence of the quote limits the statement too; a part of the rule ``act``.

span      a condition or an exception of the quote with all that belongs to it; it is kept if the statement repeats the greater
          part of what it alone says
part      what stands between two joining words of a span; each part joined by ``and`` is a condition of its own, of parts joined by
          ``or`` one is enough for a statement with a condition
undoing   said of a sentence that takes back another one in some cases (``this does not apply if``)
limiting  said of a remark that takes back a part of its sentence (``but only of bicycles``)
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import SPANS, Phrase, Reading
from lineproof.beliefs.gate.tokens import CONTENT, OPERATOR, VALUE
from lineproof.beliefs.gate.words import Words

NAME: Final = "act"
OBLIGING: Final = frozenset({"must", "must_not", "should", "should_not"})
LIMITING: Final = frozenset({"only", "except", "at_most", "must_not"})
SHOWN: Final = 12
"""How many words of what was left out a reason shows."""
UNDOING: Final = 8
"""How far into a sentence the words that take back another one may stand."""


def conditions(compared: Comparison) -> Iterator[str]:
    """A reason for each condition, exception or limit that was left out."""
    yield from _spans(compared)
    yield from _limited(compared)
    yield from _undone(compared)


def _spans(compared: Comparison) -> Iterator[str]:
    for parts in _conditions(compared):
        opening, places = parts[0][0], [place for part in parts for place in _places(part)]
        kept = any(not _is_lost(group, compared, thresholds.KEPT) for group in _ways(parts, places, compared))
        if not kept or any(_is_lost_part(number, parts, compared) for number in range(len(parts))):
            yield f"{NAME}: {opening.role} {compared.evidence.text(places[:SHOWN])!r} of the quote is left out"


def _ways(parts: Sequence[Sequence[Phrase]], places: Sequence[int], compared: Comparison) -> Iterator[Sequence[int]]:
    """The runs of tokens of which one must be kept: the whole, any of its alternatives, or the opening of an exception."""
    yield places
    if any(compared.statement.conditional) and any(part[0].role == "or" for part in parts[1:]):
        yield from (_places(part) for part in parts)
    if parts[0][0].role == "exception":
        yield _places(parts[0][:1])


def _is_lost_part(number: int, parts: Sequence[Sequence[Phrase]], compared: Comparison) -> bool:
    """Whether a part of a condition that is joined by ``and`` is left out."""
    following = parts[number + 1][0].role if number + 1 < len(parts) else ""
    places = _places(parts[number])
    says_something = any(compared.evidence.tokens[place].kind in (CONTENT, VALUE) for place in places)
    joined = {"and", "but"} & {parts[number][0].role, following}
    return says_something and bool(joined) and _is_lost(places, compared, thresholds.PART_KEPT)


def _is_lost(places: Sequence[int], compared: Comparison, kept: float) -> bool:
    """Whether less than a share is repeated of what stands at some places of the evidence and nowhere else in its sentence."""
    tokens = compared.evidence.tokens
    content = [place for place in places if tokens[place].kind in (CONTENT, VALUE)]
    said = [place for place in content if tokens[place].text not in compared.words.fillers] or content
    if not said:
        return not any(place in compared.repeated for place in places)
    if any(tokens[place].key.startswith("number:") and _is_open(place, compared) for place in said):
        return True
    inside = Counter(tokens[place].key for place in places)
    whole = compared.keys_by_sentence[compared.phrase(places[0]).sentence]
    own = [place for place in said if whole[tokens[place].key] == inside[tokens[place].key]]
    own = own or [place for place in content if whole[tokens[place].key] == inside[tokens[place].key]]
    return compared.share(own or said) < kept


def _is_open(place: int, compared: Comparison) -> bool:
    """Whether a token of the evidence, which is no part of a remark, is not repeated."""
    return place not in compared.repeated and compared.phrase(place).role != "bracket"


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
    if phrase.role == "main":
        return not any(token.kind in (CONTENT, VALUE, OPERATOR) for token in tokens)
    return phrase.role not in ("and", "or", "but") or not any(token.key in OBLIGING for token in tokens)


def _places(part: Sequence[Phrase]) -> list[int]:
    return [place for phrase in part for place in range(phrase.start, phrase.end)]


def _limited(compared: Comparison) -> Iterator[str]:
    """A reason for a remark that limits a restated clause and is left out (``but only of bicycles``)."""
    evidence = compared.evidence
    for number, phrase in enumerate(evidence.phrases):
        if phrase.role != "but" or not number:
            continue
        places = compared.places_of(phrase.clause)
        keys = {evidence.tokens[place].key for place in places if evidence.tokens[place].kind == OPERATOR}
        before = next((other for other in reversed(evidence.phrases[:number]) if _says_something(other, compared)), None)
        if before is None or before.sentence != phrase.sentence:
            continue
        restated = any(place in compared.repeated for place in range(before.start, before.end))
        if restated and keys & LIMITING and not any(place in compared.repeated for place in places):
            yield f"{NAME}: exception {evidence.text(places)!r} of the quote is left out"


def _says_something(phrase: Phrase, compared: Comparison) -> bool:
    return any(token.kind in (CONTENT, VALUE) for token in compared.evidence.tokens[phrase.start : phrase.end])


def _undone(compared: Comparison) -> Iterator[str]:
    """A reason for a sentence that takes back a restated one in some cases (``this does not apply if``) and is left out."""
    evidence = compared.evidence
    for number in undoing(evidence, compared.words):
        follows = number not in compared.used and number - 1 in compared.used
        if follows and compared.share(evidence.sentences[number]) < thresholds.RESTATED:
            yield f"{NAME}: exception {evidence.text(evidence.sentences[number][:SHOWN])!r} of the quote is left out"


def undoing(evidence: Reading, words: Words) -> Iterator[int]:
    """The sentences that take back what another says."""
    for number, sentence in enumerate(evidence.sentences):
        opening = " ".join(evidence.tokens[place].text for place in sentence[:UNDOING])
        if any(phrase in opening for phrase in words.undone):
            yield number
