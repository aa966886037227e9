"""Tokens: a text as what the gate compares.

content    a word with a meaning; its key is its stem
operator   a word or phrase that changes the force of a sentence; its key is its class
value      a number, date, amount, name with digits, ...; its key is its canonical value, however it is written
function   a word without a meaning of its own
mark       punctuation that may end something; its key is the mark
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from lineproof.beliefs.gate.words import Words
from lineproof.evidence.names import name_key
from lineproof.evidence.signals import signals
from lineproof.evidence.signals.model import ANCHORS, Signal, plain
from lineproof.evidence.signals.numerals import normalise_number

CONTENT, OPERATOR, VALUE, FUNCTION, MARK = "content", "operator", "value", "function", "mark"
SALIENT: Final = frozenset({CONTENT, OPERATOR, VALUE})
MARKUP: Final = re.compile(r"`|\*\*|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])|(?<!\w)_+|_+(?!\w)")
LINK: Final = re.compile(r"\[([^\[\]\n]{1,200})\]\(([^()\s]{1,500})\)")
TOKEN: Final = re.compile(
    r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]{1,2})?(?!\w))|(?P<number>(?:(?<![\w.,)])[-−+±])?[0-9](?:[0-9.,:/]*[0-9])?(?!\w))|(?P<mixed>\w+)"
    r"|(?P<sign>[<>!=]=|[<>≤≥≠±%‰§$€£¥])|(?P<mark>[.,;:!?()\[\]{}–—|•\n\"“”„«»])"
)
HAS_DIGIT: Final = re.compile(r"[0-9]")
LENGTHS: Final = (
    ("second", {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}),
    ("month", {"month": 1, "quarter": 3, "year": 12}),
)
LEADING: Final = re.compile(r"[-−+±]|0[0-9]")
NAME: Final = re.compile(r"[^\W\d_]{2,}")
NEAR: Final = 3
INFLECTION: Final = 2
TENS: Final = frozenset(f"number:{tens}" for tens in range(20, 100, 10))
UNITS: Final = frozenset(f"number:{units}" for units in range(1, 10))
RULED: Final = 25
MEASURES: Final = ("number:", "percentage:", "money:", "duration:", "count:")
UNNAMED: Final = frozenset({"url", "email", "identifier", "version"})


class Token(NamedTuple):
    """One token; ``text`` is what stands at ``[start:end]`` in lower case, ``capital`` whether it begins with a capital."""

    kind: str
    key: str
    text: str
    start: int
    end: int
    capital: bool = False


def plain_text(text: str) -> str:
    """The text without the marks of bold and code, which say nothing; the target of a link stands in brackets."""
    if "](" in text:
        text = LINK.sub(r"\1 (\2)", text)
    return MARKUP.sub("", text)


def tokens_of(bare: str, words: Words, known: Sequence[Signal] | None = None, base: int = 0) -> list[Token]:
    """The tokens of a text.

    Args:
        bare: any text, without marks (see ``plain_text``).
        words: the words of its language.
        known: the signals of the text, if somebody has them already.
        base: where the text begins in the one whose offsets the tokens count.
    """
    found = signals(bare, words.language) if known is None else known
    anchors = [signal for signal in found if signal.kind in ANCHORS]
    return _with_operators(list(_raw(bare, anchors, words, base)), words)


def _raw(text: str, anchors: Sequence[Signal], words: Words, base: int) -> Iterator[Token]:
    """Words, values and marks as they stand; what a phrase makes of words comes later."""
    place, end = 0, 0
    for found in TOKEN.finditer(text):
        if found.start() < end:
            continue
        while place < len(anchors) and anchors[place].end <= found.start():
            place += 1
        if place < len(anchors) and anchors[place].start <= found.start():
            end = anchors[place].end
            yield from _anchored(anchors[place], words, base)
        else:
            yield from _single(found, words, base)


def _anchored(anchor: Signal, words: Words, base: int) -> Iterator[Token]:
    """The value of an anchor; of a version and of a free count the words beside the number count too."""
    unit, span = anchor.unit or "", (base + anchor.start, base + anchor.end)
    text = anchor.text.lower()
    if anchor.value is None:
        yield Token(VALUE, f"text:{' '.join(text.split())}", text, *span)
    elif anchor.kind in UNNAMED:
        if anchor.kind == "version":
            yield from (_word(word, words, *span) for word in NAME.findall(anchor.text))
        value = name_key(anchor.value) if anchor.kind == "identifier" else anchor.value
        yield Token(VALUE, f"{anchor.kind}:{value}", text, *span)
    elif anchor.kind == "count" and unit not in words.language.counts:
        yield Token(VALUE, f"number:{anchor.value}", text, *span)
        yield Token(CONTENT, words.keys.key(unit), unit, *span, words.language.nouns.capitalised)
    else:
        yield Token(VALUE, _quantity(anchor.kind, anchor.value, unit), text, *span)
        yield Token(FUNCTION, words.keys.key(unit), "", *span)


def _quantity(kind: str, value: str, unit: str) -> str:
    """The key of a quantity; lengths of time that are exactly as long have one key (``two weeks``, ``14 days``)."""
    for base, factors in LENGTHS:
        if kind == "duration" and unit in factors:
            return f"{kind}:{plain(Decimal(value) * factors[unit])}:{base}"
    return f"{kind}:{value}:{unit}"


@lru_cache(maxsize=10_000)
def one_of(unit: str, words: Words) -> str | None:
    """The key of one of a unit of time, if the word is one."""
    name = next((name for name, forms in words.language.durations.items() if unit in forms), None)
    return None if name is None else _quantity("duration", "1", name)


def _single(found: re.Match[str], words: Words, base: int) -> Iterator[Token]:
    text, span = found.group(), (base + found.start(), base + found.end())
    match found.lastgroup:
        case "word":
            yield from _split(text, words, span)
        case "number":
            value = None if LEADING.match(text) else normalise_number(text, words.language)
            yield Token(VALUE, f"number:{text if value is None else plain(value)}", text, *span)
        case "mixed":
            kind = VALUE if HAS_DIGIT.search(text) else CONTENT
            yield Token(kind, f"text:{text.casefold()}", text.lower(), *span, text[0].isupper())
        case "sign":
            yield Token(FUNCTION, text, text, *span) if text in "<>" else Token(VALUE, f"sign:{text}", text, *span)
        case _:
            yield Token(MARK, text, text, *span)


def _split(text: str, words: Words, span: tuple[int, int]) -> Iterator[Token]:
    """A word without ``'s``; ``n't`` is a word of its own."""
    before, apostrophe, after = text.replace("’", "'").partition("'")
    if apostrophe and after.lower() == "t" and before.lower().endswith("n"):
        yield _word(before[:-1] if len(before) > len("can") else before, words, *span)
        yield _word("n't", words, *span)
    else:
        yield _word(before, words, *span)


def _word(text: str, words: Words, start: int, end: int) -> Token:
    capital = text[0].isupper()
    lower = text.lower()
    kind, key = _meaning(lower, capital, words)
    return Token(kind, key, lower, start, end, capital)


@lru_cache(maxsize=100_000)
def _meaning(lower: str, capital: bool, words: Words) -> tuple[str, str]:
    """The kind and the key of a word that stands alone."""
    is_noun = capital and words.language.nouns.capitalised and lower not in words.language.numbers.words
    if lower in words.exact and not (is_noun and words.exact[lower].startswith("number:")):
        return VALUE, words.exact[lower]
    if words.glued and (period := _glued(lower, words)):
        return VALUE, period
    if lower in words.function:
        return FUNCTION, lower
    return CONTENT, words.keys.key(lower, capital)


def _glued(word: str, words: Words) -> str | None:
    """The period of a word such as ``fünfjährigen``."""
    for end, unit in words.glued.items():
        number, found, rest = word.partition(end)
        if found and number and len(rest) <= INFLECTION:
            value = normalise_number(number, words.language)
            return None if value is None else _quantity("duration", plain(value), unit)
    return None


def _with_operators(raw: list[Token], words: Words) -> list[Token]:
    """The tokens with phrases that are operators made one; what negates a modal word is made one with it."""
    merged: list[Token] = []
    raw = list(_compound_numbers(raw))
    place = 0
    while place < len(raw):
        length, name = _operator(raw, place, words)
        if length:
            late = name == "at_most" and _ends_before(raw[place : place + length + NEAR + 1], length, words)
            merged.append(_joined(raw[place : place + length], "at_least" if late else name))
        else:
            merged.append(raw[place])
        place += length or 1
    return _turned(_negated(_obliging(merged, words), words), words)


def _compound_numbers(raw: Sequence[Token]) -> Iterator[Token]:
    """With tens and units that a hyphen joins made one number (``thirty-two``)."""
    place = 0
    while place < len(raw):
        tens, units = raw[place], raw[min(place + 1, len(raw) - 1)]
        is_joined = tens.key in TENS and units.key in UNITS and units.start == tens.end + 1 and tens.text.isalpha() and units.text.isalpha()
        if is_joined:
            yield tens._replace(key=f"number:{int(tens.key[7:]) + int(units.key[7:])}", text=f"{tens.text}-{units.text}", end=units.end)
        else:
            yield tens
        place += 1 + is_joined


def _joined(tokens: Sequence[Token], name: str) -> Token:
    text = " ".join(token.text for token in tokens)
    return Token(OPERATOR, name, text, tokens[0].start, tokens[-1].end, tokens[0].capital)


def _operator(raw: list[Token], place: int, words: Words) -> tuple[int, str]:
    """Length and class of the longest operator that begins here; length 0 if none does."""
    for phrase, name in words.operators.get(raw[place].text, ()):
        length = len(phrase)
        if length > 1 and tuple(token.text for token in raw[place : place + length]) != phrase:
            continue
        text = " ".join(phrase)
        near = raw[place + length : place + length + (NEAR if text.isalpha() or length > 1 else 1)]
        if text in words.lists["weak"] and not _beside_value(near, words):
            continue
        if name in words.lists["no_limit"] and near and near[0].key.startswith(MEASURES):
            continue
        if text in words.lists["start_forbids"] and _opens(raw, place):
            return length, "must_not"
        return length, name
    return 0, ""


def _ends_before(tokens: Sequence[Token], length: int, words: Words) -> bool:
    """Whether a latest time counts back (``no later than 2 weeks before``), so that it is a least distance."""
    phrase = " ".join(token.text for token in tokens[:length])
    behind = tokens[length:]
    return (
        phrase in words.lists["latest"]
        and any(token.kind == VALUE for token in behind)
        and any(token.text in words.lists["back"] for token in behind)
    )


def _beside_value(near: Sequence[Token], words: Words) -> bool:
    """Whether a value, or an event that begins or ends a period, follows."""
    for token in near:
        if token.kind == VALUE:
            return token.key.startswith((*MEASURES, "date:", "word:"))
        if token.kind == CONTENT:
            return token.text in words.lists["events"]
        if token.kind == MARK:
            return False
    return False


def _opens(raw: list[Token], place: int) -> bool:
    """Whether a sentence begins at a place."""
    return place == 0 or raw[place - 1].key in (".", "!", "?", ":", "•", "\n")


def _obliging(tokens: list[Token], words: Words) -> list[Token]:
    """With an infinitive that obliges (``hat ... zu leisten``, ``anzuzeigen``, ``zu erbringende``) as an obligation before it.

    An infinitive in a clause without an auxiliary word belongs to the modal word before (``ist berechtigt, ... zu setzen``).
    """
    if not words.infinitive:
        return tokens
    merged: list[Token] = []
    has_auxiliary = has_modal = False
    for place, token in enumerate(tokens):
        if token.kind == MARK:
            has_auxiliary = False
            has_modal = has_modal and token.key == ","
        has_auxiliary = has_auxiliary or token.text in words.lists["auxiliary"]
        if _is_obliging(tokens, place, words) and (has_auxiliary or not has_modal):
            merged.append(Token(OPERATOR, "must", token.text, token.start, token.end))
        has_modal = has_modal or words.kind_of.get(token.key) == "modality"
        merged.append(token)
    return merged


def _turned(tokens: list[Token], words: Words) -> list[Token]:
    """With a latest point before something as a least distance from it (``no later than 45 days before``)."""
    for place, token in enumerate(tokens):
        if token.text in words.lists["deadline"] and token.kind == OPERATOR:
            kinds = [(other.kind, other.key) for other in tokens[place + 1 : place + 1 + NEAR + 1]]
            value = next((number for number, (kind, _) in enumerate(kinds) if kind == VALUE), None)
            if value is not None and (OPERATOR, "before") in kinds[value + 1 : value + 3]:
                tokens[place] = token._replace(key="at_least")
    return tokens


def _is_obliging(tokens: list[Token], place: int, words: Words) -> bool:
    token = tokens[place]
    if token.kind != CONTENT or token.capital or token.key in words.lists["never_obliges"]:
        return False
    if not token.text.endswith(tuple(words.lists["infinitive_endings"])):
        return False
    if _is_ruled(tokens, place, words):
        return False
    if place and tokens[place - 1].text == words.infinitive:
        return True
    return any(token.text.startswith(prefix + words.infinitive) for prefix in words.lists["separable"])


def _is_ruled(tokens: list[Token], place: int, words: Words) -> bool:
    """Whether an infinitive belongs to a modal word before it, or tells a purpose (``berechtigt, ... zu kündigen``)."""
    for other in range(place - 1, max(0, place - RULED) - 1, -1):
        token, before = tokens[other], tokens[max(0, other - 1)]
        if token.kind == MARK and token.key in (".", ";", ":"):
            return False
        if token.text in words.lists["auxiliary"] and (before.key == "," or before.text in words.lists["so"]):
            return False
        if token.kind == OPERATOR and words.kind_of[token.key] == "modality" and token.text not in words.lists["no_ruling"]:
            return before.text not in words.lists["predicative"]
        if token.text in words.lists["opens_infinitive"] and (before.kind == MARK or other == 0):
            return True
    return False


def _negated(tokens: list[Token], words: Words) -> list[Token]:
    """With a modal word and its negation in the same clause made one."""
    merged = list(tokens)
    for place, token in enumerate(tokens):
        if token.kind != OPERATOR or token.key not in words.negated:
            continue
        negation = _negation(merged, place, words.negation_distance, words)
        if negation is not None:
            merged[place] = token._replace(key=words.negated[token.key])
            merged[negation] = merged[negation]._replace(kind=FUNCTION)
    return merged


def _negation(tokens: list[Token], place: int, distance: int, words: Words) -> int | None:
    """Place of the negation right before a modal word, of one that denies its subject, or after it within a distance in its clause."""
    if place and tokens[place - 1][:2] == (OPERATOR, "not"):
        return place - 1
    for other in range(place - 1, -1, -1):
        if tokens[other].kind == MARK:
            break
        if tokens[other][:2] == (OPERATOR, "not") and tokens[other].text in words.lists["denies_subject"]:
            return other
    for other in range(place + 1, min(place + 2 + distance, len(tokens))):
        if tokens[other].kind == MARK:
            return None
        if tokens[other][:2] == (OPERATOR, "not"):
            return other
        if tokens[other].kind == OPERATOR and tokens[other].key in ("must", "may", "should", "if", "except"):
            return None
    return None
