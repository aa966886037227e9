"""Links: the typed edges of a snapshot between numbered nodes, for walks from what was found.

node     a paragraph by its number; then documents and defined terms, in that order
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
import pyarrow as pa

from lineproof.recall.columns import NONE, Columns, Numbers, columns_of, positions
from lineproof.recall.pagerank import Links, Weights, links_between
from lineproof.recall.view import View

_STATED: Final = "SELECT source_id, target_id, type FROM graph.stated_edges WHERE source_id <> target_id"
_TERMS: Final = "SELECT DISTINCT node_id FROM graph.identities WHERE node_kind = 'term' ORDER BY node_id"
NEXT: Final = "next"
PART_OF: Final = "part_of"


def links_of(view: View, weights: Mapping[str, float]) -> Links:
    """The links of a snapshot; a type of edge without a weight is not followed."""
    made = view.keep(_cache)
    key = tuple(sorted(weights.items()))
    if key not in made:
        made[key] = _links(view, weights)
    return made[key]


def _cache(view: View) -> dict[tuple[tuple[str, float], ...], Links]:
    return {}


def _links(view: View, weights: Mapping[str, float]) -> Links:
    columns = columns_of(view)
    edges = view.table(_STATED)
    terms = [row[0] for row in view.rows(_TERMS)]
    ids = pa.concat_arrays([columns.ids, pa.array([*columns.documents, *terms], pa.string())])
    source, target = positions(edges.column("source_id"), ids), positions(edges.column("target_id"), ids)
    weight = np.array([weights.get(kind, 0.0) for kind in edges.column("type").to_pylist()], dtype=np.float32)
    wanted = (source != NONE) & (target != NONE) & (weight > 0)
    parts = [(source[wanted], target[wanted], weight[wanted]), *_structure(columns, weights)]
    return links_between(len(ids), *(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _structure(columns: Columns, weights: Mapping[str, float]) -> list[tuple[Numbers, Numbers, Weights]]:
    """The edges that follow from where paragraphs stand."""
    found: list[tuple[Numbers, Numbers, Weights]] = []
    for name, other in ((NEXT, columns.previous), (PART_OF, columns.heading)):
        has = np.flatnonzero(other != NONE).astype(np.int32)
        found.append((has, other[has], np.full(len(has), weights.get(name, 0.0), dtype=np.float32)))
    return [part for part in found if part[2].any()]
