"""Read: the material of pages from the tables of evidence, graph and beliefs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lineproof.evidence.sentences import sentences_of
from lineproof.wiki.material import Bond, Concept, Fact, Heading, Material, OpenReference, Reflection, Relation
from lineproof.wiki.model import SourceDocument
from lineproof.wiki.saying import saying, words
from lineproof.wiki.text import plain
from storage.database import Store

Documents = Mapping[str, SourceDocument]

_DOCUMENTS = (
    "SELECT document_id, path, title, identifier, edition, effective, status, language, bytes, format FROM evidence.documents ORDER BY path"
)
_HEADINGS = (
    "SELECT h.paragraph_id, h.text, h.section_id, h.document_id FROM evidence.paragraphs h "
    "WHERE h.kind = 'heading' AND h.document_id IN (SELECT document_id FROM beliefs.claims)"
)
_FACTS = (
    "SELECT c.claim_id, c.document_id, c.statement, c.kind, c.value, c.unit, c.modality, coalesce(s.status, 'active'), s.by_id, "
    "p.paragraph_id, p.kind = 'field', p.section_id, concat_ws(' ', p.label, p.title) FROM beliefs.claims c "
    "JOIN beliefs.quotes q ON q.claim_id = c.claim_id AND q.position = 0 JOIN evidence.paragraphs p USING (paragraph_id) "
    "JOIN evidence.documents d ON d.document_id = c.document_id LEFT JOIN beliefs.standings s ON s.claim_id = c.claim_id "
    'ORDER BY d.path, p.ordinal, q."start", c.claim_id'
)
_BEFORE = (
    "SELECT b.claim_id, list(b.quote ORDER BY b.position) FROM beliefs.quotes b JOIN beliefs.quotes q "
    'ON q.claim_id = b.claim_id AND q.position = 0 AND b.paragraph_id = q.paragraph_id AND b."end" <= q."start" '
    "WHERE b.position > 0 GROUP BY b.claim_id"
)
_ABOUT = "SELECT claim_id, list(concept_id ORDER BY concept_id) FROM beliefs.claim_concepts GROUP BY claim_id"
_CONCEPTS = "SELECT concept_id, name, kind, documents FROM beliefs.concepts ORDER BY concept_id"
_RELATIONS = "SELECT type, source_id, target_id FROM beliefs.relations ORDER BY ALL"
_BONDS = (
    "WITH related AS (SELECT type, source_document_id AS source, target_document_id AS target, partial FROM graph.stated_edges "
    "UNION ALL SELECT 'supersedes', by_id, document_id, false FROM beliefs.successions WHERE reason LIKE 'edition:%') "
    "SELECT type, source, target, count(*), bool_or(NOT partial) FROM related WHERE source <> target GROUP BY ALL ORDER BY ALL"
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
    described = {row[0]: SourceDocument(row[0], row[1], plain(row[2], row[9]) or row[1], *row[3:9]) for row in documents}
    headings = {row[0]: Heading(row[0], plain(row[1], forms[row[3]]), row[2]) for row in store.query(_HEADINGS)}
    return Material(
        corpus=corpus,
        documents=described,
        facts=_facts(store, described, headings, forms),
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


def _facts(store: Store, documents: Documents, headings: Mapping[str, Heading], forms: Mapping[str, str]) -> tuple[Fact, ...]:
    about, before = dict(store.query(_ABOUT)), dict(store.query(_BEFORE))
    above = _Above(headings)
    return tuple(
        _fact(row, documents[row[1]], above, forms[row[1]], tuple(about.get(row[0], ())), before.get(row[0], ()))
        for row in store.query(_FACTS)
    )


def _sentences(quotes: Sequence[str], language: str, form: str) -> tuple[str, ...]:
    """The sentences of quotes in plain text."""
    return tuple(plain(sentence, form) for quote in quotes for sentence in sentences_of(quote, language))


@dataclass(frozen=True, slots=True)
class _Above:
    """The headings above a place, and the words that they say; what was found is kept."""

    headings: Mapping[str, Heading]
    known: dict[str, tuple[str, ...]] = field(default_factory=dict)
    said: dict[tuple[str | None, str, str], frozenset[str]] = field(default_factory=dict)

    def sections(self, section: str | None) -> tuple[str, ...]:
        """The headings from the outermost to a section."""
        if not section or section not in self.headings:
            return ()
        if section not in self.known:
            self.known[section] = ()
            self.known[section] = (*self.sections(self.headings[section].parent), section)
        return self.known[section]

    def words(self, section: str | None, own: str, document: SourceDocument) -> frozenset[str]:
        """What a page says of a place: the words of the headings above it, of its own name, and of the names of its document."""
        place = section, own, document.document_id
        if place not in self.said:
            titles = (self.headings[one].text for one in self.sections(section))
            self.said[place] = words(" ".join((*titles, own, document.title, document.identifier or "", document.edition or "")))
        return self.said[place]


def _fact(
    row: tuple[Any, ...], document: SourceDocument, above: _Above, form: str, concepts: tuple[str, ...], before: Sequence[str]
) -> Fact:
    """A fact of a row, whose last two columns are the section and the own name of the paragraph, and of the quotes before its own."""
    claim, owner, statement, kind, value, unit, modality, status, by, paragraph, described, section, own = row
    text = plain(statement, form)
    said = saying(text, above.words(section, own, document), document)
    return Fact(
        claim,
        owner,
        text,
        kind,
        value,
        unit,
        modality,
        status,
        by,
        paragraph,
        described,
        said,
        above.sections(section),
        concepts,
        _sentences(before, document.language, form),
    )
