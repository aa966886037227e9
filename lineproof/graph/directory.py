"""Directory: looks names up in the identities of a corpus, and remembers what was asked.

look-up   a key and its answer, found or not; a document is resolved again only when one of its answers changes
answer    a hash of what was found: which nodes, what of them decides between them (edition, dates), and how documents and terms of
          this name are spelled, since running text must spell them so
"""

import datetime
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lineproof.evidence.hashing import fingerprint

RANGE_LIMIT = 200
Order = tuple[tuple[int, int, str], ...]
Series = tuple[str, str, int]
RANGE = "range:"
_NUMBER = re.compile(r"\d|(?:^| |/)[a-z]{1,2}$")
_RANGE = re.compile(rf"{RANGE}(?P<document>d\w+)/(?P<first>.+)\.\.(?P<last>.+)")


@dataclass(frozen=True, slots=True)
class Node:
    """One thing found under a key."""

    node_id: str
    kind: str
    document_id: str


@dataclass(frozen=True, slots=True)
class Dates:
    """What decides between documents of one name."""

    identifier: str | None
    edition: str | None
    effective: datetime.date | None


class Directory:
    """All identities that some documents may ask for."""

    def __init__(self, nodes: Iterable[tuple[str, Node]], dates: Mapping[str, Dates], spellings: Mapping[str, Collection[str]]) -> None:
        self.spellings = spellings
        self.nodes: dict[str, list[Node]] = defaultdict(list)
        for key, node in nodes:
            self.nodes[key].append(node)
        self.dates = dates
        self.series: dict[str, dict[Series, list[tuple[Order, str]]]] = {}
        self.asked: dict[str, str] = {}
        self.answers: dict[str, str] = {}
        self.documents_of: dict[str, list[Node]] = {}

    @cached_property
    def by_document(self) -> Mapping[str, Sequence[str]]:
        """The keys of what each document holds."""
        found: dict[str, list[str]] = defaultdict(list)
        for key in self.nodes:
            if key[:1] == "d" and "/" in key:
                found[key.partition("/")[0]].append(key)
        return found

    def documents(self, key: str) -> list[Node]:
        """Documents of a name, in the order of their ids."""
        found = self._ask(key)
        if not found:
            return []
        if key not in self.documents_of:
            self.documents_of[key] = self._of_kind(found, "document")
        return self.documents_of[key]

    def terms(self, key: str) -> list[Node]:
        """Terms of a name, in the order of their ids."""
        return self._of_kind(self._ask(key), "term")

    def sections(self, document: str, key: str) -> list[Node]:
        """Sections of a document under a label or heading; headings win over clauses."""
        self._ask(f"{document}/{key}")
        return self._headed(f"{document}/{key}")

    def between(self, document: str, first: str, last: str) -> list[list[Node]]:
        """What stands under each label from one to another, in the order of the labels; nothing where the first is missing."""
        key = f"{RANGE}{document}/{first}..{last}"
        found = self._range(key)
        self.asked[key] = _answer([node for nodes in found for node in nodes], self.dates)
        return found

    def has_scheme(self, letters: str) -> bool:
        """Whether any document of the corpus has an identifier with these letters."""
        key = f"scheme:{letters}"
        found = bool(self.nodes.get(key))
        self.asked[key] = str(found)
        return found

    def answer(self, key: str) -> str:
        """What a key would be answered now."""
        if key.startswith("scheme:"):
            return str(bool(self.nodes.get(key)))
        if key.startswith(RANGE):
            return _answer([node for nodes in self._range(key) for node in nodes], self.dates)
        return self._answer_of(key)

    def take_asked(self) -> dict[str, str]:
        """The look-ups since the last call, with their answers."""
        asked, self.asked = self.asked, {}
        return asked

    def _ask(self, key: str) -> Sequence[Node]:
        found = self.nodes.get(key, ())
        if key not in self.asked:
            self.asked[key] = self._answer_of(key)
        return found

    def _answer_of(self, key: str) -> str:
        """The hash of what stands under a key; many documents ask for the same."""
        if key not in self.answers:
            spelled = sorted(self.spellings.get(key, ()))
            self.answers[key] = _answer(self.nodes.get(key, ()), self.dates, spelled)
        return self.answers[key]

    def _of_kind(self, found: Iterable[Node], kind: str) -> list[Node]:
        return sorted({node for node in found if node.kind == kind}, key=lambda node: node.node_id)

    def _range(self, key: str) -> list[list[Node]]:
        parts = _RANGE.fullmatch(key)
        if not parts or not self.nodes.get(f"{parts['document']}/{parts['first']}"):
            return []
        series = self._series_of(parts["document"]).get(_series(parts["first"]), [])
        start = bisect_left(series, (_order(parts["first"]),))
        end = bisect_right(series, (_order(parts["last"]), "\uffff"))
        return [self._headed(f"{parts['document']}/{label}") for _, label in series[start:end][:RANGE_LIMIT]]

    def _series_of(self, document: str) -> dict[Series, list[tuple[Order, str]]]:
        """The labels of a document by series, each in its natural order."""
        if document not in self.series:
            prefix = f"{document}/"
            found: dict[Series, list[tuple[Order, str]]] = defaultdict(list)
            for key in self.by_document.get(document, ()):
                label = key.removeprefix(prefix)
                if "#" in label or not _NUMBER.search(label):
                    continue
                found[_series(label)].append((_order(label), label))
            self.series[document] = {series: sorted(labels) for series, labels in found.items()}
        return self.series[document]

    def _headed(self, key: str) -> list[Node]:
        """What stands under a label; headings win over clauses."""
        found = {node for node in self.nodes.get(key, ()) if node.kind in ("section", "clause")}
        headed = {node for node in found if node.kind == "section"}
        return sorted(headed or found, key=lambda node: node.node_id)


def _answer(nodes: Iterable[Node], dates: Mapping[str, Dates], spelled: Iterable[str] = ()) -> str:
    if not nodes:
        return ""
    parts = sorted(f"{node.node_id} {node.kind} {dates.get(node.document_id) if node.kind == 'document' else ''}" for node in set(nodes))
    return fingerprint(*parts, *spelled)


def _order(label: str) -> Order:
    """The natural order of labels: numbers by value, letters by alphabet."""
    return tuple((0, int(word), "") if word.isdigit() else (1, 0, word) for word in label.rpartition("/")[2].split())


def _series(label: str) -> Series:
    """What labels that count the same thing have in common: the section they are in, the leading word, how many numbers they have."""
    inside, _, own = label.rpartition("/")
    words = own.split()
    lead = words[0] if words and not words[0].isdigit() else ""
    return inside, lead, sum(word.isdigit() for word in words)
