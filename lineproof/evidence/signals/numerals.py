"""Numbers in digits and in words.

literal    a number in digits, with the separators of groups and decimals (``1,024.5``)
piece      a part of a number in words: a word that adds up, a scale that multiplies, a fraction, a word that joins,
           or an article that stands for one before a scale (``a hundred``)
broken     a number with a part in digits (``2 1/2``, ``½``)
doubtful   a literal that the language reads as a decimal but that looks like a group of thousands (``5.000`` in
           English)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from unicodedata import numeric

from lineproof.evidence.language import Language
from lineproof.evidence.signals.phrases import Found, Paragraph, Phrases, either, whole

LONGEST: Final = 15
BLANKS: Final = (" ", "\u00a0", "\u202f")
RESTATEMENT: Final = re.compile(r"[\s\u00a0]?\((?=[^()]{1,80}\))")
SEPARATORS: Final = ".,'’"
NEXT_WORD: Final = re.compile(r"(?:[\s\u00a0]{1,3}|-)?([^\W\d_]{1,120}\.?)")
UNIT_AHEAD: Final = r"(?=[\s\u00a0-]{0,2}[^\W\d_]|[\s\u00a0]?[^\w\s.,;:!?)\]}'\"/=<>|+*-])"
MIXED: Final = re.compile(r"([0-9]{1,3}(?:([.,'’ \u00a0\u202f])[0-9]{3})(?:\2[0-9]{3})*)(?!\2)([.,])([0-9]+)")
BROKEN: Final = re.compile(
    r"(?<![\w.,:/§#^%$€£¥-])(?:(?P<whole>[0-9]{1,3})(?:[ \u00a0]|(?=[¼-¾⅐-⅞])))?(?:(?P<sign>[¼-¾⅐-⅞])|(?P<part>[1-9])/(?P<of>[248]))"
    r"(?![\w/]|[.,][0-9])" + UNIT_AHEAD
)
BROKEN_HINT: Final = re.compile(r"[¼-¾⅐-⅞]|[1-9]/[248]")
EXACT: Final = 8
REPEATED: Final = re.compile(r"[0-9]{1,3}([.,'’ \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3})+")


class Piece(NamedTuple):
    """A part of a number in words."""

    role: Literal["word", "scale", "fraction", "joiner", "article"]
    value: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text; ``value`` is None where digits and words disagree or separators make no number."""

    start: int
    end: int
    value: Decimal | None
    doubtful: bool = False
    literal: bool = True
    scaled: bool = False


def normalise_number(words: str, language: Language) -> Decimal | None:
    """The value of a number in digits or words; None if it is none, or ambiguous (``5.000`` in English)."""
    lower = words.strip().lower()
    found = read_literal(lower, 0, language) or read_words(lower, 0, language)
    return found.value if found and found.end == len(lower) and not found.doubtful else None


def numbers(paragraph: Paragraph, language: Language) -> Iterator[Number]:
    """Numbers that a unit or a restatement may follow, in digits first, then in words."""
    for match in _literals(language)[1].finditer(paragraph.lower):
        if found := _finished(paragraph.lower, match, language):
            yield found
    if BROKEN_HINT.search(paragraph.lower):
        yield from _broken(paragraph.lower, language)
    yield from _in_words(paragraph, language)


def part_after(lower: str, end: int, language: Language) -> Found[Decimal] | None:
    """The phrase that adds a part to what ends here (``and a half``)."""
    return _fractions(language).match(lower, end + 1) if lower[end : end + 1] in BLANKS else None


def scale_after(lower: str, end: int, language: Language) -> bool:
    """Whether a scale follows what ends here."""
    return lower[end : end + 1] in BLANKS and _scales(language).match(lower, end + 1) is not None


def _broken(lower: str, language: Language) -> Iterator[Number]:
    """Broken numbers; one after a joining word may be the rest of a longer one (``1 and 1/2``)."""
    for found in BROKEN.finditer(lower):
        before = lower[max(0, found.start() - 20) : found.start()].split()
        if before and before[-1] in language.references.get("and", ()):
            continue
        part = Decimal(str(numeric(found["sign"]))) if found["sign"] else Decimal(found["part"]) / Decimal(found["of"])
        if part < 1 and part * EXACT % 1 == 0:
            yield Number(found.start(), found.end(), Decimal(found["whole"] or 0) + part)


def read_literal(lower: str, start: int, language: Language) -> Number | None:
    """The number in digits that begins here, with a scale after it if there is one (``2.5 million``)."""
    match = _literals(language)[0].match(lower, start)
    return _finished(lower, match, language) if match else None


def read_words(lower: str, start: int, language: Language) -> Number | None:
    """The longest number in words that begins here."""
    number = _sum_of_words(lower, start, language)
    if number is None:
        return None
    return _restated(lower, _scaled(lower, _with_fraction(lower, number, language), language), language)


