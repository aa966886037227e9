"""Update: bring identities, edges and open references up to date with the evidence.

dirty      a document whose evidence has another fingerprint than the one its edges were made from, or that is gone
asking     a document one of whose look-ups has another answer now, or whose text holds a name that is new
           only dirty and asking documents are resolved again
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from lineproof.evidence import language as languages
from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.names import STEMMED
from lineproof.evidence.paragraphs import Text
from lineproof.graph.aliases import Name, NameFinder, document_name, is_shared, spellings, term_name
from lineproof.graph.directory import Dates, Directory, Node
from lineproof.graph.identities import Identity, identities
from lineproof.graph.mentions import Resolved, Source, occurrences, resolve_document, spans
from lineproof.graph.survey import ASSET, dirty, prefix
from storage import tables
from storage.database import Store

Row = dict[str, Any]
Progress = Callable[[int, int], None]
NAMED = ("title", "identifier", "short_title", "alias")
WRITTEN = (tables.ALIAS_MENTIONS, tables.EDGES, tables.UNRESOLVED, tables.LOOKUPS)


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run of the stage did: documents resolved, documents whose rows changed, documents removed."""

    executions: int
    written: int
    deleted: int


def update(store: Store, settings: str, progress: Progress = lambda done, total: None) -> Counts:
    """Resolve again what is dirty or asks; the caller has opened the transaction.

    Args:
        store: the working database.
        settings: canonical text of the corpus's settings.
        progress: told how many documents of how many are done.
    """
    changed, gone = dirty(store, settings)
    if not changed and not gone:
        return Counts(0, 0, 0)
    fresh = _identify(store, changed, settings)
    moved = _exchange(store, [*changed, *gone], fresh)
    asking = _asking(store, moved, settings, {*changed, *gone}) if moved else set()
    written = _resolve(store, [*changed, *sorted(asking)], settings, progress)
    for table in WRITTEN:
        store.delete(table, gone)
    _forget(store, gone)
    return Counts(len(changed) + len(asking), written, len(gone))


def _rows(store: Store, sql: str, documents: Iterable[str], parameters: Sequence[Any] = ()) -> list[Row]:
    """Rows of a query that joins with the table ``batch`` of document ids."""
    store.connection.register("batch", pa.table({"document_id": pa.array(list(documents), pa.string())}))
    try:
        result = store.connection.execute(sql, list(parameters))
        columns = [column[0] for column in result.description]
        return [dict(zip(columns, row, strict=True)) for row in result.fetchall()]
    finally:
        store.connection.unregister("batch")


def _grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["document_id"], []).append(row)
    return groups


def _identify(store: Store, documents: Sequence[str], settings: str) -> list[Identity]:
    """The names of some documents and of all that they hold."""
    described = _rows(store, "SELECT d.* FROM evidence.documents d JOIN batch USING (document_id)", documents)
    names = _grouped(_rows(store, "SELECT n.* FROM evidence.names n JOIN batch USING (document_id)", documents))
    sections = _grouped(_rows(store, _SECTIONS, documents))
    terms = _grouped(_rows(store, _TERMS, documents))
    inflecting = [code for code in languages.available() if tools(code, settings).grammar.inflects]
    found: list[Identity] = []
    for row in described:
        node = row["document_id"]
        grammar = tools(row["language"], settings).grammar
        found += identities(row, names.get(node, []), sections.get(node, []), terms.get(node, []), grammar, inflecting)
    return found


_SECTIONS = (
    "SELECT p.document_id, p.paragraph_id, p.kind, p.label, p.label_keys, p.title, p.anchor, p.section_id, "
    "CASE WHEN p.kind = 'heading' THEN p.text END AS text FROM evidence.paragraphs p JOIN batch USING (document_id) "
    "WHERE p.kind = 'heading' OR p.label IS NOT NULL OR p.anchor IS NOT NULL ORDER BY p.document_id, p.ordinal"
)
_TERMS = (
    "SELECT s.document_id, s.paragraph_id, s.value, d.corpus FROM evidence.signals s JOIN batch USING (document_id) "
    "JOIN evidence.documents d USING (document_id) WHERE s.kind = 'defined_term' AND s.value IS NOT NULL "
    "ORDER BY s.document_id, s.line, s.start, s.value"
)


@dataclass(frozen=True, slots=True)
class Moved:
    """Names that the changed documents gained and lost."""

    gained: tuple[Identity, ...]
    lost: tuple[Identity, ...]

    def __bool__(self) -> bool:
        return bool(self.gained or self.lost)


def _exchange(store: Store, documents: Sequence[str], fresh: Sequence[Identity]) -> Moved:
    """Write the new names of some documents; return what changed."""
    columns = ", ".join(f"i.{name}" for name in tables.IDENTITIES.schema.names)
    old = {Identity(**row) for row in _rows(store, f"SELECT {columns} FROM graph.identities i JOIN batch USING (document_id)", documents)}  # noqa: S608
    new = set(fresh)
    store.replace(tables.IDENTITIES, documents, _table(fresh))
    return Moved(tuple(name for name in fresh if name not in old), tuple(old - new))


