"""Names: the ways in which a person or program may say which node is meant.

name      an id; a path or the unique end of one, alone, with lines (path#L10-L20) or an anchor (path#anchor); or any
          alias: of a document (`RFC 9110`), with its edition or the year of it (`HO 04 90 (2026-01)`), with a section before or after it
          (`RFC 9110 §15.5`, `§ 823 BGB`), or of a section or term alone
key       a name normalised by `name_key`; in the table of identities the key of a section begins with its document's id
tail      a key without the document's id, its parts joined by blanks
reading   a way of understanding the words of a section: `section 15 5`, then `15 5`

Headings win over clauses of the same label. A name that still fits several nodes is an error that lists them: nothing
is decided by a guess.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any, Final
from unicodedata import normalize

from lineproof.evidence.names import name_key
from lineproof.recall.edges import terms_of
from lineproof.recall.errors import AmbiguousNode, BadLines, UnknownEdition, UnknownNode, UnknownPart
from lineproof.recall.nodes import Extent, Node, Paragraph, Span, paragraph_kind, paragraph_label
from lineproof.recall.view import Document, View

CANDIDATES_SHOWN: Final = 10
NEAREST_SHOWN: Final = 5
LEAST_SIMILARITY: Final = 0.8
LONGEST_NAME: Final = 40
SIGN: Final = "§"

PartsOf = Callable[[Sequence[str], Sequence[str]], list[str]]

_ID = re.compile(r"[dpt][0-9a-f]{24}")
_LINES = re.compile(r"L?(?P<first>\d{1,9})(?:\s*-\s*L?(?P<last>\d{1,9}))?", re.IGNORECASE)
_EDITION = re.compile(r"(?P<bracket>[(\[])?(?<!\d)(?P<edition>\d{4}(?:[-./]\d{1,2}){0,2})(?!\d)")
_YEAR = re.compile(r"\d{4}")
_MONTH = re.compile(r"\d{1,2}")
_LAST_ORDINAL: Final = 2**31 - 1

_TAIL: Final = "CASE WHEN starts_with(key, document_id) THEN replace(key[length(document_id) + 2:], '/', ' ') ELSE key END"
_PARTS_OF = """
SELECT DISTINCT key, document_id, node_id, node_kind FROM graph.identities
WHERE document_id IN (SELECT unnest(?)) AND node_kind IN ('section', 'clause', 'term') AND source <> 'anchor'
ORDER BY ALL
"""
_PARTS = f"""
SELECT DISTINCT node_id, node_kind FROM graph.identities
WHERE node_kind IN ('section', 'clause', 'term') AND suffix(key, $key) AND {_TAIL} = $key ORDER BY node_id
"""  # noqa: S608
_EVERY_PART = f"""
SELECT {_TAIL} AS tail, node_id, node_kind FROM graph.identities
WHERE node_kind IN ('section', 'clause', 'term') AND suffix(key, {_TAIL}) ORDER BY node_id
"""  # noqa: S608
_EDITIONS = "SELECT 1 FROM graph.identities WHERE node_id IN (SELECT unnest(?)) AND edition IS NOT NULL LIMIT 1"
_ANCHORED = """
SELECT DISTINCT node_id FROM graph.identities
WHERE document_id = $document AND key = $document || '/#' || $anchor ORDER BY node_id
"""
_NEAREST = f"""
SELECT alias, max(jaro_winkler_similarity({_TAIL}, $key)) AS similarity
FROM graph.identities WHERE node_kind <> 'scheme'
GROUP BY alias HAVING similarity >= $least ORDER BY similarity DESC, alias LIMIT $shown
"""  # noqa: S608


def find(view: View, text: str) -> Extent:
    """The one node that a text names; of a path with lines the innermost paragraph at the first of them.

    Raises:
        UnknownNode: none; the message has the nearest names.
        UnknownPart, UnknownEdition: the document is known, the part or edition of it is not.
        AmbiguousNode: several; the message lists them.
        BadLines: lines that the document does not have.
    """
    name, span = place_of(view, text)
    extent = _only(view, name)
    return at_lines(view, extent.document_id, Span(span.first, span.first)) if span else extent


def place_of(view: View, text: str) -> tuple[str, Span | None]:
    """A name as it is compared, and the lines after its ``#L``; a path that itself ends like this is left whole."""
    wanted = normalize("NFC", text).strip()
    name, mark, fragment = wanted.rpartition("#")
    span = span_of(fragment) if mark and fragment[:1] in ("L", "l") else None
    return (wanted, None) if span is None or _documents_at(view, wanted) else (name, span)


