"""Order: nouns that have changed places, as far as the words beside them tell.

distance   how many words with a meaning lie between two words in the quote, at most ``FAR``
strain     the sum of the distances between words that stand side by side in the statement; what is only said in another order
           strains a statement at few places, whichever of two nouns stands where
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.subject import NAME, is_noun
from lineproof.beliefs.gate.tokens import CONTENT, VALUE

FAR: Final = 5
MOST_NOUNS: Final = 60


def order(compared: Comparison) -> Iterator[Reason]:
    """A reason for two nouns that would strain the statement much less in each other's place."""
    tokens = compared.statement.tokens
    placed = sorted(place for place in compared.partners if tokens[place].kind in (CONTENT, VALUE))
    ranks = {place: rank for rank, place in enumerate(place for place in compared.evidence.places if _is_said(place, compared))}
    placed = [place for place in placed if compared.partners[place] in ranks]
    row = [ranks[compared.partners[place]] for place in placed]
    nouns = [number for number, place in enumerate(placed) if is_noun(compared.statement, place, compared.words)][:MOST_NOUNS]
    for one, other in combinations(nouns, 2):
        first, second = tokens[placed[one]], tokens[placed[other]]
        if first.key != second.key and relief(row, one, other) >= thresholds.RELIEF:
            yield Reason(NAME, "transposed", f"{first.text!r} and {second.text!r} have changed places")
            return


def relief(row: Sequence[int], one: int, other: int) -> int:
    """How much less strain there is when the members ``one`` and ``other`` of a row of ranks change places."""
    edges = {edge for place in (one, other) for edge in (place - 1, place) if 0 <= edge < len(row) - 1}
    turned = list(row)
    turned[one], turned[other] = row[other], row[one]
    return sum(_distance(row, edge) - _distance(turned, edge) for edge in edges)


def _distance(row: Sequence[int], edge: int) -> int:
    return min(abs(row[edge] - row[edge + 1]), FAR)


def _is_said(place: int, compared: Comparison) -> bool:
    return compared.evidence.tokens[place].kind in (CONTENT, VALUE)
