"""A published wiki made by hand: two editions of a form, a note that contradicts it, and the pages that tell of them.

``HOSTILE`` is the same with texts that try to break out of every place in which a site prints them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa

from lineproof.evidence.hashing import document_id, node_id
from storage.database import open_store
from storage.snapshots import publish
from storage.tables import CLAIMS, EVENTS, PAGE_LINKS, PAGES, SENTENCES, TABLES
from storage.workspace import Workspace, render_settings
from tests.lineproof.wiki.believing import CORPUS, Believed, Stated, rows_of
from tests.support import Shelf, Text, tables_of

OLD = Text(
    "forms/hv-30-01-2019-04.md",
    b"# Homeowners Form\n## Conditions\nYou must send us proof of loss within 60 days.\n",
    "Homeowners Form",
    "HV 30 01",
    "2019-04",
)
NEW = Text(
    "forms/hv-30-01-2026-01.md",
    b"# Homeowners Form\n## Conditions\nYou must send us proof of loss within 90 days.\nDrying must begin within 48 hours.\n",
    "Homeowners Form",
    "HV 30 01",
    "2026-01",
)
NOTE = Text("training/basics.md", b"# Basics\nThe homeowner has 60 days to send the proof of loss.\n", "Basics for New Adjusters")
UNCITED = Text("memos/memo.txt", b"Nothing of this is on a page.\n", "Memo")


@dataclass(frozen=True)
class Line:
    """A sentence: claims are named by their positions."""

    section: str
    role: str
    text: str
    claims: Sequence[int]


@dataclass(frozen=True)
class Link:
    """A link to a page (``topics/x.md``) or a document (``forms/x.md``), or an open reference."""

    role: str
    target: str | None
    text: str
    reason: str = ""


@dataclass(frozen=True)
class Written:
    """A page."""

    path: str
    title: str
    kind: str
    description: str = ""
    lines: Sequence[Line] = ()
    links: Sequence[Link] = ()
    removed: int = 0


@dataclass(frozen=True)
class Library:
    """What is published: sources and claims, pages, and events by the position of their claim."""

    believed: Believed
    pages: Sequence[Written]
    events: Sequence[tuple[int, str, str, str]] = ()
    """Claim, event, reason, and what the claim said."""


STATED = (
    Stated(NEW.path, 3, "period", "proof of loss", slot="period", value="90", unit="day", concepts=("proof of loss",)),
    Stated(OLD.path, 3, "period", "proof of loss", status="superseded", by=0, concepts=("proof of loss",)),
    Stated(NOTE.path, 2, "period", "proof of loss", status="disputed", by=0, concepts=("proof of loss",)),
    Stated(NEW.path, 4, "obligation", "drying", "Drying must begin within 48 hours of the loss.", concepts=("water damage",)),
)
FAMILY = Written(
    "documents/hv-30-01.md",
    "Homeowners Form (HV 30 01)",
    "family",
    "HV 30 01 (2026-01), HV 30 01 (2019-04)",
    (
        Line("", "lead", "You must send us proof of loss within 90 days.", (0,)),
        Line("Conditions", "claim", "Drying must begin within 48 hours of the loss.", (3,)),
        Line(
            "What changed",
            "change",
            "You must send us proof of loss within 90 days. Before, HV 30 01 (2019-04): You must send us proof of loss within 60 days.",
            (0, 1),
        ),
        Line(
            "Where sources disagree",
            "conflict",
            "You must send us proof of loss within 90 days. Against this, Basics for New Adjusters: "
            "The homeowner has 60 days to send the proof of loss.",
            (0, 2),
        ),
    ),
    (
        Link("related", "topics/proof-of-loss.md", "Proof of loss", "a topic of this page"),
        Link("open", None, "form HV 99 99", "dangling"),
        Link("source", NEW.path, "Homeowners Form"),
        Link("source", OLD.path, "Homeowners Form"),
        Link("source", NOTE.path, "Basics for New Adjusters"),
    ),
    removed=2,
)
TOPIC = Written(
    "topics/proof-of-loss.md",
    "Proof of loss",
    "topic",
    lines=(Line("Homeowners Form (HV 30 01)", "claim", "The homeowner has 60 days to send the proof of loss.", (2,)),),
    links=(Link("related", FAMILY.path, FAMILY.title, "says more about Proof of loss"),),
)
CHANGED = Written("changes.md", "What changed", "changes", lines=(replace(FAMILY.lines[2], section="Homeowners Form (HV 30 01)"),))
INDEX = Written("index.md", "Contents", "index", links=tuple(Link("part", page.path, page.title) for page in (CHANGED, FAMILY, TOPIC)))

PLAIN = Library(
    Believed(Shelf((OLD, NEW, NOTE, UNCITED)), STATED),
    (INDEX, FAMILY, TOPIC, CHANGED),
    ((1, "superseded", "a newer edition", "You must send us proof of loss within 60 days."),),
)

ATTACKS = (
    "<script>window.__pwned=1</script>",
    '"><img src="https://evil.invalid/x" onerror="window.__pwned=2">',
    "'><svg onload=window.__pwned=3>",
    "</script><script>window.__pwned=4</script>",
    "</title></style></textarea><img src=x onerror=window.__pwned=5>",
    "[click](javascript:window.__pwned=6) javascript:window.__pwned=7",
    "{{ 7 * 7 }} {% include '/etc/passwd' %} ${window.__pwned=8}",
    "\u202egnp.exe\u202c \u2066isolated\u2069 مرحبا שלום 👩\u200d👩\u200d👧 \u2028 \u2029",
    "W" * 300,
)
"""Each tries something; together they stand wherever text of a source is shown."""
EVIL = " ".join(ATTACKS)


def _hostile_library() -> Library:
    raw = f"# {EVIL}\n{EVIL}\n".replace("\u2028", " ").replace("\u2029", " ").encode()
    texts = tuple(Text(f"{attack.replace('/', '∕')}.md", raw, EVIL, EVIL[:60], "2026-01") for attack in ATTACKS[:8])
    claims = tuple(
        Stated(text.path, 2, EVIL, EVIL, EVIL, EVIL, EVIL, EVIL, status, by, concepts=(EVIL,))
        for text, status, by in zip(texts, ("active", "superseded", "disputed", *["active"] * 5), (None, 0, 0, *[None] * 5), strict=True)
    )
    lines = (
        Line("", "lead", EVIL, (0,)),
        *(Line(EVIL, "claim", f"{number} {EVIL}", (number,)) for number in range(8)),
        Line(f"{EVIL} changes", "change", EVIL, (0, 1)),
        Line(f"{EVIL} conflicts", "conflict", EVIL, (0, 2)),
    )
    page = Written(
        "documents/page.md",
        EVIL,
        "family",
        EVIL,
        lines,
        (Link("related", "topics/topic.md", EVIL, EVIL), Link("open", None, EVIL, EVIL), Link("source", texts[0].path, EVIL, EVIL)),
    )
    topic = Written("topics/topic.md", f"{EVIL} topic", EVIL[:40], EVIL, lines[:1], (Link("related", page.path, EVIL, EVIL),))
    index = Written("index.md", EVIL, "index", EVIL, links=(Link("part", page.path, EVIL, EVIL), Link("part", topic.path, EVIL, EVIL)))
    return Library(Believed(Shelf(texts), claims), (index, page, topic), tuple((0, EVIL, EVIL, EVIL) for _ in range(2)))


HOSTILE = _hostile_library()


def published(folder: Path, library: Library) -> Workspace:
    """A workspace whose one corpus is published with a library."""
    (folder / CORPUS).mkdir(parents=True, exist_ok=True)
    (folder / "lineproof.toml").write_text(render_settings({CORPUS: Path(CORPUS)}), encoding="utf-8")
    workspace = Workspace.open(folder)
    republish(workspace, library)
    return workspace


def republish(workspace: Workspace, library: Library) -> None:
    """Publish a library over what the corpus holds."""
    corpus = workspace.corpus(CORPUS)
    store = open_store(corpus.database)
    named = {table.name: table for table in TABLES}
    filled = _rows(library)
    with store.transaction():
        for name in reversed(filled):
            store.connection.execute(f"DELETE FROM {name}")
        for name, rows in filled.items():
            store.insert(named[name], pa.Table.from_pylist(list(rows), schema=named[name].schema))
    publish(store, corpus)
    store.close()


def _rows(library: Library) -> dict[str, Sequence[dict[str, Any]]]:
    """The rows of every table, in an order in which they may be inserted."""
    beliefs = rows_of(library.believed)
    ids = [row["claim_id"] for row in beliefs[CLAIMS.name]]
    paths = {page.path for page in library.pages}
    return {
        **tables_of(CORPUS, library.believed.shelf),
        **beliefs,
        EVENTS.name: [*_events(beliefs[CLAIMS.name], library.events)],
        PAGES.name: [_page(page) for page in library.pages],
        SENTENCES.name: [row for page in library.pages for row in _sentences(page, ids)],
        PAGE_LINKS.name: [row for page in library.pages for row in _links(page, paths)],
    }


def _page(page: Written) -> dict[str, Any]:
    return {
        "page_id": page_id(page.path), "path": page.path, "title": page.title, "kind": page.kind, "description": page.description,
        "language": "en", "characters": 100, "removed": page.removed, "composer": "rules",
    }  # fmt: skip


def _sentences(page: Written, ids: Sequence[str]) -> Iterator[dict[str, Any]]:
    for position, line in enumerate(page.lines):
        yield {
            "page_id": page_id(page.path), "position": position, "section": line.section, "role": line.role, "sentence": line.text,
            "claim_ids": [ids[claim] for claim in line.claims],
        }  # fmt: skip


def _links(page: Written, pages: set[str]) -> Iterator[dict[str, Any]]:
    for position, link in enumerate(page.links):
        target = None if link.target is None else page_id(link.target) if link.target in pages else document_id(CORPUS, link.target)
        yield {
            "page_id": page_id(page.path), "position": position, "role": link.role, "target_id": target, "text": link.text,
            "reason": link.reason,
        }  # fmt: skip


def _events(claims: Sequence[Mapping[str, Any]], later: Sequence[tuple[int, str, str, str]]) -> Iterator[dict[str, Any]]:
    """Every claim is asserted in January; what happens later does so in February."""
    first = [(number, "asserted", "", claim["statement"]) for number, claim in enumerate(claims)]
    for run, month, events in (("first", 1, first), ("second", 2, later)):
        for number, (claim, event, reason, said) in enumerate(events):
            row = claims[claim]
            yield {
                "run_id": run, "number": number, "at": datetime(2026, month, 1, tzinfo=UTC), "corpus": CORPUS,
                "document_id": row["document_id"], "claim_id": row["claim_id"], "lineage_id": row["claim_id"], "event": event,
                "by": "rules", "reason": reason or None, "statement": said,
            }  # fmt: skip


def page_id(path: str) -> str:
    """The id of a page."""
    return node_id("w", CORPUS, path)
