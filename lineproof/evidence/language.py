"""Languages: the words and formats by which signals and references are found, read from one data file a language.

language   the content of ``languages/CODE.toml`` (months, number words, units, modal words, ...), checked and
           compiled once
phrase     words as they are written, in any case; ``is|are required to`` stands for each alternative, ``hat ...
           zu`` for a gap within a clause, and ``zu *en`` for a lower-case word of that shape which is no stop word
scale      a number word that multiplies what precedes it (``thousand``)

A file placed beside the others is a new language; nothing else is needed. Every table and key is optional; one that
is not known is an error, so that a misspelt key does not silently switch its rules off. All words are in lower
case, whatever the file has.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from functools import lru_cache
from itertools import islice, product
from pathlib import Path
from typing import Any, Final, TypeVar

FOLDER: Final = Path(__file__).parent / "languages"
DEFAULT: Final = "en"
SAMPLE_CHARACTERS: Final = 20_000
PLAIN_WORDS: Final = 2
"""Least number of stop words that only another language has, for a short text to be in it."""
PLAIN_RATIO: Final = 3
"""How many of them there must be for each stop word of the expected language."""
WORD: Final = re.compile(r"[^\W\d_]+")

Words = tuple[str, ...]
Record = TypeVar("Record")


class LanguageError(ValueError):
    """A language is unknown, or its file holds something that cannot be used; the message names file and key."""


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """How numbers are written in digits and in words."""

    decimal: str = "."
    """The decimal separator."""
    groups: Words = ()
    """Separators of groups of three digits."""
    words: Mapping[str, int] = field(default_factory=dict)
    """Values of number words that add up."""
    scales: Mapping[str, int] = field(default_factory=dict)
    """Values of number words that multiply."""
    suffixes: Mapping[str, int] = field(default_factory=dict)
    """Scales glued to digits in amounts of money (``$5k``)."""
    fractions: Mapping[str, Decimal] = field(default_factory=dict)
    """Phrases that add a part (``and a half``)."""
    glued: bool = False
    """Whether number words are written together (``zweitausend``)."""
    after_units: Words = ()
    """Joining words allowed between a unit and the tens (``fünf-und-zwanzig``)."""
    after_tens: Words = ()
    """Joining words allowed between the tens and a unit (``treinta y uno``)."""
    after_scale: Words = ()
    """Joining words allowed after a scale (``one hundred and twenty``)."""
    bare_scales: Words = ()
    """Scales that stand for one of themselves (``mil``)."""
    articles: Words = ()
    """Words for one that are articles too, so that they count time and money but not things."""
    one_before_scale: Words = ()
    """Words that count as one, but only before a scale (``a hundred``)."""
    vague: Words = ()
    """Words that make the following number a mere order of magnitude (``several thousand``)."""


@dataclass(frozen=True, slots=True, eq=False)
class Dates:
    """How dates and the spans between them are written."""

    months: tuple[Words, ...] = ()
    """The twelve months, each with its abbreviations (without their dot)."""
    month_first: bool = False
    """Whether ``January 31`` is written beside ``31 January``."""
    ordinal_suffixes: Words = ()
    """What may follow the digits of a day (``st``, ``.``)."""
    day_words: Mapping[str, int] = field(default_factory=dict)
    """Days written as a word."""
    links: Words = ()
    """Words between day, month and year (``of``, ``de``)."""
    day_first: Words = ()
    """Separators that tell that a date in digits begins with the day (``31.12.2020``)."""
    quarters: tuple[Words, ...] = ()
    """Names of the four quarters of a year."""
    year_markers: Words = ()
    """Words after which four digits are a year."""
    spans: Words = ()
    """Phrases around two dates (``from ... to``); what precedes the dots may be empty."""


@dataclass(frozen=True, slots=True, eq=False)
class Relative:
    """Words that name a time as seen from when they are said; read in conversations only.

    The tables give phrases their distance, in days, weeks, months, years or weekends from the present one.
    """

    days: Mapping[str, int] = field(default_factory=dict)
    weeks: Mapping[str, int] = field(default_factory=dict)
    months: Mapping[str, int] = field(default_factory=dict)
    years: Mapping[str, int] = field(default_factory=dict)
    weekends: Mapping[str, int] = field(default_factory=dict)
    weekdays: tuple[Words, ...] = ()
    """The seven days from Monday, each with its forms."""
    weekday_before: Words = ()
    """Phrases for the last such day before today; ``{}`` stands for the day."""
    weekday_after: Words = ()
    """Phrases for the next such day after today."""
    weekday_next_week: Words = ()
    """Phrases for such a day of next week, which some say of this week too: where the two differ, the day stays open."""
    before: Words = ()
    """Words after an amount of time that count it back (``ago``)."""
    before_leading: Words = ()
    """Words before an amount of time that count it back (``vor``)."""
    after: Words = ()
    """Words after an amount of time that count it forward (``from now``)."""
    after_leading: Words = ()
    """Words before an amount of time that count it forward, or tell how long something takes (``in``)."""
    forward: Words = ()
    """Words of a sentence that looks forward, so that ``in two weeks`` is a time."""
    backward: Words = ()
    """Words of a sentence that looks back, so that it is none."""
    as_written: Words = ()
    """Phrases that mean a time in lower case only (``morgen``)."""
    never: Words = ()
    """Phrases that hold one of those above and mean no time (``last week of``)."""


@dataclass(frozen=True, slots=True, eq=False)
class Nouns:
    """How to tell that the word after a number is what is counted."""

    capitalised: bool = False
    """Whether every noun begins with a capital; otherwise plural endings tell."""
    plural_endings: Words = ()
    not_plural_endings: Words = ()
    """Endings that look like a plural but are none (``ss``)."""
    never: Words = ()
    """Words that are never counted (verbs that look like plurals)."""
    never_after_one: Words = ()
    """Units before which ``one`` is an article rather than a number (``one line of defence``)."""
    labels: Words = ()
    """Words after which a number is a name, not a count (``Figure 3``)."""
    fillers: Words = ()
    """Words between a number and its unit (``30 more days``)."""
    links: Words = ()
    """Words that tie a scale to its unit (``millones de euros``)."""


@dataclass(frozen=True, slots=True, eq=False)
class Acts:
    """Phrases that oblige, permit, forbid, decide, correct, approve, reject; and what turns them round."""

    obligation: Words = ()
    permission: Words = ()
    prohibition: Words = ()
    decision: Words = ()
    correction: Words = ()
    approval: Words = ()
    rejection: Words = ()
    never: Words = ()
    """Phrases within which nothing is an act (``may or may not``, ``be rejected``)."""
    negation: Words = ()
    negation_exceptions: Words = ()
    """Phrases that begin with a negation but do not negate (``not only``)."""
    negation_before: bool = False
    """Whether the negation precedes the modal word (``no podrá``)."""
    negation_distance: int = 0
    """How many words may stand between the modal word and its negation."""
    conditional_first: bool = False
    """Whether a modal at the start of a sentence states a condition (``Kann er nicht zahlen, so ...``)."""
    negated: Mapping[str, str] = field(default_factory=dict)
    """What a negated obligation, permission or prohibition is."""
    uncertainty: Words = ()


@dataclass(frozen=True, slots=True, eq=False)
class Definitions:
    """How terms are defined; the placeholders of a pattern are explained in ``signals.terms``."""

    patterns: Words = ()
    openers: Words = ()
    """Words with which an explanation begins (``the``, ``any``)."""
    articles: Words = ()
    """Words before a term that are not part of it."""
    never: Words = ()
    """Words that are not terms though they stand like one (``Note``)."""


@dataclass(frozen=True, slots=True, eq=False)
class Identifiers:
    """Words before numbers that name something; section words are in ``references``."""

    plurals: Words = ()
    """Section words after which a list of numbers may stand."""
    version_words: Words = ()
    documents: Words = ()
    """Kinds of documents that are cited by number (``bulletin``)."""
    canonical: Mapping[str, str] = field(default_factory=dict)
    """The form under which other forms of a section word are stored."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """One language; compared by identity, since ``load`` yields each file once."""

    code: str
    name: str
    stop_words: frozenset[str]
    abbreviations: frozenset[str]
    """Without their last dot."""
    numbers: Numbers
    dates: Dates
    relative: Relative
    percent: Mapping[str, int]
    """Phrase to the divisor that makes it a ratio."""
    currencies: Mapping[str, Words]
    """ISO code to its symbols and names."""
    durations: Mapping[str, Words]
    """Unit of time to its forms."""
    counts: Mapping[str, Words]
    """Canonical unit to its forms."""
    nouns: Nouns
    acts: Acts
    definitions: Definitions
    identifiers: Identifiers
    references: Mapping[str, Words]
    """Words of the reference grammar by their part in it (``section``, ``range``, ``supersedes``, ...)."""
    effects: Mapping[str, Words]
    """Patterns and words of sentences that repeal something, or say since when it applies (``mentions/effects.py``)."""


def available(folder: Path = FOLDER) -> tuple[str, ...]:
    """Codes of the languages that have a file in the folder, sorted."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


