"""Matching: which claims of two passages set the same thing.

support   how far two views are about one thing: the coverage of each sentence by the other with what stands above it
pair      an old and a new claim of one thing
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lineproof.beliefs.standing.topics import coverage
from lineproof.beliefs.standing.views import View


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
    covered, shared = len(one.said & other.known), len(one.said & other.said)
    return Support(coverage(one.said, other.known), coverage(other.said, one.known), covered, shared)


def paired(olds: Sequence[View], news: Sequence[View], least: Least) -> list[tuple[View, View]]:
    """Pairs of an old and a new claim of one thing, each in one pair at most, the most alike first.

    Args:
        olds: claims that were there.
        news: claims that may set the same anew.
        least: what the support of a new claim by an old one must reach; at least one shared word.
    """
    near = ((old, new) for old, others in sharing(olds, news, least.shared) for new in others)
    supported = ((support(new, old), old, new) for old, new in near)
    return unique(item for item in supported if least.reached(item[0]))


def sharing(views: Sequence[View], others: Sequence[View], words: int, frequent: int | None = None) -> Iterator[tuple[View, list[View]]]:
    """Each view with the others of its dimension whose sentences share at least so many words with its own.

    Words that more than ``frequent`` of the others have, where it is given, do not count.
    """
    index: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, other in enumerate(others):
        for word in other.said:
            index[other.measure.dimension, word].append(number)
    for view in views:
        counts: Counter[int] = Counter()
        for word in view.said:
            found = index.get((view.measure.dimension, word), ())
            if frequent is None or len(found) <= frequent:
                counts.update(found)
        yield view, [others[number] for number in sorted(counts) if counts[number] >= words]


def tells_apart(view: View, other: View, group: Iterable[View]) -> bool:
    """Whether a view has words that tell another one from the rest of its group, as far as there are such words.

    ``A desk adjuster may settle $15,000. A field adjuster may settle $40,000.``: what is said of a supervisor is about neither.
    """
    rest = [member.said for member in group if member.id != other.id and member.measure.dimension == other.measure.dimension]
    own = other.said - frozenset().union(*rest)
    return not rest or not own or bool(own & view.known)


def unique(found: Iterable[tuple[Support, View, View]]) -> list[tuple[View, View]]:
    """The best of the pairs that share a claim; ties are decided by content."""
    taken: set[str] = set()
    pairs = []
    for _, old, new in sorted(found, key=lambda item: (-item[0].both, -item[0].shared, item[1].order, item[2].order)):
        if old.id not in taken and new.id not in taken:
            taken |= {old.id, new.id}
            pairs.append((old, new))
    return pairs
