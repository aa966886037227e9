"""Targets: what a person names to be erased, as ids, marks and lines.

document   by path, id or any of its names; every document of the same bytes goes with it
lines      ``path#L10-L20``, a section or a paragraph: the paragraphs that stand on these lines, whole, and these lines
claim      by id: every claim of this statement, and the paragraphs that it quotes
person     ``person:NAME``: what this person says, in every document

Erased paragraphs are erased in every document that has the same text; headings and short texts in their own document only, and in
every other one of the same bytes.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz import process

from lineproof.evidence.hashing import document_id
from lineproof.evidence.redact import line_text_hash
from lineproof.evidence.speakers import speakers
from lineproof.recall.errors import NavigationError, UnknownNode
from lineproof.recall.names import find, place_of, span_of
from lineproof.recall.nodes import Span
from lineproof.recall.view import View
from lineproof.serve.errors import CommandError
from storage import tombstones
from storage.database import Store, open_store
from storage.erasure import Erased
from storage.lock import write_lock
from storage.tombstones import folded
from storage.workspace import Corpus

PERSON: Final = "person:"
LONG_ENOUGH: Final = 16
NEAREST_SHOWN: Final = 5
LEAST_SIMILARITY: Final = 65

Mark = tuple[str, str]
"""A kind of mark and the value that it is made of."""


class UnknownPerson(CommandError):
    """Nobody of this name says anything."""

    def __init__(self, name: str, nearest: Sequence[str]) -> None:
        guess = f" Those who do: {', '.join(nearest)}." if nearest else ""
        super().__init__(f"Nobody called {name!r} says anything in this corpus.{guess}")


class NothingToErase(CommandError):
    """A node that has no text of its own."""

    def __init__(self, text: str, kind: str) -> None:
        super().__init__(f"{text!r} is a {kind}; erase a document, path#L10-L20, a section, a claim by its id, or person:NAME.")


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be erased. ``name`` is what the target is known by later, ``affected`` are documents that stay in part."""

    kind: str
    name: str
    erased: Erased
    marks: tuple[Mark, ...]
    affected: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


def resolve(store: Store, corpus: Corpus, text: str) -> Target:
    """What a text names.

    Raises:
        NavigationError: nothing, or several things, or lines that do not exist; the message lists names.
        UnknownPerson, NothingToErase: nobody of this name, or a node without text.
    """
    if text.startswith(PERSON):
        return _person(store, text.removeprefix(PERSON).strip())
    if claims := _statements(store, [text]):
        return _claim(store, text, claims)
    view = View(corpus.name, corpus.database, store.connection)
    try:
        name, span = place_of(view, text)
        extent = find(view, name)
    except UnknownNode as error:
        if former := _former(store, text):
            return _documents(store, former)
        paths = [document.path for document in view.documents().values()]
        raise UnknownNode(text, error.nearest or _nearest(text, paths)) from None
    if extent.node.kind == "document" and span is None:
        return _documents(store, [extent.document_id])
    if extent.node.kind == "term":
        raise NothingToErase(text, "term")
    if span:
        find(view, text)
    return _lines(store, extent.document_id, span or Span(extent.node.first_line, extent.node.last_line))


def in_corpora(corpora: Iterable[Corpus], text: str, wait: float) -> tuple[list[Corpus], list[NavigationError | CommandError]]:
    """The corpora in which a text names something, and what the others answer."""
    having: list[Corpus] = []
    errors: list[NavigationError | CommandError] = []
    for corpus in corpora:
        with write_lock(corpus, wait, "erase"), closing(open_store(corpus.database)) as store:
            try:
                resolve(store, corpus, text)
                having.append(corpus)
            except (NavigationError, CommandError) as error:
                errors.append(error)
    return having, errors


def names_of(corpus: Corpus, text: str) -> list[Mark]:
    """The names under which a target may be known that is gone, as kind and value."""
    if text.startswith(PERSON):
        return [("person", folded(text.removeprefix(PERSON)))]
    path, _, fragment = text.rpartition("#")
    lines = span_of(fragment)
    there = [("lines", _lines_name(document_id(corpus.name, path), lines))] if lines else []
    return [("document", text), ("document", document_id(corpus.name, text)), ("claim", text), *there]


def _documents(store: Store, documents: Sequence[str]) -> Target:
    """One document and all of the same bytes."""
    hashes = _column(store, "SELECT DISTINCT content_hash FROM ops.sources WHERE document_id IN (SELECT unnest(?::VARCHAR[]))", documents)
    same = _column(store, _OF_CONTENT, hashes)
    found = list(dict.fromkeys((*documents, *same)))
    paths = _column(store, _PATHS, found)
    marks = [*((tombstones.DOCUMENT, one) for one in found), *((tombstones.CONTENT, one) for one in hashes if one)]
    erased = Erased(tuple(found), tuple(_column(store, _PARAGRAPHS, found)), tuple(_column(store, _CLAIMS, found)))
    return Target("document", documents[0], erased, tuple(marks), paths=tuple(paths))