def _table(found: Sequence[Identity]) -> pa.Table:
    schema = tables.IDENTITIES.schema
    return pa.table({name: [getattr(identity, name) for identity in found] for name in schema.names}, schema=schema)


def _asking(store: Store, moved: Moved, settings: str, known: Collection[str]) -> set[str]:
    """Other documents that must be resolved again, because a name that they use, or could use, now means something else."""
    both = (*moved.gained, *moved.lost)
    keys = sorted({name.key for name in both})
    relabelled = sorted({name.document_id for name in both if name.node_kind in ("section", "clause")})
    asked = [row for row in _asked(store, keys, relabelled) if row["document_id"] not in known]
    return _answered_anew(store, asked, relabelled) | _naming(store, moved, settings, known)


def _answered_anew(store: Store, asked: Collection[Row], relabelled: Sequence[str]) -> set[str]:
    """The documents of the look-ups that have another answer now."""
    if not asked:
        return set()
    directory = load(store, {row["key"] for row in asked}, relabelled)
    return {row["document_id"] for row in asked if directory.answer(row["key"]) != row["answer"]}


def _asked(store: Store, keys: Sequence[str], relabelled: Sequence[str]) -> list[Row]:
    """Look-ups of keys that changed, and of ranges within documents whose labels changed."""
    store.connection.register("changed_keys", pa.table({"key": pa.array(keys, pa.string())}))
    try:
        return _rows(
            store,
            "SELECT l.* FROM graph.lookups l JOIN changed_keys USING (key) "
            "UNION SELECT l.* FROM graph.lookups l JOIN batch b ON l.key LIKE 'range:' || b.document_id || '/%'",
            relabelled,
        )
    finally:
        store.connection.unregister("changed_keys")


def _naming(store: Store, moved: Moved, settings: str, known: Collection[str]) -> set[str]:
    """Other documents whose running text holds a name that was gained, where no explicit mention covers it.

    Who held the same name before has asked for it, and is found by its look-ups.
    """
    others = [row[0] for row in store.query("SELECT document_id FROM evidence.documents") if row[0] not in known]
    if not others:
        return set()
    before = [*moved.lost, *(Identity(**row) for row in _rows(store, _NAMED_ELSEWHERE, others))]
    found: set[str] = set()
    for (code,) in store.query("SELECT DISTINCT language FROM evidence.documents ORDER BY 1"):
        grammar = tools(code, settings).grammar
        gained = set(_names(moved.gained, grammar)) - set(_names(before, grammar))
        if gained:
            finder = NameFinder(gained, grammar.inflects, code)
            rows = _rows(store, _PROSE, others, [code, _holding(gained, grammar)])
            taken = spans(_rows(store, _PLACES, sorted({row["document_id"] for row in rows})))
            found |= {row["document_id"] for row, _ in occurrences(rows, finder, taken)}
    return found


def _holding(names: Collection[Name], grammar: Grammar) -> str:
    """A pattern that narrows the search in the database; where words inflect, or there are many, nothing but a full look will do."""
    if grammar.inflects or len(names) > MANY:
        return ""
    return "|".join(sorted(re.sub("['’‘]", ".", re.escape(name.written[1:])) for name in names))


MANY = 200
_NAMED_ELSEWHERE = (
    f"SELECT {', '.join(f'i.{name}' for name in tables.IDENTITIES.schema.names)} FROM graph.identities i "  # noqa: S608
    "JOIN batch USING (document_id) WHERE i.node_kind IN ('document', 'term')"
)
_PLACES = (
    'SELECT m.paragraph_id, m."start", m."end" FROM evidence.mentions m JOIN batch USING (document_id) WHERE m.paragraph_id IS NOT NULL'
)
_PROSE = (
    "SELECT p.document_id, p.paragraph_id, p.kind, p.text FROM evidence.paragraphs p JOIN batch USING (document_id) "
    "JOIN evidence.documents d USING (document_id) "
    "WHERE d.language = ? AND p.kind NOT IN ('code', 'heading', 'field') AND regexp_matches(p.text, ?)"
)


def _names(found: Iterable[Identity], grammar: Grammar) -> Iterator[Name]:
    """Names to look for in running text: of documents, and terms of several words."""
    for identity in found:
        if identity.node_kind == "document" and identity.source in NAMED and not identity.key.startswith(STEMMED):
            if name := document_name(identity.alias, identity.key, grammar, identity.source == "alias"):
                yield name
        elif identity.node_kind == "term":
            for spelling in spellings(identity.alias):
                name = term_name(spelling, identity.key, grammar.inflects, grammar.language)
                if name and is_shared(name):
                    yield name


