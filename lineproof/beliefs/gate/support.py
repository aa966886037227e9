"""Support: most words of a statement are those of its quotes, of the headings above them, or of the document's title and names.

new       said of a word that none of them has, nor a word akin to it; a paraphrase has a few, an invention many
name      a new word that names one thing (``Concur``, ``eth_call``); a paraphrase has no reason for one
denies    said of a new word that is the opposite of one of the quote
"""

from collections.abc import Iterator
from typing import Final

from lineproof.beliefs.gate.akin import akin, differ_by_prefix
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.tokens import CONTENT, MARK, OPERATOR, Token
from lineproof.beliefs.gate.words import Words

NAME = "support"
LONGEST_LABEL: Final = 8
PERSON: Final = "+"


def support(compared: Comparison) -> Iterator[Reason]:
    """A reason for each word that denies the quote or names something new, and one for all other new words."""
    tokens = compared.statement.tokens
    content = [place for place in compared.statement.places if tokens[place].kind == CONTENT]
    known = compared.evidence_keys | compared.context
    new: list[int] = []
    for place in content:
        token = tokens[place]
        if place in compared.partners:
            continue
        if denied := _denied(token, compared):
            yield Reason(NAME, "denies", f"{token.text!r} denies {denied!r} of the quote")
        elif not _is_supported(token, known, compared):
            new.append(place)
            if kind := _kind(place, compared):
                yield Reason(NAME, kind, f"{token.text!r} is not in the quote")
    if new:
        named = ", ".join(repr(tokens[place].text) for place in new)
        yield Reason(NAME, "new", f"{named} {'are' if len(new) > 1 else 'is'} not in the quote", len(new) / len(content))


def _is_supported(token: Token, known: frozenset[str], compared: Comparison) -> bool:
    words = compared.words
    if token.key in known or token.key in words.fillers or any(akin(token.key, key, words) for key in known):
        return True
    return token.text in words.lists["persons"] and addresses(compared)


def _kind(place: int, compared: Comparison) -> str:
    """What makes a new word count more than others, if anything does."""
    statement, words = compared.statement, compared.words
    if _is_label(statement, place):
        return "label"
    if _is_name(statement, place, words):
        return "name"
    token = statement.tokens[place]
    return "person" if PERSON in token.key or token.text in words.lists["units"] else ""


def addresses(compared: Comparison) -> bool:
    """Whether the evidence speaks to or of persons whom it does not name (``you``)."""
    return any(token.text in compared.words.lists["address"] for token in compared.evidence.tokens)


def _is_label(reading: Reading, place: int) -> bool:
    """Whether a word belongs to what a colon at the beginning makes the subject of all that follows."""
    return any(token.key == ":" for token in reading.tokens[place:LONGEST_LABEL])


def _is_name(reading: Reading, place: int, words: Words) -> bool:
    token = reading.tokens[place]
    is_odd = token.key.startswith("text:") or reading.source[token.start : token.end][1:].lower() != token.text[1:]
    begins = place == 0 or reading.tokens[place - 1].kind == MARK
    return is_odd or (token.capital and not begins and not words.language.nouns.capitalised)


def _denied(token: Token, compared: Comparison) -> str | None:
    """The word of the evidence that a word denies, unless the evidence has both."""
    if token.key in compared.evidence_keys:
        return None
    opposites = compared.words.opposites.get(token.key, frozenset())
    for place in compared.used_places:
        other = compared.evidence.tokens[place]
        if other.kind == CONTENT and (other.key in opposites or differ_by_prefix(token.text, other.text, compared.words)):
            return other.text
    return None


def is_wording(reading: Reading, place: int, words: Words) -> bool:
    """Whether the word at a place is no noun: by its capital where nouns have one, else by what stands beside it."""
    tokens = reading.tokens
    token = tokens[place]
    if not words.known or token.key.startswith("text:"):
        return False
    if words.language.nouns.capitalised:
        begins = place == 0 or tokens[place - 1].kind == MARK
        return not token.capital or (begins and token.text.endswith(tuple(words.lists["adverb"])))
    if token.text.endswith(tuple(words.lists["adverb"])) or token.text in words.keys.irregular:
        return True
    before = next((tokens[other] for other in range(place - 1, -1, -1) if tokens[other].kind != MARK), None)
    if before is None:
        return False
    behind_verb = before.kind == OPERATOR and words.kind_of[before.key] in ("modality", "negation")
    is_participle = token.text.endswith(tuple(words.lists["participle"]))
    return behind_verb or is_participle or before.text in words.lists["before_verb"]
