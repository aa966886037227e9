"""Pages of documents: a page for each large family, in parts where it is very large, and pages for the small ones of a folder.

draft    an outline whose path is not given yet: ``page_id`` and ``part_of`` hold the draft's own name, ``path`` the words for its slug
shelf    a folder whose small families share a page; a folder too large for one page is taken apart
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.wiki.choice import choose
from lineproof.wiki.families import label
from lineproof.wiki.groups import grouped
from lineproof.wiki.layout import blocks, chunks, readable
from lineproof.wiki.material import Material
from lineproof.wiki.model import SourceDocument
from lineproof.wiki.outline import Block, Item, Outline
from lineproof.wiki.scale import Scale
from lineproof.wiki.stated import Stated, located
from lineproof.wiki.text import natural
from lineproof.wiki.wording import Wording, wording

Draft = Outline
Folder = tuple[str, ...]
IN_SHORT: Final = 1_500
"""Characters of the summary of a family that has parts."""
NAMED: Final = 4
"""Families that the description of a shelf names."""


@dataclass(frozen=True, slots=True)
class Home:
    """Families that share a page, with the drafts that tell of them; the first of these is the one to link to."""

    stated: tuple[Stated, ...]
    drafts: tuple[Draft, ...]

    @property
    def first(self) -> Draft:
        """The draft that readers come to first."""
        return self.drafts[0]

    @property
    def cost(self) -> int:
        """Characters of all its drafts."""
        return sum(block.cost for draft in self.drafts for block in draft.blocks)


def homes(found: Sequence[Stated], material: Material, scale: Scale) -> list[Home]:
    """The pages of all families, large families first, then shelves."""
    large = [one for one in found if one.cost >= (scale.least if len(one.family.documents) > 1 else scale.alone)]
    small = [one for one in found if one not in large]
    shelves = [_shelf(folder, group, split, material, scale) for folder, group, split in _shelves((), small, scale)]
    return [*(Home((one,), tuple(_own(one, material, scale))) for one in large), *shelves]


def _own(one: Stated, material: Material, scale: Scale) -> Iterator[Draft]:
    """The page of one family; a first page and its parts where it does not fit."""
    family = one.family
    chapters, around = _chapters(one, material, scale), _around((one,), wording(family.head.language))
    whole = Draft(
        page_id=f"family {one.key}",
        path=family.head.identifier or family.title,
        title=family.title,
        kind="family",
        description=_enumerated([label(document) for document in family.documents]),
        language=family.head.language,
        subject_id=one.key,
        documents=tuple(document.document_id for document in family.documents),
    )
    body = chapters[0].blocks if len(chapters) == 1 else tuple(block for chapter in chapters for block in chapter.titled)
    if sum(block.cost for block in (*body, *around)) <= scale.page:
        yield replace(whole, blocks=(*body, *around))
        return
    short = Block(wording(family.head.language).short, "short", _best(one, material))
    yield replace(whole, blocks=(short, *around) if short.items else tuple(around))
    yield from _parts(replace(whole, description=""), chapters, scale)


def _best(one: Stated, material: Material) -> tuple[Item, ...]:
    """What is most worth saying of a family whose claims fill several pages; where each stands is said with it."""
    return tuple(replace(item, place=located(item.facts[0], material)) for item in choose(one.claims, IN_SHORT, material))


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is said of one document of a family, under its own headings."""

    document: SourceDocument
    blocks: tuple[Block, ...]

    @property
    def cost(self) -> int:
        """Characters that it takes."""
        return sum(block.cost for block in self.blocks)

    @property
    def titled(self) -> tuple[Block, ...]:
        """Its blocks under headings that name the document too."""
        name = label(self.document)
        return tuple(replace(block, title=f"{name}: {block.title}" if block.title else name) for block in self.blocks)


def _chapters(one: Stated, material: Material, scale: Scale) -> list[Chapter]:
    by_document = grouped((item.facts[0].document_id, item) for item in one.claims)
    return [
        Chapter(material.documents[document], tuple(blocks(items, material.headings, scale.page)))
        for document, items in by_document.items()
    ]


def _parts(whole: Draft, chapters: Sequence[Chapter], scale: Scale) -> Iterator[Draft]:
    """The parts of a family: of each large document its own, the small ones together."""
    small = [block for chapter in chapters if chapter.cost < scale.least for block in chapter.titled]
    for chapter in chapters:
        if chapter.cost >= scale.least:
            yield from _pages(whole, label(chapter.document), chapter.blocks, scale)
    yield from _pages(whole, "", small, scale)


