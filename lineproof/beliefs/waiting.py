"""Waiting: what holds of documents on which a model has yet to speak, because it was busy, broken or too dear.

unfinished   a document whose claims the model has not proposed, or not judged, in this run; the next one goes on with it
carried      a claim of such a document whose quotes all stand in it word for word, as whole sentences: it is believed on
waiting      a claim whose evidence changed, as it was believed; nothing is told of it until the model has spoken. It is no claim
             meanwhile where its words stand no more, since a claim quotes what its source says now
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lineproof.beliefs.model import Candidate, Claim, Document, Paragraph, Quote
from lineproof.beliefs.reconcile import Believed
from lineproof.beliefs.verify import widened


def carried(document: Document, claims: Sequence[Believed], candidates: Mapping[str, Candidate]) -> Iterator[Claim]:
    """The claims of a document that stand in its text as it is.

    Args:
        document: the document as it is now.
        claims: its claims as they were believed.
        candidates: the same as they were proposed, by their ids.
    """
    for claim in claims:
        before = candidates[claim.claim_id]
        quotes = [_standing(quote, document) for quote in before.quotes]
        if all(quotes):
            candidate = replace(before, quotes=tuple(quote for quote in quotes if quote))
            yield Claim(claim.claim_id, document.document_id, candidate, claim.occurrence, claim.accepted_by)


def _standing(quote: Quote, document: Document) -> Quote | None:
    """Where the words of a quote stand in a document: in their old paragraph if they can."""
    former = document.by_id.get(quote.paragraph_id)
    if former and former.text[quote.start : quote.end] == quote.text:
        return quote
    found = (place for paragraph in document.paragraphs for place in _places(quote.text, paragraph))
    return next(found, None)


def _places(words: str, paragraph: Paragraph) -> Iterator[Quote]:
    """Where words stand in a paragraph as whole sentences of it, or as all of it."""
    for match in re.finditer(re.escape(words), paragraph.text):
        prose = paragraph.kind not in ("code", "table_row", "field")
        if words == paragraph.text or (prose and widened(paragraph.text, match.span()) == match.span()):
            yield Quote(paragraph.paragraph_id, *match.span(), words)
