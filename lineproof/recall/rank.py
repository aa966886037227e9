"""Rank: the paragraphs that may answer a question, best first, by what the routes found and how it hangs together.

similarity   of a paragraph: the weighted mean of what the routes say, each between 0 and 1 over the corpus
seed         one of the most similar paragraphs, from which the walk starts
score        similarity + w * mass / greatest mass + b * bridge, with the weights w of the walk and b of the far ends of references; lowered
             for kinds of paragraphs that say little by themselves, raised for the members of lists in the best sections, and lowered for
             what no longer or not yet holds (demotion); the highest score of a question is at most 1
floor        the rank below which a paragraph never falls that has every exact word of the question
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from lineproof.recall.bridge import bridge
from lineproof.recall.columns import Numbers, columns_of
from lineproof.recall.force import amending, demoted, flags_of
from lineproof.recall.highest import highest
from lineproof.recall.links import links_of
from lineproof.recall.members import members
from lineproof.recall.nature import nature_of
from lineproof.recall.pagerank import pagerank
from lineproof.recall.question import Question
from lineproof.recall.routes.answering import answering
from lineproof.recall.routes.edition import edition
from lineproof.recall.routes.lexical import Scores, context, lexical, window
from lineproof.recall.routes.rescue import rescue
from lineproof.recall.routes.scope import scope
from lineproof.recall.routes.speaker import speaker
from lineproof.recall.routes.turns import instructing, person, preferring, telling, timed
from lineproof.recall.routes.vector import MEANING, Embed, nearness
from lineproof.recall.routes.wider import document, section
from lineproof.recall.spread import spread
from lineproof.recall.vectors import without_vectors
from lineproof.recall.view import View
from lineproof.recall.weights import Weights

Route = Callable[[View, Question], Scores]

ROUTES: Final[Mapping[str, Route]] = {
    "lexical": lexical,
    "context": context,
    "window": window,
    "section": section,
    "document": document,
    "scope": scope,
    "answering": answering,
    "rescue": rescue,
    "speaker": speaker,
    "telling": telling,
    "timed": timed,
    "person": person,
    "instructing": instructing,
    "preferring": preferring,
}
EDITION: Final = "edition"
"""The route that looks at the day too."""
BY_VALUE: Final = (EDITION, "answering")
"""Routes that do not ask what a paragraph is about."""
LOOKED_AT: Final = 300
"""So many paragraphs are ranked, unless more are asked for; what comes after them is not evidence."""
AMENDED_AMONG: Final = 5
"""Of so many of the best paragraphs what amends them is lifted."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paragraph by number with its score between 0 and 1, its flags, and what each route says of it."""

    number: int
    score: float
    flags: tuple[str, ...]
    routes: Mapping[str, float]


