"""Absent: what a question asks for by its exact words, and the corpus does not have.

document   the certain name of no document (``naming.py``). Nothing answers, unless something that was found names it
section    a number behind a word for a section (`Section 9`) that no section of the named documents has, which have numbered ones. Nothing
           answers, unless something that was found names it
quoted     words in quotation marks that stand nowhere as they are. Nothing answers where nothing that was found has all of their terms
number     a number or code that stands nowhere, in whatever way it is written; what belongs to a date or a name is none. Nothing answers
           where such words are more than half of the question's weight
name       a word or words with a capital that none needs at their place, of which one stands nowhere: within a sentence in English; in
           German, where every noun has a capital, behind a title (`Frau`) or a verb of saying. Nothing answers a question about what
           somebody of that name said, or of which a name makes up more than three tenths of the weight (`the hotel limit in Vienna`)
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from lineproof.evidence.language import available, detect, load
from lineproof.evidence.names import name_key, written
from lineproof.evidence.signals.dates import moments
from lineproof.evidence.signals.phrases import Paragraph, either
from lineproof.recall.index import RANKS, Entry, index_of
from lineproof.recall.naming import Name, names_of
from lineproof.recall.question import FOLDER, QUOTED, Question
from lineproof.recall.routes.compounds import related
from lineproof.recall.routes.lexical import postings_of, question_terms, weights_of
from lineproof.recall.routes.rescue import standing, stating
from lineproof.recall.routes.scope import sections_numbered
from lineproof.recall.support import LOOKED_AT
from lineproof.recall.verbatim import passages_of
from lineproof.recall.view import View

Kind = Literal["document", "section", "quoted", "number", "name"]

NEAREST_SHOWN: Final = 3
_CAPITAL: Final = r"(?-i:[A-ZÄÖÜ][a-zäöüß]+)(?:[-’'](?-i:[A-ZÄÖÜ][a-zäöüß]+))*"
MOST: Final = 0.5
"""Share of a question's weight."""
MOST_OF_A_NAME: Final = 0.3
"""The same, of a name: what is asked of it is not what others have."""

_NEAREST: Final = """
SELECT document_id FROM evidence.documents ORDER BY greatest(
    jaro_winkler_similarity(lower(concat_ws(' ', identifier, edition)), $key),
    jaro_winkler_similarity(lower(concat_ws(' ', title, edition)), $key)) DESC, path LIMIT $shown
"""
_WRITTEN: Final = """
SELECT EXISTS (SELECT 1 FROM evidence.paragraphs WHERE contains(lower(text), lower($words)))
    OR EXISTS (SELECT 1 FROM evidence.documents WHERE contains(lower(path), lower($words)))
"""


@dataclass(frozen=True, slots=True)
class Absent:
    """Words of a question that the corpus does not have; ``nearest`` documents where they name one, or that lack a section of them.

    ``decisive`` where nothing answers.
    """

    text: str
    kind: Kind
    nearest: tuple[str, ...]
    decisive: bool

    @property
    def said(self) -> str:
        """This in a sentence."""
        if self.kind == "document":
            return f"No document here is called {self.text}" + (f"; the nearest are: {'; '.join(self.nearest)}." if self.nearest else ".")
        if self.kind == "section":
            return f"There is no {self.text} in: {'; '.join(self.nearest)}."
        return f'The words "{self.text}" stand nowhere.' if self.kind == "quoted" else f"{self.text} stands nowhere."


def absent_from(view: View, question: Question, numbers: Sequence[int]) -> tuple[Absent, ...]:
    """What a question asks for that is absent, in the order of the kinds.

    Args:
        view: the snapshot.
        question: what is asked.
        numbers: the paragraphs that were found, best first.
    """
    names, found = names_of(view, question.text), numbers[:LOOKED_AT]
    documents = [_document(view, question, name, found) for name in names if not name.paths]
    quoted = [_quoted(view, words, found) for words in _quotations(question.text) if not _stands(view, words)]
    sections = _sections(view, question, names, found)
    return (*documents, *sections, *quoted, *_numbers(view, question, names), *_people(view, question))


def _document(view: View, question: Question, name: Name, found: Sequence[int]) -> Absent:
    nearest = view.rows(_NEAREST, {"key": name.key, "shown": NEAREST_SHOWN})
    labels = tuple(view.documents()[document].label for (document,) in nearest)
    named = any(f" {name.key} " in f" {name_key(passage.text)} " for passage in passages_of(view, found))
    return Absent(written(question.text, name.span), "document", labels, not named)


def _sections(view: View, question: Question, names: Collection[Name], found: Sequence[int]) -> Iterator[Absent]:
    """The sections by number that none of the documents has which the question names."""
    index, words, paths = index_of(view), name_key(question.text).split(), frozenset(path for name in names for path in name.paths)
    keys = [f" {key} " for key, called in index.called.items() if any(_is_section(index.entries[at], paths) for at in called)]
    labels = tuple(document.label for document in view.documents().values() if document.path in paths)
    for span in sections_numbered(words) if any(map(str.isdigit, " ".join(keys))) else ():
        number = " ".join(words[at] for at in span[1:])
        if not any(f" {number} " in key for key in keys):
            named = any(f" {words[span.start]} {number} " in f" {name_key(one.text)} " for one in passages_of(view, found))
            yield Absent(written(question.text, span), "section", labels[:NEAREST_SHOWN], not named)


