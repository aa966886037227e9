"""Contests: claims of different documents of which one sets what the other sets otherwise, or forbids what it allows; none cites the other.

alike        two claims of one dimension and one scope whose sentences say nearly the same
same         two claims of one slot whose sentences say the very same below the same headings, however short they are
authority    patterns of paths, the most authoritative first; what no pattern names comes last
preferred    the claim of the more authoritative document, else that of the document which the other one only explains
common slot  one that claims give several values: its words do not tell what sets these apart, so nothing is contested
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from lineproof.beliefs.standing.matching import sharing, support
from lineproof.beliefs.standing.measure import RULE
from lineproof.beliefs.standing.model import Library, Source
from lineproof.beliefs.standing.scope import limits
from lineproof.beliefs.standing.succession import are_peers
from lineproof.beliefs.standing.views import View

LEAST: Final = 0.6
"""Least coverage of each sentence by the other and what stands above it."""
MOST: Final = 0.75
"""Least coverage of one of the two."""
EQUAL: Final = 0.9
"""Least share of the words that both have where no source is preferred, so that both claims are disputed."""
SHARED: Final = 3
"""Least number of words that both sentences have."""
FREQUENT: Final = 40
"""A word that more claims than these have does not help to find those that are alike."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A claim that another one contradicts; ``mutual`` if the other one is not preferred but disputed as well."""

    view: View
    other: View
    reason: str
    mutual: bool


class Contests:
    """Finds claims that are disputed by others that they do not cite."""

    def __init__(self, library: Library, authority: Sequence[str]) -> None:
        self._ranks = {node: rank(source, authority) for node, source in library.sources.items()}
        self._limits = {node: limits(source) for node, source in library.sources.items()}
        self._referring = {(link.source, link.target_document) for link in library.of("refers_to") if link.source != link.target_document}
        self._cited = {target for _, target in self._referring}
        related = [(link.source, link.target_document) for link in library.of("supersedes", "amends", "attaches_to")]
        self._related = {*related, *((target, source) for source, target in related)}

    def find(self, views: Sequence[View]) -> Iterator[Contest]:
        """The contests of claims that are in force, in their order."""
        found = (self.among(view, met) for view, met in self.met(views))
        return (contest for contest in found if contest)

    def met(self, views: Sequence[View]) -> Iterator[tuple[View, Sequence[View]]]:
        """Each claim with those of other documents that set the same thing, be it alike or otherwise."""
        for view, others in sharing(views, views, 1, FREQUENT):
            yield view, [other for other in others if self._may_meet(view, other) and _alike(view, other)]

    def among(self, view: View, met: Sequence[View]) -> Contest | None:
        """The contest of a claim with those of the same thing, if these agree on another value."""
        values = {(other.measure.unit, other.measure.text) for other in met}
        return self._contest(view, met) if len(values) == 1 and not met[0].measure.equals(view.measure) else None

    def _may_meet(self, view: View, other: View) -> bool:
        """Whether two claims hold for the same and at one time, in documents of which none acts on the other."""
        documents = view.claim.document_id, other.claim.document_id
        apart = documents[0] != documents[1] and documents not in self._related
        same = view.scope == other.scope and self._limits[documents[0]] == self._limits[documents[1]]
        return apart and same and not (view.is_relative or other.is_relative or _one_after_the_other(view, other))

    def _contest(self, view: View, others: Sequence[View]) -> Contest | None:
        """The contest that a claim loses, or that nobody wins."""
        other = min(others, key=lambda other: (self._ranks[other.claim.document_id], other.order))
        one, two = view.claim.document_id, other.claim.document_id
        said = "says the opposite" if view.measure.dimension == RULE else "states another value"
        if self._ranks[one] != self._ranks[two]:
            reason = f"authority: {other.source.path} comes first"
            return Contest(view, other, reason, False) if self._ranks[one] > self._ranks[two] else None
        if self._explains(view.source, other.source):
            return Contest(view, other, f"contradiction: {other.source.title}, to which it refers, {said}", False)
        apart = self._explains(other.source, view.source) or are_peers(view.source, other.source)
        return None if apart or not _same_words(view, other) else Contest(view, other, f"contradiction: {other.source.title} {said}", True)

    def _explains(self, one: Source, other: Source) -> bool:
        """Whether a document only explains another: it refers to it, none refers to it, and the two are of different series."""
        pair = one.document_id, other.document_id
        return pair in self._referring and one.document_id not in self._cited and not are_peers(one, other)


def _one_after_the_other(view: View, other: View) -> bool:
    """Whether one of two claims ends before the other begins, as they or their documents say."""
    times = [
        (one.claim.candidate.valid_from or one.source.effective, one.claim.candidate.valid_to or one.source.expires)
        for one in (view, other)
    ]
    return any(ends and begins and ends < begins for (_, ends), (begins, _) in (times, times[::-1]))


def rank(source: Source, authority: Sequence[str]) -> int:
    """The place of a document in the order of authority, 0 for the highest."""
    return next((number for number, pattern in enumerate(authority) if fnmatchcase(source.path, pattern)), len(authority))


def _alike(view: View, other: View) -> bool:
    if _same(view, other):
        return True
    if len(view.said & other.said) < SHARED:
        return False
    found = support(view, other)
    return min(found.forward, found.backward) >= LEAST and max(found.forward, found.backward) >= MOST


def _same(view: View, other: View) -> bool:
    """Whether two claims say the same of the same: words and all that stands above them are equal, so that few words are enough."""
    slots = view.claim.candidate.slot, other.claim.candidate.slot
    return bool(view.said) and slots[0] == slots[1] and (view.said, view.known) == (other.said, other.known)


def _same_words(view: View, other: View) -> bool:
    if _same(view, other):
        return True
    shared = len(view.said & other.said)
    return shared > SHARED and shared >= EQUAL * max(len(view.said), len(other.said))
