"""Forms: the topics that the paragraphs of a document name; a pure function of the document.

Every paragraph names a key once, in the strongest way: a term that it defines, its own words where it is a heading, an abbreviation
that the document explains, a phrase. Which of them are topics of the corpus is decided over all documents
(``lineproof.beliefs.concepts.canonical``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from lineproof.beliefs.concepts.abbreviations import abbreviations
from lineproof.beliefs.concepts.model import ABBREVIATION, HEADING, KINDS, MENTION, PERSON, PHRASE, TERM, ConceptForm
from lineproof.beliefs.concepts.persons import FIELD, follows_initial, is_person, persons
from lineproof.beliefs.concepts.phrases import is_inner, phrases
from lineproof.beliefs.concepts.vocabulary import Vocabulary, load
from lineproof.beliefs.concepts.words import ACRONYM, Role, Word, joined, key_of, words
from lineproof.beliefs.model import Document, Paragraph
from lineproof.evidence.language import available

LONGEST: Final = 6
LONGEST_TIED: Final = 4
"""Words of a heading that is more than one phrase (``Duties After Loss``)."""
SILENT: Final = frozenset({"code", FIELD})
STARTS: Final = frozenset({Role.CONTENT, Role.VAGUE})
WITHIN: Final = frozenset({Role.CONTENT, Role.VAGUE, Role.ARTICLE, Role.CONNECTOR, Role.FUNCTION})
NAMING: Final = frozenset({"identifier", "url", "email"})
"""Kinds of signals that name something else than a topic."""
NOT_TELLING: Final = ("generic", "skipped", "people")
"""Groups of headings that tell no topic."""
REMARK: Final = re.compile(r"\s*[(\[].*|^[^:]*\d[^:]*:\s+")
"""What is no part of a heading's topic: words in parentheses, and a number with its word before a colon (``Chapter 5:``)."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an abbreviation stands for: its key, its words as they stand, and the paragraph that says so."""

    key: str
    form: str
    paragraph_id: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of a document before its paragraphs are read one by one."""

    language: str
    vocabulary: Vocabulary
    rows: Mapping[str, Sequence[Word]]
    """The words of each paragraph that may name topics."""
    nouns: frozenset[str]
    """Keys of words that have a capital within a sentence, where every noun has one."""
    named: Sequence[tuple[str, Word]]
    """The words of names of persons, with the paragraphs that tell so."""
    people: frozenset[str]
    """The words of names of persons, in lower case."""
    generic: frozenset[str]
    """Keys of headings that are no topics."""
    short: Mapping[str, Explanation]
    """What each abbreviation stands for."""


def forms(document: Document) -> list[ConceptForm]:
    """The topics that a document names, in reading order; the strongest way of naming a key for each paragraph.

    What it tells of names of persons stands before them.
    """
    reading = _read(document)
    found = list(dict.fromkeys(ConceptForm(paragraph, word.key, word.core, PERSON) for paragraph, word in reading.named))
    for paragraph in document.paragraphs:
        if paragraph.paragraph_id in reading.rows:
            found += _strongest(paragraph, reading)
    return found


def _strongest(paragraph: Paragraph, reading: Reading) -> list[ConceptForm]:
    best: dict[str, ConceptForm] = {}
    for kind, key, form in _named(paragraph, reading):
        held = best.get(key)
        if held is None or KINDS.index(kind) < KINDS.index(held.kind):
            best[key] = ConceptForm(paragraph.paragraph_id, key, form, kind)
    return list(best.values())


def _named(paragraph: Paragraph, reading: Reading) -> Iterator[tuple[str, str, str]]:
    """Kind, key and form of all that a paragraph names."""
    row = reading.rows[paragraph.paragraph_id]
    for signal in paragraph.signals:
        if signal.kind == "defined_term" and (term := _topic(words(_lowered(signal.text), reading.language), reading)):
            yield TERM, *_named_by(term, reading)
    if paragraph.kind == "heading":
        title = _topic(_title(paragraph, reading.language), reading)
        if title and key_of(title, reading.vocabulary.capitalised_nouns) not in reading.generic:
            yield HEADING, *_named_by(title, reading)
        if title:
            return
    for word in row:
        if explained := reading.short.get(word.core):
            here = explained.paragraph_id == paragraph.paragraph_id
            yield ABBREVIATION, explained.key, f"{explained.form} ({word.core})" if here else word.core
    for start, end in phrases(row, reading.vocabulary, reading.nouns):
        yield from _phrase(paragraph, row, start, end, reading)


def _phrase(paragraph: Paragraph, row: Sequence[Word], start: int, end: int, reading: Reading) -> Iterator[tuple[str, str, str]]:
    phrase = row[start:end]
    key, form = _named_by(phrase, reading)
    explained = end - start == 1 and phrase[0].core in reading.short
    if explained or key in reading.generic or is_person(phrase, reading.people) or follows_initial(row, start):
        return
    if not reading.vocabulary.capitalised_nouns and not is_inner(row, start):
        form = _uncapitalised(phrase, form)
    yield MENTION if _is_weak(phrase, form, paragraph, reading.vocabulary) else PHRASE, key, form


def _is_weak(phrase: Sequence[Word], form: str, paragraph: Paragraph, vocabulary: Vocabulary) -> bool:
    """Whether a phrase alone does not show that it names a topic."""
    if phrase[0].role is Role.VAGUE or phrase[-1].light:
        return True
    return len(phrase) == 1 and not (vocabulary.capitalised_nouns or ACRONYM.fullmatch(form) or _is_name(paragraph, form))


def _uncapitalised(phrase: Sequence[Word], form: str) -> str:
    """A form from the start of a sentence as it would stand within one."""
    plain = all(word.core[1:].islower() or len(word.core) == 1 for word in phrase[:1]) and not any(map(str.isupper, form[1:]))
    return form[0].lower() + form[1:] if plain else form


def _is_name(paragraph: Paragraph, form: str) -> bool:
    """Whether the capital of a single word means something: not in headings and tables, where any word may have one."""
    return form[0].isupper() and "-" not in form and paragraph.kind not in ("heading", "table_row")


def _title(paragraph: Paragraph, language: str) -> Sequence[Word]:
    """The words of a heading without its number and remarks."""
    return words(REMARK.sub("", _lowered(paragraph.title or paragraph.text)), language)


def _named_by(phrase: Sequence[Word], reading: Reading) -> tuple[str, str]:
    return key_of(phrase, reading.vocabulary.capitalised_nouns), joined(phrase)


def _topic(row: Sequence[Word], reading: Reading) -> Sequence[Word] | None:
    """The words without articles before them, if they can be the name of a topic."""
    vocabulary = reading.vocabulary
    start = next((place for place, word in enumerate(row) if word.role is not Role.ARTICLE), len(row))
    topic = row[start:]
    if not topic or len(topic) > LONGEST or topic[0].role not in STARTS or topic[-1].role is not Role.CONTENT:
        return None
    if any(word.closes for word in topic[:-1]) or any(word.opens for word in topic[1:]) or not {word.role for word in topic} <= WITHIN:
        return None
    if len(topic) > LONGEST_TIED and any(word.role is Role.FUNCTION for word in topic):
        return None
    heavy = any(word.role is Role.CONTENT and not word.light for word in topic)
    noun = topic[-1].core[0].isupper() if vocabulary.capitalised_nouns else not vocabulary.not_last.fullmatch(topic[-1].core)
    return topic if heavy and noun and not is_person(topic, reading.people) else None


def _lowered(text: str) -> str:
    """Text without its capitals, where it has nothing else."""
    return text.capitalize() if text.isupper() and " " in text.strip() else text


@lru_cache(maxsize=64)
def keys_of_headings(language: str, group: str) -> frozenset[str]:
    """The keys of the headings of a group (``generic``, ``skipped`` or ``people``), in every language: headings are often in another."""
    headings = [heading for code in available() for heading in sorted(getattr(load(code), group))]
    rows = [words(heading, language) for heading in headings]
    return frozenset(key_of(row, capitalised_nouns) for row in rows for capitalised_nouns in (False, True))


@lru_cache(maxsize=10_000)
def is_generic(heading: str, language: str) -> bool:
    """Whether a heading is one under which anything may stand (``Introduction``)."""
    key = key_of(words(heading, language), load(language).capitalised_nouns)
    return any(key in keys_of_headings(language, group) for group in NOT_TELLING)


def _plain(row: Sequence[Word]) -> str:
    """A key by which headings are compared, whatever their case."""
    return key_of(row, capitalised_nouns=False)


def _read(document: Document) -> Reading:
    vocabulary = load(document.language)
    silent, listing = _without_topics(document)
    heard = [
        paragraph
        for paragraph in document.paragraphs
        if paragraph.kind not in SILENT and paragraph.paragraph_id not in silent and not _is_shouted(paragraph)
    ]
    rows = {paragraph.paragraph_id: words(_lowered(_without_names(paragraph)), document.language) for paragraph in heard}
    named = persons(document, rows, listing, vocabulary)
    people = frozenset(word.lower for _, word in named)
    generic = frozenset().union(*(keys_of_headings(document.language, group) for group in NOT_TELLING))
    reading = Reading(document.language, vocabulary, rows, _nouns(rows, vocabulary), named, people, generic, {})
    return replace(reading, short=_short(heard, reading))


def _without_names(paragraph: Paragraph) -> str:
    """The text of a paragraph with a mark in place of each identifier and address."""
    text = paragraph.text
    for signal in reversed(paragraph.signals):
        if signal.kind in NAMING:
            text = f"{text[: signal.start]} # {text[signal.end :]}"
    return text


def _without_topics(document: Document) -> tuple[set[str], set[str]]:
    """Paragraphs of sections that name no topics, and those of them that list people."""
    skipped, people = (keys_of_headings(document.language, group) for group in ("skipped", "people"))
    silent: set[str] = set()
    listing: set[str] = set()
    for paragraph in document.paragraphs:
        own = _plain(words(_lowered(paragraph.title or paragraph.text), document.language)) if paragraph.kind == "heading" else ""
        if own in people or paragraph.section_id in listing:
            listing.add(paragraph.paragraph_id)
        if own in people or own in skipped or paragraph.section_id in silent:
            silent.add(paragraph.paragraph_id)
    return silent, listing


def _is_shouted(paragraph: Paragraph) -> bool:
    """Whether a paragraph is in capitals, so that they do not tell names."""
    return paragraph.kind != "heading" and sum(map(str.isupper, paragraph.text)) * 2 > len(paragraph.text)


def _nouns(rows: Mapping[str, Sequence[Word]], vocabulary: Vocabulary) -> frozenset[str]:
    """The keys of words that have a capital within a sentence."""
    if not vocabulary.capitalised_nouns:
        return frozenset()
    return frozenset(
        word.key
        for row in rows.values()
        for place, word in enumerate(row)
        if word.role is Role.CONTENT and word.core[0].isupper() and is_inner(row, place)
    )


def _short(paragraphs: Sequence[Paragraph], reading: Reading) -> dict[str, Explanation]:
    """The abbreviations that a document explains; the first explanation counts."""
    found: dict[str, Explanation] = {}
    for paragraph in paragraphs:
        for short, long in abbreviations(paragraph.text):
            topic = _topic(words(long, reading.language), reading)
            if short not in found and topic:
                found[short] = Explanation(*_named_by(topic, reading), paragraph.paragraph_id)
    return found
