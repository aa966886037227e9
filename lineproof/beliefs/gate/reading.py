"""Readings: the tokens of a text, and the sentences, clauses and phrases that they form.

clause     what stands between two marks of punctuation or coordinating words
phrase     a part of a clause that begins with a word which ties it to the rest; its role tells how: ``main``, ``condition``,
           ``exception``, ``restriction`` (a preposition), ``relative`` (a relative word), ``and``, ``or``, ``but``, ``loose`` (a reason, an
           example) or ``bracket``
span       a condition or an exception from the word that opens it to the end of its clause
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lineproof.beliefs.gate.tokens import CONTENT, FUNCTION, MARK, OPERATOR, SALIENT, VALUE, Token, plain_text, tokens_of
from lineproof.beliefs.gate.words import Words
from lineproof.evidence.signals.model import Signal

END: Final = "end of text"
ENDS: Final = frozenset(".!?")
BREAKS: Final = frozenset(",;:–—|•\n")
OPENING: Final = {"(": ")", "[": "]", "{": "}"}
CLOSING: Final = frozenset(OPENING.values())
CACHED: Final = 512
LABEL_LENGTH: Final = 2
LABEL_ENDS: Final = frozenset(").")
LABEL_MARKS: Final = frozenset("([•–—|\n")
CLAUSES: Final = frozenset({"main", "and", "or", "but", "bracket"})
TIED: Final = frozenset({"condition", "exception", "relative"})
SPANS: Final = frozenset({"condition", "exception"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """The tokens ``[start:end]``; ``clause`` and ``sentence`` count from 0 through the text."""

    start: int
    end: int
    role: str
    clause: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text read; ``sentences`` are ranges of tokens, ``places`` those of its salient tokens."""

    source: str
    tokens: tuple[Token, ...]
    sentences: tuple[range, ...]
    phrases: tuple[Phrase, ...]
    phrase_of: tuple[int, ...]
    """The phrase of each token."""
    conditional: tuple[bool, ...]
    """Whether each phrase belongs to a condition or an exception of its clause."""
    behind_verb: tuple[bool, ...]
    """Whether a modal or auxiliary word stands before each token in its clause."""
    places: tuple[int, ...]

    def text(self, places: Sequence[int]) -> str:
        """What stands from the first to the last of some tokens."""
        return self.source[self.tokens[places[0]].start : self.tokens[places[-1]].end].strip()


@lru_cache(maxsize=CACHED)
def read(texts: tuple[str, ...], words: Words, known: tuple[tuple[Signal, ...], ...] | None = None) -> Reading:
    """Read texts as one, in which each is a sentence or more of its own.

    Args:
        texts: any texts of one language.
        words: the words of that language.
        known: the signals of each text, if somebody has them.
    """
    tokens: list[Token] = []
    source = ""
    for number, text in enumerate(texts):
        bare = plain_text(text)
        tokens += tokens_of(bare, words, known[number] if known and bare == text else None, len(source))
        source += bare + "\n"
        tokens.append(Token(MARK, END, "", len(source), len(source)))
    return reading_of(source, tokens, words)


def reading_of(source: str, tokens: Sequence[Token], words: Words) -> Reading:
    """The sentences and phrases of tokens."""
    sentences = tuple(_sentences(tokens, words))
    phrases = tuple(_phrases(tokens, sentences, words))
    phrase_of = [0] * len(tokens)
    for number, phrase in enumerate(phrases):
        for place in range(phrase.start, phrase.end):
            phrase_of[place] = number
    conditional: list[bool] = []
    for number, phrase in enumerate(phrases):
        goes_on = number > 0 and conditional[-1] and phrases[number - 1].clause == phrase.clause
        conditional.append(goes_on or phrase.role in SPANS)
    places = tuple(place for place, token in enumerate(tokens) if token.kind in SALIENT)
    behind_verb = tuple(_behind_verb(tokens, phrases, words))
    return Reading(source, tuple(tokens), sentences, phrases, tuple(phrase_of), tuple(conditional), behind_verb, places)


def _behind_verb(tokens: Sequence[Token], phrases: Sequence[Phrase], words: Words) -> Iterator[bool]:
    clause, behind = -1, False
    for phrase in phrases:
        behind = behind and phrase.clause == clause
        clause = phrase.clause
        for place in range(phrase.start, phrase.end):
            yield behind
            behind = behind or _is_auxiliary(tokens[place], words)
    yield from (False for _ in range(len(tokens) - (phrases[-1].end if phrases else 0)))


def _is_auxiliary(token: Token, words: Words) -> bool:
    return token.text in words.lists["auxiliary"] or (token.kind == OPERATOR and words.kind_of[token.key] == "modality")


def _sentences(tokens: Sequence[Token], words: Words) -> Iterator[range]:
    start, depth, salient = 0, 0, 0
    for place, token in enumerate(tokens):
        if token.kind in SALIENT:
            salient += 1
        if token.kind != MARK:
            continue
        depth += (token.key in OPENING) - (token.key in CLOSING and depth > 0)
        ends = token.key == ";" or (token.key in ENDS and _ends_sentence(tokens, place, words))
        if token.key == END or (ends and salient and not depth):
            if salient:
                yield range(start, place + 1)
                start = place + 1
            depth, salient = 0, 0
    if salient:
        yield range(start, len(tokens))


