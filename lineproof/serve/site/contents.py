"""Contents: the pages in their hierarchy, as the first page of the site lists them.

branch   a page with the pages that are parts of it
shelf    branches under one heading: a folder of documents, a first letter
group    all pages of a kind, on shelves where they are many
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.serve.site.views import Leading, PageView
from lineproof.wiki.groups import grouped

KINDS: Final = ("changes", "family", "topic")
"""Kinds of pages in the order of their groups."""
MANY: Final = 12
"""Pages of a kind from which on they are put on shelves, unless one shelf would hold more than half of them."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A page with its parts."""

    leading: Leading
    parts: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Branches under a heading, which is empty where a group has but one shelf."""

    title: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The pages of one kind."""

    kind: str
    count: int
    shelves: tuple[Shelf, ...]


def contents(views: Sequence[PageView], folders: Mapping[str, str]) -> tuple[Group, ...]:
    """All pages but lists of contents, by kind; ``folders`` are those of documents, by the documents' ids."""
    parts = {leading.page.page_id for view in views if view.page.kind != "index" for leading in view.parts}
    known = {view.page.page_id: view for view in views}
    tops = [view for view in views if view.page.kind != "index" and view.page.page_id not in parts]
    ordered = sorted(tops, key=lambda view: (view.page.title.casefold(), view.page.path))
    by_kind = grouped((view.page.kind, view) for view in ordered)
    return tuple(_group(kind, by_kind[kind], known, folders) for kind in KINDS if kind in by_kind)


def _group(kind: str, views: Sequence[PageView], known: Mapping[str, PageView], folders: Mapping[str, str]) -> Group:
    shelves = grouped((_shelf(view, folders), view) for view in views) if len(views) > MANY else {}
    if not shelves or max(map(len, shelves.values())) > len(views) / 2:
        shelves = {"": [*views]}
    return Group(
        kind,
        len(views),
        tuple(Shelf(title, tuple(_branch(view, "", known, frozenset()) for view in group)) for title, group in sorted(shelves.items())),
    )


def _shelf(view: PageView, folders: Mapping[str, str]) -> str:
    """The folder that the documents of a page lie in, else the first letter of its title."""
    if view.page.kind == "family":
        return _folder(view, folders)
    return view.page.title[:1].upper()


def _folder(view: PageView, folders: Mapping[str, str]) -> str:
    found = [folders.get(view.page.subject_id or ""), *(folders.get(link.target_id or "") for link, _ in view.sources)]
    top = next((folder for folder in found if folder is not None), "").partition("/")[0]
    words = top.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _branch(view: PageView, reason: str, known: Mapping[str, PageView], above: frozenset[str]) -> Branch:
    own = above | {view.page.page_id}
    below: Iterable[Leading] = (leading for leading in view.parts if leading.page.page_id not in own)
    return Branch(
        Leading(view.page, view.address, reason),
        tuple(_branch(known[leading.page.page_id], leading.reason, known, own) for leading in below),
    )
