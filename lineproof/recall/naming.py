"""Naming: the documents that a question is about by their names, and which sentences speak of them.

name      words of a question by which a document goes, with its edition where one stands behind it
certain   a name with a number (`HS 24 01`, `Travel Policy (2023-01)`): who gives it wants to know of this document and of no other;
          a mere title may be no more than words
missing   a certain name of no document: an edition that is not here, or a number of a series of which others are
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lineproof.evidence.mentions.identifiers import EDITION, IDENTIFIER, edition_of, scheme
from lineproof.evidence.names import name_key
from lineproof.recall.index import RANKS, Index, index_of
from lineproof.recall.nature import DOCUMENTS, nature_of
from lineproof.recall.question import FOLDER
from lineproof.recall.routes.lexical import question_terms
from lineproof.recall.routes.scope import names_in
from lineproof.recall.view import View

DOCUMENT: Final = RANKS.index("document")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a question by its key, with the paths of its documents (none if it is missing) and the places of its words."""

    key: str
    paths: frozenset[str]
    span: range

    @property
    def certain(self) -> bool:
        """Whether it can mean nothing but a document."""
        return any(map(str.isdigit, self.key))

    def of(self, path: str, text: str) -> bool:
        """Whether a text stands in one of its documents, or names it."""
        return path in self.paths or f" {self.key} " in f" {name_key(text)} "


def names_of(view: View, question: str) -> tuple[Name, ...]:
    """The names of documents in a question, in the order of its words; in conversations there are none."""
    if nature_of(view) != DOCUMENTS:
        return ()
    index, words = index_of(view), name_key(question).split()
    found = [_named(index, words, span, at) for span, at in names_in(index, words) if index.entries[at[0]].rank == DOCUMENT]
    others = [*_with_edition(view, question, found)]
    others += _unknown_numbers(view, question, [*found, *others])
    kept = [name for name in found if not any(set(name.span) <= set(other.span) for other in others)]
    return tuple(sorted((*kept, *others), key=lambda name: name.span.start))


def without_names(view: View, question: str, names: Collection[Name]) -> str:
    """A question without the names that it gives; all of it where it asks nothing else of them than what they are or say."""
    taken = {at for name in names for at in name.span}
    rest = " ".join(word for at, word in enumerate(name_key(question).split()) if at not in taken)
    return rest if set(question_terms(view, rest)) - set(question_terms(view, _reporting())) else question


def without_reporting(question: str) -> str:
    """A question without the words with which one asks what somebody says; all of it where nothing is left."""
    reporting = frozenset(_reporting().split())
    return " ".join(word for word in question.split() if name_key(word) not in reporting) or question


@lru_cache(maxsize=1)
def _reporting() -> str:
    """The words with which one asks what a document says, or whether it holds."""
    read = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.toml"))]
    return " ".join(word for words in read for word in (*words["asking"]["reporting"], *words["present"]["words"]))


def _named(index: Index, words: Sequence[str], span: range, found: Sequence[int]) -> Name:
    entries = [index.entries[at] for at in found]
    return Name(" ".join(words[at] for at in span), frozenset(entry.path for entry in entries), span)


def _with_edition(view: View, question: str, names: Sequence[Name]) -> Iterator[Name]:
    """Names with the edition that stands behind them; missing where all of their documents are other editions."""
    editions = view.keep(_editions)
    for match in EDITION.finditer(question):
        edition, end = edition_of(match), _word_count(question[: match.start()])
        for name in names:
            if name.span.stop == end and not (match["bare"] and not name.certain):
                paths = frozenset(path for path in name.paths if editions.get(path) == edition)
                if paths or name.paths <= editions.keys():
                    span = range(name.span.start, _word_count(question[: match.end()]))
                    yield Name(f"{name.key} {name_key(edition)}", paths, span)


def _unknown_numbers(view: View, question: str, names: Sequence[Name]) -> Iterator[Name]:
    """Identifiers of no document, whose letters are those of others."""
    schemes, taken = view.keep(_schemes), {at for name in names for at in name.span}
    for match in IDENTIFIER.finditer(_with_capitals(question, view.keep(_codes))):
        span = range(_word_count(question[: match.start()]), _word_count(question[: match.end()]))
        if scheme(match["identifier"]) in schemes and not taken.intersection(span):
            yield Name(name_key(match["identifier"]), frozenset(), span)


def _with_capitals(question: str, codes: Collection[str]) -> str:
    """A question that writes the letters of identifiers before a number in capitals, as documents do (`rfc 9110`)."""
    return re.sub(r"(?<!\w)[^\W\d_]+(?=[ -]?\d)", lambda word: word[0].upper() if word[0].casefold() in codes else word[0], question)


def _word_count(text: str) -> int:
    return len(name_key(text).split())


def _editions(view: View) -> Mapping[str, str]:
    """The editions of documents that state one, by path."""
    return dict(view.rows("SELECT path, edition FROM evidence.documents WHERE edition IS NOT NULL"))


def _codes(view: View) -> frozenset[str]:
    """The letters of those identifiers of the corpus that are written in capitals, folded."""
    identifiers = (text for (text,) in view.rows("SELECT DISTINCT identifier FROM evidence.documents WHERE identifier IS NOT NULL"))
    return frozenset(letters[0].casefold() for text in identifiers if (letters := re.match(r"[A-ZÄÖÜ]+(?=[ -]?\d)", text)))


def _schemes(view: View) -> frozenset[str]:
    """The letters of identifiers of the corpus."""
    return frozenset(key.partition(":")[2] for (key,) in view.rows("SELECT DISTINCT key FROM graph.identities WHERE node_kind = 'scheme'"))