def _ends_sentence(tokens: Sequence[Token], place: int, words: Words) -> bool:
    """Whether a mark ends a sentence: not behind an abbreviation, a letter or a leading number, nor before a small letter."""
    before = tokens[place - 1]
    is_letter = len(before.text) == 1 and before.text.isalnum()
    if tokens[place].key == "." and (is_letter or before.text in words.lists["abbreviation"]):
        return False
    if place + 1 < len(tokens) and tokens[place + 1].start == tokens[place].end:
        return tokens[place + 1].kind == MARK
    following = next((token for token in tokens[place + 1 : place + 3] if token.kind != MARK), None)
    is_ordinal = words.language.nouns.capitalised and before.text.isdigit() and len(before.text) <= LABEL_LENGTH
    if is_ordinal and following is not None and following.kind == CONTENT:
        return False
    return following is None or following.capital or following.kind == VALUE


def _phrases(tokens: Sequence[Token], sentences: Sequence[range], words: Words) -> Iterator[Phrase]:
    clause = outer = last = 0
    for number, sentence in enumerate(sentences):
        start = _label_end(tokens, sentence)
        if start > sentence.start:
            yield Phrase(sentence.start, start, "bracket", last, number)
        clause = last = last + 1
        role, closing = ("condition" if _opens_with_verb(tokens, start, sentence, words) else "main"), ""
        opening = role
        for place in range(start, sentence.stop):
            token = tokens[place]
            opened = _role(tokens, place, sentence, words, closing)
            if not opened and not closing and role == "restriction" and opening not in TIED and _is_verb(tokens[start], token, words):
                opened = "verb"
            closes = token.kind == MARK and token.key == closing
            if closes:
                closing = ""
            elif token.kind == MARK and not closing and token.key in OPENING:
                closing, outer = OPENING[token.key], clause
            if opened == "main" and role in SPANS and not _has_content(tokens, start, place):
                opened = ""
            if opened and place > start:
                yield Phrase(start, place, role, clause, number)
                start = place
            if opened:
                last += opened in CLAUSES and not closes
                clause = outer if closes else last if opened in CLAUSES else clause
                role = "main" if opened == "verb" else opened
                opening = role if opened in CLAUSES or role in TIED else opening
        yield Phrase(start, sentence.stop, role, clause, number)
        last += 1


def _is_verb(first: Token, token: Token, words: Words) -> bool:
    """Whether a modal or auxiliary word ends the prepositional phrase that began with the first token."""
    if first.text not in words.lists["preposition"]:
        return False
    return _is_auxiliary(token, words)


def _has_content(tokens: Sequence[Token], start: int, end: int) -> bool:
    return any(token.kind in (CONTENT, VALUE) for token in tokens[start:end])


def _label_end(tokens: Sequence[Token], sentence: range) -> int:
    """Where a sentence begins behind its label (``(2)``, ``a)``, ``2.2.b.``, a bullet)."""
    begin = place = sentence.start
    while place < sentence.stop - 1:
        token, following = tokens[place], tokens[place + 1]
        is_short = token.kind != OPERATOR and (len(token.text) <= LABEL_LENGTH or token.key.startswith("number:"))
        if token.kind == MARK and token.key in LABEL_MARKS:
            place += 1
            begin = place if token.key in BREAKS else begin
        elif is_short and following.key in LABEL_ENDS and following.start == token.end:
            begin = place = place + 2
        else:
            break
    return begin


def _role(tokens: Sequence[Token], place: int, sentence: range, words: Words, closing: str) -> str:
    """The role of the phrase that begins here, or nothing where none does."""
    token = tokens[place]
    if token.kind == MARK:
        if closing:
            return "main" if token.key == closing else ""
        if place + 1 == sentence.stop:
            return ""
        return _bracket(tokens[place + 1], words) if token.key in OPENING else "main" if token.key in BREAKS else ""
    if closing:
        return ""
    if token.kind == OPERATOR and words.kind_of.get(token.key) in ("condition", "exception"):
        return words.kind_of[token.key]
    for role in ("and", "or", "but", "loose"):
        if token.text in words.lists[role]:
            return role
    behind_mark = place > sentence.start and tokens[place - 1].key == ","
    if token.text in words.lists["relative"] and (behind_mark or words.lists["relative_anywhere"]):
        return "relative"
    return "restriction" if token.kind == FUNCTION and token.text in words.lists["preposition"] else ""


def _bracket(first: Token, words: Words) -> str:
    """The role of what a bracket opens: a remark, unless it begins with a condition or an exception."""
    kind = words.kind_of.get(first.key, "") if first.kind == OPERATOR else ""
    return kind if kind in SPANS else "bracket"


def _opens_with_verb(tokens: Sequence[Token], start: int, sentence: range, words: Words) -> bool:
    """Whether a sentence begins with its verb, as a condition without a conjunction does (``Zahlt der Schuldner nicht, so``)."""
    endings = tuple(words.lists["verb_first"])
    if not endings or sentence.stop - start < LABEL_LENGTH or tokens[sentence.stop - 1].key == "?":
        return False
    first, second = tokens[start], tokens[start + 1]
    commas = [place for place in range(start, sentence.stop - 2) if tokens[place].key == ","]
    if _is_auxiliary(first, words) and any(
        tokens[place + 1].text in words.lists["so"] and _is_auxiliary(tokens[place + 2], words) for place in commas
    ):
        return True
    is_verb = first.kind != MARK and first.text.endswith(endings) and second.kind in (FUNCTION, OPERATOR)
    return is_verb and second.text in words.lists["behind_verb"] and bool(commas)
