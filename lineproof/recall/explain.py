"""Explain: what each route said of each paragraph that was looked at, what its score is made of, and what became of it.

rank of a route   among all paragraphs of the corpus, from 1, by what this route alone says
score             ((similarity + walk + bridge) * kind + members) * demotion * spread / the greatest score, where that is above 1
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from lineproof.recall.columns import columns_of
from lineproof.recall.pack import Packed
from lineproof.recall.rank import Ranked, Ranking
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.view import View

DIGITS: Final = 4


def explained(view: View, ranking: Ranking, packed: Packed) -> Mapping[str, Any]:
    """Ranks by route, scores with their parts, and outcomes.

    packed, trimmed (a part of it), heading (above what is packed), cut by the budget, altered (its lines no longer have their hash), or
    after the last.
    """
    outcomes = dict.fromkeys(packed.numbers, "packed")
    outcomes |= dict.fromkeys(packed.trimmed, "trimmed")
    outcomes |= dict.fromkeys(packed.cut, "cut") | dict.fromkeys(packed.altered, "altered")
    outcomes |= dict.fromkeys(packed.headings, "heading")
    ranks = {name: _ranks(ranking.found[name]) for name in ranking.weights}
    citations = citations_of(view, [one.number for one in ranking.best])
    paragraphs = [
        {
            "citation": citation,
            "score": one.score,
            "parts": _parts(ranking, one.number),
            "routes": _routes(one, ranks),
            "flags": list(one.flags),
            "outcome": outcomes.get(one.number, "after"),
        }
        for one, citation in zip(ranking.best, citations, strict=True)
    ]
    return {"paragraphs": paragraphs}


def citations_of(view: View, numbers: Sequence[int]) -> Iterator[str]:
    """Where some paragraphs begin, as it is cited."""
    columns, documents = columns_of(view), view.documents()
    return (f"{documents[columns.documents[columns.document_of(number)]].path}#L{columns.first_line[number]}" for number in numbers)


def _ranks(scores: Scores) -> npt.NDArray[np.int64]:
    """The rank of every paragraph (n) by one route, from 1."""
    ranks = np.empty(len(scores), dtype=np.int64)
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks


def _routes(one: Ranked, ranks: Mapping[str, npt.NDArray[np.int64]]) -> Mapping[str, Any]:
    """What each route that says something of a paragraph says."""
    return {
        name: {"rank": int(ranks[name][one.number]), "score": round(said, DIGITS)}
        for name, said in one.routes.items()
        if round(said, DIGITS)
    }


def _parts(ranking: Ranking, number: int) -> Mapping[str, float]:
    """What the score of a paragraph is made of."""
    parts, factors = ranking.parts, ranking.factors[number]
    made = {
        "similarity": parts.similarity[number],
        "walk": parts.walk[number],
        "bridge": parts.bridge[number],
        "kind": parts.kind[number],
        "members": parts.members[number],
        "demotion": factors.demotion,
        "spread": factors.spread,
    }
    return {name: round(float(value), DIGITS) for name, value in made.items()}
