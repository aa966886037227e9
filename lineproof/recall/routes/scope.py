"""Scope: the paragraphs of the documents and sections that a question names.

A name is found where it stands whole among the words of the question: an identifier, a title, a label of a section of a document that is
named too, or one with a number that no other section of the corpus has (`§ 5`). The longest names count; a name within another does
not. What several nodes are called leads nowhere. A number behind a word for a section (`Section 4`) names that of a document that is named
too, also where its heading has no such word (`4 Data classes`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from lineproof.evidence.language import available, load
from lineproof.evidence.names import name_key
from lineproof.recall.columns import columns_of, homes_of
from lineproof.recall.index import RANKS, Index, index_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.view import View

LONGEST: Final = 12
"""Words of a name."""
DOCUMENT: Final = RANKS.index("document")
SECTION: Final = RANKS.index("section")
CLAUSE: Final = RANKS.index("clause")
OF_DOCUMENT: Final = 0.3
"""What a paragraph of a named document scores, where a named section scores 1."""


def scope(view: View, question: Question) -> Scores:
    """1 for the paragraphs of a named section, OF_DOCUMENT for the others of a named document."""
    columns = columns_of(view)
    scores = np.zeros(len(columns), dtype=np.float32)
    for document in documents_named(view, question):
        home = homes_of(view)[document]
        scores[columns.starts[home] : columns.starts[home + 1]] = OF_DOCUMENT
    for begin, end in sections_named(view, question):
        scores[begin:end] = 1.0
    return scores


def sections_named(view: View, question: Question) -> Iterator[tuple[int, int]]:
    """The paragraphs (first number, and that behind the last) of the sections that a question names."""
    columns, index = columns_of(view), index_of(view)
    words = name_key(question.text).split()
    named = [(index.entries[at], span, len(found)) for span, found in names_in(index, words) for at in found]
    documents = {entry.id for entry, _, _ in named if entry.rank == DOCUMENT}
    named += [(index.entries[at], span, 0) for span in sections_numbered(words) for at in _numbered(index, words, span)]
    for entry, span, called in {one[0].id: one for one in reversed(named)}.values():
        home = index.entries[entry.home].id
        alone = not documents and called == 1 and len(span) > 1 and any(words[at].isdigit() for at in span)
        if entry.rank in (SECTION, CLAUSE) and (home in documents or alone):
            outline = view.outline(home)
            last = outline.end_of(outline.by_id[entry.id])
            yield columns.positions[entry.id], columns.positions[last.id] + 1


def sections_numbered(words: Sequence[str]) -> Iterator[range]:
    """The places of each word for a section with the number behind it (`section 4 2`), among the words of a key."""
    for start, word in enumerate(words):
        end = start + 1
        while end < len(words) and words[end].isdigit():
            end += 1
        if word in _section_words() and end > start + 1:
            yield range(start, end)


def _numbered(index: Index, words: Sequence[str], span: range) -> Iterator[int]:
    """The sections of all documents whose label is the number of a section that is named."""
    number = " ".join(words[at] for at in span[1:])
    found = (at for key in (number, f"§ {number}") for at in index.called.get(key, ()))
    yield from (at for at in found if index.entries[at].rank in (SECTION, CLAUSE))


@lru_cache(maxsize=1)
def _section_words() -> frozenset[str]:
    read = (word for code in available() for word in load(code).references["section"])
    return frozenset((*map(name_key, read), "§"))


def documents_named(view: View, question: Question) -> frozenset[str]:
    """The ids of the documents that a question names."""
    index = index_of(view)
    named = (index.entries[at] for at in named_in(index, name_key(question.text).split()))
    return frozenset(entry.id for entry in named if entry.rank == DOCUMENT)


def named_in(index: Index, words: Sequence[str]) -> Iterator[int]:
    """Positions of the entries whose whole name stands among some words, longest names first; each word belongs to one name."""
    for _, found in names_in(index, words):
        yield from found


def names_in(index: Index, words: Sequence[str]) -> Iterator[tuple[range, Sequence[int]]]:
    """The names among some words, longest first: the places of their words, and the positions of the entries that they name."""
    taken = [False] * len(words)
    for length in range(min(LONGEST, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            span = range(start, start + length)
            found = [] if any(taken[at] for at in span) else _called(index, words[start : start + length])
            if found:
                for at in span:
                    taken[at] = True
                yield span, found


def _called(index: Index, words: Sequence[str]) -> Sequence[int]:
    """The entries of a name; of a section's label all that have it, since the document that is named too decides."""
    if len(words) == 1 and (words[0] in index.stop_words or len(words[0]) < 2):
        return ()
    found = index.called.get(" ".join(words), ())
    documents = [at for at in found if index.entries[at].rank == DOCUMENT]
    return documents if documents else [at for at in found if index.entries[at].rank in (SECTION, CLAUSE)]