@dataclass(frozen=True)
class Parts:
    """What the score of every paragraph (n) is made of before demotion: (similarity + walk + bridge) * kind + members."""

    similarity: Scores
    walk: npt.NDArray[np.float64]
    bridge: npt.NDArray[np.floating[Any]]
    kind: npt.NDArray[np.float64]
    members: npt.NDArray[np.float64]

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The scores (n)."""
        return np.asarray((self.similarity + self.walk + self.bridge) * self.kind + self.members)


@dataclass(frozen=True, slots=True)
class Factors:
    """By what the score of one paragraph was multiplied for what no longer or not yet holds, and for standing close to a better one."""

    demotion: float
    spread: float


@dataclass(frozen=True)
class Ranking:
    """The best paragraphs, and the weights of the routes by which they were found; ``kept`` were held up by the floor, or for
    what they amend.

    ``vectors`` tells how vectors were compared, or why they were not. How it came about: ``found``, what each route says of every
    paragraph (n), the ``parts`` of all scores, and the ``factors`` of those of the best paragraphs.
    """

    best: Sequence[Ranked]
    weights: Mapping[str, float]
    kept: Sequence[int]
    vectors: str
    found: Mapping[str, Scores]
    parts: Parts
    factors: Mapping[int, Factors]


@dataclass(frozen=True)
class Said:
    """What routes say of every paragraph (n), between 0 and 1, and how vectors were compared, or why they were not."""

    scores: Mapping[str, Scores]
    vectors: str


def rank(
    view: View, question: Question, weights: Weights, as_of: datetime.date | None, embed: Embed | None = None, most: int = LOOKED_AT
) -> Ranking:
    """Rank the paragraphs of a snapshot for a question.

    Args:
        view: the snapshot.
        question: what is asked.
        weights: of routes and edges.
        as_of: the day for which it is asked; None for whatever holds last.
        embed: makes the vector of the question; None leaves meaning out.
        most: paragraphs to rank.
    """
    nature = nature_of(view)
    counts = {name: weight for name, weight in weights.of(nature, question.shape, dated=as_of is not None).items() if weight}
    told = said(view, question, counts, as_of, embed)
    found = told.scores
    used = {name: counts[name] for name, scores in found.items() if scores.any()}
    total = sum(used.values()) or 1.0
    parts = _parts(view, question, weights, found, used)
    scores = parts.scores
    flags = flags_of(view, [number for number in highest(scores, most).tolist() if scores[number] > 0], as_of)
    demotion = weights.demotion if as_of is None else weights.demotion_dated
    lowering = {number: demotion if demoted(shown) else 1.0 for number, shown in flags.items()}
    before = {number: float(scores[number]) * factor for number, factor in lowering.items()}
    share = weights.spread_of(nature, question.shape)
    final = spread(columns_of(view), before, share) if share else before
    ordered = sorted(final, key=lambda number: (-round(final[number], 6), number))
    ordered, kept = _floored(ordered, found.get("rescue"), weights.floor)
    ordered, lifted = _with_amending(view, ordered, as_of)
    further = flags_of(view, [number for number in lifted if number not in final], as_of)
    flags |= further
    lowering |= {number: demotion if demoted(shown) else 1.0 for number, shown in further.items()}
    before |= {number: float(scores[number]) * lowering[number] for number in further}
    final |= {number: before[number] for number in further}
    greatest = max(1.0, max(final.values(), default=1.0))
    by_route = np.reshape([found[name][ordered] for name in used], (len(used), len(ordered))).T.tolist()
    best = [
        Ranked(number, round(final[number] / greatest, 4), flags[number], dict(zip(used, own, strict=True)))
        for number, own in zip(ordered, by_route, strict=True)
    ]
    factors = {number: Factors(lowering[number], final[number] / (before[number] or 1.0)) for number in ordered}
    shares = {name: round(share / total, 4) for name, share in used.items()}
    return Ranking(best, shares, [*kept, *lifted], told.vectors, found, parts, factors)


def _parts(view: View, question: Question, weights: Weights, found: Mapping[str, Scores], used: Mapping[str, float]) -> Parts:
    """What the scores of all paragraphs are made of, by what the used routes found."""
    nature, count = nature_of(view), len(columns_of(view))
    similarity, bridged = _mean(found, used, count), np.zeros(count, dtype=np.float32)
    if share := weights.bridge_of(nature, question.referring):
        by_words = {name: weight for name, weight in used.items() if name not in BY_VALUE}
        bridged = np.asarray(share * bridge(view, question, _mean(found, by_words, count)))
    walk, kind = _walk(view, similarity, weights, weights.walk[nature]), _by_kind(view, weights)
    brought = np.zeros(count)
    # What a question that follows a reference calls a list is where the reference stands.
    if (share := weights.members_of(nature, question.shape)) and not question.referring:
        brought = members(view, (similarity + walk + bridged) * kind, share)
    return Parts(similarity, walk, bridged, kind, brought)


def said(view: View, question: Question, weights: Mapping[str, float], as_of: datetime.date | None, embed: Embed | None) -> Said:
    """What those routes say that have a weight; none by meaning where there are no vectors."""
    scores = {name: _scaled(route(view, question)) for name, route in ROUTES.items() if name in weights}
    if EDITION in weights:
        scores[EDITION] = _scaled(edition(view, question, as_of))
    by_meaning = [name for name in MEANING if name in weights]
    if not (embed and by_meaning):
        return Said(scores, "not wanted")

    def ranked() -> Numbers:
        return highest(_mean(scores, weights, len(columns_of(view))), LOOKED_AT).astype(np.int32)

    near = nearness(view, question, embed, by_meaning, ranked)
    if near.scores and (without := without_vectors(view)).any():
        # What nothing was compared with is judged by the other routes alone.
        others = _mean(scores, weights, len(without))
        return Said(scores | {name: np.where(without, others, _scaled(found)) for name, found in near.scores.items()}, near.told)
    return Said(scores | {name: _scaled(found) for name, found in near.scores.items()}, near.told)


def _mean(scores: Mapping[str, Scores], weights: Mapping[str, float], count: int) -> Scores:
    """The mean of what routes say of every paragraph (count), each by its weight."""
    used = {name: found for name, found in scores.items() if name in weights}
    total = sum(weights[name] for name in used) or 1.0
    return sum((weights[name] / total * found for name, found in used.items()), np.zeros(count, dtype=np.float32))


def _scaled(scores: Scores) -> Scores:
    """Scores between 0 and 1 over the corpus."""
    low, high = float(scores.min(initial=0)), float(scores.max(initial=0))
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


def _walk(view: View, similarity: Scores, weights: Weights, share: float) -> npt.NDArray[np.float64]:
    """What a walk from the most similar paragraphs brings every paragraph."""
    if not share or not similarity.any():
        return np.zeros(len(similarity))
    links = links_of(view, weights.edges)
    start = np.zeros(links.nodes, dtype=np.float32)
    seeds = highest(similarity, weights.seeds)
    start[seeds] = _scaled(similarity)[seeds] ** weights.sharpness
    mass = pagerank(links, start)[: len(similarity)]
    return np.asarray(share * mass / (mass.max() or 1.0))


def _by_kind(view: View, weights: Weights) -> npt.NDArray[np.float64]:
    """The factor of each paragraph's kind."""
    made, key = view.keep(_factors), tuple(sorted(weights.kinds.items()))
    if key not in made:
        kinds = columns_of(view).kinds
        made[key] = np.select([kinds == kind for kind, _ in key], [factor for _, factor in key], 1.0) if key else np.ones(len(kinds))
    return made[key]


def _factors(view: View) -> dict[tuple[tuple[str, float], ...], npt.NDArray[np.float64]]:
    return {}


def _with_amending(view: View, ordered: Sequence[int], as_of: datetime.date | None) -> tuple[list[int], list[int]]:
    """An order in which what amends one of the best paragraphs stands no later than right behind it, and what was moved for it."""
    placed, lifted = list(ordered), []
    for number in ordered[:AMENDED_AMONG]:
        for newer in amending(view, number, as_of):
            behind = placed.index(number) + 1
            if newer not in placed[:behind]:
                placed = [*placed[:behind], newer, *(other for other in placed[behind:] if other != newer)]
                lifted.append(newer)
    return placed, lifted


def _floored(ordered: Sequence[int], exact: Scores | None, floor: int) -> tuple[list[int], list[int]]:
    """An order in which what has all exact words stands no later than the floor, and what was moved for it."""
    late = [number for number in ordered[floor:] if exact is not None and exact[number] >= 1.0]
    kept = late[:floor]
    rest = [number for number in ordered if number not in set(kept)]
    return [*rest[: floor - len(kept)], *kept, *rest[floor - len(kept) :]], kept
