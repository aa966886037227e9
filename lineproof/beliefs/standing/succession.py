"""Succession: documents that another document replaced as a whole.

ended      a document is no longer in force: another supersedes it, a later edition of it is here, or its own status says so
edition    documents of one identifier, one scope and nearly one title are editions of one document; the later one succeeds
ring       documents that supersede each other in a circle; none of these statements counts
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from rapidfuzz import fuzz

from lineproof.beliefs.standing.model import Library, Link, Source
from lineproof.beliefs.standing.scope import Scopes
from lineproof.beliefs.standing.words import load
from lineproof.evidence.names import name_key

DATED: Final = re.compile(r"\d{4}(?:-\d{2}){0,2}")
SAME_TITLE: Final = 80.0
"""Least similarity of the titles of two editions, of 100."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Why something is no longer in force; ``by`` is the node or claim that took its place, None where only a status says so."""

    by: str | None
    reason: str


def ended_documents(library: Library, scopes: Scopes) -> dict[str, Ended]:
    """The documents that are no longer in force, with what ended them."""
    over = {node: source for node, source in library.sources.items() if _has_ended(source)}
    found = {node: Ended(None, f"status: the document is {source.status}") for node, source in over.items()}
    found |= {older.document_id: _by("edition", newer) for older, newer in _editions(library, scopes)}
    return found | {link.target: _by("superseded document", library.sources[link.source]) for link in successions(library, scopes)}


def successions(library: Library, scopes: Scopes) -> list[Link]:
    """Statements that one document supersedes another whole, which no date and no other statement contradicts; newest source last."""
    stated = [link for link in library.of("supersedes") if link.whole and link.source != link.target and _reaches(scopes, link)]
    dated = [link for link in stated if not is_later(library.sources[link.target], library.sources[link.source])]
    after: dict[str, set[str]] = defaultdict(set)
    for link in dated:
        after[link.source].add(link.target)
    kept = [link for link in dated if not _leads(after, link.target, link.source)]
    return sorted(kept, key=lambda link: _age(library.sources[link.source]))


def pairs(library: Library, scopes: Scopes) -> list[tuple[Source, Source]]:
    """Each older document with each that succeeds it directly, by statement or as an edition."""
    stated = {(link.target, link.source) for link in successions(library, scopes)}
    editions = {(older.document_id, newer.document_id) for older, newer in _editions(library, scopes)}
    return [(library.sources[older], library.sources[newer]) for older, newer in sorted(stated | editions)]


def is_later(one: Source, other: Source) -> bool:
    """Whether a document is known to be later than another: by the dates from which they apply, else by their editions."""
    if one.effective and other.effective:
        return one.effective > other.effective
    return bool(_dated(one) and _dated(other)) and _dated(one) > _dated(other)


def are_peers(one: Source, other: Source) -> bool:
    """Whether two documents are of one series (``RFC 2119``, ``RFC 8174``): neither explains the other, each sets its own rules."""
    series = [name_key(source.identifier or "").partition(" ")[0] for source in (one, other)]
    return bool(series[0]) and series[0] == series[1]


def _dated(source: Source) -> str:
    """The edition if it is a date from the year down, which sorts as text."""
    edition = source.edition or ""
    return edition if DATED.fullmatch(edition) else ""


def _reaches(scopes: Scopes, link: Link) -> bool:
    """Whether what a document holds for includes all places of the other one; attachments may be renamed."""
    return replace(scopes.document(link.source), attachment=None).reaches(scopes.document(link.target))


def _by(rule: str, source: Source) -> Ended:
    name = " ".join(filter(None, (source.identifier, source.edition))) or source.title
    return Ended(source.document_id, f"{rule}: {name} takes its place")


def _has_ended(source: Source) -> bool:
    return (source.status or "").casefold() in load(source.language).ended


def _leads(after: Mapping[str, set[str]], start: str, goal: str) -> bool:
    """Whether the statements lead from one document to another."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node == goal:
            return True
        if node not in seen:
            seen.add(node)
            waiting += after.get(node, ())
    return False


def _age(source: Source) -> tuple[str, str, str]:
    """Sorts documents from the oldest to the newest, ties by content."""
    return str(source.effective or ""), source.edition or "", source.path


def _editions(library: Library, scopes: Scopes) -> Iterator[tuple[Source, Source]]:
    """Each edition with the next one of its family; one that says that it is in force has no successor."""
    families: dict[tuple[str, frozenset[str]], list[Source]] = defaultdict(list)
    for node, source in library.sources.items():
        if source.identifier and source.edition:
            families[name_key(source.identifier), scopes.document(node).places].append(source)
    for _, members in sorted(families.items(), key=lambda item: (item[0][0], sorted(item[0][1]))):
        yield from _in_turn(sorted(members, key=_age))


def _in_turn(members: Sequence[Source]) -> Iterator[tuple[Source, Source]]:
    for older, newer in pairwise(members):
        says_so = (older.status or "").casefold() in load(older.language).in_force
        same = fuzz.ratio(older.title.casefold(), newer.title.casefold()) >= SAME_TITLE
        if same and not says_so and is_later(newer, older) and newer.edition != older.edition:
            yield older, newer
