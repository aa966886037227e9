"""Evidence: all that the site shows of one claim.

place   a citation, and where the site has it
bond    a tie, and where the site has its target
said    the statement without the words that name its document and clause, where something else names them
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lineproof.serve.site.addresses import Addresses
from lineproof.serve.site.record import Record, Target, Tie
from lineproof.wiki.families import label
from lineproof.wiki.groups import grouped
from lineproof.wiki.model import Citation, ClaimView, Page, SourceDocument
from lineproof.wiki.saying import saying, words
from lineproof.wiki.text import plain


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
    """A claim; ``source`` is a short name of its document, ``address`` its record, ``pages`` are those that state it."""

    claim: ClaimView
    said: str
    source: str
    places: tuple[Place, ...]
    bonds: tuple[Bond, ...]
    address: str | None
    pages: Sequence[Page] = ()

    @property
    def literal(self) -> bool:
        """Whether it says nothing but what its one quote says, word for word."""
        quote = self.places[0].citation.quote if len(self.places) == 1 else ""
        return any(_letters(self.said) in _letters(text) for text in (quote, plain(quote, "markdown")))

    @property
    def told(self) -> bool:
        """Whether the ties say already what the reason of the standing says."""
        return not self.claim.reason or any(bond.tie.reason == self.claim.reason for bond in self.bonds)


def evidence(record: Record, where: Addresses) -> dict[str, Evidence]:
    """What is shown of every claim, by its id."""
    stating = _stating(page for page in record.wiki.pages if page.page_id in where.pages)
    documents = {document.path: document for document in record.wiki.documents.values()}
    return {claim: _evidence(view, record, where, documents, stating.get(claim, ())) for claim, view in record.wiki.claims.items()}


def _stating(pages: Iterable[Page]) -> dict[str, list[Page]]:
    """The pages that state each claim, those that tell of changes last."""
    ordered = sorted(pages, key=lambda page: (page.kind == "changes", page.path))
    return grouped((claim, page) for page in ordered for claim in dict.fromkeys(one for said in page.sentences for one in said.claim_ids))


def _evidence(
    claim: ClaimView, record: Record, where: Addresses, documents: Mapping[str, SourceDocument], pages: Sequence[Page]
) -> Evidence:
    document = documents.get(claim.citations[0].path) if claim.citations else None
    return Evidence(
        claim=claim,
        said=_said(claim, document) if document else claim.statement,
        source=label(document) if document else "",
        places=tuple(Place(citation, where.evidence(citation)) for citation in claim.citations),
        bonds=tuple(Bond(tie, _address(tie.target, record, where)) for tie in record.ties.get(claim.claim_id, ())),
        address=where.evidence(claim.citations[0]) if claim.citations else None,
        pages=pages,
    )


def _said(claim: ClaimView, document: SourceDocument) -> str:
    named = (claim.subject, document.title, document.identifier or "", document.edition or "")
    return saying(claim.statement, words(" ".join(named)), document)


def _address(target: Target, record: Record, where: Addresses) -> str | None:
    """The record of a claim that pages state, else the register of the document."""
    claim = record.wiki.claims.get(target.node_id)
    return where.evidence(claim.citations[0]) if claim and claim.citations else where.registers.get(target.path)


def _letters(text: str) -> str:
    """What two texts have in common whatever their markup and marks are."""
    return re.sub(r"\W+", "", text).casefold()
