"""Record: what the site shows, read from a published snapshot: the wiki, and what its claims and pages are tied to.

target    another claim, a document or a section that a claim is tied to, with the place where it stands
tie       how a claim is tied to a target: what it replaces or is replaced by, what it contradicts
concepts  names of the topics that claims are about
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC
from typing import Final

from duckdb import DuckDBPyConnection

from lineproof.wiki.model import Citation, ClaimView, Event, SourceDocument, Wiki, lines_of, load
from lineproof.wiki.text import plain

REPLACES: Final = "replaces"
REPLACED_BY: Final = "replaced_by"
CONTRADICTS: Final = "contradicts"
CONTRADICTED_BY: Final = "contradicted_by"
CONTESTED: Final = "contested"
"""A contradiction whose target is disputed itself, so that neither end is preferred for it."""
DISPUTED: Final = "disputed"
TIES: Final = (REPLACED_BY, REPLACES, CONTRADICTED_BY, CONTESTED, CONTRADICTS)
"""Kinds of ties, in the order in which they are shown."""


_ENDING: Final = (REPLACED_BY, CONTRADICTED_BY, CONTESTED)


@dataclass(frozen=True, slots=True)
class Target:
    """What a claim is tied to; ``lines`` are those of the place (``L10-L12``), empty for a whole document."""

    node_id: str
    text: str
    path: str
    lines: str


@dataclass(frozen=True, slots=True)
class Tie:
    """One tie of a claim; ``kind`` is one of TIES, ``reason`` the rule that found it."""

    kind: str
    target: Target
    reason: str


@dataclass(frozen=True)
class Record:
    """A wiki with the ties of its claims and the concepts that they are about, both by the claims' ids."""

    wiki: Wiki
    ties: Mapping[str, tuple[Tie, ...]] = field(default_factory=dict)
    concepts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read(connection: DuckDBPyConnection) -> Record:
    """The record of a published snapshot; the connection may be read-only."""
    forms = dict(connection.execute("SELECT path, format FROM evidence.documents").fetchall())
    wiki = _shown(load(connection), forms)
    relations = connection.execute(_RELATIONS).fetchall()
    concepts: dict[str, list[str]] = {}
    for claim, name in connection.execute(_CONCEPTS).fetchall():
        concepts.setdefault(claim, []).append(name)
    ties = ties_of(wiki, relations, dict(_targets(connection, forms)))
    return Record(wiki, ties, {claim: tuple(names) for claim, names in concepts.items()})


def _shown(wiki: Wiki, forms: Mapping[str, str]) -> Wiki:
    """A wiki whose titles and headings are words only, with times in UTC; quotes stay as they stand in the source."""

    def cited(citation: Citation) -> Citation:
        return replace(citation, heading=plain(citation.heading, forms.get(citation.path, "")))

    def timed(event: Event) -> Event:
        return replace(event, at=event.at.astimezone(UTC))

    def claimed(claim: ClaimView) -> ClaimView:
        return replace(claim, citations=tuple(map(cited, claim.citations)), history=tuple(map(timed, claim.history)))

    def titled(document: SourceDocument) -> SourceDocument:
        return replace(document, title=plain(document.title, forms[document.path]) or document.path)

    return replace(
        wiki,
        claims={key: claimed(claim) for key, claim in wiki.claims.items()},
        documents={key: titled(document) for key, document in wiki.documents.items()},
    )


_RELATIONS = "SELECT source_id, type, target_id, reason FROM beliefs.relations ORDER BY ALL"
_CONCEPTS = "SELECT DISTINCT a.claim_id, c.name FROM beliefs.claim_concepts a JOIN beliefs.concepts c USING (concept_id) ORDER BY ALL"
_CLAIMS = (
    'SELECT c.claim_id, c.statement, d.path, q."start", q."end", p.first_line, p.last_line, p.map_offsets, p.map_lines '
    "FROM beliefs.claims c JOIN beliefs.quotes q ON q.claim_id = c.claim_id AND q.position = 0 "
    "JOIN evidence.paragraphs p USING (paragraph_id) JOIN evidence.documents d ON d.document_id = c.document_id WHERE c.claim_id IN "
    "(SELECT source_id FROM beliefs.relations UNION SELECT target_id FROM beliefs.relations UNION SELECT by_id FROM beliefs.standings)"
)
_PLACES = (
    "SELECT document_id, title, path, '' FROM evidence.documents "
    "UNION ALL SELECT p.paragraph_id, p.text, d.path, concat('L', p.first_line) FROM evidence.paragraphs p "
    "JOIN evidence.documents d USING (document_id) WHERE p.paragraph_id IN (SELECT by_id FROM beliefs.standings)"
)
_SPAN: Final = ("start", "end", "first_line", "last_line", "map_offsets", "map_lines")


def _targets(connection: DuckDBPyConnection, forms: Mapping[str, str]) -> Iterator[tuple[str, Target]]:
    """Everything that a claim may be tied to, by its id."""
    for node, text, path, *span in connection.execute(_CLAIMS).fetchall():
        first, last = lines_of(dict(zip(_SPAN, span, strict=True)))
        yield node, Target(node, text, path, f"L{first}" + (f"-L{last}" if last > first else ""))
    for node, text, path, lines in connection.execute(_PLACES).fetchall():
        yield node, Target(node, plain(text, forms[path]) or path, path, lines)


def ties_of(wiki: Wiki, relations: Iterable[tuple[str, str, str, str]], targets: Mapping[str, Target]) -> dict[str, tuple[Tie, ...]]:
    """The ties of every claim, each target once: what the edges between claims say, then what decided the standing."""
    found: dict[str, list[Tie]] = {}
    for source, kind, target, reason in relations:
        ends = (REPLACES, REPLACED_BY) if kind == REPLACES else _sides(wiki, target)
        for claim, end, other in ((source, ends[0], target), (target, ends[1], source)):
            if claim in wiki.claims and other in targets:
                found.setdefault(claim, []).append(Tie(end, targets[other], reason))
    for view in wiki.claims.values():
        own = found.setdefault(view.claim_id, [])
        if view.by_id and view.by_id in targets and not _told(targets[view.by_id], own):
            kind = _sides(wiki, view.by_id)[0] if view.status == DISPUTED else REPLACED_BY
            own.append(Tie(kind, targets[view.by_id], view.reason or ""))
    return {claim: tuple(sorted(ties, key=lambda tie: TIES.index(tie.kind))) for claim, ties in found.items() if ties}


def _sides(wiki: Wiki, target: str) -> tuple[str, str]:
    """The ties of both ends of a contradiction: what is disputed itself is preferred to nothing."""
    other = wiki.claims.get(target)
    return (CONTESTED, CONTESTED) if other and other.status == DISPUTED else (CONTRADICTED_BY, CONTRADICTS)


def _told(target: Target, ties: Iterable[Tie]) -> bool:
    """Whether ties name a target already: itself, or a claim of the document that it is."""
    return any(tie.kind in _ENDING and (tie.target.node_id == target.node_id or tie.target.path == target.path) for tie in ties)