def _pages(whole: Draft, name: str, body: Sequence[Block], scale: Scale) -> Iterator[Draft]:
    words = wording(whole.language)
    for chunk in chunks(body, scale.page):
        first, last = chunk[0].title or name, chunk[-1].title or name
        span = first if first == last else words.span.format(first=first, last=last)
        yield replace(
            whole,
            page_id=f"{whole.page_id} {chunk[0].key}",
            path=f"{name or whole.path} {first}",
            title=f"{name}: {span}" if name and span != name else span,
            blocks=tuple(chunk),
            part_of=whole.page_id,
        )


def _around(found: Sequence[Stated], words: Wording) -> list[Block]:
    """What stands below the claims: lists, changes, conflicts."""
    parts = (
        (words.lists, "lists", [item for one in found for item in one.lists]),
        (words.changes, "changes", [item for one in found for item in one.changes]),
        # A conflict between two families of one page is said once.
        (words.conflicts, "conflicts", list(dict.fromkeys(item for one in found for item in one.conflicts))),
    )
    return [Block(title, key, tuple(items)) for title, key, items in parts if items]


def _shelves(folder: Folder, found: Sequence[Stated], scale: Scale) -> Iterator[tuple[Folder, Sequence[Stated], bool]]:
    """Folders with the families that share a page, and whether the folder has more pages than this one."""
    if not found:
        return
    if sum(one.cost for one in found) <= scale.shelf:
        yield _common(found), found, False
        return
    here, below = _by_folder(folder, found)
    for name, group in sorted(below.items()):
        if sum(one.cost for one in group) >= scale.least:
            yield from _shelves((*folder, name), group, scale)
        else:
            here += group
    pages = chunks(sorted(here, key=lambda one: natural(one.family.head.path)), scale.shelf)
    for page in pages:
        yield folder, page, len(pages) > 1


def _by_folder(folder: Folder, found: Sequence[Stated]) -> tuple[list[Stated], dict[str, list[Stated]]]:
    here: list[Stated] = []
    below: dict[str, list[Stated]] = {}
    for one in found:
        rest = one.family.folder[len(folder) :]
        (below.setdefault(rest[0], []) if rest else here).append(one)
    return here, below


def _common(found: Sequence[Stated]) -> Folder:
    """The deepest folder that holds all families."""
    first, last = min(one.family.folder for one in found), max(one.family.folder for one in found)
    same = next((depth for depth, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), min(len(first), len(last)))
    return first[:same]


def _shelf(folder: Folder, found: Sequence[Stated], split: bool, material: Material, scale: Scale) -> Home:
    if len(found) == 1:
        return Home(tuple(found), tuple(_own(found[0], material, scale)))
    words = wording(found[0].family.head.language)
    titles = [one.family.title for one in found]
    span = words.span.format(first=label(found[0].family.head), last=label(found[-1].family.head))
    title = _folder_title(folder) or (span if split else words.more)
    body = [
        Block(one.family.title, one.key, readable(one.claims, _heading_of(one, material), material.headings)) for one in found if one.claims
    ]
    draft = Draft(
        page_id=f"shelf {'/'.join(folder)} {found[0].key if split else ''}",
        path=" ".join((*folder, label(found[0].family.head) if split else "")) or material.corpus,
        title=f"{title}: {span}" if split and folder else title,
        kind="family",
        description=_enumerated(titles),
        language=found[0].family.head.language,
        blocks=(*body, *_around(found, words)),
        documents=tuple(document.document_id for one in found for document in one.family.documents),
    )
    return Home(tuple(found), (draft,))


def _heading_of(one: Stated, material: Material) -> str:
    """The first heading of a family's claims, where it is the title of the document."""
    sections = one.claims[0].facts[0].sections
    return material.headings[sections[0]].text if sections else ""


def _folder_title(folder: Folder) -> str:
    """The last folder in words; names that are not words of their own are joined with the one above."""
    words = " ".join(folder[-1:]).replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _enumerated(names: Sequence[str]) -> str:
    shown = ", ".join(dict.fromkeys(names[:NAMED]))
    return f"{shown} (+{len(names) - NAMED})" if len(names) > NAMED else shown
