"""Edition: the heads of documents, where it stands what a document is called, since when it holds, and what it replaces.

head       the metadata of a document, where its date is known, and its first heading, which is its title
bearing    of a document upon another: that it supersedes or amends it
current    of a document on a day: that it has taken effect, has not expired, is not over by its status, and nothing has superseded it as a
           whole; without a day, that neither its status nor another document ends it

A question that names a document finds its head and those of the documents that bear upon it. One that asks what is or was current, by its
words or by a day, finds the heads of the current documents whose names fit best.
"""

import datetime
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from lineproof.evidence.postings import terms_of
from lineproof.recall.columns import Numbers, columns_of, homes_of
from lineproof.recall.force import SUPERSEDED, force_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores, idf_of, question_terms
from lineproof.recall.routes.scope import documents_named
from lineproof.recall.view import View

HEAD: Final = 6
"""Fields of a head; those of use come first."""
BEST: Final = 5
"""Documents whose names fit."""
OF_NAMED: Final = 0.7
"""What the head of the named document scores, where that of one which bears upon it scores 1."""
LENGTH: Final = 0.1
"""What each word of a name takes from how well it fits, so that the shorter of two names fits better."""


def edition(view: View, question: Question, as_of: datetime.date | None) -> Scores:
    """How much the head of each document is asked for, for the paragraphs of the head."""
    scores = np.zeros(len(columns_of(view)), dtype=np.float32)
    # Of several scores of one document the greatest stays.
    documents = dict(sorted(_named(view, question, as_of)))
    if question.shape == "update" or as_of:
        documents |= {at: max(score, documents.get(at, 0.0)) for at, score in _current(view, question, as_of)}
    for at, score in documents.items():
        scores[view.keep(_heads).get(at, [])] = score
    return scores


def _named(view: View, question: Question, as_of: datetime.date | None) -> Iterator[tuple[int, float]]:
    """Positions of the documents that are named, and of those that bear upon them."""
    homes = homes_of(view)
    for document in documents_named(view, question):
        yield homes[document], OF_NAMED
        for relation in force_of(view).documents.get(homes[document], ()):
            if relation.holds(as_of):
                yield homes[relation.document_id], 1.0


def _current(view: View, question: Question, as_of: datetime.date | None) -> Iterator[tuple[int, float]]:
    """Positions of the current documents whose names fit best, with how well they do."""
    names = view.keep(_names)
    fit = np.zeros(len(view.documents()), dtype=np.float32)
    for term in question_terms(view, question.text):
        if (having := names.get(term)) is not None:
            fit[having] += idf_of(len(fit), len(having))
    fit /= 1 + LENGTH * view.keep(_name_lengths)
    order = [int(at) for at in np.argsort(-fit, kind="stable") if fit[at] > 0]
    best = [at for at in order if _is_current(view, at, as_of)][:BEST]
    return ((at, float(fit[at] / fit[best[0]])) for at in best)


def _is_current(view: View, document: int, as_of: datetime.date | None) -> bool:
    force = force_of(view)
    begun = as_of is None or document not in force.begins or force.begins[document] <= as_of
    over = document in force.ended or (as_of is not None and document in force.expires and force.expires[document] < as_of)
    return begun and not over and not any(one.kind == SUPERSEDED and one.holds(as_of) for one in force.documents.get(document, ()))


def _heads(view: View) -> Mapping[int, Numbers]:
    """The numbers of the paragraphs of each head, by position of the document."""
    columns, dated = columns_of(view), force_of(view).begins
    fields = np.flatnonzero(columns.kinds == "field").astype(np.int32)
    homes = columns.document[fields]  # ascending, since paragraphs are numbered by document
    spans = {at: np.searchsorted(homes, [at, at + 1]) for at in dated}
    headings = np.flatnonzero(columns.kinds == "heading").astype(np.int32)
    titles = {at: headings[first : first + 1] for at, first in zip(dated, np.searchsorted(headings, columns.starts[[*dated]]), strict=True)}
    return {
        at: np.append(fields[begin : min(end, begin + HEAD)], titles[at][titles[at] < columns.starts[at + 1]])
        for at, (begin, end) in spans.items()
        if end > begin
    }


def _names(view: View) -> Mapping[str, Numbers]:
    """The positions of the documents whose names have a term."""
    found: dict[str, list[int]] = {}
    for at, document in enumerate(view.documents().values()):
        for term in set(terms_of(document.label, document.language)):
            found.setdefault(term, []).append(at)
    return {term: np.array(having, dtype=np.int32) for term, having in found.items()}


def _name_lengths(view: View) -> Scores:
    return np.array([len(terms_of(document.label, document.language)) for document in view.documents().values()], dtype=np.float32)
