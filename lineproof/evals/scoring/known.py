"""Known: what is compiled of the lines on which a key rests, and which documents replace which; by this failures are told apart."""

from collections.abc import Mapping

from lineproof.evals.questions import KeyedQuestion
from lineproof.evals.scoring.facts import states
from lineproof.evals.scoring.failures import Known
from lineproof.recall.view import View

_REPLACED = """
SELECT DISTINCT s.path, t.path FROM graph.stated_edges e JOIN evidence.documents s ON s.document_id = e.source_document_id
JOIN evidence.documents t ON t.document_id = e.target_document_id WHERE e.type = 'supersedes' AND s.path <> t.path
"""
_CLAIMS = "SELECT statement FROM claims_with_evidence WHERE path = ? AND first_line <= ? AND ? <= last_line"
_PARAGRAPHS = "SELECT text FROM paragraph_lines WHERE path = ? AND first_line <= ? AND ? <= last_line"


def known_of(view: View, question: KeyedQuestion, by_claims: bool, language: str) -> Known:
    """What is known of the gold lines of a question: what claims say of them, or what paragraphs do."""
    query = _CLAIMS if by_claims else _PARAGRAPHS
    rows = [row for place in question.gold for row in view.rows(query, [place.path, place.last_line, place.first_line])]
    text = "\n".join(said for (said,) in rows)
    return Known(lambda fact: states(text, fact, language), view.keep(_replaced))


def _replaced(view: View) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for newer, older in view.rows(_REPLACED):
        found.setdefault(newer, set()).add(older)
    return {newer: frozenset(older) for newer, older in found.items()}
