"""A small library made by hand: a published workspace for tests of the read path.

A document is given as text. A line `## Title` is a heading of level 2 (with a label if it begins with one); every other
line that is not blank is a paragraph, and a clause if it begins with a label such as `W.4`. What documents are called,
and what they state of each other, is given beside the text: nothing is parsed, so these tests do not need the compiler.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from lineproof.evidence.hashing import document_id, line_hash, node_id, term_id
from lineproof.evidence.names import name_key
from storage.database import open_store
from storage.snapshots import publish
from storage.tables import (
    DOCUMENTS,
    EDGES,
    IDENTITIES,
    LINES,
    MENTIONS,
    PARAGRAPHS,
    QUARANTINED,
    SOURCES,
    UNRESOLVED,
    Table,
)
from storage.workspace import Corpus, Workspace, render_settings

LABEL = re.compile(r"(?P<label>§ \d+|[A-Z]\.\d+|\d+(?:\.\d+)*)\.? (?P<title>.*)")


@dataclass(frozen=True)
class Text:
    """A document: its path, its bytes, and what it is called."""

    path: str
    raw: bytes
    title: str
    identifier: str | None = None
    edition: str | None = None
    language: str = "en"
    encoding: str = "utf-8"
    terms: Sequence[tuple[int, str]] = ()
    """Line and name of each defined term."""


@dataclass(frozen=True)
class Statement:
    """An edge: `path` is a whole document, `path#L5` the paragraph on that line, `term:path:name` a term."""

    source: str
    type: str
    target: str
    origin: str = "wording"
    partial: bool = False


@dataclass(frozen=True)
class Open:
    """A reference that was not resolved."""

    path: str
    line: int
    text: str
    reason: str
    candidates: Sequence[str] = ()


@dataclass(frozen=True)
class Shelf:
    """All of one corpus; ``spoilt`` are files that could not be compiled, with the reason."""

    texts: Sequence[Text]
    statements: Sequence[Statement] = ()
    open: Sequence[Open] = ()
    spoilt: Mapping[str, str] = field(default_factory=dict)


def make_workspace(folder: Path, shelves: Mapping[str, Shelf]) -> Workspace:
    """A workspace in a folder, with one published corpus a shelf."""
    for name in shelves:
        (folder / name).mkdir(parents=True)
    (folder / "lineproof.toml").write_text(render_settings({name: Path(name) for name in shelves}), encoding="utf-8")
    workspace = Workspace.open(folder)
    for name, shelf in shelves.items():
        publish_shelf(workspace.corpus(name), shelf)
    return workspace


def publish_shelf(corpus: Corpus, shelf: Shelf) -> None:
    """Write a shelf over what the corpus holds, and publish it."""
    store = open_store(corpus.database)
    with store.transaction():
        for table, rows in tables_of(corpus.name, shelf).items():
            store.connection.execute(f"DELETE FROM {table}")
            store.insert(_by_name(table), pa.Table.from_pylist(rows, schema=_by_name(table).schema))
    publish(store, corpus)
    store.close()


def tables_of(corpus: str, shelf: Shelf) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table that a shelf fills."""
    paragraphs = [row for text in shelf.texts for row in paragraphs_of(corpus, text)]
    places = {f"{row['path']}#L{row['first_line']}": row for row in paragraphs}
    stated = [*_definitions(shelf), *shelf.statements]
    edges = [_edge(corpus, places, number, one) for number, one in enumerate(stated)]
    return {
        DOCUMENTS.name: [_document(corpus, text) for text in shelf.texts],
        LINES.name: [row for text in shelf.texts for row in _lines(corpus, text)],
        PARAGRAPHS.name: [{key: value for key, value in row.items() if key != "path"} for row in paragraphs],
        IDENTITIES.name: [row for text in shelf.texts for row in _identities(corpus, text, paragraphs)],
        EDGES.name: edges,
        MENTIONS.name: [_mention(places, edge, one) for edge, one in zip(edges, stated, strict=True) if edge["mention_id"]],
        UNRESOLVED.name: [_open(corpus, number, one) for number, one in enumerate(shelf.open)],
        SOURCES.name: [_source(corpus, text) for text in shelf.texts],
        QUARANTINED.name: [{"path": path, "reason": reason} for path, reason in shelf.spoilt.items()],
    }


def paragraph_at(corpus: str, text: Text, line: int) -> str:
    """The id of the paragraph on a line."""
    return next(row["paragraph_id"] for row in paragraphs_of(corpus, text) if row["first_line"] == line)


def paragraphs_of(corpus: str, text: Text) -> list[dict[str, Any]]:
    """A row a line that is not blank."""
    rows: list[dict[str, Any]] = []
    above: list[dict[str, Any]] = []
    for number, raw in enumerate(text.raw.splitlines(), start=1):
        written = raw.decode(text.encoding, "replace").replace("\0", "")
        level = len(written) - len(written.lstrip("#"))
        shown = written.lstrip("# ")
        if not shown.strip():
            continue
        above = [row for row in above if not level or row["level"] < level]
        found = LABEL.fullmatch(shown)
        row = {
            "path": text.path,
            "document_id": document_id(corpus, text.path),
            "paragraph_id": node_id("p", corpus, text.path, str(number), shown),
            "ordinal": len(rows),
            "kind": "heading" if level else "paragraph",
            "level": level,
            "label": found["label"] if found else None,
            "title": found["title"] if found else shown,
            "section_id": above[-1]["paragraph_id"] if above else None,
            "first_line": number,
            "last_line": number,
            "text": shown,
            "repeated": False,
        }
        rows.append(row)
        if level:
            above = [*above, row]
    return rows


