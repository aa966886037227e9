"""Resolve: what a mention names, looked up in the whole corpus; nothing is guessed.

resolution   the edges that a mention makes, or the reason why it makes none
in force     of several editions, the latest that applied on the day of the naming document
own name     a name that the document gives another one (`"Base Contract" means HO 3 (2026-01)`)
decided      an edition that the same document names in full elsewhere decides its short mentions
dangling     names something that belongs to this corpus by its scheme, path or document, but is not there
external     names something that belongs elsewhere
"""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lineproof.evidence.hashing import node_id
from lineproof.evidence.mentions.grammar import INVERSES
from lineproof.evidence.mentions.identifiers import scheme
from lineproof.evidence.mentions.model import BESIDE, IN_EDITION, OWN_EDITION, OWN_SCHEME, REPEALED
from lineproof.evidence.names import STEMMED, name_key
from lineproof.graph.directory import Directory, Node

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge that a mention states."""

    source_id: str
    type: str
    target_id: str
    source_document_id: str
    target_document_id: str | None
    mention_id: str | None
    origin: str
    partial: bool
    since: datetime.date | None = None

    @property
    def edge_id(self) -> str:
        """Hash of source, type, target and mention."""
        return node_id("e", self.source_id, self.type, self.target_id, self.mention_id or "")


@dataclass(frozen=True, slots=True)
class Open:
    """A mention that makes no edge, with the reason and the ids of documents that could be meant."""

    mention_id: str
    reason: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a name leads nowhere; ``reason`` is None where the words turned out to be no reference at all."""

    reason: str | None
    candidates: tuple[str, ...] = ()


