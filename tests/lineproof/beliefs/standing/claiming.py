"""Claims made from compiled evidence by the plainest of rules, so that standings are tested without the proposer.

Each value of a sentence is a claim whose slot is the sentence with the value masked; a sentence without values is a fact. A cell of a
row is named by the first cell of its row and the head of its column.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Candidate, Claim, ClaimRelation, Document, Paragraph, Quote, Standing, numbered
from lineproof.beliefs.standing import standings
from lineproof.beliefs.standing.load import load_library
from lineproof.beliefs.standing.topics import sentences
from lineproof.evidence.signals.model import Signal
from storage.database import Store
from tests.lineproof.graph.building import build, corpus_of

KINDS = {"money": "limit", "duration": "period", "percentage": "percentage", "count": "count", "date": "date"}


@dataclass(frozen=True)
class Outcome:
    """What was decided of a compiled corpus."""

    claims: Sequence[Claim]
    paths: Mapping[str, str]
    standings: Sequence[Standing]
    relations: Sequence[ClaimRelation]

    def of(self, path: str, value: str, words: str = "") -> Standing:
        """The standing of the one claim of a document that has a value, and words in its quote."""
        found = [claim for claim in self.claims if self._fits(claim, path, words) and claim.candidate.value == value]
        assert len(found) == 1, [claim.candidate for claim in self.claims if self._fits(claim, path, "")]
        return next(standing for standing in self.standings if standing.claim_id == found[0].claim_id)

    def status(self, path: str, value: str, words: str = "") -> str:
        """Its status."""
        return self.of(path, value, words).status

    def both(self) -> list[tuple[Claim, Standing]]:
        """Each claim with its standing."""
        found = {standing.claim_id: standing for standing in self.standings}
        return [(claim, found[claim.claim_id]) for claim in self.claims]

    def edges(self, kind: str | None = None) -> set[tuple[str | None, str, str | None]]:
        """The relations between claims, by their values."""
        values = {claim.claim_id: claim.candidate.value for claim in self.claims}
        return {(values[edge.source_id], edge.type, values[edge.target_id]) for edge in self.relations if kind in (None, edge.type)}

    def not_active(self) -> set[tuple[str, str | None, str]]:
        """All claims that set a value and are not in force: path, value and status."""
        claims = {claim.claim_id: claim for claim in self.claims}
        over = [(claims[standing.claim_id], standing.status) for standing in self.standings if standing.status != "active"]
        return {(self.paths[claim.document_id], claim.candidate.value, status) for claim, status in over if claim.candidate.slot}

    def _fits(self, claim: Claim, path: str, words: str) -> bool:
        return self.paths[claim.document_id] == path and words in claim.candidate.quotes[0].text


def decide(folder: Path, documents: Mapping[str, str], authority: Sequence[str] = ()) -> Outcome:
    """Compile some texts by path, make claims of them and decide their standings."""
    with build(corpus_of(folder, documents)) as store:
        return decided(store, authority)


def decided(store: Store, authority: Sequence[str] = ()) -> Outcome:
    """Decide the standings of a compiled corpus."""
    documents = list(load_documents(store.connection))
    claims = [claim for document in documents for claim in claims_of(document)]
    found, relations = standings(claims, load_library(store.connection, claims), authority)
    return Outcome(claims, {document.document_id: document.path for document in documents}, found, relations)


def claims_of(document: Document) -> list[Claim]:
    """The claims of a document."""
    found: list[Candidate] = []
    heads: list[str] = []
    for paragraph in document.paragraphs:
        if paragraph.kind == "table_row":
            heads = heads if heads and len(heads) == paragraph.text.count("|") + 1 else [cell.strip() for cell in paragraph.text.split("|")]
        else:
            heads = []
        if paragraph.kind not in ("heading", "code"):
            found += _candidates(document, paragraph, heads)
    return list(numbered(document.corpus, document.document_id, [(candidate, "gate") for candidate in found]))


def _candidates(document: Document, paragraph: Paragraph, heads: Sequence[str]) -> Iterator[Candidate]:
    above = document.sections(paragraph)
    for start, end in sentences(paragraph.text):
        quote = Quote(paragraph.paragraph_id, start, end, paragraph.text[start:end])
        subject = above[-1].title if above and above[-1].title else document.title
        inside = [signal for signal in paragraph.signals if start <= signal.start < end]
        values = [signal for signal in inside if signal.kind in KINDS and signal.value is not None]
        for signal in values:
            yield _set(paragraph, quote, subject or "", signal, heads)
        if not values:
            yield Candidate(quote.text, (quote,), "fact", subject or "")


def _set(paragraph: Paragraph, quote: Quote, subject: str, signal: Signal, heads: Sequence[str]) -> Candidate:
    masked = paragraph.text[quote.start : signal.start] + "#" + paragraph.text[signal.end : quote.end]
    statement = quote.text
    if heads:
        masked = f"{paragraph.text.split('|')[0].strip()}: {heads[paragraph.text.count('|', 0, signal.start)]} #"
        statement = masked.replace("#", signal.text)
    kind = KINDS[signal.kind]
    modality = "must" if re.search(r"\bmust\b", quote.text) else "none"
    return Candidate(statement, (quote,), kind, subject, f"{kind}: {masked}", signal.value, signal.unit, modality=modality)
