"""Render: a page as Markdown in the Open Knowledge Format 0.2.

front matter   YAML: type, title, description, resource, tags, generated, verified, sources
body           headings, sentences with numbers of notes, wiki links (``[[path|words]]``)
notes          one footnote a sentence: path and lines of each quote of its claims, and the quote
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import yaml
from jinja2 import Template

from lineproof.wiki.compose import environment
from lineproof.wiki.markdown import escaped, link_words, place, shown
from lineproof.wiki.model import ClaimView, Page, PageLink
from lineproof.wiki.text import visible
from lineproof.wiki.wording import Wording, wording

FORMAT_VERSION: Final = "0.2"
TYPES: Final[Mapping[str, str]] = {"index": "Index", "family": "Document family", "topic": "Topic", "changes": "Changes"}
VERIFIER: Final = "process:lineproof-gate"


@dataclass(frozen=True, slots=True)
class Noted:
    """A sentence with the number of its note."""

    text: str
    note: int


@dataclass(frozen=True, slots=True)
class NotedSection:
    """Sentences under a heading."""

    title: str
    sentences: tuple[Noted, ...]


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Links under a heading."""

    title: str
    links: tuple[PageLink, ...]


def page_markdown(page: Page, claims: Mapping[str, ClaimView]) -> str:
    """A page as the text of its file."""
    return head(page) + body(page) + notes(page, claims)


def head(page: Page, verified: bool = True) -> str:
    """The front matter of a page; it says nothing of times, so that nothing but a change changes it."""
    fields: dict[str, Any] = {"okf_version": FORMAT_VERSION} if page.path == "index.md" else {}
    fields |= {"type": TYPES[page.kind], "title": page.title, "description": page.description}
    sources = [shown(link.target_path or "") for link in page.linked("source")]
    if page.subject_id and len(sources) == 1:
        fields["resource"] = sources[0]
    fields["tags"] = [page.kind]
    fields["generated"] = {"by": f"lineproof/{page.composer}"} if verified else {"by": "human:editor"}
    if sources or not verified:
        fields["verified"] = {"by": VERIFIER} if verified else False
    if sources:
        fields["sources"] = [{"resource": path} for path in sources]
    told = {name: value for name, value in fields.items() if value != ""}
    return f"---\n{yaml.safe_dump(told, allow_unicode=True, sort_keys=False, width=10_000, default_flow_style=None)}---\n\n"


def body(page: Page) -> str:
    """The Markdown of a page without front matter and footnotes."""
    sections = [
        NotedSection(section.title, tuple(Noted(one.text, one.position + 1) for one in section.sentences)) for section in page.sections
    ]
    return _template().render(page=page, sections=sections, groups=_groups(page, wording(page.language)))


def notes(page: Page, claims: Mapping[str, ClaimView]) -> str:
    """The footnotes of a page."""
    return note_lines(enumerate(bound_claims(page), 1), claims)


def bound_claims(page: Page) -> tuple[tuple[str, ...], ...]:
    """The claims of each footnote, from that numbered 1."""
    return tuple(sentence.claim_ids for sentence in page.sentences)


def note_lines(numbered: Iterable[tuple[int, Sequence[str]]], claims: Mapping[str, ClaimView]) -> str:
    """Footnotes of some claims by their numbers; claims that are no longer believed leave a dash."""
    lines = [f"[^{number}]: {_note(bound, claims)}" for number, bound in numbered]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _note(bound: Sequence[str], claims: Mapping[str, ClaimView]) -> str:
    citations = (one for claim in bound if claim in claims for one in claims[claim].citations)
    cited = dict.fromkeys((one.path, one.lines, visible(one.quote)) for one in citations)
    return "; ".join(f"{place(path, lines)} “{escaped(quote)}”" for path, lines, quote in cited) or "–"


def _groups(page: Page, words: Wording) -> Sequence[LinkGroup]:
    """The links of a page as readers find them; sources are named by the footnotes."""
    first = page.linked("part")
    parts = [LinkGroup(words.parts, first)]
    if page.kind == "index":
        kinds = {words.changes: "changes", words.documents: "documents", words.topics: "topics"}
        parts = [LinkGroup(title, tuple(link for link in first if _folder(link, page) == folder)) for title, folder in kinds.items()]
    groups = (*parts, LinkGroup(words.related, page.linked("related")), LinkGroup(words.open, page.linked("open")))
    return [group for group in groups if group.links]


def _folder(link: PageLink, page: Page) -> str:
    """The folder of what an index links to; an index between is told by the beginning of its name."""
    path = (link.target_path or "").removeprefix("index/")
    return path.partition("/")[0].partition("-")[0].removesuffix(".md")


@lru_cache(maxsize=1)
def _template() -> Template:
    filters = {"md": escaped, "words": link_words, "page": lambda path: path.removesuffix(".md")}
    templates = environment().overlay()
    templates.filters = {**templates.filters, **filters}
    return templates.get_template("page.md.j2")
