"""Mentions of one document, resolved: those that its text states, and the names and terms that stand in it.

alias mention   a name of another document in running text, which no explicit mention covers
use             a defined term in a paragraph that does not define it; the own document's definition comes first
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lineproof.evidence.hashing import fingerprint, node_id, term_id
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.identifiers import edition_of, stated_edition
from lineproof.evidence.mentions.model import IN_EDITION
from lineproof.evidence.names import name_key
from lineproof.evidence.paragraphs import Text
from lineproof.graph.aliases import Name, NameFinder, Occurrence, spellings, term_name
from lineproof.graph.directory import Directory
from lineproof.graph.resolve import Edge, Open, Resolver

Row = Mapping[str, Any]
_MEANS = re.compile(r"[\"”“»]\s+[^\W\d_]+(?:\s+[^\W\d_]+)?\s+")
_CLOSES = re.compile(r"\s*(?:[.;]|$)")
_IN_PARENTHESES = re.compile(r"\s*\((?:[^\W\d_]+\s+){0,2}[\"“„«]")
_CLOSED = re.compile(r"[\"”“»]\)")
HEAD, SHORT = 6, 120
"""How many paragraphs, and of how many characters, are the head of a document."""


@dataclass(frozen=True, slots=True)
class Source:
    """One document to resolve: its row of evidence.documents, and its rows of other tables.

    ``texts`` are its paragraphs in order, with their sections; ``terms`` its defined terms with the paragraphs that define them.
    """

    document: Row
    mentions: Sequence[Row]
    texts: Sequence[Row]
    terms: Sequence[Row]

    def named(self, finder: NameFinder) -> list[tuple[Row, Occurrence]]:
        """The names in its running text, each with the row of its paragraph."""
        return list(occurrences(self.texts, finder, spans(self.mentions)))


@dataclass(frozen=True, slots=True)
class Resolved:
    """Rows of one document for the tables of the graph."""

    document_id: str
    aliases: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    unresolved: list[dict[str, Any]]
    lookups: list[dict[str, Any]]

    @property
    def fingerprint(self) -> str:
        """Of all rows, whatever their order."""
        rows = (*self.aliases, *self.edges, *self.unresolved, *self.lookups)
        return fingerprint(*sorted(repr(sorted(row.items())) for row in rows))


def resolve_document(
    source: Source,
    named: Sequence[tuple[Row, Occurrence]],
    maps: Mapping[str, Text],
    directory: Directory,
    finder: NameFinder,
    grammar: Grammar,
) -> Resolved:
    """Resolve everything that one document mentions.

    Args:
        source: the document.
        named: names of documents and shared terms that its running text holds, each with the row of its paragraph.
        maps: the line maps of the paragraphs that name documents.
        directory: all identities that may be asked for.
        finder: what found the names, in the document's language.
        grammar: that of its language.
    """
    directory.take_asked()
    document, mentions, texts, terms = source.document, source.mentions, source.texts, source.terms
    aliases = [_alias_row(document, text, found, maps[text["paragraph_id"]]) for text, found in named if not found.name.term]
    parents = {row["paragraph_id"]: row["section_id"] for row in texts}
    resolver = Resolver(document, directory, grammar.external_schemes, parents, own_names([*mentions, *aliases], texts, terms))
    edges, unresolved = resolver.resolve([*mentions, *aliases])
    own = document["document_id"]
    alias_ids = {row["mention_id"] for row in aliases}
    titles = _titles(mentions, texts)
    edges = [edge for edge in edges if not _names_itself(edge, own, titles, alias_ids)]
    used = _uses(document, texts, terms, [(text, found) for text, found in named if found.name.term], resolver, finder)
    kept = {edge.mention_id for edge in edges} | {row.mention_id for row in unresolved}
    places = {row["mention_id"]: row for row in (*mentions, *aliases)}
    return Resolved(
        own,
        [dict(row) for row in aliases if row["mention_id"] in kept],
        list({edge.edge_id: _edge_row(own, edge) for edge in (*edges, *_definitions(document, terms), *used)}.values()),
        [_open_row(own, places[row.mention_id], row) for row in unresolved],
        [{"document_id": own, "key": key, "answer": answer} for key, answer in sorted(directory.take_asked().items())],
    )


def _names_itself(edge: Edge, own: str, titles: Collection[str | None], aliases: Collection[str | None]) -> bool:
    """Whether a document only says its own name."""
    return edge.target_document_id == own and (edge.mention_id in aliases or (edge.target_id == own and edge.mention_id in titles))


def _titles(mentions: Iterable[Row], texts: Sequence[Row]) -> set[str]:
    """Mentions in headings, in short lines at the head of a document, or that are most of their paragraph.

    There a document gives its own name rather than cites itself.
    """
    named = {row["paragraph_id"] for row in texts if row["kind"] == "heading"}
    named |= {row["paragraph_id"] for row in texts[:HEAD] if len(row["text"]) <= SHORT}
    sizes = {row["paragraph_id"]: len(row["text"]) for row in texts}
    return {
        row["mention_id"]
        for row in mentions
        if row["relation"] == "refers_to"
        and row["origin"] == "wording"
        and row["nature"] == "candidate"
        and (row["paragraph_id"] in named or 2 * (row["end"] - row["start"]) >= sizes.get(row["paragraph_id"], 0))
    }


def own_names(mentions: Iterable[Row], texts: Iterable[Row], terms: Sequence[Row]) -> dict[str, Sequence[str]]:
    """The names that a document gives others, by key, with the keys of the document named.

    A defined term is one if nothing but a document stands behind it (`"Base Contract" means HO 3 (2026-01).`), or if it stands in
    parentheses behind one (`HO 3 (2026-01) (the "Base Contract")`).
    """
    defining = {row["paragraph_id"] for row in terms}
    written = {row["paragraph_id"]: row["text"] for row in texts if row["paragraph_id"] in defining}
    named: dict[str, list[Row]] = defaultdict(list)
    for mention in mentions:
        if mention["paragraph_id"] in written and mention["names"] and not mention["sections"]:
            named[mention["paragraph_id"]].append(mention)
    found: dict[str, Sequence[str]] = {}
    for term in terms:
        text, start = written[term["paragraph_id"]], written[term["paragraph_id"]].find(term["value"])
        for mention in named[term["paragraph_id"]] if start >= 0 else ():
            if _is_named(text, start, start + len(term["value"]), mention):
                found.setdefault(name_key(term["value"]), mention["names"])
    return found


def _is_named(text: str, start: int, end: int, mention: Row) -> bool:
    """Whether the words between a term and a document make the one a name of the other."""
    if mention["start"] >= end:
        return bool(_MEANS.fullmatch(text, end, mention["start"]) and _CLOSES.match(text, mention["end"]))
    return bool(_IN_PARENTHESES.fullmatch(text, mention["end"], start) and _CLOSED.match(text, end))


def spans(mentions: Iterable[Row]) -> dict[str, list[tuple[int, int]]]:
    """Where explicit mentions stand, by paragraph."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for mention in mentions:
        if mention["paragraph_id"]:
            found[mention["paragraph_id"]].append((mention["start"], mention["end"]))
    return found


