"""Succession: documents that another document replaced as a whole.

ended      a document is no longer in force: another supersedes it, a later edition of it is here, or its own status says so
edition    of a document, which the next edition of its family succeeds
ring       documents that supersede each other in a circle; none of these statements counts
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from lineproof.beliefs.standing.families import age, editions, is_later
from lineproof.beliefs.standing.model import Library, Link, Source
from lineproof.beliefs.standing.scope import Scopes
from lineproof.beliefs.standing.words import has_ended
from lineproof.evidence.names import name_key


@dataclass(frozen=True, slots=True)
class Ended:
    """Why something is no longer in force; ``by`` is the node or claim that took its place, None where only a status says so."""

    by: str | None
    reason: str


def ended_documents(library: Library, scopes: Scopes) -> dict[str, Ended]:
    """The documents that are no longer in force, with what ended them."""
    over = {node: source for node, source in library.sources.items() if _has_ended(source)}
    found = {node: Ended(None, f"status: the document is {source.status}") for node, source in over.items()}
    found |= {older.document_id: _by("edition", newer) for older, newer in editions(library, scopes)}
    return found | {link.target: _by("superseded document", library.sources[link.source]) for link in successions(library, scopes)}


def successions(library: Library, scopes: Scopes) -> list[Link]:
    """Statements that one document supersedes another whole, which no date and no other statement contradicts; newest source last."""
    stated = [link for link in library.of("supersedes") if link.whole and link.source != link.target and _reaches(scopes, link)]
    dated = [link for link in stated if not is_later(library.sources[link.target], library.sources[link.source])]
    after: dict[str, set[str]] = defaultdict(set)
    for link in dated:
        after[link.source].add(link.target)
    kept = [link for link in dated if not _leads(after, link.target, link.source)]
    return sorted(kept, key=lambda link: age(library.sources[link.source]))


def pairs(library: Library, scopes: Scopes) -> list[tuple[Source, Source]]:
    """Each older document with each that succeeds it directly, by statement or as an edition."""
    stated = {(link.target, link.source) for link in successions(library, scopes)}
    found = {(older.document_id, newer.document_id) for older, newer in editions(library, scopes)}
    return [(library.sources[older], library.sources[newer]) for older, newer in sorted(stated | found)]


def are_peers(one: Source, other: Source) -> bool:
    """Whether two documents are of one series (``RFC 2119``, ``RFC 8174``): neither explains the other, each sets its own rules."""
    series = [name_key(source.identifier or "").partition(" ")[0] for source in (one, other)]
    return bool(series[0]) and series[0] == series[1]


def _reaches(scopes: Scopes, link: Link) -> bool:
    """Whether what a document holds for includes all places of the other one; attachments may be renamed."""
    return replace(scopes.document(link.source), attachment=None).reaches(scopes.document(link.target))


def _by(rule: str, source: Source) -> Ended:
    name = " ".join(filter(None, (source.identifier or source.title, source.edition)))
    return Ended(source.document_id, f"{rule}: {name} takes its place")


def _has_ended(source: Source) -> bool:
    return has_ended(source.status or "")


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