def _sum_of_words(lower: str, start: int, language: Language) -> Number | None:
    total, position, found = Sum(language), start, None
    while word := NEXT_WORD.match(lower, position):
        pieces, width = _known(language, word.group(1))
        if not pieces or not all(total.add(piece) for piece in pieces):
            break
        position = word.start(1) + width
        if pieces[-1].role in ("word", "scale") or (pieces[-1].role == "fraction" and language.numbers.glued):
            scaled = pieces[-1].role == "scale"
            found = Number(start, position, total.value, literal=False, scaled=scaled)
    return found


class Sum:
    """Adds up pieces in reading order and refuses one that cannot continue the number (``two three``)."""

    def __init__(self, language: Language) -> None:
        self.numbers = language.numbers
        self.thousands = Decimal(0)
        self.current = Decimal(0)
        self.last: Piece | None = None
        self.joined: Piece | None = None

    @property
    def value(self) -> Decimal:
        """The number so far."""
        return self.thousands + self.current

    def add(self, piece: Piece) -> bool:
        """Add a piece; False, and of no further use, when it does not fit."""
        match piece.role:
            case "word":
                fits = self._add_word(int(piece.value))
            case "scale":
                fits = self._add_scale(piece)
            case "fraction":
                fits = self.last is None or (self.numbers.glued and self.last.role == "word")
                self.current += piece.value
            case "joiner":
                fits = self._may_join(piece)
            case "article":
                fits = self.last is None or self.last.role == "fraction"
                self.current = self.current or Decimal(1)
        self.joined = self.last if piece.role == "joiner" else None
        self.last = piece
        return fits

    def _add_word(self, value: int) -> bool:
        rest = int(self.current) % 100
        self.current += value
        if self.last is None:
            return True
        after_zero = self.last.role == "word" and self.last.value == 0
        if value == 0 or after_zero or self.last.role in ("fraction", "article"):
            return False
        if self.joined and self.joined.role == "word" and self.joined.value < 10:
            return 20 <= value < 100 and value % 10 == 0 and rest < 10
        if value >= 100:
            return self.current == value
        return rest == 0 if value >= 10 else rest % 10 == 0 and rest != 10

    def _add_scale(self, piece: Piece) -> bool:
        if self.last is None:
            self.current = Decimal(1)
        if self.last is not None and self.last.role == "scale" and self.current == 0:
            self.thousands *= piece.value
            return piece.value > self.last.value
        multiplied = self.current * piece.value
        if piece.value < 1000:
            fits, self.current = 0 < self.current < 100, multiplied
        else:
            fits = self.current > 0 and (self.thousands == 0 or multiplied < self.thousands)
            self.thousands, self.current = self.thousands + multiplied, Decimal(0)
        return fits and (self.last is not None or piece.text in self.numbers.bare_scales)

    def _may_join(self, piece: Piece) -> bool:
        if self.last is None or self.last.role not in ("word", "scale"):
            return False
        if self.last.role == "scale":
            return piece.text in self.numbers.after_scale
        if self.last.value < 10:
            return piece.text in self.numbers.after_units
        return piece.text in self.numbers.after_tens and self.last.value % 10 == 0


def literal_value(text: str, language: Language) -> tuple[Decimal | None, bool]:
    """Value of a literal, and whether it is doubtful."""
    if len(text) > LONGEST:
        return None, False
    if text.isdigit():
        return Decimal(text), False
    if match := MIXED.fullmatch(text):
        return Decimal(f"{_digits(match.group(1))}.{match.group(4)}"), False
    if REPEATED.fullmatch(text):
        return Decimal(_digits(text)), False
    whole, separator, rest = _halves(text)
    if separator in language.numbers.groups and len(rest) == 3 and len(whole) <= 3:
        return Decimal(whole + rest), False
    if separator == language.numbers.decimal:
        return Decimal(f"{whole}.{rest}"), len(rest) == 3 and len(whole) <= 3 and not whole.startswith("0")
    return None, False


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def _halves(text: str) -> tuple[str, str, str]:
    parts = re.split(r"([^0-9])", text)
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else (text, "", "")


def _finished(lower: str, match: re.Match[str], language: Language) -> Number | None:
    value, doubtful = literal_value(match.group(), language)
    if value is None:
        return None
    number = _scaled(lower, Number(match.start(), match.end(), value, doubtful), language)
    return _restated(lower, number, language)


def _scaled(lower: str, number: Number, language: Language) -> Number:
    """With the scale that follows, if any."""
    if number.value is None or lower[number.end : number.end + 1] not in BLANKS:
        return number
    if (found := _scales(language).match(lower, number.end + 1)) is None:
        return number
    return replace(number, end=found.end, value=number.value * found.meaning, doubtful=False, scaled=True)


def _with_fraction(lower: str, number: Number, language: Language) -> Number:
    """With the part that follows, if any; without a value after a scale (``a million and a half``)."""
    if number.value is None or (found := part_after(lower, number.end, language)) is None:
        return number
    return replace(number, end=found.end, value=None if number.scaled else number.value + found.meaning)


