"""Editions: which claim of a newer document says anew what a claim of the older one said.

same clause   two claims under one label (``S.4``), or with one subject and slot; only these can be said anew
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from lineproof.beliefs.standing.matching import Support, support, unique
from lineproof.beliefs.standing.views import View

LEAST: Final = 0.8
"""Least sum of the two coverages, where a clause sets several values of a dimension."""


def said_anew(older: Sequence[View], newer: Sequence[View]) -> list[tuple[View, View]]:
    """Pairs of an old and a new claim of the same thing, each claim in one pair at most; those that say the same value come first."""
    likely = list(_likely(older, newer))
    same = unique(item for item in likely if item[1].measure.equals(item[2].measure))
    taken = {view.id for pair in same for view in pair}
    return [*same, *unique(item for item in likely if taken.isdisjoint((item[1].id, item[2].id)))]


def _likely(older: Sequence[View], newer: Sequence[View]) -> Iterator[tuple[Support, View, View]]:
    """Old and new claims that may be the same thing, with how alike they are; a pair may come twice."""
    for key in (_slot, _clause):
        olds, news = _by(older, key), _by(newer, key)
        for shared in olds.keys() & news.keys():
            alone = len(olds[shared]) == len(news[shared]) == 1
            for old, new in product(olds[shared], news[shared]):
                likeness = support(new, old)
                if alone or likeness.both >= LEAST:
                    yield likeness, old, new


def _by(views: Iterable[View], key: Callable[[View], Hashable]) -> dict[Hashable, list[View]]:
    groups: dict[Hashable, list[View]] = defaultdict(list)
    for view in views:
        if (found := key(view)) is not None:
            groups[found].append(view)
    return groups


def _slot(view: View) -> Hashable:
    return view.measure.dimension, view.claim.candidate.subject.casefold(), view.claim.candidate.slot


def _clause(view: View) -> Hashable:
    return (view.measure.dimension, view.place.label) if view.place.label else None
