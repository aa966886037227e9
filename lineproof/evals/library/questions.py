"""The questions of a library: so many of each kind, chosen by the seed among all that the ledger offers."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from lineproof.evals.library import connected, simple
from lineproof.evals.library.asking import Asked, Known
from lineproof.evals.questions import Group, KeyedQuestion

Make = Callable[[Known], Iterable[Asked]]
KINDS: Final[tuple[tuple[Group, str, Make, int], ...]] = (
    ("simple", "single", simple.single, 14),
    ("simple", "disambiguation", simple.disambiguation, 14),
    ("simple", "synonym", simple.synonym, 13),
    ("simple", "deep", simple.deep, 13),
    ("simple", "unanswerable", simple.unanswerable, 13),
    ("simple", "stale", simple.stale, 13),
    ("connected", "comparison", connected.comparison, 9),
    ("connected", "contradiction", connected.contradiction, 8),
    ("connected", "chain", connected.chain, 8),
    ("connected", "assembly", connected.assembly, 8),
    ("connected", "list", connected.listing, 8),
    ("connected", "dependents", connected.dependents, 9),
)


def questions(known: Known) -> Iterator[KeyedQuestion]:
    """All questions, kind by kind."""
    for group, kind, make, count in KINDS:
        chosen = known.world.dice("questions", kind).some(list(make(known)), count)
        for number, one in enumerate(chosen, 1):
            yield KeyedQuestion(f"{kind}-{number:02}", group, kind, one.paraphrases, one.must, one.must_not, one.gold)