_OF_CONTENT = "SELECT document_id FROM ops.sources WHERE size > 0 AND content_hash IN (SELECT unnest(?::VARCHAR[])) ORDER BY path"
_PATHS = """
WITH wanted AS (SELECT unnest(?::VARCHAR[]) AS document_id)
SELECT path FROM ops.sources SEMI JOIN wanted USING (document_id) UNION SELECT path FROM evidence.revisions SEMI JOIN wanted
USING (document_id) UNION SELECT path FROM evidence.documents SEMI JOIN wanted USING (document_id) ORDER BY path
"""
_PARAGRAPHS = "SELECT paragraph_id FROM evidence.paragraphs WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY 1"
_CLAIMS = """
WITH wanted AS (SELECT unnest(?::VARCHAR[]) AS document_id)
SELECT claim_id FROM beliefs.claims SEMI JOIN wanted USING (document_id) UNION SELECT claim_id FROM beliefs.events SEMI JOIN wanted
USING (document_id) ORDER BY claim_id
"""


def _former(store: Store, text: str) -> list[str]:
    """A document that is gone, or that could not be compiled, by path or id."""
    sql = (
        "SELECT document_id FROM evidence.revisions WHERE path = $1 OR document_id = $1 "
        "UNION SELECT document_id FROM ops.sources WHERE path = $1"
    )
    return [row[0] for row in store.query(sql, [text])]


def _lines(store: Store, document: str, span: Span) -> Target:
    """The paragraphs on some lines, and the lines."""
    rows = store.query(
        "SELECT kind, text, paragraph_hash FROM evidence.paragraphs WHERE document_id = ? AND first_line <= ? AND last_line >= ?",
        [document, span.last, span.first],
    )
    places, same = _places(store, document)
    marks = [mark for row in rows for mark in _marks_of(places, *row)]
    raw = store.query(
        "SELECT n, raw, encoding FROM evidence.lines JOIN evidence.documents USING (document_id) "
        "WHERE document_id = ? AND n BETWEEN ? AND ?",
        [document, span.first, span.last],
    )
    texts = [(n, line.decode(_codec(encoding), "replace")) for n, line, encoding in raw]
    marks += [(tombstones.LOCAL, f"{place}/{line_text_hash(text)}") for _, text in texts if text.strip() for place in places]
    erased = Erased(lines=tuple((document, n) for n, _ in texts))
    return _texts(store, Target("lines", _lines_name(document, span), erased, tuple(marks), same))


def _lines_name(document: str, span: Span) -> str:
    return f"{document}#L{span.first}-L{span.last}"


def _claim(store: Store, claim: str, statements: Sequence[str]) -> Target:
    """All claims that say the same, and the paragraphs that the named one quotes."""
    said = {folded(statement) for statement in statements}
    everything = store.query(
        "SELECT claim_id, document_id, statement FROM beliefs.claims UNION SELECT claim_id, document_id, statement FROM beliefs.events "
        "UNION SELECT NULL, document_id, statement FROM beliefs.candidates"
    )
    same = [row for row in everything if row[2] and folded(row[2]) in said]
    quoted = store.query(
        "SELECT DISTINCT p.document_id, p.kind, p.text, p.paragraph_hash FROM beliefs.quotes q JOIN evidence.paragraphs p "
        "ON p.paragraph_id = q.paragraph_id AND p.document_id = q.document_id WHERE q.claim_id = ? ORDER BY ALL",
        [claim],
    )
    places = {row[0]: _places(store, row[0]) for row in quoted}
    of_texts = [mark for document, *row in quoted for mark in _marks_of(places[document][0], *row)]
    marks = [*((tombstones.CLAIM, statement) for statement in sorted(said)), *of_texts]
    claims = tuple(sorted({row[0] for row in same if row[0]} | {claim}))
    affected = tuple(sorted({row[1] for row in same if row[1]}.union(*(copies for _, copies in places.values()))))
    return _texts(store, Target("claim", claim, Erased(claims=claims), tuple(marks), affected))


def _statements(store: Store, claims: Sequence[str]) -> list[str]:
    """What claims say and said, in all of their revisions."""
    sql = """
    WITH wanted AS (SELECT unnest(?::VARCHAR[]) AS claim_id),
    lines AS (SELECT lineage_id FROM beliefs.events SEMI JOIN wanted USING (claim_id))
    SELECT statement FROM beliefs.claims SEMI JOIN wanted USING (claim_id)
    UNION SELECT statement FROM beliefs.events SEMI JOIN lines USING (lineage_id) WHERE statement IS NOT NULL ORDER BY statement
    """
    return _column(store, sql, claims)


