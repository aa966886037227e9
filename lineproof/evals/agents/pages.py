"""Pages: the wiki of a snapshot, found by its words, and the sentences of a page with what they cite.

score   BM25 of a page's title and sentences, as for paragraphs (``lineproof.recall.routes.lexical``)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from lineproof.evals.agents.model import Passage
from lineproof.evals.agents.results import Page
from lineproof.evidence.postings import terms_of
from lineproof.recall.routes.lexical import K1, B, question_terms
from lineproof.recall.view import View

_SENTENCES: Final = """
SELECT s.page, p.title, s.section, s.sentence, c.path, c.first_line, c.last_line, c.status
FROM page_sentences s JOIN pages p ON p.path = s.page
JOIN claims_with_evidence c ON c.claim_id = s.claim_ids[1] AND c.position = 0
ORDER BY s.page, s.position
"""
_PAGES: Final = """
SELECT p.path, p.title, p.description, w.language, coalesce(string_agg(s.sentence, ' '), '')
FROM pages p JOIN wiki.pages w USING (path) LEFT JOIN page_sentences s ON s.page = p.path WHERE p.kind IN ('family', 'topic')
GROUP BY ALL ORDER BY p.path
"""


@dataclass(frozen=True)
class Index:
    """The pages (n) with the terms of each."""

    pages: Sequence[Page]
    terms: Sequence[Counter[str]]
    having: Mapping[str, int]


def best_pages(view: View, text: str, limit: int) -> list[Page]:
    """The pages whose words fit a text best."""
    index = view.keep(_index)
    asked = [term for term in question_terms(view, text) if term in index.having]
    scores = {at: _score(index, at, asked) for at in range(len(index.pages))}
    best = sorted((at for at, score in scores.items() if score > 0), key=lambda at: (-scores[at], at))
    return [index.pages[at] for at in best[:limit]]


def sentences_of(view: View, page: str) -> Sequence[Passage]:
    """The sentences of a page, each with the lines of the first claim that it states; none if there is no such page."""
    return view.keep(_sentences).get(page, ())


def _score(index: Index, at: int, asked: Sequence[str]) -> float:
    mean = sum(terms.total() for terms in index.terms) / len(index.terms)
    norm = K1 * (1 - B + B * index.terms[at].total() / max(mean, 1.0))
    total = 0.0
    for term in asked:
        idf = log(1 + (len(index.pages) - index.having[term] + 0.5) / (index.having[term] + 0.5))
        total += idf * index.terms[at][term] * (K1 + 1) / (index.terms[at][term] + norm)
    return total


def _index(view: View) -> Index:
    rows = view.rows(_PAGES)
    terms = [Counter(terms_of(f"{title} {sentences}", language)) for _, title, _, language, sentences in rows]
    return Index([Page(*row[:3]) for row in rows], terms, Counter(term for one in terms for term in one))


def _sentences(view: View) -> Mapping[str, Sequence[Passage]]:
    found: dict[str, list[Passage]] = {}
    for page, title, section, sentence, path, first, last, status in view.rows(_SENTENCES):
        about = " > ".join(filter(None, (title, section)))
        found.setdefault(page, []).append(Passage(path, first, last, about, sentence, status))
    return found
