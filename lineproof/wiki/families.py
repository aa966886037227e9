"""Families: documents that are one thing to a reader, such as the editions of a form or a standard and what it replaced.

family    documents that share an identifier, or of which one supersedes another as a whole
current   the documents of a family that no other one of it supersedes
head      the largest current document; it gives the family its name
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lineproof.wiki.material import Bond
from lineproof.wiki.model import SourceDocument
from lineproof.wiki.text import natural


@dataclass(frozen=True, slots=True)
class Family:
    """Documents in the order in which a page tells of them: current ones first, then by path."""

    head: SourceDocument
    documents: tuple[SourceDocument, ...]

    @property
    def title(self) -> str:
        """The title of the head with its identifier."""
        return named(self.head)

    @property
    def size(self) -> int:
        """Bytes of all its documents."""
        return sum(document.size for document in self.documents)

    @property
    def folder(self) -> tuple[str, ...]:
        """The folder of the head, from the root."""
        return tuple(self.head.path.split("/")[:-1])


def named(document: SourceDocument) -> str:
    """The title of a document, with its identifier where the title does not say it."""
    if not document.identifier or document.identifier.casefold() in document.title.casefold():
        return document.title
    return f"{document.title} ({document.identifier})"


def label(document: SourceDocument) -> str:
    """The shortest name that tells a document from its other editions."""
    name = document.identifier or document.title
    return f"{name} ({document.edition})" if document.edition else name


def families(documents: Mapping[str, SourceDocument], bonds: Iterable[Bond]) -> tuple[Family, ...]:
    """All documents in their families, by the path of the head."""
    replaced = [(bond.source_id, bond.target_id) for bond in bonds if bond.type == "supersedes" and bond.whole]
    same: dict[str, list[str]] = {}
    for document in documents.values():
        if document.identifier:
            same.setdefault(document.identifier, []).append(document.document_id)
    joined = [(ids[0], other) for ids in same.values() for other in ids[1:]]
    superseded = {target for _, target in replaced}
    groups = _components(documents, [*replaced, *joined])
    found = (_family([documents[one] for one in group], superseded) for group in groups)
    return tuple(sorted(found, key=lambda one: natural(one.head.path)))


def _family(documents: Sequence[SourceDocument], superseded: set[str]) -> Family:
    ordered = sorted(documents, key=lambda one: (one.document_id in superseded, one.path))
    current = [one for one in ordered if one.document_id not in superseded] or ordered
    return Family(max(current, key=lambda one: (one.size, one.path)), tuple(ordered))


def _components(nodes: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The nodes in groups that pairs connect."""
    group = {node: [node] for node in nodes}
    for one, other in pairs:
        if one in group and other in group and group[one] is not group[other]:
            small, large = sorted((group[one], group[other]), key=len)
            large += small
            group.update(dict.fromkeys(small, large))
    return list({id(members): members for members in group.values()}.values())
