"""Matching: which claims of two passages set the same thing.

view       a claim as it is compared: its measure, its place, and the topics of its sentence and of what stands above it
support    how far two views are about one thing: the coverage of each sentence by the other with what stands above it
pair      an old and a new claim of one thing
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


@dataclass(frozen=True, slots=True)
class Support:
    """How far one view is about the same thing as another.

    ``covered`` counts the words of the first sentence that the other has with what stands above it, ``shared`` those that both
    sentences have.
    """

    forward: float
    backward: float
    covered: int
    shared: int

    @property
    def both(self) -> float:
        """The sum of the two coverages."""
        return self.forward + self.backward


@dataclass(frozen=True, slots=True)
class Least:
    """What support must reach."""

    forward: float
    backward: float
    shared: int

    def reached(self, found: Support) -> bool:
        """Whether some support is enough."""
        return found.forward >= self.forward and found.backward >= self.backward and found.shared >= self.shared


def support(one: View, other: View) -> Support:
    """The support of the first view by the second."""
    return Support(
        coverage(one.said, other.known), coverage(other.said, one.known), len(one.said & other.known), len(one.said & other.said)
    )


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
        if not said and place.headings:
            # An answer below its question ("Up to $5,000.") says nothing without it.
            said = topic(place.headings[-1], source.language)
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


def paired(olds: Sequence[View], news: Sequence[View], least: Least, alone: bool = False) -> list[tuple[View, View]]:
    """Pairs of an old and a new claim of one thing, each in one pair at most, the most alike first.

    Args:
        olds: claims that were there.
        news: claims that may set the same anew.
        least: what the support of a new claim by an old one must reach.
        alone: whether the only claims of a dimension on both sides are paired without it.
    """
    found = []
    for old in olds:
        others = comparable(old, news)
        single = alone and len(others) == len(comparable(old, olds)) == 1
        found += [(support(new, old), old, new) for new in others if single or least.reached(support(new, old))]
    return unique(found)


def unique(found: Iterable[tuple[Support, View, View]]) -> list[tuple[View, View]]:
    """The best of the pairs that share a claim; ties are decided by content."""
    taken: set[str] = set()
    pairs = []
    for _, old, new in sorted(found, key=lambda item: (-item[0].both, -item[0].shared, item[1].order, item[2].order)):
        if old.claim.claim_id not in taken and new.claim.claim_id not in taken:
            taken |= {old.claim.claim_id, new.claim.claim_id}
            pairs.append((old, new))
    return pairs