def span_of(text: str) -> Span | None:
    """Lines as a person writes them (``12``, ``L10-L20``, ``10-20``), or none if the text is something else."""
    written = _LINES.fullmatch(text.strip())
    return Span(int(written["first"]), int(written["last"] or written["first"])) if written else None


def describe(view: View, node_id: str) -> Extent | None:
    """A node by its id, with its extent; none if there is no such node."""
    if document := view.documents().get(node_id):
        return _whole(document)
    if home := view.home(node_id):
        return _extent(view, view.outline(home).by_id[node_id])
    return _term(view, node_id)


def at_lines(view: View, document_id: str, span: Span) -> Extent:
    """The smallest node that covers some lines of a document: a paragraph, a section, or the document itself.

    Raises:
        BadLines: the document does not have these lines.
    """
    document = view.documents()[document_id]
    if not 1 <= span.first <= span.last <= document.lines:
        raise BadLines(f"{document.path} has lines 1 to {document.lines}, not {span.first} to {span.last}.")
    paragraph = view.outline(document_id).covering(span)
    return _extent(view, paragraph) if paragraph else _whole(document)


def named(view: View, text: str) -> list[str]:
    """Ids of the nodes that have a text as an alias: documents before sections and terms; empty if none has.

    Raises:
        UnknownPart, UnknownEdition: it holds the name of a document, and a number that no section or edition of this has.
    """
    words = name_key(text).split()
    found = cited(view, words)
    if found or not words:
        return found
    alone = without_clauses(_parts_called(view, " ".join(words)))
    if not alone:
        _refuse_missing(view, text, words)
    return alone


def _parts_called(view: View, key: str) -> Sequence[tuple[Any, ...]]:
    """Ids of the sections and terms of a name, with the kind of name; in memory from the second time on."""
    every = view.keep_again(_every_part)
    return view.rows(_PARTS, {"key": key}) if every is None else every.get(key, ())


