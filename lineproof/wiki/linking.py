"""Linking: where each page leads, decided over all pages at once.

home      the page to link to for a document: the first page of its family, or the shelf that it shares
related   pages whose documents refer to each other, topics that a page tells of, and the pages that a topic draws on
open      references of a page's documents that were not resolved, each once
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from lineproof.wiki.groups import grouped
from lineproof.wiki.material import Bond, Material, OpenReference
from lineproof.wiki.model import PageLink
from lineproof.wiki.outline import Outline
from lineproof.wiki.wording import wording

MOST_RELATED: Final = 8
MOST_OPEN: Final = 10
STRENGTH: Final[Mapping[str, int]] = {"supersedes": 4, "amends": 4, "attaches_to": 4, "requires": 3, "refers_to": 1}


def linked(outlines: Sequence[Outline], drawn: Mapping[str, Sequence[str]], material: Material) -> tuple[Outline, ...]:
    """All pages with their links.

    Args:
        outlines: pages with their final ids.
        drawn: of each topic page, the pages that it draws on.
        material: documents, edges and open references.
    """
    pages = {outline.page_id: outline for outline in outlines}
    parts = grouped((outline.part_of, outline) for outline in outlines if outline.part_of)
    related = _related(pages, drawn, material)
    unresolved = grouped((one.document_id, one) for one in material.open)
    return tuple(
        replace(
            outline,
            links=(
                *(link("part", part, part.description) for part in parts.get(outline.page_id, ())),
                *related.get(outline.page_id, ()),
                *_open(outline, unresolved),
                *_sources(outline, material),
            ),
        )
        for outline in outlines
    )


def link(role: str, target: Outline, reason: str) -> PageLink:
    """A link to a page."""
    return PageLink(role, target.page_id, target.path, target.title, reason)


def _related(pages: Mapping[str, Outline], drawn: Mapping[str, Sequence[str]], material: Material) -> dict[str, list[PageLink]]:
    """Related pages of each page, the strongest first."""
    ties = _ties(_homes(pages.values()), material.bonds)
    topics = grouped((home, topic) for topic, homes in drawn.items() for home in homes)
    found: dict[str, list[PageLink]] = {}
    for page_id, page in pages.items():
        words = wording(page.language)
        above = [link("related", pages[page.part_of], words.whole)] if page.part_of else []
        told = [link("related", pages[home], words.says_more.format(title=page.title)) for home in drawn.get(page_id, ())]
        about = [link("related", pages[topic], words.topic) for topic in topics.get(page_id, ())]
        near = sorted(ties.get(page_id, {}).items(), key=lambda pair: (-sum(pair[1].values()), pages[pair[0]].path))[:MOST_RELATED]
        tied = [link("related", pages[other], getattr(words, max(kinds, key=kinds.__getitem__))) for other, kinds in near]
        found[page_id] = [*above, *told, *about, *tied]
    return found


def _homes(outlines: Iterable[Outline]) -> dict[str, str]:
    """The home of each document."""
    return {document: page.page_id for page in outlines if page.kind == "family" and not page.part_of for document in page.documents}


def _ties(homes: Mapping[str, str], bonds: Iterable[Bond]) -> dict[str, dict[str, Counter[str]]]:
    """How strongly each page is tied to others, by kind of relation; many references of one kind count by their magnitude."""
    found: dict[str, dict[str, Counter[str]]] = {}
    for bond in bonds:
        one, other = homes.get(bond.source_id), homes.get(bond.target_id)
        if one and other and one != other and bond.type in STRENGTH:
            for page, target in ((one, other), (other, one)):
                found.setdefault(page, {}).setdefault(target, Counter())[bond.type] += STRENGTH[bond.type] * bond.count.bit_length()
    return found


def _open(outline: Outline, unresolved: Mapping[str, Sequence[OpenReference]]) -> Iterator[PageLink]:
    """Open references of a first page; parts leave them to it, topics to the pages that they draw on."""
    if outline.kind != "family" or outline.part_of:
        return
    seen = {(one.text, one.reason): one for document in outline.documents for one in unresolved.get(document, ())}
    for one in sorted(seen.values(), key=lambda one: (one.reason, one.text))[:MOST_OPEN]:
        yield PageLink("open", None, None, one.text, one.reason)


def _sources(outline: Outline, material: Material) -> Iterator[PageLink]:
    """The documents that a page states."""
    stated = {fact.document_id for item in outline.items for fact in item.facts}
    for document in sorted((material.documents[one] for one in stated), key=lambda one: one.path):
        yield PageLink("source", document.document_id, document.path, document.title, "")
