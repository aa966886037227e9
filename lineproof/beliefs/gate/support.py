"""Support: the words of a statement are those of its quotes, of the headings above them, or of the document's title and names.

noun       a word that names something; one that the evidence lacks is never supported
wording    any other word (a verb, an adverb); some of them may differ, as long as they are few and deny nothing
"""

from collections.abc import Iterator
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.tokens import CONTENT, MARK, OPERATOR, Token
from lineproof.beliefs.gate.words import Words

NAME = "support"
SHORTEST_PART: Final = 4
SHORTEST_COMMON: Final = 5


def support(compared: Comparison) -> Iterator[str]:
    """A reason for each word that nothing supports."""
    statement = compared.statement
    content = [place for place in statement.places if statement.tokens[place].kind == CONTENT]
    worded: list[str] = []
    for place in content:
        token = statement.tokens[place]
        if place in compared.partners:
            continue
        if denied := _denied(token, compared):
            yield f"{NAME}: {token.text!r} denies {denied!r} of the quote"
        elif _is_supported(token, compared):
            continue
        elif is_wording(compared.statement, place, compared.words):
            worded.append(token.text)
        else:
            yield f"{NAME}: {token.text!r} is not in the quote"
    if len(worded) > min(thresholds.DIFFERENT_WORDING * len(content), _replaceable(compared)):
        yield f"{NAME}: {', '.join(map(repr, worded))} are not in the quote"


def _replaceable(compared: Comparison) -> int:
    """How many words of the restated sentences the statement does not repeat, so that others may stand for them."""
    tokens = compared.evidence.tokens
    return sum(tokens[place].kind in (CONTENT, OPERATOR) and place not in compared.repeated for place in compared.used_places)


def _denied(token: Token, compared: Comparison) -> str | None:
    """The word of the evidence that a word denies, unless the evidence has both."""
    if token.key in compared.evidence_keys:
        return None
    opposites = compared.words.opposites.get(token.key, frozenset())
    for place in compared.used_places:
        other = compared.evidence.tokens[place]
        if other.kind == CONTENT and (other.key in opposites or _differ_by_prefix(token.text, other.text, compared)):
            return other.text
    return None


def _differ_by_prefix(one: str, other: str, compared: Comparison) -> bool:
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return len(shorter) >= SHORTEST_PART and any(longer == prefix + shorter for prefix in compared.words.prefixes)


def _is_supported(token: Token, compared: Comparison) -> bool:
    if token.key in compared.evidence_keys or token.key in compared.context or token.text in compared.words.fillers:
        return True
    if any(token.key.removeprefix(prefix) in compared.evidence_keys for prefix in compared.words.lists["deriving"]):
        return True
    return _is_part(token, compared) or _is_compound(token, compared)


def _is_part(token: Token, compared: Comparison) -> bool:
    """Whether a word is part of a longer word of the evidence (``vollstreckt`` of ``Zwangsvollstreckung``)."""
    stem = token.key.partition("+")[0]
    if len(stem) < SHORTEST_COMMON or not compared.words.language.nouns.capitalised:
        return False
    return any(stem in key for key in compared.evidence_keys | compared.context)


def _is_compound(token: Token, compared: Comparison) -> bool:
    """Whether a word is put together of words that the evidence or its context have."""
    key = token.key
    if not compared.words.language.nouns.capitalised:
        return False
    known = compared.evidence_keys | compared.context
    heads = [other for other in known if len(other) >= SHORTEST_PART and key.startswith(other)]
    return any(len(rest := key[len(head) :].removeprefix("s")) >= SHORTEST_PART and _known_rest(rest, known) for head in heads)


def _known_rest(rest: str, known: frozenset[str]) -> bool:
    return any(other.startswith(rest) or rest.startswith(other) for other in known if len(other) >= SHORTEST_PART)


def is_wording(reading: Reading, place: int, words: Words) -> bool:
    """Whether the word at a place is no noun: by its capital where nouns have one, else by what stands beside it."""
    tokens = reading.tokens
    token = tokens[place]
    if not words.known or token.key.startswith("text:"):
        return False
    if words.language.nouns.capitalised:
        return not token.capital
    if token.text.endswith(tuple(words.lists["adverb"])):
        return True
    before = next((tokens[other] for other in range(place - 1, -1, -1) if tokens[other].kind != MARK), None)
    if before is None:
        return False
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    if following is not None and following.text in words.lists["opens_object"] and before.kind == CONTENT:
        return True
    behind_verb = before.kind == OPERATOR and words.kind_of[before.key] in ("modality", "negation")
    is_participle = token.text.endswith(tuple(words.lists["participle"]))
    return behind_verb or is_participle or before.text in words.lists["before_verb"]