def _by_name(name: str) -> Table:
    every = (DOCUMENTS, LINES, PARAGRAPHS, IDENTITIES, EDGES, MENTIONS, UNRESOLVED, SOURCES, QUARANTINED)
    return next(table for table in every if table.name == name)


def _document(corpus: str, text: Text) -> dict[str, Any]:
    return {
        "document_id": document_id(corpus, text.path),
        "corpus": corpus,
        "path": text.path,
        "title": text.title,
        "identifier": text.identifier,
        "edition": text.edition,
        "language": text.language,
        "format": "markdown",
        "encoding": text.encoding,
        "lines": len(text.raw.splitlines()),
        "bytes": len(text.raw),
    }


def _lines(corpus: str, text: Text) -> list[dict[str, Any]]:
    own = document_id(corpus, text.path)
    lines = enumerate(text.raw.splitlines(), start=1)
    return [{"document_id": own, "n": n, "line_hash": line_hash(raw), "raw": raw} for n, raw in lines]


def _identities(corpus: str, text: Text, paragraphs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    own = document_id(corpus, text.path)
    names = [(f"path:{text.path}", text.path, "path"), (name_key(text.title), text.title, "title")]
    if text.identifier:
        names.append((name_key(text.identifier), text.identifier, "identifier"))
    rows = [_identity(own, key, own, "document", alias, source, text.edition) for key, alias, source in names]
    for paragraph in (row for row in paragraphs if row["document_id"] == own):
        kind = "section" if paragraph["kind"] == "heading" else "clause"
        if label := paragraph["label"]:
            rows.append(_identity(own, f"{own}/{name_key(label)}", paragraph["paragraph_id"], kind, label, "label"))
        if kind == "section":
            title = paragraph["title"]
            slug = f"{own}/#{paragraph['text'].lower().replace(' ', '-')}"
            rows.append(_identity(own, f"{own}/{name_key(title)}", paragraph["paragraph_id"], kind, title, "heading"))
            rows.append(_identity(own, slug, paragraph["paragraph_id"], kind, paragraph["text"], "anchor"))
    for _, name in text.terms:
        key = name_key(name)
        rows.append(_identity(own, key, term_id(corpus, own, key), "term", name, "definition"))
    return rows


def _identity(document: str, key: str, node: str, kind: str, alias: str, source: str, edition: str | None = None) -> dict[str, Any]:
    return {
        "document_id": document,
        "key": key,
        "node_id": node,
        "node_kind": kind,
        "alias": alias,
        "source": source,
        "edition": edition,
    }


def _definitions(shelf: Shelf) -> list[Statement]:
    return [Statement(f"{text.path}#L{line}", "defines", f"term:{text.path}:{name}") for text in shelf.texts for line, name in text.terms]


def _edge(corpus: str, places: Mapping[str, Mapping[str, Any]], number: int, one: Statement) -> dict[str, Any]:
    source, source_document = _end(corpus, places, one.source)
    target, target_document = _end(corpus, places, one.target)
    return {
        "edge_id": node_id("e", corpus, str(number)),
        "document_id": source_document,
        "source_id": source,
        "type": one.type,
        "target_id": target,
        "source_document_id": source_document,
        "target_document_id": target_document,
        "mention_id": None if one.type == "defines" else node_id("m", corpus, str(number)),
        "origin": one.origin,
        "partial": one.partial,
    }


def _end(corpus: str, places: Mapping[str, Mapping[str, Any]], name: str) -> tuple[str, str | None]:
    if name.startswith("term:"):
        _, path, term = name.split(":")
        return term_id(corpus, document_id(corpus, path), name_key(term)), None
    path = name.partition("#")[0]
    own = document_id(corpus, path)
    return (places[name]["paragraph_id"] if "#" in name else own), own


def _mention(places: Mapping[str, Mapping[str, Any]], edge: Mapping[str, Any], one: Statement) -> dict[str, Any]:
    at = places.get(one.source)
    return {
        "mention_id": edge["mention_id"],
        "document_id": edge["document_id"],
        "line": at["first_line"] if at else 1,
        "text": one.target,
        "origin": one.origin,
        "relation": one.type,
        "partial": one.partial,
    }


def _open(corpus: str, number: int, one: Open) -> dict[str, Any]:
    return {
        "mention_id": node_id("m", corpus, "open", str(number)),
        "document_id": document_id(corpus, one.path),
        "line": one.line,
        "text": one.text,
        "reason": one.reason,
        "candidates": [document_id(corpus, path) for path in one.candidates],
    }


def _source(corpus: str, text: Text) -> dict[str, Any]:
    return {
        "document_id": document_id(corpus, text.path),
        "path": text.path,
        "outcome": "compiled",
        "size": len(text.raw),
    }
