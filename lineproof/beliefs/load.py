"""Load: documents as evidence to be believed, from the tables of evidence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import duckdb
import pyarrow as pa

from lineproof.beliefs.model import Document, Paragraph, Relation
from lineproof.evidence.extract import Evidence
from lineproof.evidence.signals.model import Signal

BATCH = 50


def load_documents(connection: duckdb.DuckDBPyConnection, documents: Iterable[str] | None = None) -> Iterator[Document]:
    """Documents with their paragraphs, in the order of their ids; all of them where no ids are given."""
    if documents is None:
        documents = [row[0] for row in connection.execute("SELECT document_id FROM evidence.documents").fetchall()]
    ordered = sorted(set(documents))
    for start in range(0, len(ordered), BATCH):
        yield from _batch(connection, ordered[start : start + BATCH])


def _batch(connection: duckdb.DuckDBPyConnection, documents: Sequence[str]) -> Iterator[Document]:
    connection.register("wanted_documents", pa.table({"document_id": pa.array(documents, pa.string())}))
    try:
        described = connection.execute(_DOCUMENTS).fetchall()
        names = _grouped(connection.execute(_NAMES).fetchall())
        paragraphs = _grouped(connection.execute(_PARAGRAPHS).fetchall())
        signals = _grouped(connection.execute(_SIGNALS).fetchall())
        relations = _grouped(connection.execute(_RELATIONS).fetchall())
    finally:
        connection.unregister("wanted_documents")
    for row in described:
        held = tuple(_paragraph(each, signals.get(each[0], ()), relations.get(each[0], ())) for each in paragraphs.get(row[0], ()))
        yield replace(Document(*row), names=tuple(name for (name,) in names.get(row[0], ())), paragraphs=held)


def _paragraph(row: tuple[Any, ...], signals: Sequence[tuple[Any, ...]], relations: Sequence[tuple[Any, ...]]) -> Paragraph:
    found = tuple(Signal(*signal) for signal in signals)
    return replace(Paragraph(*row), signals=found, relations=tuple(Relation(*relation) for relation in relations))


def _grouped(rows: Sequence[tuple[Any, ...]]) -> dict[str, list[tuple[Any, ...]]]:
    """Rows by their first column, without it; the rows stand together already."""
    return {key: [row[1:] for row in group] for key, group in groupby(rows, key=lambda row: str(row[0]))}


_DOCUMENTS = (
    "SELECT document_id, corpus, path, title, identifier, edition, effective, status, language "
    "FROM evidence.documents SEMI JOIN wanted_documents USING (document_id) ORDER BY document_id"
)
_NAMES = (
    "SELECT DISTINCT document_id, name FROM evidence.names SEMI JOIN wanted_documents USING (document_id) "
    "WHERE source <> 'address' ORDER BY document_id, name"
)
_PARAGRAPHS = (
    "SELECT document_id, paragraph_id, kind, level, label, title, section_id, text, repeated "
    "FROM evidence.paragraphs SEMI JOIN wanted_documents USING (document_id) ORDER BY document_id, ordinal"
)
_SIGNALS = (
    'SELECT paragraph_id, kind, start, "end", text, value, unit '
    "FROM evidence.signals SEMI JOIN wanted_documents USING (document_id) "
    'ORDER BY paragraph_id, start, "end", kind, value'
)
_RELATIONS = (
    'SELECT DISTINCT paragraph_id, relation, start, "end", text '
    "FROM evidence.mentions SEMI JOIN wanted_documents USING (document_id) "
    'WHERE paragraph_id IS NOT NULL ORDER BY paragraph_id, start, "end", relation, text'
)


def document_of(evidence: Evidence) -> Document:
    """A document as evidence to be believed, from what was extracted of its bytes alone."""
    [row] = evidence.rows["evidence.documents"]
    names = {name["name"] for name in evidence.rows["evidence.names"] if name["source"] != "address"}
    signals = _listed(evidence.rows["evidence.signals"], ("kind", "start", "end", "text", "value", "unit"))
    relations = _listed(evidence.rows["evidence.mentions"], ("relation", "start", "end", "text"))
    held = tuple(
        _paragraph(tuple(each[name] for name in _SHOWN), signals.get(each["paragraph_id"], ()), relations.get(each["paragraph_id"], ()))
        for each in evidence.rows["evidence.paragraphs"]
    )
    described = Document(*(row[name] for name in _DESCRIBED))
    return replace(described, names=tuple(sorted(names)), paragraphs=held)


def _listed(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Columns of rows by their paragraph, in the order in which the tables give them."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        if row["paragraph_id"]:
            found.setdefault(row["paragraph_id"], []).append(tuple(row[name] for name in names))
    return found


_DESCRIBED = ("document_id", "corpus", "path", "title", "identifier", "edition", "effective", "status", "language")
_SHOWN = ("paragraph_id", "kind", "level", "label", "title", "section_id", "text", "repeated")
