"""Families: documents that are the editions of one document, the later of which takes the place of the one before.

later     of two documents the one that is known to apply from a later day, else the one of the later edition: its day or its number
numbered  a family of documents of one identifier and nearly one title, for the same places
titled    a family of documents without an identifier that share a title, a language and all that says for whom they hold; only where the
          title tells one document: it heads no section of any document (``Introduction``), and each document of this title bears a
          day of its own, that of its edition or the one from which it says that it applies
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rapidfuzz import fuzz

from lineproof.beliefs.concepts.forms import is_generic
from lineproof.beliefs.standing.model import Library, Source
from lineproof.beliefs.standing.scope import Scopes, limits
from lineproof.beliefs.standing.words import load
from lineproof.evidence.names import name_key

DATED: Final = re.compile(r"\d{4}(?:-\d{2}){0,2}")
NUMBERED: Final = re.compile(r"[vV]?(\d{1,3}(?:\.\d{1,3}){0,3})")
SAME_TITLE: Final = 80.0
"""Least similarity of the titles of two editions, of 100."""


def editions(library: Library, scopes: Scopes) -> Iterator[tuple[Source, Source]]:
    """Each edition with the next one of its family, in an order of content; one that says that it is in force has no successor."""
    for older, newer in (*_numbered(library, scopes), *_titled(library, scopes)):
        if (older.status or "").casefold() not in load(older.language).in_force:
            yield older, newer


def is_later(one: Source, other: Source) -> bool:
    """Whether a document is known to be later than another: by the dates from which they apply, else by their editions."""
    if one.effective and other.effective:
        return one.effective > other.effective
    if _dated(one) and _dated(other):
        return _dated(one) > _dated(other)
    return bool(_number(one) and _number(other)) and _number(one) > _number(other)


def age(source: Source) -> tuple[str, tuple[int, ...], str, str]:
    """Sorts documents from the oldest to the newest, ties by content."""
    return str(source.effective or ""), _number(source), source.edition or "", source.path


def _numbered(library: Library, scopes: Scopes) -> Iterator[tuple[Source, Source]]:
    families: dict[tuple[str, frozenset[str]], list[Source]] = defaultdict(list)
    for node, source in library.sources.items():
        if source.identifier and source.edition:
            families[name_key(source.identifier), scopes.document(node).places].append(source)
    for _, members in sorted(families.items(), key=lambda item: (item[0][0], sorted(item[0][1]))):
        ordered = sorted(members, key=age)
        for number, older in enumerate(ordered, 1):
            # Between two editions of one text may stand one in another language, which bears another title.
            if newer := next((later for later in ordered[number:] if _succeeds(later, older)), None):
                yield older, newer


def _succeeds(newer: Source, older: Source) -> bool:
    """Whether a document of a family is a later edition of the same text."""
    same = fuzz.ratio(older.title.casefold(), newer.title.casefold()) >= SAME_TITLE
    return same and is_later(newer, older) and newer.edition != older.edition


def _titled(library: Library, scopes: Scopes) -> Iterator[tuple[Source, Source]]:
    bearers: dict[tuple[str, str], list[Source]] = defaultdict(list)
    for source in library.sources.values():
        if not source.identifier and source.title and not is_generic(source.title, source.language):
            bearers[name_key(source.title), source.language].append(source)
    for _, bearing in sorted(bearers.items()):
        if len(bearing) > 1 and all(map(_day, bearing)):
            yield from _of_one_title(bearing, scopes)


def _of_one_title(bearing: Sequence[Source], scopes: Scopes) -> Iterator[tuple[Source, Source]]:
    """The editions among the documents of one title, by for whom they hold; none where two of these bear one day."""
    families: dict[tuple[str, ...], list[Source]] = defaultdict(list)
    for source in bearing:
        families[tuple(sorted(scopes.document(source.document_id).places | limits(source)))].append(source)
    in_turn = [list(pairwise(sorted(members, key=lambda one: (_day(one), one.path)))) for _, members in sorted(families.items())]
    if all(_differ(older, newer) for found in in_turn for older, newer in found):
        yield from (pair for found in in_turn for pair in found)


def _differ(one: Source, other: Source) -> bool:
    """Whether two documents bear different days, as far as both are told (``2024-01`` and ``2024-01-15`` may be the same)."""
    length = min(len(_day(one)), len(_day(other)))
    return _day(one)[:length] != _day(other)[:length]


def _day(source: Source) -> str:
    """The day, month or year from which an edition applies by its own words, as text that sorts; a day on which it was merely written
    is none."""
    says_so = source.effective and any(map(load(source.language).takes_effect.match, source.opening))
    return str(source.effective) if says_so else _dated(source)


def _number(source: Source) -> tuple[int, ...]:
    """The edition if it is the number of a version (``2``, ``v1.10``), whose parts sort as numbers."""
    found = NUMBERED.fullmatch(source.edition or "")
    return tuple(map(int, found[1].split("."))) if found else ()


def _dated(source: Source) -> str:
    """The edition if it is a date from the year down, which sorts as text."""
    edition = source.edition or ""
    return edition if DATED.fullmatch(edition) else ""
