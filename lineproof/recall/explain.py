"""Explain: what each route said of each paragraph that was looked at, and what became of it."""

from collections.abc import Mapping
from typing import Any

from lineproof.recall.columns import columns_of
from lineproof.recall.pack import Packed
from lineproof.recall.rank import Ranked, Ranking
from lineproof.recall.view import View


def explained(view: View, ranking: Ranking, packed: Packed) -> Mapping[str, Any]:
    """Ranks by route, scores, and outcomes: packed, cut by the budget, altered (its lines no longer have their hash), or after the last."""
    outcomes = dict.fromkeys(packed.numbers, "packed")
    outcomes |= dict.fromkeys(packed.cut, "cut") | dict.fromkeys(packed.altered, "altered")
    ranks = {name: _ranks(ranking, name) for name in ranking.weights}
    return {"paragraphs": [_paragraph(view, one, ranks, outcomes.get(one.number, "after")) for one in ranking.best]}


def _ranks(ranking: Ranking, route: str) -> Mapping[int, int]:
    """The rank of each paragraph by one route alone, from 1; none where the route says nothing of it."""
    found = sorted((one for one in ranking.best if one.routes[route] > 0), key=lambda one: (-one.routes[route], one.number))
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
