"""Update: bring the concepts of a corpus up to date with what its paragraphs name.

The forms of a document are written with its claims; concepts are made of all forms at once, and written only if they are others than
before. Which concepts a claim is about follows from its words, and from the heading and the definition that its quote stands under.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from lineproof.beliefs.concepts.canonical import concepts
from lineproof.beliefs.concepts.forms import forms
from lineproof.beliefs.concepts.model import Concept, Usage
from lineproof.beliefs.concepts.naming import Names, named
from lineproof.beliefs.model import Document
from storage import tables
from storage.database import Store

Row = dict[str, Any]
BORDER: Final = "#"
"""What no name goes across."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run did: concepts that there are, whether they changed, documents whose claims are about others than before."""

    concepts: int
    changed: bool
    written: int


def rows_of(document: Document) -> list[Row]:
    """The rows of ``beliefs.concept_forms`` of one document."""
    return [
        {"document_id": document.document_id, "paragraph_id": form.paragraph_id, "key": form.key, "form": form.form, "kind": form.kind}
        for form in forms(document)
    ]


def update(store: Store, corpus: str, changed: Collection[str]) -> Counts:
    """Make the concepts of all forms, and find what the claims are about; the caller has opened the transaction.

    Args:
        store: the working database; ``beliefs.concept_forms`` and ``beliefs.claims`` are up to date.
        corpus: its name, which is part of the ids.
        changed: documents whose forms or claims may have changed since the last time; of others only what new concepts mean is found.
    """
    before = _before(store)
    [(paragraphs,)] = store.query("SELECT count(DISTINCT paragraph_id) FROM beliefs.concept_forms WHERE kind <> 'person'")
    found, by_key = concepts(corpus, (Usage(*row) for row in store.query(_USAGES)), paragraphs)
    rows = _rows(store, found, by_key)
    differs = rows != before
    if differs:
        store.query("DELETE FROM beliefs.concepts")
        store.insert(tables.CONCEPTS, pa.Table.from_pylist(rows, tables.CONCEPTS.schema))
    known = {key: row["concept_id"] for row in before for key in row["keys"]}
    todo = set(changed) if known == by_key else {*changed, *(row[0] for row in store.query(_RELATED))}
    return Counts(len(found), differs, _relate(store, sorted(todo), by_key))


_RELATED = "SELECT document_id FROM beliefs.claims UNION SELECT document_id FROM beliefs.claim_concepts"
_USAGES = r"""
WITH counted AS (
    SELECT key, form, kind, count(*)::INTEGER AS paragraphs, replace(key, ' ', '') AS bare FROM beliefs.concept_forms GROUP BY ALL
)
SELECT key, form, kind, paragraphs FROM counted
WHERE bare IN (SELECT bare FROM counted GROUP BY bare HAVING sum(paragraphs) > 1)
   OR kind IN ('person', 'abbreviation')
   OR form IN (SELECT regexp_replace(form, '.* \(([^() ]+)\)$', '\1') FROM counted WHERE kind = 'abbreviation')
ORDER BY ALL
"""
"""A form that stands once cannot be a topic, nor does it add to one, unless it is an abbreviation or tells of a person."""


def _before(store: Store) -> list[Row]:
    columns = tables.CONCEPTS.schema.names
    rows = store.query(f"SELECT {', '.join(columns)} FROM beliefs.concepts ORDER BY name, concept_id")  # noqa: S608
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _rows(store: Store, found: Iterable[Concept], by_key: Mapping[str, str]) -> list[Row]:
    """The rows of the concepts with the number of paragraphs and documents that name each."""
    pairs = sorted(by_key.items())
    store.connection.register("meant", pa.table({"key": [pair[0] for pair in pairs], "concept_id": [pair[1] for pair in pairs]}))
    counts = {concept: counted for concept, *counted in store.query(_COUNTS)} if pairs else {}
    store.connection.unregister("meant")
    return [
        {
            "concept_id": concept.concept_id,
            "name": concept.name,
            "kind": concept.kind,
            "keys": list(concept.keys),
            "forms": list(concept.forms),
            "paragraphs": counts[concept.concept_id][0],
            "documents": counts[concept.concept_id][1],
        }
        for concept in found
    ]


_COUNTS = (
    "SELECT m.concept_id, count(DISTINCT f.paragraph_id), count(DISTINCT f.document_id) "
    "FROM beliefs.concept_forms f JOIN meant m USING (key) GROUP BY m.concept_id"
)


def _relate(store: Store, documents: Collection[str], by_key: Mapping[str, str]) -> int:
    """Find what the claims of some documents are about; write those documents where that changed, and return how many."""
    names = Names.of(by_key)
    parameters = [list(documents)]
    about: dict[str, set[tuple[str, str]]] = {document: set() for document in documents}
    for document, claim, language, title, subject, statement in store.query(_CLAIMS, parameters):
        # The title of a document is not what each of its claims is about, though their statements name it.
        text = f"{subject} {BORDER} {statement}".replace(title or BORDER, BORDER)
        about[document] |= {(claim, concept) for concept in named(text, language, names)}
    for document, claim, key in store.query(_PLACES, parameters):
        if concept := by_key.get(key):
            about[document].add((claim, concept))
    known: dict[str, set[tuple[str, str]]] = {document: set() for document in documents}
    for document, claim, concept in store.query(_KNOWN, parameters):
        known[document].add((claim, concept))
    differing = [document for document in documents if about[document] != known[document]]
    rows = [
        {"document_id": document, "claim_id": claim, "concept_id": concept}
        for document in differing
        for claim, concept in sorted(about[document])
    ]
    store.replace(tables.CLAIM_CONCEPTS, differing, pa.Table.from_pylist(rows, tables.CLAIM_CONCEPTS.schema))
    return len(differing)


_WANTED = "document_id IN (SELECT unnest(?::VARCHAR[]))"
_CLAIMS = (
    "SELECT c.document_id, c.claim_id, d.language, d.title, c.subject, c.statement FROM beliefs.claims c "  # noqa: S608
    f"JOIN evidence.documents d USING (document_id) WHERE c.{_WANTED}"
)
_PLACES = f"""
SELECT q.document_id, q.claim_id, f.key FROM beliefs.quotes q
JOIN evidence.paragraphs p ON p.paragraph_id = q.paragraph_id
JOIN beliefs.concept_forms f ON f.paragraph_id = p.section_id AND f.kind = 'heading' OR f.paragraph_id = p.paragraph_id AND f.kind = 'term'
JOIN evidence.documents d ON d.document_id = q.document_id
WHERE q.position = 0 AND f.form <> d.title AND q.{_WANTED}
"""  # noqa: S608
"""The heading right above a quote, unless it is the title of the document, and what its paragraph defines."""
_KNOWN = f"SELECT document_id, claim_id, concept_id FROM beliefs.claim_concepts WHERE {_WANTED}"  # noqa: S608
