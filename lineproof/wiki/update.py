"""Update: bring the pages of a corpus up to date with what is believed.

made_from   the fingerprint of all that the sentences of a page are composed from; a page that has it already is not composed again
titled      what may change without composing: title, description, links, and the size that follows from them
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from lineproof.evidence.hashing import fingerprint
from lineproof.wiki.compose import Composed, Composer, Templates, Written
from lineproof.wiki.groups import grouped
from lineproof.wiki.model import Page, Section, Sentence
from lineproof.wiki.outline import Outline
from lineproof.wiki.plan import plan
from lineproof.wiki.read import read
from lineproof.wiki.render import body, head
from storage import tables
from storage.database import Store
from storage.tables import Table

Row = dict[str, Any]
WRITTEN: Final = (tables.PAGES, tables.SENTENCES, tables.PAGE_LINKS)


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run of the stage did: pages composed, pages whose rows changed, pages removed, sentences that nothing bound."""

    composed: int
    written: int
    deleted: int
    removed: int = 0

    @property
    def executions(self) -> int:
        """Pages composed."""
        return self.composed


def update(store: Store, corpus: str, composer: Composer | None = None) -> Counts:
    """Plan all pages, compose those whose claims changed, and write those that differ; the caller has opened the transaction.

    Args:
        store: the working database.
        corpus: its name.
        composer: puts outlines into sentences; templates by default.
    """
    composer = composer or Templates()
    outlines = plan(read(store, corpus))
    made = {outline.page_id: fingerprint(outline.fingerprint, composer.identity) for outline in outlines}
    before = _stored(store)
    stale = [one for one in outlines if one.page_id not in before or before[one.page_id].made_from != made[one.page_id]]
    composed = {one.page_id: one for one in composer.compose(stale)}
    pages = [
        _rows(one, made[one.page_id], composed[one.page_id], None)
        if one.page_id in composed
        else _rows(one, made[one.page_id], before[one.page_id].composed, before[one.page_id].rows)
        for one in outlines
    ]
    changed = [page for page in pages if page.page_id not in before or before[page.page_id].rows != page]
    gone = sorted(before.keys() - made.keys())
    _write(store, changed, gone)
    return Counts(len(stale), len(changed), len(gone), sum(one.removed for one in composed.values()))


@dataclass(frozen=True, slots=True)
class PageRows:
    """The rows of one page in each table."""

    page_id: str
    page: Row
    sentences: Sequence[Row]
    links: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Stored:
    """A page as it is in the database."""

    rows: PageRows

    @property
    def made_from(self) -> str:
        """What it was composed from."""
        return str(self.rows.page["made_from"])

    @property
    def composed(self) -> Composed:
        """Its sentences, as they were composed."""
        sentences = tuple(Written(row["section"], row["role"], row["sentence"], tuple(row["claim_ids"])) for row in self.rows.sentences)
        return Composed(self.rows.page_id, sentences, self.rows.page["removed"], self.rows.page["composer"])


def _stored(store: Store) -> dict[str, Stored]:
    pages, sentences, links = (_table(store, table) for table in WRITTEN)
    by_page = grouped((row["page_id"], row) for row in sentences)
    leading = grouped((row["page_id"], row) for row in links)
    return {
        page["page_id"]: Stored(PageRows(page["page_id"], page, by_page.get(page["page_id"], []), leading.get(page["page_id"], [])))
        for page in pages
    }


def _table(store: Store, table: Table) -> list[Row]:
    names = table.schema.names
    order = "page_id, position" if "position" in names else "page_id"
    rows = store.query(f"SELECT {', '.join(names)} FROM {table.name} ORDER BY {order}")  # noqa: S608
    return [dict(zip(names, row, strict=True)) for row in rows]


def _rows(outline: Outline, made_from: str, composed: Composed, stored: PageRows | None) -> PageRows:
    """The rows of a page; ``stored`` are those that it had, where it was not composed anew."""
    page = {
        "page_id": outline.page_id,
        "path": outline.path,
        "title": outline.title,
        "kind": outline.kind,
        "description": outline.description,
        "subject_id": outline.subject_id,
        "language": outline.language,
        "removed": composed.removed,
        "composer": composed.composer,
        "made_from": made_from if composed.final else "",
    }
    links = _link_rows(outline)
    size = stored.page["characters"] if stored else None
    if not stored or stored.links != links or stored.page != {**page, "characters": size}:
        size = _characters(outline, composed)
    return PageRows(outline.page_id, {**page, "characters": size}, _sentence_rows(composed), links)


def _sentence_rows(composed: Composed) -> list[Row]:
    return [
        {
            "page_id": composed.page_id,
            "position": position,
            "section": one.section,
            "role": one.role,
            "sentence": one.text,
            "claim_ids": [*one.claim_ids],
        }
        for position, one in enumerate(composed.sentences)
    ]


def _link_rows(outline: Outline) -> list[Row]:
    return [
        {
            "page_id": outline.page_id,
            "position": position,
            "role": one.role,
            "target_id": one.target_id,
            "text": one.text,
            "reason": one.reason,
        }
        for position, one in enumerate(outline.links)
    ]


def _characters(outline: Outline, composed: Composed) -> int:
    """The size of the page as Markdown without its footnotes."""
    page = page_of(outline, composed)
    return len(head(page)) + len(body(page))


def page_of(outline: Outline, composed: Composed) -> Page:
    """A page as readers will load it, but for its citations."""
    sections = grouped(
        (one.section, Sentence(position, one.role, one.text, one.claim_ids, ())) for position, one in enumerate(composed.sentences)
    )
    return Page(
        outline.page_id,
        outline.path,
        outline.title,
        outline.kind,
        outline.description,
        outline.subject_id,
        outline.language,
        0,
        composed.removed,
        composed.composer,
        tuple(Section(title, tuple(sentences)) for title, sentences in sections.items()),
        outline.links,
    )


def _write(store: Store, changed: Sequence[PageRows], gone: Iterable[str]) -> None:
    away = [*(page.page_id for page in changed), *gone]
    rows: Mapping[str, list[Row]] = {
        tables.PAGES.name: [page.page for page in changed],
        tables.SENTENCES.name: [row for page in changed for row in page.sentences],
        tables.PAGE_LINKS.name: [row for page in changed for row in page.links],
    }
    for table in WRITTEN if away else ():
        store.query(f"DELETE FROM {table.name} WHERE page_id IN (SELECT unnest(?::VARCHAR[]))", [away])  # noqa: S608
        store.insert(table, pa.Table.from_pylist(rows[table.name], table.schema))
