"""Plan: which pages there are and what each of them says; a pure function of the material.

content     pages of families and shelves, topic pages, pages of changes
index       the first page, which leads to all others; where they are many, to pages that lead to them
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.evidence.hashing import node_id
from lineproof.wiki.families import families
from lineproof.wiki.groups import grouped
from lineproof.wiki.history import ROOT, histories
from lineproof.wiki.layout import chunks
from lineproof.wiki.linking import link, linked
from lineproof.wiki.material import Material
from lineproof.wiki.outline import Outline
from lineproof.wiki.pages import Draft, homes
from lineproof.wiki.scale import scale
from lineproof.wiki.slug import slugs
from lineproof.wiki.stated import stated
from lineproof.wiki.text import natural
from lineproof.wiki.topics import topics
from lineproof.wiki.wording import Wording, wording

INDEX: Final = "index.md"
FOLDERS: Final[Mapping[str, str]] = {"index": "index", "family": "documents", "topic": "topics", "changes": "changes"}
INDEX_CAPACITY: Final = 18_000
A_LINE: Final = 60
"""Characters of a line of the index beside title and description."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index."""

    outline: Outline

    @property
    def key(self) -> str:
        """What tells it from others."""
        return self.outline.path

    @property
    def cost(self) -> int:
        """Characters that it takes."""
        return A_LINE + len(self.outline.title) + len(self.outline.description)


def plan(material: Material) -> tuple[Outline, ...]:
    """All pages of a corpus in the order of their paths; none where nothing is believed."""
    size = scale(material.size)
    found = stated(families(material.documents, material.bonds), material, size)
    told = homes(found, material, size)
    about = [*topics(told, material, size)]
    drafts = [draft for home in told for draft in home.drafts]
    drafts += [draft for draft, _ in about]
    drafts += histories(found, _language(material), material, size)
    if not drafts:
        return ()
    final = _placed(drafts, material.corpus)
    drawn = {final[draft.page_id].page_id: [final[home.first.page_id].page_id for home in drawn_on] for draft, drawn_on in about}
    content = linked([*final.values()], drawn, material)
    return tuple(sorted((*content, *_index(content, material)), key=lambda outline: outline.path))


def _language(material: Material) -> str:
    """The language of most documents."""
    spoken = Counter(document.language for document in material.documents.values())
    return min(spoken, key=lambda code: (-spoken[code], code)) if spoken else "en"


def _placed(drafts: Sequence[Draft], corpus: str) -> dict[str, Outline]:
    """Outlines with their paths and ids, by the names that their drafts had."""
    paths: dict[str, str] = {}
    for kind, group in grouped((draft.kind, draft) for draft in drafts).items():
        short = slugs({draft.page_id: draft.path for draft in group})
        paths |= {name: f"{FOLDERS[kind]}/{slug}.md" for name, slug in short.items()}
    if ROOT in paths:
        paths[ROOT] = f"{ROOT}.md"
    ids = {name: node_id("w", corpus, path) for name, path in paths.items()}
    return {
        draft.page_id: replace(
            draft, page_id=ids[draft.page_id], path=paths[draft.page_id], part_of=ids[draft.part_of] if draft.part_of else None
        )
        for draft in drafts
    }


def _index(content: Sequence[Outline], material: Material) -> list[Outline]:
    """The first page, and those between it and the others where there are many."""
    language = _language(material)
    words = wording(language)
    entries = sorted((outline for outline in content if not outline.part_of), key=lambda one: (natural(one.title), one.path))
    by_kind = {kind: [one for one in entries if one.kind == kind] for kind in ("changes", "family", "topic")}
    root = _listing(INDEX, words.contents, language, material.corpus)
    if sum(Entry(one).cost for one in entries) <= INDEX_CAPACITY:
        return [_leading(root, [one for kind in by_kind.values() for one in kind])]
    between = [
        _leading(_listing(path, title, language, material.corpus, root.page_id), group)
        for kind in ("family", "topic")
        for path, title, group in _grouped_entries(kind, by_kind[kind], words)
    ]
    return [_leading(root, [*by_kind["changes"], *between]), *between]


def _grouped_entries(kind: str, entries: Sequence[Outline], words: Wording) -> list[tuple[str, str, list[Outline]]]:
    """Path, title and entries of each page between the first page and the pages of one kind."""
    name = words.documents if kind == "family" else words.topics
    found = []
    for chunk in chunks([Entry(one) for one in entries], INDEX_CAPACITY):
        first, last = chunk[0].outline, chunk[-1].outline
        stem = first.path.rpartition("/")[2].removesuffix(".md")
        title = f"{name}: {words.span.format(first=first.title, last=last.title)}"
        found.append((f"{FOLDERS['index']}/{FOLDERS[kind]}-{stem}.md", title, [one.outline for one in chunk]))
    return found


def _listing(path: str, title: str, language: str, corpus: str, part_of: str | None = None) -> Outline:
    return Outline(node_id("w", corpus, path), path, title, "index", corpus, language, part_of=part_of)


def _leading(listing: Outline, targets: Sequence[Outline]) -> Outline:
    return replace(listing, links=tuple(link("part", one, one.description) for one in targets))
