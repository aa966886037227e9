"""Views: pages as the templates print them; addresses are those of the site, not yet links.

mark        the number behind a sentence that leads to its note
comparison  two sides of a change or a conflict, side by side, with the words marked that differ
crumb       a page above this one, from the contents down
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from lineproof.serve.site.addresses import Addresses
from lineproof.serve.site.differences import Piece, compare
from lineproof.serve.site.record import CONTRADICTED_BY, Record, Target, Tie
from lineproof.wiki.families import label
from lineproof.wiki.groups import grouped
from lineproof.wiki.model import Citation, ClaimView, Page, PageLink, Section, Sentence

COMPARED: Final = ("change", "conflict")
"""Roles of sentences whose claims are shown side by side."""


@dataclass(frozen=True, slots=True)
class Place:
    """A citation, and where the site has it."""

    citation: Citation
    address: str | None


@dataclass(frozen=True, slots=True)
class Bond:
    """A tie, and where the site has its target."""

    tie: Tie
    address: str | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is shown of one claim; ``address`` is its record, ``pages`` are those that state it."""

    claim: ClaimView
    places: tuple[Place, ...]
    bonds: tuple[Bond, ...]
    address: str | None
    pages: tuple[Page, ...] = ()

    @property
    def literal(self) -> bool:
        """Whether the statement is what the quote says, word for word."""
        return len(self.places) == 1 and _letters(self.claim.statement) == _letters(self.places[0].citation.quote)

    @property
    def told(self) -> bool:
        """Whether the ties say already what the reason of the standing says."""
        return not self.claim.reason or any(bond.tie.reason == self.claim.reason for bond in self.bonds)


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a note, and the claim that it is about."""

    number: int
    claim_id: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison; ``source`` names the document that says it."""

    source: str
    pieces: tuple[Piece, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence; ``told`` is false where its sides say all that it says."""

    sentence: Sentence
    marks: tuple[Mark, ...]
    statuses: tuple[str, ...]
    sides: tuple[tuple[Side, ...], tuple[Side, ...]] | None = None
    told: bool = True


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines under a heading; ``compared`` where all of them are comparisons."""

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


def evidence(record: Record, where: Addresses) -> dict[str, Evidence]:
    """What is shown of every claim, by its id."""
    stating: dict[str, dict[str, Page]] = {}
    for page in record.wiki.pages:
        for sentence in page.sentences:
            for claim in sentence.claim_ids:
                stating.setdefault(claim, {})[page.page_id] = page
    return {
        claim.claim_id: Evidence(
            claim,
            tuple(Place(citation, where.evidence(citation)) for citation in claim.citations),
            tuple(Bond(tie, _address(tie.target, record, where)) for tie in record.ties.get(claim.claim_id, ())),
            where.evidence(claim.citations[0]) if claim.citations else None,
            tuple(stating.get(claim.claim_id, {}).values()),
        )
        for claim in record.wiki.claims.values()
    }


def _address(target: Target, record: Record, where: Addresses) -> str | None:
    """The record of a claim that pages state, else the register of the document."""
    claim = record.wiki.claims.get(target.node_id)
    return where.evidence(claim.citations[0]) if claim and claim.citations else where.registers.get(target.path)


def page_views(record: Record, where: Addresses, known: Mapping[str, Evidence]) -> Iterator[PageView]:
    """All pages of a wiki."""
    pages = {page.page_id: page for page in record.wiki.pages}
    above = _above(record.wiki.pages)
    for page in record.wiki.pages:
        numbers = _numbers(page)
        yield PageView(
            page,
            where.pages[page.page_id],
            tuple(_leading(pages[one], "", where) for one in _crumbs(page.page_id, above)),
            tuple(_passage(position, section, numbers, record, known) for position, section in enumerate(page.sections)),
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
    for page in sorted(pages, key=lambda one: (one.kind == "index", one.path == "index.md", one.path)):
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


def _passage(position: int, section: Section, numbers: Mapping[str, int], record: Record, known: Mapping[str, Evidence]) -> Passage:
    return Passage(section.title, f"part-{position}", tuple(_line(one, numbers, record, known) for one in section.sentences))


def _line(sentence: Sentence, numbers: Mapping[str, int], record: Record, known: Mapping[str, Evidence]) -> Line:
    stated = [known[claim] for claim in sentence.claim_ids if claim in known]
    marks = tuple(Mark(numbers[claim], claim) for claim in sentence.claim_ids)
    if sentence.role not in COMPARED or not stated:
        statuses = sorted({one.claim.status for one in stated} - {"active"})
        return Line(sentence, marks, tuple(statuses))
    left, right = _parted(sentence.role, stated)
    pieces = _pieces([one.claim.statement for one in left], [one.claim.statement for one in right])
    sides = (
        tuple(_side(one, own, numbers, record) for one, own in zip(left, pieces[0], strict=True)),
        tuple(_side(one, own, numbers, record) for one, own in zip(right, pieces[1], strict=True)),
    )
    within = _letters(sentence.text)
    return Line(sentence, marks, (), sides, any(_letters(one.claim.statement) not in within for one in stated))


def _parted(role: str, stated: Sequence[Evidence]) -> tuple[list[Evidence], list[Evidence]]:
    """Both sides of a comparison: what held before and what holds now; what is preferred and what is against it."""
    if role == "change":
        left = [one for one in stated if one.claim.status == "superseded"]
    else:
        left = [one for one in stated if all(bond.tie.kind != CONTRADICTED_BY for bond in one.bonds)] or [stated[0]]
    return left, [one for one in stated if one not in left]


def _pieces(left: Sequence[str], right: Sequence[str]) -> tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]]:
    """The pieces of each statement; only one against one is compared."""
    if len(left) == len(right) == 1:
        one, other = compare(left[0], right[0])
        return [one], [other]
    return [(Piece(text),) for text in left], [(Piece(text),) for text in right]


def _side(one: Evidence, pieces: tuple[Piece, ...], numbers: Mapping[str, int], record: Record) -> Side:
    path = one.places[0].citation.path if one.places else ""
    document = next((document for document in record.wiki.documents.values() if document.path == path), None)
    return Side(label(document) if document else path, pieces, Mark(numbers[one.claim.claim_id], one.claim.claim_id))


def _letters(text: str) -> str:
    """What two texts have in common whatever their markup and marks are."""
    return re.sub(r"\W+", "", text).casefold()


@dataclass(frozen=True, slots=True)
class Register:
    """The claims that rest on one document, in the order of its lines."""

    path: str
    address: str
    claims: tuple[Evidence, ...]


def registers(where: Addresses, known: Mapping[str, Evidence]) -> tuple[Register, ...]:
    """The registers of all documents that pages cite; a claim stands in each document that it quotes."""
    rows = sorted(
        ((place.citation.path, place.citation.first_line, claim) for claim, one in known.items() for place in one.places),
        key=lambda row: row,
    )
    return tuple(
        Register(path, where.registers[path], tuple(known[claim] for claim in dict.fromkeys(row[2] for row in group)))
        for path, group in groupby(rows, key=lambda row: row[0])
    )
