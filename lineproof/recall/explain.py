"""Explain: what each route said of each paragraph that was looked at, and what became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from lineproof.recall.columns import columns_of
from lineproof.recall.pack import Packed
from lineproof.recall.rank import Ranked, Ranking
from lineproof.recall.view import View

DIGITS: Final = 4


def explained(view: View, ranking: Ranking, packed: Packed) -> Mapping[str, Any]:
    """Ranks by route, scores, and outcomes.

    packed, heading (above what is packed), cut by the budget, altered (its lines no longer have their hash), or after the last.
    """
    outcomes = dict.fromkeys(packed.numbers, "packed")
    outcomes |= dict.fromkeys(packed.cut, "cut") | dict.fromkeys(packed.altered, "altered")
    outcomes |= dict.fromkeys(packed.headings, "heading")
    best = [replace(one, routes={name: round(said, DIGITS) for name, said in one.routes.items()}) for one in ranking.best]
    ranks = {name: _ranks(best, name) for name in ranking.weights}
    return {"paragraphs": [_paragraph(view, one, ranks, outcomes.get(one.number, "after")) for one in best]}


def _ranks(best: Sequence[Ranked], route: str) -> Mapping[int, int]:
    """The rank of each paragraph by one route alone, from 1; none where the route says nothing of it."""
    found = sorted((one for one in best if one.routes[route] > 0), key=lambda one: (-one.routes[route], one.number))
    return {one.number: rank for rank, one in enumerate(found, 1)}


def _paragraph(view: View, one: Ranked, ranks: Mapping[str, Mapping[int, int]], outcome: str) -> Mapping[str, Any]:
    columns = columns_of(view)
    path = view.documents()[columns.documents[columns.document_of(one.number)]].path
    return {
        "citation": f"{path}#L{columns.first_line[one.number]}",
        "score": one.score,
        "routes": {
            name: {"rank": ranks[name][one.number], "score": said} for name, said in one.routes.items() if one.number in ranks[name]
        },
        "flags": list(one.flags),
        "outcome": outcome,
    }
