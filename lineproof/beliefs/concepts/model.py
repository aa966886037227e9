"""Concepts: the topics of a corpus, each under one name.

form       words of a paragraph that name a topic, as they stand
key        what all spellings and inflections of a form have in common
concept    a topic of the corpus: all the keys that mean it, and the name by which readers know it
"""

from dataclasses import dataclass
from typing import Final

TERM: Final = "term"
HEADING: Final = "heading"
ABBREVIATION: Final = "abbreviation"
PHRASE: Final = "phrase"
MENTION: Final = "mention"
KINDS: Final = (TERM, HEADING, ABBREVIATION, PHRASE, MENTION)
"""How a form was found, strongest first: the text defines it, it is a heading, the text says what it stands for, it is a phrase, or it
is a word that names a topic only if something else shows that it is one."""

PERSON: Final = "person"
"""The kind of a word that is part of a person's name, by what a document tells; it is no topic anywhere in the corpus."""


@dataclass(frozen=True, slots=True)
class ConceptForm:
    """A topic that a paragraph names, or a name of a person.

    The key of an abbreviation is that of the words that it stands for, and where a paragraph explains it, its form is both
    (``Transport Layer Security (TLS)``).
    """

    paragraph_id: str
    key: str
    form: str
    kind: str


@dataclass(frozen=True, slots=True)
class Usage:
    """How many paragraphs of the corpus hold a key in one form, found in one way."""

    key: str
    form: str
    kind: str
    paragraphs: int


@dataclass(frozen=True, slots=True)
class Concept:
    """A topic of the corpus; ``keys`` and ``forms`` are sorted, ``kind`` is the strongest way in which it was found."""

    concept_id: str
    name: str
    kind: str
    keys: tuple[str, ...]
    forms: tuple[str, ...]
