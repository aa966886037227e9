"""Phrases: the groups of words of a paragraph that may name a topic.

run      words that may be part of a topic, with nothing between them, as many as stand together
noun     where every noun has a capital, nouns are topics by themselves and with the word that qualifies them; elsewhere a run is
         one, cut where the words around it tell that it begins or ends with a verb
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from lineproof.beliefs.concepts.vocabulary import Vocabulary
from lineproof.beliefs.concepts.words import Role, Word

LONGEST: Final = 4
LONGEST_TIED: Final = 5
Span = tuple[int, int]


def phrases(row: Sequence[Word], vocabulary: Vocabulary, nouns: Collection[str]) -> Iterator[Span]:
    """The spans of a row of words that may name a topic.

    Args:
        row: the words of a paragraph.
        vocabulary: the words of its language.
        nouns: keys that are known to be nouns, where a capital at the start of a sentence does not tell.
    """
    if vocabulary.capitalised_nouns:
        yield from _by_capitals(row, vocabulary, nouns)
    else:
        yield from _by_runs(row, vocabulary)


def is_inner(row: Sequence[Word], place: int) -> bool:
    """Whether a word stands within a sentence, so that its capital means something."""
    if not place or row[place].opens:
        return False
    before = row[place - 1]
    return not before.ends and not (before.role is Role.OTHER and (place == 1 or not before.core))


def _by_capitals(row: Sequence[Word], vocabulary: Vocabulary, nouns: Collection[str]) -> Iterator[Span]:
    for place, word in enumerate(row):
        capital = word.role is Role.CONTENT and word.core[0].isupper()
        if not capital or not (is_inner(row, place) or word.key in nouns) or _is_proper(row, place, vocabulary):
            continue
        if place > 1 and _qualifies(row, place - 1, vocabulary):
            yield place - 1, place + 1
            if _is_proper(row, place - 1, vocabulary):
                continue
        if not word.light:
            yield place, place + 1


def _qualifies(row: Sequence[Word], place: int, vocabulary: Vocabulary) -> bool:
    """Whether the word is an adjective: its shape is one, and it follows a function word."""
    word, before = row[place], row[place - 1]
    shaped = vocabulary.modifier.fullmatch(word.core) or vocabulary.proper_modifier.fullmatch(word.core)
    follows = before.role in (Role.ARTICLE, Role.FUNCTION) and not (word.opens or word.closes or before.closes)
    return bool(word.role is Role.CONTENT and shaped and follows)


def _is_proper(row: Sequence[Word], place: int, vocabulary: Vocabulary) -> bool:
    """Whether the word is an adjective with a capital, as part of the name that the next word ends (``Europäische Union``)."""
    after = row[place + 1] if place + 1 < len(row) else None
    named = after is not None and after.role is Role.CONTENT and after.core[0].isupper() and not (row[place].closes or after.opens)
    return named and bool(vocabulary.proper_modifier.fullmatch(row[place].core))


def _by_runs(row: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Span]:
    before: Span | None = None
    for start, end in _runs(row):
        first, last = _cut(row, start, end, vocabulary)
        tied = _tied(row, before, (first, last)) if before and first == start else None
        if tied:
            yield tied
        elif before and _is_heavy(row, before):
            yield before
        if first == start and 1 < last - first < LONGEST and _is_qualified(row, start):
            yield start - 1, last
        before = (first, last) if 0 < last - first <= LONGEST else None
    if before and _is_heavy(row, before):
        yield before


def _runs(row: Sequence[Word]) -> Iterator[Span]:
    start: int | None = None
    for place, word in enumerate(row):
        if start is not None and (word.role is not Role.CONTENT or word.opens):
            yield start, place
            start = None
        if word.role is Role.CONTENT:
            start = place if start is None else start
            if word.closes:
                yield start, place + 1
                start = None
    if start is not None:
        yield start, len(row)


def _cut(row: Sequence[Word], start: int, end: int, vocabulary: Vocabulary) -> Span:
    """A run without the verb that it begins or ends with; empty where all of it is in doubt."""
    left = row[start - 1] if start and not (row[start].opens or row[start - 1].closes) else None
    right = row[end] if end < len(row) and not (row[end].opens or row[end - 1].closes) else None
    if left and left.lower in vocabulary.infinitives:
        return end, end
    if left and left.role is Role.VERB_OPENER:
        start += 1
    if right and right.role is Role.ARTICLE:
        end -= 1
    while end > start and vocabulary.not_last.fullmatch(row[end - 1].core):
        end -= 1
    return start, max(start, end)


def _is_qualified(row: Sequence[Word], start: int) -> bool:
    return start > 0 and row[start - 1].role is Role.VAGUE and not (row[start - 1].closes or row[start].opens)


def _tied(row: Sequence[Word], left: Span, right: Span) -> Span | None:
    """Two runs with a connector between them, as one phrase (``proof of loss``)."""
    if left[1] + 1 != right[0] or right[1] - left[0] > LONGEST_TIED or right[0] == right[1]:
        return None
    between = row[left[1]]
    together = between.role is Role.CONNECTOR and not (between.opens or between.closes or row[left[1] - 1].closes or row[right[0]].opens)
    heavy = not row[left[1] - 1].light and _is_heavy(row, right)
    return (left[0], right[1]) if together and heavy else None


def _is_heavy(row: Sequence[Word], span: Span) -> bool:
    """Whether one of the words names something by itself."""
    return not all(word.light for word in row[span[0] : span[1]])
