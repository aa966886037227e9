"""Wider: how well the section, or the document, in which a paragraph stands fits a question as a whole, by BM25.

A question rarely repeats the words of the sentence that answers it; often they share no more than what the section and the document are
about.

section    a heading with the paragraphs right below it; what stands before the first heading of a document is one too
"""

from dataclasses import dataclass

import numpy as np

from lineproof.recall.columns import NONE, Numbers, columns_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import K1, B, Scores, idf_of, lengths_of, sought
from lineproof.recall.view import View


@dataclass(frozen=True)
class Groups:
    """The paragraphs of a snapshot in groups: the group of each (n), and the length in words of each group (g)."""

    of: Numbers
    lengths: Scores


def section(view: View, question: Question) -> Scores:
    """How well the section of every paragraph fits."""
    return _fit(view, question, view.keep(sections))


def document(view: View, question: Question) -> Scores:
    """How well the document of every paragraph fits."""
    return _fit(view, question, view.keep(_documents))


def sections(view: View) -> Groups:
    """The sections of a snapshot."""
    columns = columns_of(view)
    numbers = np.arange(len(columns), dtype=np.int32)
    headings = np.where(columns.kinds == "heading", numbers, columns.heading)
    # What stands below no heading is grouped by its document, behind the numbers of all headings.
    _, of = np.unique(np.where(headings == NONE, len(columns) + columns.document, headings), return_inverse=True)
    return _groups(view, of.astype(np.int32))


def best_of(groups: Groups, scores: Scores) -> Scores:
    """For every paragraph the greatest score in its group (n)."""
    best = np.full(len(groups.lengths), -np.inf, dtype=np.float32)
    np.maximum.at(best, groups.of, scores)
    return np.asarray(best[groups.of])


def _documents(view: View) -> Groups:
    return _groups(view, columns_of(view).document)


def _groups(view: View, of: Numbers) -> Groups:
    return Groups(of, np.bincount(of, lengths_of(view).own).astype(np.float32))


def _fit(view: View, question: Question, groups: Groups) -> Scores:
    """BM25 with a group in the place of a paragraph, for every paragraph of the group (n)."""
    count = len(groups.lengths)
    norm = K1 * (1 - B + B * groups.lengths / max(float(groups.lengths.mean()) if count else 1.0, 1.0))
    scores = np.zeros(count)
    for posting in sought(view, question):
        frequency = np.bincount(groups.of[posting.numbers], posting.frequencies, count)
        scores += idf_of(count, int((frequency > 0).sum())) * frequency * (K1 + 1) / (frequency + norm)
    return np.asarray(scores[groups.of], dtype=np.float32)