def _is_section(entry: Entry, paths: Collection[str]) -> bool:
    return entry.path in paths and RANKS[entry.rank] in ("section", "clause")


def _quoted(view: View, words: str, found: Sequence[int]) -> Absent:
    terms, at = question_terms(view, words), np.asarray(found, dtype=np.int32)
    postings = postings_of(view, terms)
    held = [postings[term].stands_in(at) if term in postings else np.zeros(len(at), dtype=np.bool_) for term in terms]
    return Absent(words, "quoted", (), bool(held) and not np.logical_and.reduce(held).any())


def _numbers(view: View, question: Question, names: Collection[Name]) -> Iterator[Absent]:
    absent = [words for words in _codes(question, names) if not _stands(view, words)]
    terms = {term for words in absent for term in question_terms(view, words)}
    decisive = bool(absent) and _share(view, question, terms) > MOST
    yield from (Absent(words, "number", (), decisive) for words in absent)


def _people(view: View, question: Question) -> Iterator[Absent]:
    """The names in a question of which a word stands nowhere."""
    text = question.text
    words = _naming()[detect([text])]
    masked = QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)
    found = [one["name"] for one in words.name.finditer(masked)]
    dates = " ".join(_dates(text)) if found else ""
    for name in found:
        if name not in dates and not all(_is_known(view, word) for word in re.findall(r"\w+", name)):
            heavy = _share(view, question, question_terms(view, name)) > MOST_OF_A_NAME
            yield Absent(name, "name", (), heavy or asks_what_said(text, name))


def asks_what_said(text: str, name: str) -> bool:
    """Whether a question asks what somebody of a name said."""
    return any(pattern.search(f" {text} ") for pattern in _naming()[detect([text])].says(name))


def _is_known(view: View, word: str) -> bool:
    """Whether a word stands somewhere, in whatever form; also where that cannot be told."""
    terms = question_terms(view, word)
    return not terms or bool(postings_of(view, terms)) or any(related(view, term) for term in terms) or _stands(view, word)


@dataclass(frozen=True, slots=True)
class _Naming:
    """How one language names people in questions: ``name`` finds a name, ``said`` are the patterns of what a ``{name}`` said."""

    name: re.Pattern[str]
    said: tuple[str, ...]

    def says(self, name: str) -> Iterator[re.Pattern[str]]:
        """The patterns of a question about what somebody of a name said."""
        return (re.compile(one.replace("{name}", re.escape(name)), re.IGNORECASE) for one in self.said)


@lru_cache(maxsize=1)
def _naming() -> Mapping[str, _Naming]:
    """The naming of each language; of one without words that of no names."""
    read = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["naming"] for file in FOLDER.glob("*.toml")}
    made = {code: _Naming(_name_pattern(table), _said_patterns(table)) for code, table in read.items()}
    return {code: made.get(code, _Naming(re.compile(r"(?!)(?P<name>)"), ())) for code in available()}


def _name_pattern(table: Mapping[str, list[str]]) -> re.Pattern[str]:
    """A run of words with a capital, behind certain words if the language has a list of them, else within a sentence.

    What a number follows is no name of somebody (``Section 5``).
    """
    behind = rf"(?<!\w)(?i:{either(table['before'])})\s+" if table["before"] else r"(?<=[\w,;)] )"
    return re.compile(rf"{behind}(?P<name>{_CAPITAL}(?: {_CAPITAL})*)(?!\w| [A-ZÄÖÜ]|[- ][\d§])")


def _said_patterns(table: Mapping[str, list[str]]) -> tuple[str, ...]:
    verbs = f"(?:{either(table['verbs'])})"
    return tuple(phrase.replace("{verb}", verbs) for phrase in table["said"])


def _quotations(text: str) -> list[str]:
    return list(dict.fromkeys(next(filter(None, found)) for found in QUOTED.findall(text)))


def _codes(question: Question, names: Collection[Name]) -> list[str]:
    """The exact words of a question that are neither quoted nor part of a date or of the name of a document."""
    quoted, named = {*_quotations(question.text)}, " ".join(f" {name.key} " for name in names)
    codes = [words for words in question.exact if words not in quoted and f" {name_key(words)} " not in named]
    dated = _dates(question.text) if codes else []
    return [words for words in codes if not any(words in date for date in dated)]


def _dates(text: str) -> list[str]:
    read = Paragraph.of(text)
    return [text[moment.start : moment.end] for code in available() for moment in moments(read, load(code))]


def _stands(view: View, words: str) -> bool:
    """Whether some words stand somewhere, as they are or as a value; also where that cannot be told."""
    if (found := standing(view, words)) is None or found:
        return True
    return bool(stating(view, words)) or bool(view.rows(_WRITTEN, {"words": words})[0][0])


def _share(view: View, question: Question, absent: Collection[str]) -> float:
    """The share of a question's weight that some terms have."""
    weights = weights_of(view, question.topic)
    return sum(weight for term, weight in weights.items() if term in absent) / (sum(weights.values()) or 1.0)
