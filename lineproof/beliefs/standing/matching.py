"""Matching: which claims of two passages set the same thing.

view       a claim as it is compared: its measure, its place, and the topics of its sentence and of what stands above it
support    how far two views are about one thing: the coverage of each sentence by the other with what stands above it
counterpart   the one view among several that is about the same thing as a given one, if any is
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lineproof.beliefs.model import Claim
from lineproof.beliefs.standing.measure import Measure, measure
from lineproof.beliefs.standing.model import Library, Place, Source
from lineproof.beliefs.standing.scope import Scope, Scopes
from lineproof.beliefs.standing.topics import Topic, around, blanked, coverage, topic
from lineproof.beliefs.standing.words import load


@dataclass(frozen=True, slots=True)
class View:
    """A claim that sets a value, as it is compared; ``said`` is its sentence without references, ``known`` that with all above it."""

    claim: Claim
    measure: Measure
    source: Source
    place: Place
    span: tuple[int, int]
    said: Topic
    known: Topic
    scope: Scope

    @property
    def sentence(self) -> str:
        """The words in which the claim stands."""
        return self.place.text[slice(*self.span)]

    @property
    def is_relative(self) -> bool:
        """Whether its value is added to another one, or belongs to an example."""
        return bool(load(self.source.language).more.search(self.sentence))

    @property
    def is_conditional(self) -> bool:
        """Whether its sentence restricts it to some cases."""
        return bool(load(self.source.language).conditional.search(self.sentence))

    @property
    def order(self) -> tuple[str, str]:
        """Sorts views by content alone."""
        return self.source.path, self.claim.claim_id


@dataclass(frozen=True, slots=True, order=True)
class Support:
    """How far one view is about the same thing as another; ``shared`` counts the words that both sentences have."""

    forward: float
    backward: float
    shared: int


def support(one: View, other: View) -> Support:
    """The support of the first view by the second."""
    return Support(coverage(one.said, other.known), coverage(other.said, one.known), len(one.said & other.said))


class Views:
    """The views of a library's claims, made when they are first asked for."""

    def __init__(self, library: Library, scopes: Scopes) -> None:
        self._library, self._scopes = library, scopes
        self._made: dict[str, View | None] = {}

    def of(self, claim: Claim) -> View | None:
        """The view of a claim; None where it sets no value or stands nowhere."""
        if claim.claim_id not in self._made:
            self._made[claim.claim_id] = self._view(claim)
        return self._made[claim.claim_id]

    def all(self, claims: Iterable[Claim]) -> list[View]:
        """The views of those claims that set a value, in the order of their content."""
        return sorted(filter(None, map(self.of, claims)), key=lambda view: view.order)

    def _view(self, claim: Claim) -> View | None:
        place, value = self._library.place(claim), measure(claim.candidate)
        if place is None or value is None:
            return None
        quote = claim.candidate.quotes[0]
        span = around(place.text, quote.start, quote.end)
        source = self._library.sources[claim.document_id]
        said = topic(self._words(claim, place, span), source.language)
        above = topic(" ".join((*place.headings, source.title, claim.candidate.subject)), source.language)
        scope = self._scopes.passage(claim.document_id, (place.text[slice(*span)], *place.headings))
        return View(claim, value, source, place, span, said, said | above, scope)

    def _words(self, claim: Claim, place: Place, span: tuple[int, int]) -> str:
        """What a claim says, without references; the cells of a row mean nothing without the heads of their columns."""
        if place.kind == "table_row":
            return claim.candidate.statement
        cited = [(link.start, link.end) for link in self._library.references.get(place.paragraph_id, ())]
        return blanked(place.text, cited)[slice(*span)]


def comparable(view: View, others: Iterable[View]) -> list[View]:
    """The others that measure the same dimension."""
    return [other for other in others if other.measure.dimension == view.measure.dimension]


def counterpart(view: View, others: Sequence[View], forward: float, backward: float, shared: int) -> View | None:
    """The comparable view with the best support of at least the given strength; the first by content where several tie."""
    found = [(support(view, other), other) for other in comparable(view, others)]
    enough = [(s, other) for s, other in found if s.forward >= forward and s.backward >= backward and s.shared >= shared]
    return min(enough, key=lambda item: (-item[0].forward - item[0].backward, -item[0].shared, item[1].order))[1] if enough else None
