"""Verification: dirty claims on which rules have no last word are put to a model, one closed question each.

near      the current paragraph that took the place of the text that a claim rested on
ruling    what follows for the paragraph: a statement is kept though it is not proposed any more, or dropped though it is

What did not change but for its place, and what was deleted, needs no model. A ruling belongs to the text of a paragraph: whenever the
claims of that text are made again, it counts again. A kept statement still has to pass the gate on the words that the model showed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rapidfuzz import fuzz, process

from lineproof.beliefs.model import Candidate, Document, Paragraph, Quote
from lineproof.beliefs.reconcile import Believed, Verdict
from lineproof.beliefs.verify import FALSE, TRUE, UNKNOWN, Finding
from lineproof.evidence.hashing import paragraph_hash

KEPT: Final = "kept"
DROPPED: Final = "dropped"
NEAR: Final = 60.0
"""Similarity (token set ratio, 0 to 100) from which a paragraph counts as what became of another one."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a model's finding means for a paragraph, by the hash of its text; ``candidate`` is what is kept."""

    paragraph_hash: str
    statement: str
    verdict: str
    by: str
    fingerprint: str | None
    candidate: Candidate | None = None


Rulings = Mapping[str, Sequence[Ruling]]
"""Rulings by the hash of a paragraph's text."""


def question(verdict: Verdict, document: Document | None) -> Paragraph | None:
    """The paragraph by which a dirty claim is to be judged; None where rules have the last word.

    Args:
        verdict: what rules say became of the claim.
        document: the document that its text is in now; None where that is gone.
    """
    claim = verdict.before
    if claim is None or verdict.event in ("moved", "asserted") or document is None:
        return None
    return _near(claim, verdict.after, document)


def _near(claim: Believed, after: Believed | None, document: Document) -> Paragraph | None:
    if after is not None:
        return document.by_id.get(after.paragraphs[0])
    others = [paragraph for paragraph in document.paragraphs if paragraph.kind not in ("heading", "code")]
    texts = [paragraph.text for paragraph in others]
    found = process.extractOne(claim.statement, texts, scorer=fuzz.token_set_ratio, score_cutoff=NEAR)
    return others[found[2]] if found else None


def heeded(verdict: Verdict, before: Candidate, finding: Finding) -> Finding:
    """A finding as far as it is one: a quote that stands is not denied by its own words, but by others beside it."""
    denied_by_itself = verdict.event == "confirmed" and any(finding.evidence in quote.text for quote in before.quotes)
    return replace(finding, answer=UNKNOWN) if finding.answer == FALSE and denied_by_itself else finding


def ruling(verdict: Verdict, before: Candidate, near: Paragraph, finding: Finding) -> Ruling | None:
    """What follows for a paragraph from what was found; None where it stays with what rules say.

    Args:
        verdict: what rules say became of the claim.
        before: the claim as it was believed.
        near: the paragraph by which it was judged.
        finding: what was found, heeded.
    """
    text = paragraph_hash(near.text)
    if verdict.event == "confirmed" and finding.answer == FALSE:
        return Ruling(text, before.statement, DROPPED, finding.by, finding.fingerprint)
    if verdict.event == "retracted" and finding.answer == TRUE and finding.evidence:
        start = near.text.index(finding.evidence)
        quote = Quote(near.paragraph_id, start, start + len(finding.evidence), finding.evidence)
        return Ruling(text, before.statement, KEPT, finding.by, finding.fingerprint, replace(before, quotes=(quote,), proposer=finding.by))
    return None


def ruled(document: Document, candidates: Sequence[Candidate], rulings: Rulings) -> list[Candidate]:
    """Candidates of a document without those that were dropped, and with those that were kept."""
    if not rulings:
        return list(candidates)
    hashes = {paragraph.paragraph_id: paragraph_hash(paragraph.text) for paragraph in document.paragraphs}
    dropped = {(text, one.statement) for text, several in rulings.items() for one in several if one.verdict == DROPPED}
    stays = [one for one in candidates if (hashes[one.quotes[0].paragraph_id], one.statement) not in dropped]
    said = {one.statement for one in stays}
    for paragraph_id, text in hashes.items():
        for ruling in rulings.get(text, ()):
            if ruling.candidate and ruling.statement not in said:
                said.add(ruling.statement)
                quotes = tuple(replace(quote, paragraph_id=paragraph_id) for quote in ruling.candidate.quotes)
                stays.append(replace(ruling.candidate, quotes=quotes))
    return stays