def load(store: Store, keys: Collection[str] | None, documents: Iterable[str] = ()) -> Directory:
    """A directory of the given keys and of all that the given documents hold; of everything where keys is None."""
    columns = "i.key, i.node_id, i.node_kind, i.document_id, i.family, i.edition, i.effective, i.alias"
    if keys is None:
        rows = store.query(f"SELECT {columns} FROM graph.identities i")  # noqa: S608
    else:
        store.connection.register("wanted", pa.table({"key": pa.array(sorted(keys), pa.string())}))
        store.connection.register("holders", pa.table({"document_id": pa.array(list(documents), pa.string())}))
        rows = store.query(
            f"SELECT {columns} FROM graph.identities i JOIN wanted USING (key) "  # noqa: S608
            f"UNION SELECT {columns} FROM graph.identities i JOIN holders USING (document_id)"
        )
        store.connection.unregister("wanted")
        store.connection.unregister("holders")
    dates = {row[3]: Dates(*row[4:7]) for row in rows if row[2] == "document"}
    spellings: dict[str, set[str]] = {}
    for row in rows:
        if row[2] in ("document", "term"):
            spellings.setdefault(row[0], set()).add(row[7])
    return Directory(((row[0], Node(row[1], row[2], row[3])) for row in rows), dates, spellings)


def _resolve(store: Store, documents: Sequence[str], settings: str, progress: Progress) -> int:
    """Resolve some documents and write those whose rows changed; return how many."""
    sources = _sources(store, documents)
    directory = load(store, None)
    finders = _all_finders(store, settings, {source.document["language"] for source in sources})
    named = {source.document["document_id"]: source.named(finders[source.document["language"]]) for source in sources}
    maps = _maps(store, {text["paragraph_id"] for found in named.values() for text, hit in found if not hit.name.term})
    before = dict(store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = 'graph'"))
    written: list[Resolved] = []
    ledger: list[Row] = []
    inputs = dict(store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = 'evidence'"))
    for number, source in enumerate(sources, 1):
        node, code = source.document["document_id"], source.document["language"]
        grammar = tools(code, settings).grammar
        resolved = resolve_document(source, named[node], maps, directory, finders[code], grammar)
        output = resolved.fingerprint
        if before.get(node) != output:
            written.append(resolved)
        ledger.append(
            {"asset": ASSET, "document_id": node, "input_fingerprint": prefix(settings) + inputs[node], "output_fingerprint": output}
        )
        progress(number, len(sources))
    _write(store, written)
    _forget(store, list(named))
    store.insert(tables.LEDGER, pa.Table.from_pylist(ledger, tables.LEDGER.schema))
    return len(written)


def _sources(store: Store, documents: Sequence[str]) -> list[Source]:
    """The documents to resolve, in the order of their ids."""
    mentions, texts, terms = (_grouped(_rows(store, sql, documents)) for sql in (_MENTIONS, _TEXTS, _TERMS))
    described = _rows(store, "SELECT d.* FROM evidence.documents d JOIN batch USING (document_id) ORDER BY d.document_id", documents)
    return [Source(row, *(rows.get(row["document_id"], []) for rows in (mentions, texts, terms))) for row in described]


_MENTIONS = "SELECT m.* FROM evidence.mentions m JOIN batch USING (document_id) ORDER BY m.document_id, m.mention_id"
_TEXTS = (
    "SELECT p.document_id, p.paragraph_id, p.section_id, p.kind, p.text FROM evidence.paragraphs p "
    "JOIN batch USING (document_id) ORDER BY p.document_id, p.ordinal"
)


def _maps(store: Store, paragraphs: Iterable[str]) -> dict[str, Text]:
    """The line maps of some paragraphs."""
    rows = store.query(
        "SELECT paragraph_id, text, map_offsets, map_lines FROM evidence.paragraphs WHERE paragraph_id IN (SELECT unnest(?::VARCHAR[]))",
        [list(paragraphs)],
    )
    return {paragraph: Text(text, tuple(offsets), tuple(lines)) for paragraph, text, offsets, lines in rows}


def _all_finders(store: Store, settings: str, languages: Iterable[str]) -> dict[str, NameFinder]:
    columns = ", ".join(tables.IDENTITIES.schema.names)
    rows = store.query(f"SELECT {columns} FROM graph.identities WHERE node_kind IN ('document', 'term') ORDER BY ALL")  # noqa: S608
    found = [Identity(*row) for row in rows]
    result = {}
    for code in languages:
        grammar = tools(code, settings).grammar
        result[code] = NameFinder(_names(found, grammar), grammar.inflects, code)
    return result


def _write(store: Store, written: Sequence[Resolved]) -> None:
    documents = [resolved.document_id for resolved in written]
    for table, part in zip(WRITTEN, ("aliases", "edges", "unresolved", "lookups"), strict=True):
        rows = [row for resolved in written for row in getattr(resolved, part)]
        store.replace(table, documents, pa.Table.from_pylist(rows, table.schema))


def _forget(store: Store, documents: Iterable[str]) -> None:
    _rows(store, "DELETE FROM ops.ledger WHERE asset = 'graph' AND document_id IN (SELECT document_id FROM batch)", documents)
