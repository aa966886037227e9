"""References: what documents refer to, resolved and open.

open      a reference that was not resolved, with the reason: ambiguous, generic, external, dangling or one-sided
broken    an open reference that its author can mend: dangling or ambiguous
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from duckdb import DuckDBPyConnection

BROKEN: Final = ("dangling", "ambiguous")

_RESOLVED = "FROM reference_edges WHERE ($path IS NULL OR source_path = $path)"
_OPEN = "FROM open_references WHERE ($path IS NULL OR path = $path) AND ($reason IS NULL OR reason = $reason)"
_COUNTS = f"SELECT 'resolved', count(*) {_RESOLVED} UNION ALL SELECT reason, count(*) {_OPEN} GROUP BY reason ORDER BY 1"
_RESOLVED_PAGE = (
    "SELECT corpus, source_path, line, text, target_path, target_line, relation, origin "
    f"{_RESOLVED} ORDER BY ALL LIMIT $limit OFFSET $offset"
)
_OPEN_PAGE = f"SELECT corpus, path, line, text, reason, candidates {_OPEN} ORDER BY ALL LIMIT $limit OFFSET $offset"


@dataclass(frozen=True, slots=True)
class ResolvedReference:
    """A reference with its target; ``target_line`` is 0 for a whole document."""

    corpus: str
    source_path: str
    line: int
    text: str
    target_path: str
    target_line: int
    relation: str
    origin: str


@dataclass(frozen=True, slots=True)
class OpenReference:
    """A reference without a target, and the paths of the documents that could be meant."""

    corpus: str
    path: str
    line: int
    text: str
    reason: str
    candidates: Sequence[str]


@dataclass(frozen=True, slots=True)
class References:
    """Pages of both lists, in the order of path and line, and the numbers of all (``resolved`` and each reason)."""

    counts: Mapping[str, int]
    resolved: Sequence[ResolvedReference]
    unresolved: Sequence[OpenReference]
    more: bool

    @property
    def broken(self) -> int:
        """How many open references are dangling or ambiguous."""
        return sum(self.counts.get(reason, 0) for reason in BROKEN)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which references to list: of one document (its path), with one reason, and which page of each list.

    With a reason, resolved references are left out.
    """

    path: str | None
    reason: str | None
    limit: int
    offset: int


def references(connection: DuckDBPyConnection, asked: Asked) -> References:
    """The references of a snapshot, or of several that a connection unites."""
    values: dict[str, Any] = {
        "path": asked.path,
        "reason": asked.reason,
        "limit": asked.limit + 1,
        "offset": asked.offset,
    }
    counts = {name: int(count) for name, count in _rows(connection, _COUNTS, values)}
    unresolved = _rows(connection, _OPEN_PAGE, values)
    resolved = [] if asked.reason else _rows(connection, _RESOLVED_PAGE, values)
    if asked.reason:
        counts.pop("resolved", None)
    return References(
        counts=counts,
        resolved=tuple(ResolvedReference(*row) for row in resolved[: asked.limit]),
        unresolved=tuple(OpenReference(*row) for row in unresolved[: asked.limit]),
        more=max(len(resolved), len(unresolved)) > asked.limit,
    )


def _rows(connection: DuckDBPyConnection, query: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    return connection.execute(query, {name: value for name, value in values.items() if f"${name}" in query}).fetchall()