def _person(store: Store, name: str) -> Target:
    """All that a person says, as far as the lines show who says it."""
    wanted, lines, others = folded(name), [], set()
    for document, raw, encoding in store.query(_ALL_LINES):
        texts = [line.decode(_codec(encoding), "replace") for line in raw]
        for number, (speaker, text) in enumerate(zip(speakers(texts), texts, strict=True), 1):
            if speaker and folded(speaker) == wanted and text.strip():
                lines.append((document, number))
            elif speaker:
                others.add(speaker)
    for document, speaker, numbers in store.query(_ALL_TURNS):
        if folded(speaker) == wanted:
            lines += [(document, number) for number in numbers]
        else:
            others.add(speaker)
    if not lines:
        raise UnknownPerson(name, _nearest(name, others))
    affected = tuple(sorted({document for document, _ in lines}))
    return _texts(store, Target("person", wanted, Erased(lines=tuple(lines)), ((tombstones.PERSON, wanted),), affected))


_ALL_LINES = """
SELECT document_id, list(raw ORDER BY n), any_value(encoding) FROM evidence.lines JOIN evidence.documents USING (document_id)
GROUP BY document_id ORDER BY document_id
"""


_ALL_TURNS = """
SELECT t.document_id, t.speaker, p.map_lines FROM evidence.turns t JOIN evidence.paragraphs p USING (document_id, paragraph_id)
ORDER BY t.document_id, t.position
"""


def _texts(store: Store, target: Target) -> Target:
    """A target with the paragraphs that its marks and lines cover, wherever they stand, and the claims that quote them."""
    everywhere = [value for kind, value in target.marks if kind == tombstones.TEXT]
    here = [value for kind, value in target.marks if kind == tombstones.LOCAL]
    covered = store.query(_COVERED, [everywhere, here])
    blank = set(target.erased.lines)
    on_lines = [row for row in _paragraphs_of(store, {document for document, _ in blank}) if any((row[1], n) in blank for n in row[2])]
    paragraphs = sorted({row[0] for row in (*covered, *on_lines)})
    blank |= {(row[1], line) for row in covered for line in row[2]}
    claims = sorted({*target.erased.claims, *_claims_on(store, paragraphs)})
    affected = sorted({*target.affected, *(document for document, _ in blank)})
    erased = Erased((), tuple(paragraphs), tuple(claims), tuple(sorted(blank)))
    return Target(target.kind, target.name, erased, target.marks, tuple(affected))


_COVERED = """
SELECT p.paragraph_id, p.document_id, p.map_lines FROM evidence.paragraphs p LEFT JOIN ops.sources s USING (document_id)
WHERE p.paragraph_hash IN (SELECT unnest($1::VARCHAR[])) OR p.document_id || '/' || p.paragraph_hash IN (SELECT unnest($2::VARCHAR[]))
OR coalesce(s.content_hash || '/' || p.paragraph_hash IN (SELECT unnest($2::VARCHAR[])), false)
"""


def _paragraphs_of(store: Store, documents: Collection[str]) -> list[tuple[Any, ...]]:
    sql = "SELECT paragraph_id, document_id, map_lines FROM evidence.paragraphs WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"
    return store.query(sql, [sorted(documents)])


def _claims_on(store: Store, paragraphs: Sequence[str]) -> list[str]:
    """Claims that quote some paragraphs, and all that these claims were before; a claim that stands elsewhere now is another."""
    sql = """
    WITH quoting AS (SELECT DISTINCT claim_id FROM beliefs.quotes WHERE paragraph_id IN (SELECT unnest(?::VARCHAR[]))),
    lines AS (SELECT DISTINCT lineage_id FROM beliefs.events SEMI JOIN quoting USING (claim_id))
    SELECT claim_id FROM quoting UNION
    SELECT claim_id FROM beliefs.events SEMI JOIN lines USING (lineage_id) ANTI JOIN beliefs.claims USING (claim_id)
    """
    return _column(store, sql, paragraphs)


def _marks_of(places: Sequence[str], kind: str, text: str, text_hash: str) -> list[Mark]:
    """The marks of a paragraph: for its text wherever it stands, or for its document where others may have it by chance."""
    if kind == "heading" or len(text) < LONG_ENOUGH:
        return [(tombstones.LOCAL, f"{place}/{text_hash}") for place in places]
    return [(tombstones.TEXT, text_hash)]


def _places(store: Store, document: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """By what a document is known, under this name and others: its id and the hash of its bytes; and all documents of these bytes."""
    hashes = _column(store, "SELECT content_hash FROM ops.sources WHERE document_id IN (SELECT unnest(?::VARCHAR[]))", [document])
    known = [one for one in hashes if one]
    return (document, *known), tuple(dict.fromkeys((document, *_column(store, _OF_CONTENT, known))))


def _nearest(text: str, names: Collection[str]) -> list[str]:
    found = process.extract(text, sorted(names), limit=NEAREST_SHOWN, score_cutoff=LEAST_SIMILARITY, processor=folded)
    return [name for name, _, _ in found]


def _codec(encoding: str) -> str:
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _column(store: Store, sql: str, values: Iterable[str | None]) -> list[str]:
    return [row[0] for row in store.query(sql, [list(values)])]
