"""Views: pages as the templates print them; addresses are those of the site, not yet links.

mark    the number behind a sentence that leads to its note
crumb   a page above this one, from the contents down
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lineproof.serve.site.addresses import FIRST, Addresses
from lineproof.serve.site.comparison import COMPARED, Comparison, Mark, comparison
from lineproof.serve.site.evidence import Evidence
from lineproof.serve.site.record import Record
from lineproof.wiki.groups import grouped
from lineproof.wiki.model import Page, PageLink, Section, Sentence


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence; ``statuses`` are those of its claims but in force, ``comparison`` its two sides where it has some."""

    sentence: Sentence
    marks: tuple[Mark, ...]
    statuses: tuple[str, ...] = ()
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines under a heading."""

    title: str
    anchor: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Leading:
    """A link to a page of the wiki."""

    page: Page
    address: str
    reason: str


@dataclass(frozen=True, slots=True)
class PageView:
    """A page; ``notes`` are in the order of their numbers, ``related`` pages are grouped by the reason of the link."""

    page: Page
    address: str
    crumbs: tuple[Leading, ...]
    passages: tuple[Passage, ...]
    notes: tuple[tuple[int, Evidence], ...]
    parts: tuple[Leading, ...]
    related: Mapping[str, Sequence[Leading]]
    open: tuple[PageLink, ...]
    sources: tuple[tuple[PageLink, str | None], ...]


def page_views(record: Record, where: Addresses, known: Mapping[str, Evidence]) -> Iterator[PageView]:
    """The pages of a wiki that the site has."""
    pages = {page.page_id: page for page in record.wiki.pages if page.page_id in where.pages}
    above = _above(record.wiki.pages)
    for page in pages.values():
        numbers = _numbers(page)
        yield PageView(
            page,
            where.pages[page.page_id],
            tuple(_leading(pages[one], "", where) for one in _crumbs(page.page_id, above) if one in pages),
            tuple(_passage(position, section, numbers, known) for position, section in enumerate(page.sections)),
            tuple((number, known[claim]) for claim, number in numbers.items() if claim in known),
            tuple(_led(page.linked("part"), pages, where)),
            grouped((leading.reason, leading) for leading in _led(page.linked("related"), pages, where)),
            page.linked("open"),
            tuple((link, where.registers.get(link.target_path or "")) for link in page.linked("source")),
        )


def _numbers(page: Page) -> dict[str, int]:
    """The number of each claim's note, from 1, in the order in which sentences state them."""
    stated = dict.fromkeys(claim for sentence in page.sentences for claim in sentence.claim_ids)
    return {claim: number for number, claim in enumerate(stated, 1)}


def _above(pages: Iterable[Page]) -> dict[str, str]:
    """The page above each page: the first that has it as a part, a page of content before one of contents."""
    found: dict[str, str] = {}
    for page in sorted(pages, key=lambda one: (one.kind == "index", one.path == FIRST, one.path)):
        for link in page.linked("part"):
            if link.target_id and link.target_id != page.page_id:
                found.setdefault(link.target_id, page.page_id)
    return found


def _crumbs(page: str, above: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    while (up := above.get(page)) and up not in found:
        found.append(up)
        page = up
    return found[::-1]


def _led(links: Iterable[PageLink], pages: Mapping[str, Page], where: Addresses) -> Iterator[Leading]:
    return (_leading(pages[link.target_id], link.reason, where) for link in links if link.target_id and link.target_id in pages)


def _leading(page: Page, reason: str, where: Addresses) -> Leading:
    return Leading(page, where.pages[page.page_id], reason)


def _passage(position: int, section: Section, numbers: Mapping[str, int], known: Mapping[str, Evidence]) -> Passage:
    return Passage(section.title, f"part-{position}", tuple(_line(one, numbers, known) for one in section.sentences))


def _line(sentence: Sentence, numbers: Mapping[str, int], known: Mapping[str, Evidence]) -> Line:
    stated = [known[claim] for claim in sentence.claim_ids if claim in known]
    marks = tuple(Mark(numbers[one.claim.claim_id], one.claim.claim_id) for one in stated)
    if sentence.role in COMPARED and stated:
        return Line(sentence, marks, comparison=comparison(sentence, stated, numbers))
    return Line(sentence, marks, tuple(sorted({one.claim.status for one in stated} - {"active"})))


@dataclass(frozen=True, slots=True)
class Register:
    """The claims that rest on one document, in the order of its lines."""

    path: str
    address: str
    claims: tuple[Evidence, ...]


def registers(where: Addresses, known: Mapping[str, Evidence]) -> tuple[Register, ...]:
    """The registers of all documents that pages cite; a claim stands in each document that it quotes."""
    rows = sorted((place.citation.path, place.citation.first_line, claim) for claim, one in known.items() for place in one.places)
    return tuple(
        Register(path, where.registers[path], tuple(known[claim] for claim in dict.fromkeys(row[2] for row in group)))
        for path, group in groupby(rows, key=lambda row: row[0])
    )