def occurrences(
    texts: Iterable[Row], finder: NameFinder, taken: Mapping[str, Sequence[tuple[int, int]]]
) -> Iterator[tuple[Row, Occurrence]]:
    """Names in running text that no explicit mention covers."""
    if not finder:
        return
    for text in texts:
        if text["kind"] in ("code", "heading", "field"):
            continue
        for found in finder.find(text["text"]):
            if all(found.end <= start or found.start >= end for start, end in taken.get(text["paragraph_id"], ())):
                yield text, found


def _alias_row(document: Row, text: Row, found: Occurrence, lines: Text) -> dict[str, Any]:
    """A mention of a name, in the edition that is stated behind it."""
    edition = stated_edition(text["text"], found.end)
    key = found.name.key + IN_EDITION + name_key(edition_of(edition)) if edition else found.name.key
    end = edition.end() if edition else found.end
    return {
        "mention_id": node_id("m", text["paragraph_id"], str(found.start), str(end), "alias", key),
        "document_id": document["document_id"],
        "paragraph_id": text["paragraph_id"],
        "line": lines.line_at(found.start),
        "start": found.start,
        "end": end,
        "text": text["text"][found.start : end],
        "origin": "alias",
        "relation": "refers_to",
        "partial": False,
        "since": None,
        "names": [key],
        "sections": [],
        "until": None,
        "context": [],
        "subject": [],
        "nature": "candidate",
    }


def _definitions(document: Row, terms: Iterable[Row]) -> Iterator[Edge]:
    own = document["document_id"]
    for row in terms:
        if key := name_key(row["value"]):
            yield Edge(row["paragraph_id"], "defines", term_id(document["corpus"], own, key), own, None, None, "wording", False)


def _uses(
    document: Row,
    texts: Sequence[Row],
    terms: Sequence[Row],
    shared: Iterable[tuple[Row, Occurrence]],
    resolver: Resolver,
    finder: NameFinder,
) -> list[Edge]:
    """Uses of defined terms: of the own document's, else of the one document that is named here and defines them, or defines them alone.

    A term that several others define makes no edge; it is no reference, so it is not listed as open either.
    """
    own, corpus = document["document_id"], document["corpus"]
    defined = {name_key(row["value"]): term_id(corpus, own, name_key(row["value"])) for row in terms}
    defining = {(row["paragraph_id"], name_key(row["value"])) for row in terms}
    own_finder = NameFinder(_term_names(terms, finder), finder.inflects, finder.language)
    prose = [text for text in texts if text["kind"] not in ("code", "field")]
    found = [(text["paragraph_id"], hit.name.key) for text in prose for hit in own_finder.find(text["text"])] if own_finder else []
    edges = [_use(own, paragraph, defined[key]) for paragraph, key in dict.fromkeys(found) if (paragraph, key) not in defining]
    for text, hit in shared:
        if hit.name.key not in defined and (node := resolver.term(hit.name.key)):
            edges.append(_use(own, text["paragraph_id"], node.node_id, node.document_id))
    return edges


def _term_names(terms: Sequence[Row], finder: NameFinder) -> list[Name]:
    written = [(spelling, name_key(row["value"])) for row in terms for spelling in spellings(row["value"])]
    return [name for spelling, key in written if (name := term_name(spelling, key, finder.inflects, finder.language))]


def _use(own: str, paragraph: str, term: str, target_document: str | None = None) -> Edge:
    return Edge(paragraph, "uses_term", term, own, target_document or own, None, "alias", False)


def _edge_row(own: str, edge: Edge) -> dict[str, Any]:
    return {
        "edge_id": edge.edge_id,
        "document_id": own,
        "source_id": edge.source_id,
        "type": edge.type,
        "target_id": edge.target_id,
        "source_document_id": edge.source_document_id,
        "target_document_id": edge.target_document_id,
        "mention_id": edge.mention_id,
        "origin": edge.origin,
        "partial": edge.partial,
        "since": edge.since,
    }


def _open_row(own: str, place: Row, row: Open) -> dict[str, Any]:
    return {
        "mention_id": row.mention_id,
        "document_id": own,
        "paragraph_id": place["paragraph_id"],
        "line": place["line"],
        "text": place["text"],
        "reason": row.reason,
        "candidates": list(row.candidates),
    }
