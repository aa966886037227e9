"""Compounds: terms that hold one another, in languages that write compounds as one word (`Widerrufsrecht`, `Widerruf`).

part     a term with which a longer one begins or ends
whole    a longer term that begins or ends with one
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Final

from lineproof.recall.view import View

LANGUAGES: Final = ("de",)
SHORTEST: Final = 5
"""Characters of a part; a shorter one is too often there by chance."""
MOST: Final = 30

_TERMS: Final = """
SELECT DISTINCT p.term FROM search.postings p JOIN evidence.documents d USING (document_id)
WHERE list_contains($languages, d.language) AND length(p.term) >= $shortest ORDER BY 1
"""


@dataclass(frozen=True)
class Vocabulary:
    """The longer terms of a corpus in such languages: by their beginnings, and backwards by their endings."""

    terms: Sequence[str]
    backwards: Sequence[str]


def related(view: View, term: str) -> list[str]:
    """The parts and wholes of a term; none where no document is in such a language."""
    known = view.keep(_vocabulary)
    if not known.terms or len(term) < SHORTEST or not term.isalpha():
        return []
    backward = term[::-1]
    wholes = [*_beginning(known.terms, term), *(other[::-1] for other in _beginning(known.backwards, backward))]
    parts = [*_within(known.terms, term), *(other[::-1] for other in _within(known.backwards, backward))]
    return list(dict.fromkeys(other for other in (*parts, *islice(wholes, MOST)) if other != term))


def _beginning(terms: Sequence[str], part: str) -> Iterator[str]:
    """Terms that begin with a part."""
    return takewhile(lambda other: other.startswith(part), islice(terms, bisect_left(terms, part), None))


def _within(terms: Sequence[str], whole: str) -> Iterator[str]:
    """Terms with which a whole begins."""
    for length in range(SHORTEST, len(whole)):
        place = bisect_left(terms, whole[:length])
        if place < len(terms) and terms[place] == whole[:length]:
            yield terms[place]


def _vocabulary(view: View) -> Vocabulary:
    spoken = {document.language for document in view.documents().values()}
    languages = [code for code in LANGUAGES if code in spoken]
    rows = view.rows(_TERMS, {"languages": languages, "shortest": SHORTEST}) if languages else []
    terms = [term for (term,) in rows if term.isalpha()]
    return Vocabulary(sorted(terms), sorted(term[::-1] for term in terms))
