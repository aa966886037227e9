"""Identities: every name by which a document, section, clause or term can be cited.

key            what a reference looks up: a document's name as is, a section's behind its document's id (`<document>/4 2`),
               a path behind `path:`, an inflected name behind `stem:` and its language, the letters of an identifier behind `scheme:`
qualified key  a clause behind a section that it stands in (`<document>/section i/s 4`), for labels that repeat
"""

import datetime
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lineproof.evidence.hashing import term_id
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.identifiers import scheme
from lineproof.evidence.mentions.links import bare_path, tails
from lineproof.evidence.names import name_key, stem_key

Row = Mapping[str, Any]
DEPTH = 4
_SLUG_DROP = re.compile(r"[^\w\- ]")
_ADDRESS = re.compile(r"^/?(?P<path>[^:#?]+?)/?$")
_EDITION_TAIL = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Identity:
    """One name of one node; ``kind`` is document, section, clause, term or scheme."""

    document_id: str
    key: str
    node_id: str
    node_kind: str
    alias: str
    source: str
    family: str | None = None
    edition: str | None = None
    effective: datetime.date | None = None


def identities(
    document: Row, names: Sequence[Row], sections: Sequence[Row], terms: Sequence[Row], grammar: Grammar, inflecting: Sequence[str]
) -> list[Identity]:
    """All names of a document and of what it holds.

    Args:
        document: its row of evidence.documents.
        names: its rows of evidence.names.
        sections: its headings and labelled or anchored paragraphs, in order.
        terms: its defined terms (signals of kind defined_term).
        grammar: that of its language.
        inflecting: codes of the languages whose text names documents by stem; a document may be named in any of them.
    """
    found = [
        *_paths(document, names),
        *_names(document, names, grammar, inflecting),
        *_sections(document, sections),
        *_terms(document, terms),
    ]
    dates = {"family": document["identifier"], "edition": document["edition"], "effective": document["effective"]}
    return list(dict.fromkeys(replace(name, **dates) if name.node_kind == "document" else name for name in found))


def _paths(document: Row, names: Sequence[Row]) -> Iterator[Identity]:
    node, path = document["document_id"], document["path"]
    addresses = [match["path"] for row in names if row["source"] == "address" and (match := _ADDRESS.match(row["name"]))]
    for source, place in [
        ("path", path),
        ("path", bare_path(path)),
        *(("tail", tail) for tail in tails(path)),
        *(("address", bare_path(address)) for address in addresses),
    ]:
        yield Identity(node, f"path:{place}", node, "document", path, source)


def _names(document: Row, names: Sequence[Row], grammar: Grammar, inflecting: Sequence[str]) -> Iterator[Identity]:
    node, edition = document["document_id"], document["edition"]
    for row in names:
        if row["source"] == "address":
            continue
        for name in _variants(row["name"], grammar):
            for key in _keys(name, edition, inflecting):
                yield Identity(node, key, node, "document", name, row["source"])
    if document["identifier"] and (letters := scheme(document["identifier"])):
        yield Identity(node, f"scheme:{letters}", node, "scheme", letters, "scheme")


def _keys(name: str, edition: str | None, inflecting: Sequence[str]) -> Iterator[str]:
    key = name_key(name)
    if not key:
        return
    for bare in (key, *(stem_key(name, language) for language in inflecting)):
        yield bare
        if edition and not key.endswith(name_key(edition)):
            yield f"{bare} {name_key(edition)}"


def _variants(name: str, grammar: Grammar) -> Iterator[str]:
    """A name as written, and the short forms that a language derives from it (`Gesetz über den X` is cited as `X-Gesetz`)."""
    yield name
    plain = _EDITION_TAIL.sub("", name)
    if plain and plain != name:
        yield plain
    suffixes, joints = grammar.any_of("law_suffix"), grammar.any_of("law_of")
    found = re.match(
        rf"(?P<head>\w*{suffixes})\s+(?:{joints})\s+(?:(?:{grammar.any_of('article_word')})\s+)?(?P<rest>.+)", plain, re.IGNORECASE
    )
    if not found:
        return
    if found["head"].casefold() not in grammar.words["law_suffix"]:
        yield found["head"]
    elif " " not in found["rest"]:
        for joint in ("s", ""):
            yield f"{found['rest']}{joint}{found['head'].lower()}"


def _sections(document: Row, sections: Sequence[Row]) -> Iterator[Identity]:
    node = document["document_id"]
    by_id = {row["paragraph_id"]: row for row in sections}
    slugs: Counter[str] = Counter()
    for row in sections:
        kind = "section" if row["kind"] == "heading" else "clause"
        for key in row["label_keys"]:
            for path in (key, *(f"{ancestor}/{key}" for ancestor in _ancestors(row, by_id))):
                yield Identity(node, f"{node}/{path}", row["paragraph_id"], kind, row["label"], "label")
        if row["kind"] == "heading":
            yield from _heading(node, row, slugs)
        if row["anchor"]:
            yield Identity(node, f"{node}/#{row['anchor']}", row["paragraph_id"], kind, row["anchor"], "anchor")


def _heading(node: str, row: Row, slugs: Counter[str]) -> Iterator[Identity]:
    title = row["title"] or row["text"]
    if key := name_key(title):
        yield Identity(node, f"{node}/{key}", row["paragraph_id"], "section", title, "heading")
    slug = _slug(row["text"])
    if slug:
        number = slugs[slug]
        slugs[slug] += 1
        yield Identity(node, f"{node}/#{slug}-{number}" if number else f"{node}/#{slug}", row["paragraph_id"], "section", slug, "anchor")


def _ancestors(row: Row, by_id: Mapping[str, Row]) -> Iterator[str]:
    """Keys of the labelled or titled headings above a section, nearest first."""
    current = by_id.get(row["section_id"])
    for _ in range(DEPTH):
        if current is None:
            return
        yield from current["label_keys"]
        if current["label_keys"] and current["title"]:
            yield f"{current['label_keys'][0]} {name_key(current['title'])}"
        current = by_id.get(current["section_id"])


def _terms(document: Row, terms: Iterable[Row]) -> Iterator[Identity]:
    node = document["document_id"]
    for row in terms:
        if row["value"] and (key := name_key(row["value"])):
            yield Identity(node, key, term_id(document["corpus"], node, key), "term", row["value"], "definition")


def _slug(heading: str) -> str:
    """The anchor that renderers of Markdown give a heading: lower case, punctuation dropped, blanks as hyphens."""
    return _SLUG_DROP.sub("", unicodedata.normalize("NFC", heading).strip().lower()).replace(" ", "-")