class Resolver:
    """Resolves the mentions of one document.

    ``external`` are schemes that belong to the world at large, ``parents`` the heading above each paragraph of the document,
    ``own_names`` the names that it gives others, by key, with the keys of the document that is meant.
    """

    def __init__(
        self,
        document: Row,
        directory: Directory,
        external: Collection[str],
        parents: Mapping[str, str | None],
        own_names: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.own_names = own_names or {}
        self.parents = parents
        self.document = document
        self.own_node = Node(document["document_id"], "document", document["document_id"])
        self.directory = directory
        self.external = external
        self.decided: frozenset[str] = frozenset()

    def resolve(self, mentions: Sequence[Row]) -> tuple[list[Edge], list[Open]]:
        """Edges and open references of all mentions, in their order."""
        self.decided = self._decide(mentions)
        edges: list[Edge] = []
        unresolved: list[Open] = []
        for mention in mentions:
            outcome = self._one(mention)
            if isinstance(outcome, Failure):
                if outcome.reason:
                    unresolved.append(Open(mention["mention_id"], outcome.reason, outcome.candidates))
            else:
                edges += outcome
        return edges, unresolved

    def term(self, key: str) -> Node | None:
        """The one definition of a term that can be meant; those of documents that this one names come first."""
        found = self.directory.terms(key)
        named = [node for node in found if node.document_id in self.decided]
        chosen = named if len(named) == 1 else found
        return chosen[0] if len(chosen) == 1 else None

    def _decide(self, mentions: Sequence[Row]) -> frozenset[str]:
        """Documents that this one names without doubt: by full edition or by path, or in its metadata."""
        sure = set()
        for mention in mentions:
            for key in mention["names"]:
                found = self._documents(key)
                if len(found) == 1:
                    sure.add(found[0].node_id)
                if found:
                    break
        return frozenset(sure)

    def _one(self, mention: Row) -> list[Edge] | Failure:
        if mention["nature"] == "generic":
            return Failure("generic")
        if mention["nature"] == "external" and not mention["names"]:
            return Failure("external")
        targets = self._targets(mention)
        if isinstance(targets, Failure):
            return targets
        if conflict := self._shown_otherwise(mention, targets):
            return conflict
        acting = self._acting(mention)
        if isinstance(acting, Failure):
            return acting
        return list(self._edges(mention, acting, targets))

    def _shown_otherwise(self, mention: Row, targets: Sequence[Node]) -> Failure | None:
        """A link whose words name another document than its target: one of the two is wrong, and nothing says which."""
        if mention["origin"] != "link" or not mention["context"] or not mention["names"]:
            return None
        shown = self._choose(self._documents(mention["context"][0]), mention)
        if len(shown) != 1 or shown[0].document_id in {node.document_id for node in targets}:
            return None
        return Failure("ambiguous", tuple(sorted({shown[0].document_id, *(node.document_id for node in targets)})))

    def _acting(self, mention: Row) -> Node | Failure:
        """The document that acts: this one, unless the sentence names another."""
        return self._document(mention["subject"], mention) if mention["subject"] else self.own_node

    def _edges(self, mention: Row, acting: Node, targets: Iterable[Node]) -> Iterator[Edge]:
        relation = mention["relation"]
        if relation == "refers_to":
            source = mention["paragraph_id"] or self.own_node.node_id
            for target in targets:
                yield _edge(source, "refers_to", target.node_id, self.own_node.node_id, target.document_id, mention)
            return
        for target in targets:
            if relation in INVERSES:
                yield _edge(target.document_id, INVERSES[relation], acting.node_id, target.document_id, acting.document_id, mention)
            elif target.document_id == acting.document_id and mention["nature"] == REPEALED:
                edge = _edge(acting.node_id, relation, target.node_id, acting.document_id, target.document_id, mention)
                yield replace(edge, partial=False)
            elif target.document_id != acting.document_id or mention["origin"] in ("metadata", "marker"):
                yield _edge(acting.node_id, relation, target.node_id, acting.document_id, target.document_id, mention)

    def _targets(self, mention: Row) -> list[Node] | Failure:
        if not mention["sections"]:
            document = self._document(mention["names"], mention)
            return document if isinstance(document, Failure) else [document]
        if mention["names"] and mention["names"][0].startswith(BESIDE):
            named = self._beside(mention)
            return named if isinstance(named, Failure) else self._section(mention, named or [self.own_node, *self._context(mention)])
        if mention["names"]:
            document = self._document(mention["names"], mention)
            found = document if isinstance(document, Failure) else self._section(mention, [document])
            if not isinstance(found, Failure):
                return found
            if not isinstance(document, Failure) and (mention["nature"] == "titled" or mention["relation"] != "refers_to"):
                return [document]
            return self._only_holder(mention) or found
        around = list(self._context(mention))
        return self._section(mention, [*around, self.own_node] if mention["nature"] == "carried" else [self.own_node, *around])

    def _beside(self, mention: Row) -> list[Node] | Failure:
        """The document whose name stands before a section; none where it is no name of a document."""
        for key in mention["names"]:
            document = self._document([key.removeprefix(BESIDE)], mention)
            if not isinstance(document, Failure):
                return [document]
            if document.candidates:
                return document
        return []

    def _only_holder(self, mention: Row) -> list[Node]:
        """Where a name is that of several documents (chapters of a work), the section of the only one that has it."""
        for name in mention["names"]:
            candidates = self._documents(name)
            for key in mention["sections"]:
                holders = [found for node in candidates if (found := self.directory.sections(node.document_id, key))]
                if holders:
                    return list(holders[0]) if len(candidates) > 1 and len(holders) == len(holders[0]) == 1 else []
        return []

    def _context(self, mention: Row) -> Iterator[Node]:
        """Documents that a bare reference may lean on, nearest first; an ambiguous one is passed over."""
        for key in mention["context"]:
            found = self._choose(self._documents(key), mention)
            if len(found) == 1:
                yield found[0]

    def _section(self, mention: Row, documents: Sequence[Node]) -> list[Node] | Failure:
        for document in documents:
            for key in mention["sections"]:
                if key.startswith("="):
                    return [Node(key[1:], "section", document.document_id)]
                if found := self.directory.sections(document.document_id, key):
                    nearest = self._nearest(found, mention)
                    return self._through(mention, document, key) or nearest or Failure("ambiguous", (document.document_id,))
        if mention["nature"] == "candidate":
            return Failure(None)
        if mention["context"] and not self._documents(mention["context"][0]):
            return Failure("external")
        return Failure("dangling", tuple(dict.fromkeys(node.document_id for node in documents[:1])))

    def _through(self, mention: Row, document: Node, key: str) -> list[Node]:
        """The sections of a range; its last number is counted like the first one (`§ 5` to `7` ends with `§ 7`)."""
        if not mention["until"]:
            return []
        last = key.removesuffix(mention["sections"][-1]) + mention["until"]
        return [node for found in self.directory.between(document.document_id, key, last) for node in self._nearest(found, mention)]

    def _nearest(self, found: Sequence[Node], mention: Row) -> list[Node]:
        """Of several sections of one label the one that shares the nearest heading with the mention; none where that does not decide."""
        if len(found) == 1:
            return list(found)
        above = self._headings(mention["paragraph_id"]) if mention["paragraph_id"] else []
        for heading in above:
            inside = [node for node in found if heading in self._headings(node.node_id)]
            if inside:
                return inside if len(inside) == 1 else []
        return []

    def _headings(self, paragraph: str) -> list[str]:
        """The headings above a paragraph of this document, nearest first."""
        path = []
        current = self.parents.get(paragraph)
        while current is not None:
            path.append(current)
            current = self.parents.get(current)
        return path

    def _document(self, names: Sequence[str], mention: Row) -> Node | Failure:
        if not names:
            return self.own_node
        for key in (other for name in names for other in self.own_names.get(name, (name,))):
            found = self._choose(self._documents(key), mention)
            if len(found) == 1:
                return found[0]
            if found:
                return Failure("ambiguous", tuple(node.node_id for node in found))
        return self._missing(names, mention)

    def _documents(self, key: str) -> Sequence[Node]:
        """Documents of a name: those of the edition that is stated with it, or those that state none of their own."""
        name, stated, edition = self._own(key).partition(IN_EDITION)
        found = self.directory.documents(name)
        if not stated:
            return found
        undated = [node for node in found if self.directory.dates[node.document_id].edition is None]
        return self.directory.documents(f"{name} {edition}") or undated

    def _own(self, key: str) -> str:
        """An edition without a name is one of this document's own family, a number without letters has those of its identifier."""
        if key.startswith(OWN_SCHEME):
            return f"{scheme(self.document['identifier'] or '')} {key.removeprefix(OWN_SCHEME)}"
        if not key.startswith(OWN_EDITION):
            return key
        family = self.document["identifier"] or self.document["title"]
        return f"{name_key(family)} {key.removeprefix(OWN_EDITION)}"

    def _choose(self, found: Sequence[Node], mention: Row) -> Sequence[Node]:
        """Of several documents of one name those that can be meant; one where something decides."""
        if len(found) < 2:
            return found
        if mention["relation"] == "refers_to" and self.own_node in found:
            return [self.own_node]
        others = [node for node in found if node != self.own_node]
        decided = [node for node in others if node.node_id in self.decided]
        if len(decided) == 1:
            return decided
        return self._in_force(others) or others

    def _in_force(self, found: Sequence[Node]) -> Sequence[Node]:
        dates = [self.directory.dates[node.document_id] for node in found]
        today = self.document["effective"]
        if today is None or len({date.identifier for date in dates}) != 1 or dates[0].identifier is None:
            return []
        if any(date.effective is None for date in dates):
            return []
        applied = [(date.effective, node) for date, node in zip(dates, found, strict=True) if date.effective and date.effective <= today]
        latest = max((day for day, _ in applied), default=None)
        return [node for day, node in applied if day == latest]

    def _missing(self, names: Sequence[str], mention: Row) -> Failure:
        if names[0].startswith("path:"):
            return Failure("dangling")
        titles = [key.partition(IN_EDITION)[0] for key in names if IN_EDITION in key]
        if others := [node.node_id for title in titles for node in self.directory.documents(title)]:
            return Failure("dangling", tuple(dict.fromkeys(others)))
        if names[0].startswith((OWN_EDITION, OWN_SCHEME)):
            return Failure("dangling" if mention["relation"] != "refers_to" else None)
        numbered = _numbered(tuple(names))
        if any(self.directory.has_scheme(letters) for letters in numbered):
            return Failure("dangling")
        if mention["nature"] == "candidate" and mention["origin"] != "metadata":
            return Failure(
                "external" if any(letters in self.external or letters.split()[0] in self.external for letters in numbered) else None
            )
        return Failure("external")


@lru_cache(maxsize=100_000)
def _numbered(names: tuple[str, ...]) -> tuple[str, ...]:
    """The schemes of the names that are identifiers: letters with a number behind them."""
    schemes = {letters for key in names if not key.startswith((STEMMED, "url:")) and (letters := scheme(key))}
    return tuple(letters for letters in sorted(schemes) if any(key.startswith(f"{letters} ") for key in names))


def _edge(source: str, kind: str, target: str, source_document: str, target_document: str, mention: Row) -> Edge:
    said = mention["mention_id"], mention["origin"], bool(mention["partial"]), mention["since"]
    return Edge(source, kind, target, source_document, target_document, *said)
