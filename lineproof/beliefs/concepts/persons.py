"""Persons: the names of people in a document, which are never topics.

They are known by a given name before another capitalised word, or because the document tells so: in fields such as ``author``, or in
a section such as `Acknowledgements`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from lineproof.beliefs.concepts.vocabulary import Vocabulary, given_names
from lineproof.beliefs.concepts.words import Role, Word, words
from lineproof.beliefs.model import Document, Paragraph

FIELD: Final = "field"


def is_person(phrase: Sequence[Word], known: Iterable[str]) -> bool:
    """Whether a phrase is, or holds, the name of a person; ``known`` are the names that the document tells of, in lower case."""
    named = [word.lower for word in phrase if word.core[0].isupper()]
    if len(named) < len(phrase):
        return False
    return not set(named).isdisjoint(known) or any(part in given_names() for part in named[0].split("-"))


def follows_initial(row: Sequence[Word], start: int) -> bool:
    """Whether the word is a name behind the initial of another (``J. Postel``)."""
    before = row[start - 1] if start else None
    return before is not None and len(before.core) == 1 and before.core.isupper() and before.ends and row[start].core[0].isupper()


def persons(document: Document, listing: Collection[str], vocabulary: Vocabulary) -> list[tuple[str, Word]]:
    """The words of which the names of persons in a document consist, each with the paragraph that tells so.

    Args:
        document: its fields are read.
        listing: the ids of the paragraphs of sections that list people.
        vocabulary: tells which fields hold names.
    """
    found: list[tuple[str, Word]] = []
    for paragraph in document.paragraphs:
        text = paragraph.text if paragraph.paragraph_id in listing else _value(paragraph, vocabulary)
        found += [(paragraph.paragraph_id, word) for word in _names(words(text, document.language))]
    return found


def _value(paragraph: Paragraph, vocabulary: Vocabulary) -> str:
    """What a field says, if it holds names."""
    name, _, value = paragraph.text.partition(":") if paragraph.kind == FIELD else ("", "", "")
    return value if name.strip().lower() in vocabulary.person_fields else ""


def _names(row: Sequence[Word]) -> Iterator[Word]:
    """The words of names: a given name and the capitalised words that follow it."""
    following = False
    for word in row:
        capital = word.role is Role.CONTENT and word.core[0].isupper()
        starts = capital and word.lower in given_names()
        if starts or (following and capital and not word.opens):
            yield word
            following = not word.closes
        else:
            following = False
