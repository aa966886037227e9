"""Beliefs: the claims of a snapshot, found by their words, each with its standing.

statement   a claim's words; it stands alone, so that it also names what it is about
score       BM25 of the statement with its heading and the name of its document, as for paragraphs
            (``lineproof.recall.routes.lexical``), with the idf over statements
doubted     what the gate refused; left out, unless the gate is taken away
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

import numpy as np

from lineproof.evals.agents.model import ACTIVE, Passage
from lineproof.evals.agents.passages import SEPARATOR
from lineproof.evidence.postings import terms_of
from lineproof.recall.routes.lexical import K1, B, question_terms
from lineproof.recall.view import View

_CLAIMS: Final = """
SELECT c.path, c.first_line, c.last_line, c.statement, c.quote, c.status, d.language, c.document_id, c.heading
FROM claims_with_evidence c JOIN evidence.documents d USING (document_id)
WHERE c.position = 0 ORDER BY c.path, c.first_line, c.claim_id
"""
_DOUBTED: Final = """
SELECT d.path, p.first_line, p.last_line, c.statement, c.quote, 'active', d.language, c.document_id, h.text
FROM beliefs.candidates c JOIN evidence.documents d USING (document_id) JOIN evidence.paragraphs p USING (document_id, paragraph_id)
LEFT JOIN evidence.paragraphs h ON h.document_id = p.document_id AND h.paragraph_id = p.section_id
ORDER BY d.path, p.first_line, c.candidate_id
"""


@dataclass(frozen=True)
class Beliefs:
    """Claims as passages, their documents and their statuses (n each), where each term stands in them: positions with frequencies.

    ``norm`` (n) is what the length of a claim is to a frequency: k1 (1 - b + b length / mean length).
    """

    claims: Sequence[Passage]
    documents: np.ndarray
    statuses: np.ndarray
    postings: Mapping[str, tuple[np.ndarray, np.ndarray]]
    norm: np.ndarray


def beliefs_of(view: View) -> Beliefs:
    """The claims of a snapshot, read once."""
    return view.keep(_beliefs)


def all_of(view: View) -> Beliefs:
    """The same with what the gate refused, as if it were believed."""
    return view.keep(_ungated)


def best_claims(view: View, beliefs: Beliefs, text: str, within: str | None, status: str | None, limit: int) -> list[Passage]:
    """The claims whose statements fit a text best.

    Args:
        view: the snapshot.
        beliefs: its claims.
        text: words to look for.
        within: the id of a document to stay in; None for all.
        status: that of the claims that are wanted; None for all.
        limit: most claims.
    """
    scores = np.zeros(len(beliefs.claims))
    for term in question_terms(view, text):
        if term in beliefs.postings:
            places, frequencies = beliefs.postings[term]
            idf = log(1 + (len(scores) - len(places) + 0.5) / (len(places) + 0.5))
            scores[places] += idf * frequencies * (K1 + 1) / (frequencies + beliefs.norm[places])
    if within is not None:
        scores *= beliefs.documents == within
    if status is not None:
        scores *= beliefs.statuses == status
    order = np.argsort(-scores, kind="stable")[:limit]
    return [beliefs.claims[at] for at in order if scores[at] > 0]


def _beliefs(view: View) -> Beliefs:
    return _indexed(view, view.rows(_CLAIMS))


def _ungated(view: View) -> Beliefs:
    return _indexed(view, [*view.rows(_CLAIMS), *view.rows(_DOUBTED)])


def _indexed(view: View, rows: Sequence[tuple[Any, ...]]) -> Beliefs:
    names = {document.id: document.label for document in view.documents().values()}
    counted = [Counter(terms_of(f"{names[row[7]]} {row[8] or ''} {row[3]}", row[6])) for row in rows]
    places: dict[str, list[tuple[int, int]]] = {}
    for at, terms in enumerate(counted):
        for term, times in terms.items():
            places.setdefault(term, []).append((at, times))
    postings = {term: (np.array([at for at, _ in found]), np.array([times for _, times in found], float)) for term, found in places.items()}
    claims = [
        Passage(path, first, last, SEPARATOR.join(filter(None, (names[home], heading))), _words(statement, quote), status or ACTIVE)
        for path, first, last, statement, quote, status, _, home, heading in rows
    ]
    lengths = np.array([terms.total() for terms in counted], float)
    return Beliefs(
        claims=claims,
        documents=np.array([row[7] for row in rows], str),
        statuses=np.array([claim.status for claim in claims], str),
        postings=postings,
        norm=K1 * (1 - B + B * lengths / max(float(lengths.mean()) if len(rows) else 1.0, 1.0)),
    )


def _words(statement: str, quote: str) -> str:
    """The words of a claim: its quote where the statement only names before it what it is about, else the statement."""
    return quote if quote in statement else statement
