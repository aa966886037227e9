"""Update: bring the concepts of a corpus up to date with what its paragraphs name.

The forms of a document are written with its claims; concepts are made of all forms at once, and written only if they are others than
before. Which concepts a claim is about follows from its words, and from the heading and the definition that its quote stands under.

moved   a key that means another concept than before, or none, or did not mean any
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from lineproof.beliefs.concepts.canonical import concepts
from lineproof.beliefs.concepts.forms import forms
from lineproof.beliefs.concepts.model import Concept, Usage
from lineproof.beliefs.concepts.naming import Names, Sieve, named
from lineproof.beliefs.model import Document
from storage import tables
from storage.database import Store

Row = dict[str, Any]
Claim = tuple[str, str]
"""A document and one of its claims, by their ids."""
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
    moved = {key for key, _ in known.items() ^ by_key.items()}
    return Counts(len(found), differs, _relate(store, set(changed), moved, by_key))


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


def _relate(store: Store, changed: Collection[str], moved: Collection[str], by_key: Mapping[str, str]) -> int:
    """Find what claims are about that may be about something else now; write what differs, and return in how many documents.

    These are the claims of changed documents, and those that name or stand under a key that means another concept than before.
    """
    about = _named(store, changed, moved, by_key)
    known: dict[Claim, set[str]] = {}
    claims = [claim for _, claim in about]
    for document, claim, key in store.query(_OF_CLAIMS, [claims]):
        if concept := by_key.get(key):
            about[document, claim].add(concept)
    for document, claim, concept in store.query(_KNOWN, [claims, list(changed)]):
        known.setdefault((document, claim), set()).add(concept)
    differing = [claim for claim in sorted(about.keys() | known.keys()) if about.get(claim, set()) != known.get(claim, set())]
    _write(store, differing, about)
    return len({document for document, _ in differing})


def _named(store: Store, changed: Collection[str], moved: Collection[str], by_key: Mapping[str, str]) -> dict[Claim, set[str]]:
    """The claims to look at, each with the concepts that its words name."""
    names = Names.of(by_key)
    under = {claim for _, claim, _ in store.query(_OF_KEYS, [list(moved)])}
    sieves = {language: Sieve(moved, language) for (language,) in store.query("SELECT DISTINCT language FROM evidence.documents")}
    about: dict[Claim, set[str]] = {}
    for document, claim, language, title, subject, statement in store.query(_CLAIMS):
        # The title of a document is not what each of its claims is about, though their statements name it.
        text = f"{subject} {BORDER} {statement}".replace(title or BORDER, BORDER)
        if document in changed or claim in under or sieves[language].passes(text):
            about[document, claim] = set(named(text, language, names))
    return about


def _write(store: Store, claims: Sequence[Claim], about: Mapping[Claim, Collection[str]]) -> None:
    """Exchange the rows of some claims."""
    store.query("DELETE FROM beliefs.claim_concepts WHERE claim_id IN (SELECT unnest(?::VARCHAR[]))", [[claim for _, claim in claims]])
    rows = [
        {"document_id": document, "claim_id": claim, "concept_id": concept}
        for document, claim in claims
        for concept in sorted(about.get((document, claim), ()))
    ]
    store.insert(tables.CLAIM_CONCEPTS, pa.Table.from_pylist(rows, tables.CLAIM_CONCEPTS.schema))


_CLAIMS = (
    "SELECT c.document_id, c.claim_id, d.language, d.title, c.subject, c.statement FROM beliefs.claims c "
    "JOIN evidence.documents d USING (document_id)"
)
_PLACES = """
WITH places AS (
    SELECT q.document_id, q.claim_id, p.section_id AS paragraph_id, 'heading' AS kind
    FROM beliefs.quotes q JOIN evidence.paragraphs p USING (paragraph_id) WHERE q.position = 0
    UNION ALL SELECT document_id, claim_id, paragraph_id, 'term' FROM beliefs.quotes WHERE position = 0
)
SELECT p.document_id, p.claim_id, f.key FROM places p JOIN beliefs.concept_forms f USING (paragraph_id, kind)
JOIN evidence.documents d ON d.document_id = p.document_id WHERE f.form <> d.title
"""
"""The heading right above a quote, unless it is the title of the document, and what its paragraph defines."""
_OF_CLAIMS = f"{_PLACES} AND claim_id IN (SELECT unnest(?::VARCHAR[]))"
_OF_KEYS = f"{_PLACES} AND f.key IN (SELECT unnest(?::VARCHAR[]))"
_KNOWN = (
    "SELECT document_id, claim_id, concept_id FROM beliefs.claim_concepts "
    "WHERE claim_id IN (SELECT unnest(?::VARCHAR[])) OR document_id IN (SELECT unnest(?::VARCHAR[]))"
)