@lru_cache(maxsize=64)
def load(code: str, folder: Path = FOLDER) -> Language:
    """Read ``CODE.toml`` from the folder; the same object on every call.

    Raises:
        LanguageError: there is no such file, or it is not valid.
    """
    path = folder / f"{code}.toml"
    if code not in available(folder):
        raise LanguageError(f"no language {code!r} in {folder}; there are: {', '.join(available(folder)) or 'none'}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return _language(code, table)
    except (tomllib.TOMLDecodeError, LanguageError, TypeError, ArithmeticError) as error:
        raise LanguageError(f"{path}: {error}") from error


@lru_cache(maxsize=64)
def known(code: str) -> Language:
    """A language, or the default where there is no file of its code."""
    return load(code if code in available() else DEFAULT)


def detect(texts: Iterable[str], folder: Path = FOLDER) -> str:
    """Code of the language whose stop words are most frequent in a sample from the start of the texts; else ``en``."""
    words = _sample(texts)
    scores = {code: sum(word in load(code, folder).stop_words for word in words) for code in available(folder)}
    best = max(scores, key=lambda code: (scores[code], code == DEFAULT), default=DEFAULT)
    return best if scores.get(best) else DEFAULT


def plainly(text: str, expected: str, folder: Path = FOLDER) -> str:
    """Code of the language in which a short text plainly is, by its stop words that the expected language lacks; else the expected one."""
    words = _sample([text])
    usual = load(expected, folder).stop_words
    scores = {code: sum(word in load(code, folder).stop_words - usual for word in words) for code in available(folder)}
    best = max(scores, key=lambda code: (scores[code], code))
    own = sum(word in usual - load(best, folder).stop_words for word in words)
    return best if scores[best] >= max(PLAIN_WORDS, PLAIN_RATIO * own) else expected


def alternatives(phrase: str) -> Iterable[str]:
    """The phrases for which one with ``|`` stands, in order."""
    return (" ".join(words) for words in product(*(word.split("|") for word in phrase.split())))


def _sample(texts: Iterable[str]) -> list[str]:
    words: list[str] = []
    size = 0
    for text in texts:
        words += WORD.findall(text[: SAMPLE_CHARACTERS - size].lower())
        size += len(text)
        if size >= SAMPLE_CHARACTERS:
            break
    return list(islice(words, SAMPLE_CHARACTERS))


def _language(code: str, table: Mapping[str, Any]) -> Language:
    known = {item.name for item in fields(Language)} - {"code"}
    _refuse_unknown(table, known, "the file")
    return Language(
        code=code,
        name=str(table.get("name", code)),
        stop_words=frozenset(_words(table.get("stop_words", []), "stop_words")),
        abbreviations=frozenset(_words(table.get("abbreviations", []), "abbreviations")),
        numbers=_record(Numbers, table, "numbers"),
        dates=_record(Dates, table, "dates"),
        relative=_record(Relative, table, "relative"),
        percent=_lowered(table.get("percent", {})),
        currencies=_word_lists(table, "currencies"),
        durations=_word_lists(table, "durations"),
        counts=_word_lists(table, "counts"),
        nouns=_record(Nouns, table, "nouns"),
        acts=_record(Acts, table, "acts"),
        definitions=_record(Definitions, table, "definitions"),
        identifiers=_record(Identifiers, table, "identifiers"),
        references=_word_lists(table, "references"),
        effects=_word_lists(table, "effects"),
    )


def _record(kind: type[Record], table: Mapping[str, Any], name: str) -> Record:
    content = table.get(name, {})
    _refuse_unknown(content, {item.name for item in fields(kind)}, f"[{name}]")  # type: ignore[arg-type]
    return kind(**{key: _value(value, f"{name}.{key}") for key, value in content.items()})


def _value(value: object, where: str) -> object:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return tuple(_words(words, where) for words in value)
    if isinstance(value, list):
        return _words(value, where)
    if isinstance(value, dict) and where == "numbers.fractions":
        return {word.lower(): Decimal(part) for word, part in value.items()}
    return _lowered(value) if isinstance(value, dict) else value


def _word_lists(table: Mapping[str, Any], name: str) -> Mapping[str, Words]:
    return {key: _words(words, f"{name}.{key}") for key, words in table.get(name, {}).items()}


def _words(words: object, where: str) -> Words:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise LanguageError(f"{where} is not a list of words")
    return tuple(word.lower() for word in words)


def _lowered(table: Mapping[str, Any]) -> dict[str, Any]:
    return {word.lower(): value for word, value in table.items()}


def _refuse_unknown(table: Mapping[str, Any], known: set[str], where: str) -> None:
    if unknown := sorted(table.keys() - known):
        raise LanguageError(f"{where} has no key {unknown[0]!r}; it may have: {', '.join(sorted(known))}")