def _every_part(view: View) -> Mapping[str, Sequence[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for tail, node_id, kind in view.rows(_EVERY_PART):
        found.setdefault(tail, []).append((node_id, kind))
    return found


def cited(view: View, words: Sequence[str], parts_of: PartsOf | None = None) -> list[str]:
    """Ids of the documents whose name the words are, or of the parts of a document that they name with it.

    Args:
        view: the snapshot.
        words: those of a name.
        parts_of: looks up the parts of some documents by readings, where the names are in memory already.
    """
    look = parts_of or partial(_parts_of, view)
    for documents, rest in _documents_named(view, words):
        if found := look(documents, _readings(rest)) if rest else documents:
            return found
    return []


def _refuse_missing(view: View, text: str, words: Sequence[str]) -> None:
    """Words that hold the name of a document and a number are meant for an edition of it, or for a section."""
    for match in _EDITION.finditer(text):
        others = cited(view, name_key(f"{text[: match.start()]} {text[match.end() :]}").split())
        if others and (match["bracket"] or _have_editions(view, others)):
            raise UnknownEdition(text, match["edition"], _candidates(view, others), len(others))
    for documents, rest in _documents_named(view, words):
        if any(word.isdigit() for word in rest):
            raise UnknownPart(text, view.documents()[documents[0]].path, " ".join(rest))


def _have_editions(view: View, nodes: Sequence[str]) -> bool:
    """Whether some nodes stand in documents that have editions."""
    homes = [extent.document_id for node in nodes if (extent := describe(view, node))]
    return bool(view.rows(_EDITIONS, [homes]))


def _only(view: View, name: str) -> Extent:
    """The one node with an id, path, anchor or alias."""
    found = [name] if _ID.fullmatch(name) else _by_path(view, name) or named(view, name)
    if len(found) > 1:
        raise AmbiguousNode(name, _candidates(view, found), len(found))
    extent = describe(view, found[0]) if found else None
    if extent is None:
        raise UnknownNode(name, _nearest(view, name))
    return extent


def _candidates(view: View, ids: Sequence[str]) -> list[str]:
    described = (describe(view, node_id) for node_id in ids)
    nodes = sorted((extent.node for extent in described if extent), key=lambda node: (node.path, node.first_line, node.id))
    return [f"{node.id}  {node.path}#L{node.first_line}  {node.label}" for node in nodes[:CANDIDATES_SHOWN]]


def _nearest(view: View, text: str) -> list[str]:
    """Names most like a text that names nothing, best first (Jaro-Winkler similarity of the keys)."""
    values = {"key": name_key(text), "least": LEAST_SIMILARITY, "shown": NEAREST_SHOWN}
    return [alias for alias, _ in view.rows(_NEAREST, values)]


def _whole(document: Document) -> Extent:
    node = Node(document.id, "document", document.label, document.path, min(1, document.lines), document.lines)
    return Extent(node, document.id, 0, _LAST_ORDINAL)


def _extent(view: View, paragraph: Paragraph) -> Extent:
    outline = view.outline(paragraph.document_id)
    kind, label = paragraph_kind(paragraph.kind, paragraph.label), paragraph_label(paragraph.begin, paragraph.label)
    node = Node(paragraph.id, kind, label, view.documents()[paragraph.document_id].path, *outline.span_of(paragraph))
    return Extent(node, paragraph.document_id, paragraph.ordinal, outline.end_of(paragraph).ordinal)


def _term(view: View, term_id: str) -> Extent | None:
    """A term stands where it is first defined; it has no paragraphs of its own."""
    term = terms_of(view).get(term_id)
    if term is None:
        return None
    path = view.documents()[term.document_id].path
    return Extent(Node(term_id, "term", term.alias, path, term.first_line, term.last_line), term.document_id, 1, 0)


def _by_path(view: View, text: str) -> list[str]:
    """Nodes named by a path, or by a path and an anchor; a path that holds ``#`` itself comes first."""
    if documents := _documents_at(view, text):
        return documents
    path, mark, anchor = text.rpartition("#")
    documents = _documents_at(view, path) if mark else []
    if len(documents) != 1:
        return documents
    exact = [node_id for (node_id,) in view.rows(_ANCHORED, {"document": documents[0], "anchor": anchor})]
    if found := exact or _parts_of(view, documents, [name_key(anchor)]):
        return found
    raise UnknownPart(text, path, "#" + anchor)


def _documents_at(view: View, path: str) -> list[str]:
    """Documents at a path: a whole one, else the end of one, else either in any case, else an address."""
    wanted = path.removeprefix("./")
    if not wanted:
        return []
    documents = view.documents().values()
    exact = [document.id for document in documents if document.path == wanted]
    below = exact or [document.id for document in documents if document.path.endswith("/" + wanted)]
    folded = wanted.casefold()
    below = below or [one.id for one in documents if ("/" + one.path.casefold()).endswith("/" + folded)]
    return below or [node_id for node_id, _ in view.keep(_document_names).get(f"path:{wanted.strip('/')}", ())]


def _documents_named(view: View, words: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Documents whose name is among the words, longest name first, with the words that stand before or after it.

    Words after the name that are a document's edition, or the year of it alone, belong to the name, and choose among its editions.
    """
    names = view.keep(_document_names)
    windows = {key: rest for key, rest in _windows(words).items() if key in names}
    for key in sorted(windows, key=lambda key: (-len(key), key)):
        before, after = windows[key]
        dated = _dated(names[key], after, _after_edition) or _dated(names[key], after, _after_year)
        if dated and not (before and dated[0][1]):
            yield _distinct(node_id for node_id, _ in dated), before or dated[0][1]
        if not (before and after):
            yield _distinct(node_id for node_id, _ in names[key]), before or after


def _document_names(view: View) -> Mapping[str, list[tuple[str, str | None]]]:
    """Ids and editions of documents by key; keys of paths begin with `path:`."""
    names: dict[str, list[tuple[str, str | None]]] = {}
    rows = view.rows("SELECT DISTINCT key, node_id, edition FROM graph.identities WHERE node_kind = 'document' ORDER BY ALL")
    for key, node_id, edition in rows:
        names.setdefault(key, []).append((node_id, edition))
    return names


def _windows(words: Sequence[str]) -> dict[str, tuple[list[str], list[str]]]:
    """Every run of words, with the words before and after it; of a very long text only the whole."""
    size = len(words)
    runs: Iterable[tuple[int, int]] = ((start, end) for start in range(size) for end in range(start + 1, size + 1))
    if size > LONGEST_NAME:
        runs = [(0, size)]
    return {" ".join(words[start:end]): ([*words[:start]], [*words[end:]]) for start, end in runs}


def _dated(
    named: Sequence[tuple[str, str | None]], rest: list[str], after: Callable[[list[str], str | None], list[str] | None]
) -> list[tuple[str, list[str]]]:
    """The documents of a name whose edition the rest begins with, and what stands behind it."""
    return [(node_id, behind) for node_id, edition in named if (behind := after(rest, edition)) is not None]


def _after_edition(rest: list[str], edition: str | None) -> list[str] | None:
    """The rest without the edition that it begins with; none if it does not."""
    words = name_key(edition or "").split()
    return rest[len(words) :] if words and rest[: len(words)] == words else None


def _after_year(rest: list[str], edition: str | None) -> list[str] | None:
    """The rest without the year that it begins with, if the edition is of this year; none if a month follows, which would be another."""
    year, *behind = rest or [""]
    alone = _YEAR.fullmatch(year) and not (behind and _MONTH.fullmatch(behind[0]))
    return behind if alone and year in name_key(edition or "").split() else None


def _parts_of(view: View, documents: Sequence[str], readings: Sequence[str]) -> list[str]:
    """Sections and terms of some documents by the first reading that fits."""
    rows = view.rows(_PARTS_OF, [documents])
    parts = [(key.removeprefix(home).replace("/", " ").strip(), node_id, kind) for key, home, node_id, kind in rows]
    by_reading = ([(node_id, kind) for tail, node_id, kind in parts if tail == reading] for reading in readings)
    return without_clauses(next(filter(None, by_reading), []))


def without_clauses(found: Sequence[tuple[Any, ...]]) -> list[str]:
    """Ids of what was found, given with the kind of name; clauses only where there is nothing else."""
    return _distinct(node_id for node_id, kind in found if kind != "clause") or _distinct(node_id for node_id, _ in found)


def _readings(words: Sequence[str]) -> list[str]:
    """A section's words as they stand, without joining words around them, with the kind in English, by number."""
    from lineproof.evidence.mentions.grammar import section_words

    inner = _without_joining(words)
    readings = [" ".join(words), " ".join(inner)]
    kind = section_words().get(inner[0], SIGN if inner[0] == SIGN else None) if inner else None
    number = " ".join(inner[1:] if kind else inner)
    if kind:
        readings.append(f"{kind} {number}")
    if number[:1].isdigit():
        readings += [f"{SIGN} {number}", number]
    return _distinct(filter(None, readings))


def _without_joining(words: Sequence[str]) -> list[str]:
    """Words without stop words before and after (`Section 4 of the ...`)."""
    inner = [*words]
    while inner and inner[-1] in _joining():
        inner.pop()
    while inner and inner[0] in _joining():
        inner.pop(0)
    return inner


@lru_cache(maxsize=1)
def _joining() -> frozenset[str]:
    from lineproof.evidence.language import available, load

    return frozenset(chain.from_iterable(load(code).stop_words for code in available()))


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))