def _restated(lower: str, number: Number, language: Language) -> Number:
    """With the same number in the other notation after it (``sixty (60)``); without a value if they disagree."""
    if not (opened := RESTATEMENT.match(lower, number.end)):
        return number
    read = _sum_of_words if number.literal else _plain_literal
    other = read(lower, opened.end(), language)
    if other is None or lower[other.end : other.end + 1] != ")":
        return number
    return replace(number, end=other.end + 1, value=number.value if other.value == number.value else None)


def _plain_literal(lower: str, start: int, language: Language) -> Number | None:
    match = _literals(language)[0].match(lower, start)
    return Number(start, match.end(), literal_value(match.group(), language)[0]) if match else None


def _in_words(paragraph: Paragraph, language: Language) -> Iterator[Number]:
    end = 0
    for start in sorted(_starts(paragraph, language)):
        if start < end or paragraph.lower[start - 1 : start] == "-" or is_vague(paragraph.lower, start, language):
            continue
        if found := read_words(paragraph.lower, start, language):
            yield found
            end = found.end


def _starts(paragraph: Paragraph, language: Language) -> Iterator[int]:
    """Where words stand with which a number may begin."""
    if language.numbers.glued:
        words = {word for word in paragraph.words if _pieces(language, word)}
    else:
        words = set(paragraph.words & _first_words(language))
        if paragraph.words.isdisjoint(language.numbers.scales):
            words.difference_update(language.numbers.one_before_scale)
    for word in words:
        yield from (match.start() for match in whole(word).finditer(paragraph.lower))


def is_vague(lower: str, start: int, language: Language) -> bool:
    """Whether the words before a number make it a mere order of magnitude, or the whole of a part (``half of``)."""
    before = lower[max(0, start - 20) : start].rstrip()
    return _vague_words(language).search(before) is not None


@lru_cache(maxsize=64)
def _vague_words(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(language.numbers.vague)})$" if language.numbers.vague else r"(?!)")


@lru_cache(maxsize=64)
def _first_words(language: Language) -> frozenset[str]:
    numbers = language.numbers
    parts = (word for word in numbers.fractions if " " not in word)
    return frozenset([*numbers.words, *numbers.bare_scales, *numbers.one_before_scale, *parts])


def _known(language: Language, word: str) -> tuple[tuple[Piece, ...], int]:
    """The pieces of a word and how much of it they are; a dot belongs to it only if an abbreviation has one."""
    if pieces := _pieces(language, word):
        return pieces, len(word)
    bare = word.rstrip(".")
    return _pieces(language, bare), len(bare)


@lru_cache(maxsize=16_384)
def _pieces(language: Language, word: str) -> tuple[Piece, ...]:
    """The pieces that a word consists of; none if it is no number word."""
    whole = _piece_table(language).get(word)
    if whole or not language.numbers.glued or not _glued(language).fullmatch(word):
        return (whole,) if whole else ()
    pieces = tuple(_piece_table(language)[match.group(1)] for match in re.finditer(_one_piece(language), word))
    return pieces if sum(len(piece.text) for piece in pieces) == len(word) else ()


@lru_cache(maxsize=64)
def _piece_table(language: Language) -> dict[str, Piece]:
    numbers = language.numbers
    joiners = (*numbers.after_units, *numbers.after_tens, *numbers.after_scale)
    table = {word: Piece("joiner", Decimal(0), word) for word in joiners}
    table |= {word: Piece("article", Decimal(1), word) for word in numbers.one_before_scale}
    table |= {word: Piece("fraction", value, word) for word, value in numbers.fractions.items() if " " not in word}
    table |= {word: Piece("scale", Decimal(value), word) for word, value in numbers.scales.items()}
    return table | {word: Piece("word", Decimal(value), word) for word, value in numbers.words.items()}


@lru_cache(maxsize=64)
def _one_piece(language: Language) -> str:
    return f"({either(_piece_table(language))})"


@lru_cache(maxsize=64)
def _glued(language: Language) -> re.Pattern[str]:
    return re.compile(f"(?:{_one_piece(language)})+")


@lru_cache(maxsize=64)
def _literals(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Any literal, and one before a unit or a restatement."""
    blanks = "".join(group for group in language.numbers.groups if group.isspace())
    grouped = rf"[0-9]{{1,3}}(?:[{blanks}][0-9]{{3}})++(?![0-9])(?:[.,][0-9]++)?|" if blanks else ""
    literal = rf"(?>{grouped}[0-9]++(?:[{SEPARATORS}][0-9]++)*+)"
    alone = r"(?<![\w.,:/§#^%$€£¥])(?<![A-Za-z][-–'’])"
    return re.compile(literal), re.compile(alone + literal + UNIT_AHEAD)


@lru_cache(maxsize=64)
def _scales(language: Language) -> Phrases[Decimal]:
    return Phrases.of((word, Decimal(value)) for word, value in language.numbers.scales.items())


@lru_cache(maxsize=64)
def _fractions(language: Language) -> Phrases[Decimal]:
    return Phrases.of((phrase, value) for phrase, value in language.numbers.fractions.items() if " " in phrase)
