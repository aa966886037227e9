"""Read: the material of pages from the tables of evidence, graph and beliefs."""

from collections.abc import Mapping
from dataclasses import replace

from lineproof.wiki.material import Bond, Concept, Fact, Heading, Material, OpenReference, Reflection, Relation
from lineproof.wiki.model import SourceDocument
from lineproof.wiki.text import plain
from storage.database import Store

_DOCUMENTS = (
    "SELECT document_id, path, title, identifier, edition, effective, status, language, bytes, format FROM evidence.documents ORDER BY path"
)
_HEADINGS = (
    "SELECT h.paragraph_id, h.text, h.section_id, h.document_id FROM evidence.paragraphs h "
    "WHERE h.kind = 'heading' AND h.document_id IN (SELECT document_id FROM beliefs.claims)"
)
_FACTS = (
    "SELECT c.claim_id, c.document_id, c.statement, c.kind, c.subject, c.value, c.unit, c.modality, coalesce(s.status, 'active'), s.by_id, "
    "p.paragraph_id, p.section_id FROM beliefs.claims c "
    "JOIN beliefs.quotes q ON q.claim_id = c.claim_id AND q.position = 0 JOIN evidence.paragraphs p USING (paragraph_id) "
    "JOIN evidence.documents d ON d.document_id = c.document_id LEFT JOIN beliefs.standings s ON s.claim_id = c.claim_id "
    'ORDER BY d.path, p.ordinal, q."start", c.claim_id'
)
_ABOUT = "SELECT claim_id, list(concept_id ORDER BY concept_id) FROM beliefs.claim_concepts GROUP BY claim_id"
_CONCEPTS = "SELECT concept_id, name, kind, documents FROM beliefs.concepts ORDER BY concept_id"
_RELATIONS = "SELECT type, source_id, target_id FROM beliefs.relations ORDER BY ALL"
_BONDS = (
    "SELECT type, source_document_id, target_document_id, count(*), bool_or(NOT partial) FROM graph.stated_edges "
    "WHERE source_document_id <> target_document_id AND target_document_id IS NOT NULL GROUP BY ALL ORDER BY ALL"
)
_OPEN = "SELECT DISTINCT u.document_id, u.text, u.reason FROM graph.unresolved u WHERE u.reason IN ('dangling', 'ambiguous') ORDER BY ALL"
_REFLECTIONS = (
    "SELECT r.reflection_id, r.kind, r.statement, r.subject, list(c.claim_id ORDER BY c.position) FROM beliefs.reflections r "
    "JOIN beliefs.reflection_claims c USING (reflection_id) GROUP BY ALL ORDER BY r.reflection_id"
)
_INBOUND = "SELECT target_id, count(*) FROM graph.stated_edges WHERE type = 'refers_to' AND target_id LIKE 'p%' GROUP BY target_id"


def read(store: Store, corpus: str) -> Material:
    """All that the pages of a corpus are planned from."""
    documents = store.query(_DOCUMENTS)
    forms = {row[0]: row[9] for row in documents}
    headings = {row[0]: Heading(row[0], plain(row[1], forms[row[3]]), row[2]) for row in store.query(_HEADINGS)}
    return Material(
        corpus=corpus,
        documents={row[0]: SourceDocument(row[0], row[1], plain(row[2], row[9]) or row[1], *row[3:9]) for row in documents},
        facts=_facts(store, headings, forms),
        headings=headings,
        concepts={row[0]: Concept(row[0], plain(row[1]), row[2], row[3]) for row in store.query(_CONCEPTS)},
        relations=tuple(Relation(*row) for row in store.query(_RELATIONS)),
        bonds=tuple(Bond(*row) for row in store.query(_BONDS)),
        open=tuple(OpenReference(row[0], plain(row[1]), row[2]) for row in store.query(_OPEN)),
        reflections=tuple(
            Reflection(node, kind, plain(statement), plain(subject), tuple(claims))
            for node, kind, statement, subject, claims in store.query(_REFLECTIONS)
        ),
        inbound=dict(store.query(_INBOUND)),
    )


def _facts(store: Store, headings: Mapping[str, Heading], forms: Mapping[str, str]) -> tuple[Fact, ...]:
    about = dict(store.query(_ABOUT))
    above: dict[str | None, tuple[str, ...]] = {None: ()}
    return tuple(
        replace(
            Fact(*row[:11]),
            statement=plain(row[2], forms[row[1]]),
            sections=_above(row[11], headings, above),
            concepts=tuple(about.get(row[0], ())),
        )
        for row in store.query(_FACTS)
    )


def _above(section: str | None, headings: Mapping[str, Heading], known: dict[str | None, tuple[str, ...]]) -> tuple[str, ...]:
    """The headings from the outermost to a section; ``known`` keeps what was found."""
    found = known.get(section)
    if found is None:
        heading = headings.get(section or "")
        known[section] = ()
        found = known[section] = (*_above(heading.parent, headings, known), heading.heading_id) if heading else ()
    return found
