"""The wiki as it is published: what a page says, what each sentence rests on, where the pages lead.

page       a wiki page: sections of sentences, and links
sentence   plain text that states claims; bound to their ids, and through them to citations
citation   a quote with the lines of the source on which it stands now
link       from a page to another page or a document, or a reference that was not resolved
claim      what a sentence is bound to, with its standing and its history
"""

import datetime
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from duckdb import DuckDBPyConnection

Row = dict[str, Any]
Read = Callable[[str], list[Row]]

KINDS: Final = ("index", "family", "topic", "changes")
"""Kinds of pages, in the order in which an export lists them."""
ROLES: Final = ("lead", "claim", "change", "conflict", "list")
"""Roles of sentences."""
LINK_ROLES: Final = ("part", "source", "related", "open")
"""``part`` leads to a page below this one, ``source`` to a document, ``open`` nowhere yet."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote on its lines, first to last, from 1; ``heading`` are the headings above it, joined by `` > ``."""

    claim_id: str
    path: str
    first_line: int
    last_line: int
    quote: str
    heading: str

    @property
    def lines(self) -> str:
        """The lines as they follow a path: ``L10-L12``."""
        return f"L{self.first_line}" + (f"-L{self.last_line}" if self.last_line > self.first_line else "")

    @property
    def place(self) -> str:
        """The lines as every command accepts them: ``path#L10-L12``."""
        return f"{self.path}#{self.lines}"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a claim; ``statement`` is what it said then."""

    at: datetime.datetime
    event: str
    by: str
    reason: str | None
    statement: str | None


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim as a reader sees it: ``status`` is active, superseded or disputed; ``history`` is oldest first."""

    claim_id: str
    statement: str
    kind: str
    status: str
    subject: str
    slot: str | None
    value: str | None
    unit: str | None
    valid_from: datetime.date | None
    valid_to: datetime.date | None
    by_id: str | None
    reason: str | None
    citations: tuple[Citation, ...]
    history: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """Plain text, without markup, that states the claims it is bound to; ``citations`` are those of the claims, in order."""

    position: int
    role: str
    text: str
    claim_ids: tuple[str, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences under one heading of a page; the lead has an empty title."""

    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link. ``target_path`` is the path of a page within the export, or of a source within the corpus (role ``source``)."""

    role: str
    target_id: str | None
    target_path: str | None
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page; ``characters`` is its size as Markdown without its footnotes, ``removed`` counts sentences that nothing bound."""

    page_id: str
    path: str
    title: str
    kind: str
    description: str
    subject_id: str | None
    language: str
    characters: int
    removed: int
    composer: str
    sections: tuple[Section, ...] = ()
    links: tuple[PageLink, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in reading order."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)

    def linked(self, role: str) -> tuple[PageLink, ...]:
        """The links of one role, in order."""
        return tuple(link for link in self.links if link.role == role)


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document of the corpus."""

    document_id: str
    path: str
    title: str
    identifier: str | None
    edition: str | None
    effective: datetime.date | None
    status: str | None
    language: str
    size: int


@dataclass(frozen=True)
class Wiki:
    """All pages in the order of their paths, with the claims (by id) that their sentences are bound to."""

    corpus: str
    pages: tuple[Page, ...]
    claims: Mapping[str, ClaimView] = field(default_factory=dict)
    documents: Mapping[str, SourceDocument] = field(default_factory=dict)

    @property
    def characters(self) -> int:
        """The size of all pages."""
        return sum(page.characters for page in self.pages)

    @property
    def source_bytes(self) -> int:
        """The size of all documents."""
        return sum(document.size for document in self.documents.values())


def load(connection: DuckDBPyConnection, pages: Sequence[str] | None = None) -> Wiki:
    """The wiki of a published snapshot, or some pages of it by their ids with the claims that they state.

    The connection may be read-only.
    """

    def rows(query: str) -> list[Row]:
        result = connection.execute(_CHOSEN + query, {"pages": pages and list(pages)})
        columns = [column[0] for column in result.description or ()]
        return [dict(zip(columns, row, strict=True)) for row in result.fetchall()]

    documents = {row["document_id"]: SourceDocument(**row) for row in rows(_DOCUMENTS)}
    claims = _claims(rows)
    corpus = connection.execute("SELECT min(corpus) FROM evidence.documents").fetchall()[0][0]
    return Wiki(corpus or "", tuple(_pages(rows, claims)), claims, documents)


_DOCUMENTS = (
    "SELECT document_id, path, title, identifier, edition, effective, status, language, bytes AS size FROM evidence.documents ORDER BY path"
)
_CHOSEN = (
    "WITH chosen AS (SELECT page_id FROM wiki.pages WHERE $pages::VARCHAR[] IS NULL OR list_contains($pages, page_id)), "
    "bound AS (SELECT DISTINCT unnest(claim_ids) AS claim_id FROM wiki.sentences JOIN chosen USING (page_id)) "
)
_CLAIMS = (
    "SELECT c.claim_id, c.statement, c.kind, coalesce(s.status, 'active') AS status, c.subject, c.slot, c.value, c.unit, "
    "c.valid_from, c.valid_to, s.by_id, s.reason FROM beliefs.claims c JOIN bound USING (claim_id) "
    "LEFT JOIN beliefs.standings s USING (claim_id) ORDER BY c.claim_id"
)
_QUOTES = (
    'SELECT q.claim_id, d.path, q.quote, q."start", q."end", p.document_id, p.section_id, p.first_line, p.last_line, '
    "p.map_offsets, p.map_lines FROM beliefs.quotes q JOIN bound USING (claim_id) "
    "JOIN evidence.paragraphs p USING (paragraph_id) JOIN evidence.documents d ON d.document_id = p.document_id "
    "ORDER BY q.claim_id, q.position"
)
_HEADINGS = (
    "SELECT paragraph_id, section_id, text FROM evidence.paragraphs WHERE kind = 'heading' "
    "AND document_id IN (SELECT document_id FROM beliefs.quotes JOIN bound USING (claim_id))"
)
_EVENTS = (
    'SELECT l.claim_id, e."at", e.event, e."by", e.reason, e.statement FROM beliefs.events e '
    "JOIN (SELECT DISTINCT lineage_id, claim_id FROM beliefs.events JOIN bound USING (claim_id)) l USING (lineage_id) "
    'ORDER BY l.claim_id, e."at", e.run_id, e.number'
)
_PAGES = (
    "SELECT page_id, path, title, kind, description, subject_id, language, characters, removed, composer "
    "FROM wiki.pages JOIN chosen USING (page_id) ORDER BY path"
)
_SENTENCES = (
    "SELECT page_id, position, section, role, sentence, claim_ids FROM wiki.sentences JOIN chosen USING (page_id) "
    "ORDER BY page_id, position"
)
_LINKS = (
    "SELECT l.page_id, l.role, l.target_id, coalesce(p.path, d.path) AS target_path, l.text, l.reason "
    "FROM wiki.links l JOIN chosen USING (page_id) "
    "LEFT JOIN wiki.pages p ON p.page_id = l.target_id LEFT JOIN evidence.documents d ON d.document_id = l.target_id "
    "ORDER BY l.page_id, l.position"
)


def _claims(rows: Read) -> dict[str, ClaimView]:
    citations = _grouped(rows(_QUOTES), "claim_id")
    events = _grouped(rows(_EVENTS), "claim_id")
    headings = {row["paragraph_id"]: (row["section_id"], row["text"]) for row in rows(_HEADINGS)}
    return {
        row["claim_id"]: ClaimView(
            **row,
            citations=tuple(_citation(row["claim_id"], quote, headings) for quote in citations.get(row["claim_id"], ())),
            history=tuple(Event(**event) for event in events.get(row["claim_id"], ())),
        )
        for row in rows(_CLAIMS)
    }


def _grouped(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    """Rows by one of their columns, which they then no longer have."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.pop(key), []).append(row)
    return groups


def _citation(claim_id: str, quote: Row, headings: Mapping[str, tuple[str | None, str]]) -> Citation:
    first, last = lines_of(quote)
    above: list[str] = []
    section = quote["section_id"]
    while section in headings and len(above) < len(headings):
        section, text = headings[section]
        above.append(text)
    return Citation(claim_id, quote["path"], first, last, quote["quote"], " > ".join(reversed(above)))


def lines_of(quote: Mapping[str, Any]) -> tuple[int, int]:
    """The lines of a span of a paragraph, given with the paragraph's map of offsets to lines."""
    offsets: Sequence[int] | None = quote["map_offsets"]
    if not offsets:
        return quote["first_line"], quote["last_line"]
    lines: Sequence[int] = quote["map_lines"]
    last = max(quote["start"], quote["end"] - 1)
    return tuple(lines[max(0, bisect_right(offsets, offset) - 1)] for offset in (quote["start"], last))  # type: ignore[return-value]


def _pages(rows: Read, claims: Mapping[str, ClaimView]) -> Iterator[Page]:
    sentences = _grouped(rows(_SENTENCES), "page_id")
    links = _grouped(rows(_LINKS), "page_id")
    for row in rows(_PAGES):
        page = row["page_id"]
        yield Page(
            **row,
            sections=tuple(_sections(sentences.get(page, ()), claims)),
            links=tuple(PageLink(**link) for link in links.get(page, ())),
        )


def _sections(rows: Iterable[Row], claims: Mapping[str, ClaimView]) -> Iterator[Section]:
    for title, group in groupby(rows, lambda row: row["section"]):
        yield Section(title, tuple(_sentence(row, claims) for row in group))


def _sentence(row: Row, claims: Mapping[str, ClaimView]) -> Sentence:
    ids = tuple(row["claim_ids"])
    cited = [citation for claim in ids if claim in claims for citation in claims[claim].citations]
    return Sentence(row["position"], row["role"], row["sentence"], ids, tuple(cited))
