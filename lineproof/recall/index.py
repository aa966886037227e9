"""Index: the names of a snapshot by their words, read once and kept in memory for `locate`.

name      one key of a node, without the id of its document and the sections above; the order of words is no matter
weight    of a word: ln(1 + N / n) where n of all N names have it (1/2 for a word that none has)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

from lineproof.evidence.names import name_key
from lineproof.recall.edges import terms_of
from lineproof.recall.nodes import paragraph_label
from lineproof.recall.view import View

RANKS: Final = ("document", "section", "clause", "term")
KINDS: Final = ("document", "section", "section", "term")
"""The kind of node that is shown, by rank: a clause is a section that comes after those with a heading."""

_KEYS = """
SELECT DISTINCT node_id, node_kind, document_id, key FROM graph.identities
WHERE node_kind <> 'scheme' AND source <> 'anchor' AND NOT starts_with(key, 'stem:') ORDER BY ALL
"""
_SECTIONS = """
SELECT paragraph_id, first_line, label, text[:120] FROM evidence.paragraphs
WHERE paragraph_id IN (SELECT node_id FROM graph.identities WHERE node_kind IN ('section', 'clause'))
"""


class Entry(NamedTuple):
    """A node of the index.

    ``rank`` is a position in RANKS, ``home`` the position of its document's entry; ``begin`` is the name of a document or term, or how
    the text of a section begins, which its ``label`` may come before.
    """

    id: str
    rank: int
    path: str
    line: int
    begin: str
    label: str | None
    home: int
    names: Sequence[frozenset[str]]

    @property
    def shown(self) -> str:
        """How it is shown; made when it is, since few are."""
        return paragraph_label(self.begin, self.label) if KINDS[self.rank] == "section" else self.begin


@dataclass(frozen=True)
class Index:
    """The names of a snapshot (``names`` is their number): entries, and for each word the positions of its entries."""

    entries: Sequence[Entry]
    names: int
    postings: Mapping[str, Sequence[int]]
    weights: Mapping[str, float]
    vocabulary: Sequence[str]
    called: Mapping[str, Sequence[int]]
    positions: Mapping[str, int]
    languages: Sequence[str]
    stop_words: frozenset[str]

    def weight(self, word: str) -> float:
        """The weight of a word."""
        return self.weights.get(word) or log(1 + 2 * self.names)


def index_of(view: View) -> Index:
    """The names of a snapshot, read once (50,000 names: about a third of a second)."""
    return view.keep(_build)


def _build(view: View) -> Index:
    from lineproof.evidence.language import available, load

    entries, called = _read(view)
    counts, postings = _postings(entries)
    names = sum(len(entry.names) for entry in entries)
    languages = sorted({document.language for document in view.documents().values()} & {*available()})
    return Index(
        entries=entries,
        names=names,
        postings=postings,
        weights={word: log(1 + names / count) for word, count in counts.items()},
        vocabulary=sorted(postings),
        called=called,
        positions={entry.id: at for at, entry in enumerate(entries)},
        languages=languages,
        stop_words=frozenset(name_key(word) for code in languages for word in load(code).stop_words),
    )


def _read(view: View) -> tuple[list[Entry], dict[str, list[int]]]:
    """The entries, and their positions by whole name."""
    sections = {row[0]: row[1:] for row in view.rows(_SECTIONS)}
    rows = view.rows(_KEYS)
    nodes = {node_id: (kind, document_id) for node_id, kind, document_id, _ in rows}
    positions = {node_id: at for at, node_id in enumerate(nodes)}
    names: list[dict[frozenset[str], None]] = [{} for _ in nodes]
    called: dict[str, list[int]] = {}
    for node_id, _, document_id, key in rows:
        at = positions[node_id]
        tail = _tail(key, document_id)
        names[at][frozenset(tail.rpartition("/")[2].split())] = None
        called.setdefault(tail.replace("/", " "), []).append(at)
    entries = []
    for (node_id, (kind, document_id)), own in zip(nodes.items(), names, strict=True):
        place = _place(view, sections, node_id, document_id)
        home = positions.get(document_id, positions[node_id])
        entries.append(Entry(node_id, RANKS.index(kind), *place, home, tuple(own)))
    return entries, called


def _tail(key: str, document_id: str) -> str:
    """A key without the id of its document; one of a path is not normalised yet."""
    if key.startswith("path:"):
        return name_key(key.removeprefix("path:"))
    return key.removeprefix(document_id).removeprefix("/")


def _place(
    view: View, sections: Mapping[str, tuple[int, str | None, str]], node_id: str, document_id: str
) -> tuple[str, int, str, str | None]:
    """Path, line, beginning and label of a node."""
    document = view.documents()[document_id]
    if section := sections.get(node_id):
        line, label, begin = section
        return document.path, line, begin, label
    if node_id == document_id:
        return document.path, min(1, document.lines), document.label, None
    term = terms_of(view)[node_id]
    return document.path, term.first_line, term.alias, None


def _postings(entries: Iterable[Entry]) -> tuple[dict[str, int], dict[str, list[int]]]:
    """For each word how many names have it, and the positions of the entries that do."""
    counts: dict[str, int] = {}
    postings: dict[str, list[int]] = {}
    for at, entry in enumerate(entries):
        for name in entry.names:
            for word in name:
                counts[word] = counts.get(word, 0) + 1
        for word in frozenset().union(*entry.names):
            postings.setdefault(word, []).append(at)
    return counts, postings
