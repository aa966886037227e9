"""Citing: claims that name their source, compared with what the source says.

cited          the nodes that the sentence of a claim refers to; else those of a sentence beside it that does nothing but refer
attributed     the sentence names the source as that of its value (``60 days (S.4)``, ``S.4 gives 60 days``), not as something that
               it speaks of (``within 60 days of the proof of loss under S.4``)
restatement    a claim that says what a cited claim says
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.standing.matching import Least, Support, support, tells_apart
from lineproof.beliefs.standing.model import Library, Link
from lineproof.beliefs.standing.succession import are_peers
from lineproof.beliefs.standing.topics import sentences, topic
from lineproof.beliefs.standing.values import masked
from lineproof.beliefs.standing.views import View, Views
from lineproof.beliefs.standing.words import load

CLAUSE: Final = Least(0.75, 0.3, 2)
"""What makes a claim one of a clause that it mentions."""
DOCUMENT: Final = Least(0.75, 0.25, 0)
"""What makes it one of a document to which it is attributed."""
MOSTLY: Final = 0.6
"""How much of a claim attributed to a clause must stand there, or in the headings above it."""
PARTLY: Final = 0.4
"""How much of it, if these are at least WORDS words."""
WORDS: Final = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """What a source says within the ``node`` cited: ``agrees`` if it states the same value, ``likely`` if it is about the same thing."""

    view: View
    source: View
    node: str
    agrees: bool
    likely: bool


class Citing:
    """Compares claims with what they cite."""

    def __init__(self, library: Library, views: Views) -> None:
        self._library, self._views = library, views
        self._acting = {(link.source, link.target_document) for link in library.of("supersedes", "amends", "attaches_to")}

    def compare(self, view: View) -> list[Finding]:
        """The cited claims that state the same value; if none does, the one that states another value of the same thing, if any."""
        if view.measure.amount is None:
            return []
        found = [finding for link in self._links(view) for finding in self._findings(view, link)]
        agreeing = [finding for finding in found if finding.agrees]
        likely = [finding for finding in found if finding.likely]
        if agreeing or not likely or self._speaks_of_a_change(view):
            return agreeing
        nearest = min(likely, key=_distance)
        told = tells_apart(view, nearest.source, self._views.at(nearest.node))
        return [nearest] if told and not self._knows(view, nearest.source) else []

    def _findings(self, view: View, link: Link) -> Iterator[Finding]:
        is_attributed, is_clause = attributed(view, link), link.target != link.target_document
        if not is_clause and (not is_attributed or self._are_peers(view, link)):
            return
        for source in self._views.like(view, link.target):
            if view.scope.reaches(source.scope):
                agrees = source.measure.equals(view.measure)
                # A clause named as the source of the very value that it states may call it by other words.
                known = agrees and is_attributed and is_clause
                likely = known or _likely(support(view, source), is_clause, is_attributed)
                yield Finding(view, source, link.target, agrees, likely)

    def _are_peers(self, view: View, link: Link) -> bool:
        """Whether both documents belong to one series, so that each sets its own rules."""
        return are_peers(view.source, self._library.sources[link.target_document])

    def _links(self, view: View) -> list[Link]:
        """What a claim cites in documents that its own does not change or extend."""
        own = view.source.document_id
        links = [
            link
            for link in self._library.references.get(view.place.paragraph_id, ())
            if link.target_document != own and (own, link.target_document) not in self._acting
        ]
        start, end = view.span
        inside = [link for link in links if start <= link.start < end]
        return inside or [link for first, last in _pointers(view) for link in links if first <= link.start < last]

    def _knows(self, view: View, source: View) -> bool:
        """Whether another claim of the sentence states what the source says, so that this one is about something else."""
        beside = self._views.like(view, view.place.paragraph_id)
        return any(other.span == view.span and other.measure.equals(source.measure) for other in beside)

    def _speaks_of_a_change(self, view: View) -> bool:
        words = load(view.source.language)
        acts = (words.changes, words.rewrites, words.adds)
        return view.is_relative or any(pattern.search(view.sentence) for pattern in acts)


def attributed(view: View, link: Link) -> bool:
    """Whether a sentence names what it refers to as the source of what it says."""
    text, (start, end) = view.place.text, view.span
    if view.place.kind == "table_row" or not start <= link.start < end:
        return True
    before = text[start : link.start]
    if not topic(before, view.source.language) or before.count("(") > before.count(")"):
        return True
    return bool(load(view.source.language).attributes.search(masked(before, view.source.language)))


def _distance(finding: Finding) -> tuple[float, int, tuple[str, str]]:
    found = support(finding.view, finding.source)
    return -found.both, -found.shared, finding.source.order


def _likely(found: Support, is_clause: bool, is_attributed: bool) -> bool:
    """Whether a claim and one that it cites are about the same thing."""
    if not is_clause:
        return DOCUMENT.reached(found)
    if is_attributed:
        return found.forward >= MOSTLY or (found.forward >= PARTLY and found.covered >= WORDS)
    return CLAUSE.reached(found)


def _pointers(view: View) -> Iterator[tuple[int, int]]:
    """Sentences right before and after a claim's that do nothing but refer."""
    words, text = load(view.source.language), view.place.text
    for start, end in sentences(text):
        beside = end <= view.span[0] or start >= view.span[1]
        near = beside and not text[min(end, view.span[1]) : max(start, view.span[0])].strip()
        if near and words.pointer.search(text[start:end]):
            yield start, end
