"""Persons: the names of people in a document, which are never topics.

They are known by a form of address or a given name before another capitalised word, or because the document tells so: in fields such as
``author``, in a section such as `Acknowledgements`, or because they speak in a conversation.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from lineproof.beliefs.concepts.vocabulary import Vocabulary, given_names
from lineproof.beliefs.concepts.words import Role, Word, words
from lineproof.beliefs.model import Document, Paragraph
from lineproof.evidence.speakers import LEAST_TURNS, speaker_of

FIELD: Final = "field"
SHORTEST: Final = 3
"""Letters of a short form of a name."""
TURN: Final = "turn"
SPOKEN: Final = frozenset({"paragraph", "list_item", TURN})
ROLES: Final = frozenset({"assistant", "system", "tool", "user"})
"""What chats with a model call their speakers: words, and no names."""


def is_person(phrase: Sequence[Word], known: Collection[str]) -> bool:
    """Whether a phrase is, or holds, the name of a person; ``known`` are the names that the document tells of, in lower case."""
    named = [word.lower for word in phrase if word.core[0].isupper()]
    if any(name in known for name in named):
        return True
    return len(named) == len(phrase) and any(part in given_names() for part in named[0].split("-"))


def follows_initial(row: Sequence[Word], start: int) -> bool:
    """Whether the word is a name behind the initial of another (``J. Postel``)."""
    before = row[start - 1] if start else None
    return before is not None and len(before.core) == 1 and before.core.isupper() and before.ends and row[start].core[0].isupper()


def persons(
    document: Document, rows: Mapping[str, Sequence[Word]], listing: Collection[str], vocabulary: Vocabulary
) -> list[tuple[str, Word]]:
    """The words of which the names of persons in a document consist, each with the paragraph that tells so.

    Args:
        document: its fields are read.
        rows: the words of the paragraphs that may name topics, by id.
        listing: the ids of the paragraphs of sections that list people.
        vocabulary: tells which fields hold names, and the forms of address.
    """
    found: list[tuple[str, Word]] = []
    for paragraph in document.paragraphs:
        text = paragraph.text if paragraph.paragraph_id in listing else _value(paragraph, vocabulary)
        found += [(paragraph.paragraph_id, word) for word in _names(words(text, document.language))]
    found += [(paragraph, word) for paragraph, row in rows.items() for word in _addressed(row, vocabulary.addresses)]
    return found + _speakers(document)


def _speakers(document: Document) -> list[tuple[str, Word]]:
    """The words of the names that turns begin with, where most paragraphs are turns; short forms of them too (Mel for Melanie)."""
    said = [paragraph for paragraph in document.paragraphs if paragraph.kind in SPOKEN]
    spoken = [name for paragraph in said if (name := _speaker(paragraph)) and name not in ROLES]
    certain = any(paragraph.kind == TURN for paragraph in said)
    if not certain and (len(spoken) < LEAST_TURNS or len(spoken) * 2 < len(said)):
        return []
    names = {word.lower for name in spoken for word in words(name, document.language) if word.role is Role.CONTENT}
    called = [(paragraph.paragraph_id, word) for paragraph in said for word in words(paragraph.text, document.language)]
    return [(paragraph, word) for paragraph, word in called if _is_called(word, names)]


def _speaker(paragraph: Paragraph) -> str | None:
    return paragraph.text.partition(": ")[0] if paragraph.kind == TURN else speaker_of(paragraph.text)


def _is_called(word: Word, names: Collection[str]) -> bool:
    capital = word.role is Role.CONTENT and word.core[0].isupper() and len(word.core) >= SHORTEST
    return capital and any(name.startswith(word.lower) for name in names)


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


def _addressed(row: Sequence[Word], addresses: Collection[str]) -> Iterator[Word]:
    """The words of names in running text: a form of address (`Frau Dr.`), initials and given names lead to one more word."""
    following = False
    for word in row:
        capital = word.role is Role.CONTENT and word.core[0].isupper()
        if word.core in addresses or (following and len(word.core) == 1 and word.core.isupper()):
            following = True
        elif capital and word.lower in given_names():
            yield word
            following = not word.closes
        else:
            if following and capital and not word.opens:
                yield word
            following = False
