"""Sentences: those of passages with their lines, what they stand in and under, and what is in a text; kept for texts seen lately."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from lineproof.evals.agents.asked import QUANTITIES
from lineproof.evals.agents.model import Passage
from lineproof.evals.agents.passages import SEPARATOR
from lineproof.evidence.language import load
from lineproof.evidence.names import name_key
from lineproof.evidence.postings import terms_of
from lineproof.evidence.sentences import sentences_of
from lineproof.evidence.signals import signals


def sentences_on_lines(passage: Passage, language: str) -> Iterable[tuple[str, int, int]]:
    """The sentences of a passage, each with the lines on which it stands."""
    place = 0
    for sentence in sentences_of(passage.text, language):
        begin = passage.text.index(sentence, place)
        place = begin + len(sentence)
        yield sentence, passage.line_at(begin), passage.line_at(place - 1) if passage.breaks else passage.last_line


def document_of(passage: Passage) -> str:
    """The name of the document that a passage stands in."""
    return passage.about.split(SEPARATOR)[0]


def heading_of(passage: Passage) -> str:
    """The heading that it stands under; nothing if there is none."""
    return passage.about.split(SEPARATOR)[-1] if SEPARATOR in passage.about else ""


def has_name(passage: Passage, name: str) -> bool:
    """Whether a name stands in a passage, or in what it stands under."""
    return within(name, f"{passage.about} | {passage.text}")


def stands_in(names: Sequence[str], passage: Passage) -> bool:
    """Whether a passage stands in a document of one of some names."""
    return any(within(name, document_of(passage)) for name in names)


def within(name: str, text: str) -> bool:
    """Whether a name stands in a text, word by word."""
    return _key(name) in _key(text)


@lru_cache(maxsize=65_536)
def _key(text: str) -> str:
    return f" {name_key(text)} "


@lru_cache(maxsize=65_536)
def terms(text: str, language: str) -> frozenset[str]:
    """The terms of a text."""
    return frozenset(terms_of(text, language))


@lru_cache(maxsize=65_536)
def kinds(text: str, language: str) -> frozenset[tuple[str, str | None]]:
    """The kinds of signals in a text, each with its unit."""
    return frozenset((signal.kind, signal.unit) for signal in signals(text, load(language)))


@lru_cache(maxsize=65_536)
def values(text: str, language: str) -> frozenset[tuple[str, str | None]]:
    """The values of the quantities in a text, each with its unit."""
    found = (signal for signal in signals(text, load(language)) if signal.kind in QUANTITIES)
    return frozenset((signal.value, signal.unit) for signal in found if signal.value is not None)


def holds(text: str, kind: str, unit: str | None, language: str) -> bool:
    """Whether a text has a signal of a kind, of one unit or of any."""
    return any(found == kind and unit in (None, measure) for found, measure in kinds(text, language))


def holds_quantity(text: str, language: str) -> bool:
    """Whether a text has a quantity of any kind."""
    return any(holds(text, kind, None, language) for kind in QUANTITIES)
