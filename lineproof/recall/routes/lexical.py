"""Lexical: how well the words of paragraphs fit those of a question, by BM25 over the postings of a snapshot.

field       where the terms of a paragraph stand: in its own text, in that of the paragraph just before, in its heading
frequency   of a term in a paragraph: the sum over its fields, each with its weight
idf         of a term: ln(1 + (N - n + 1/2) / (n + 1/2)) where n of N paragraphs have it in their own text
score       sum over the terms of idf * f (k1 + 1) / (f + k1 (1 - b + b length / mean length))

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), sections 3.1 and 3.6 for fields; the idf
is that of Lucene, which is never negative.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log
from typing import Final

import numpy as np
import numpy.typing as npt

from lineproof.evidence.language import DEFAULT, available, load
from lineproof.evidence.postings import terms_of, words_of
from lineproof.recall.columns import NONE, Columns, Numbers, columns_of, homes_of
from lineproof.recall.postings import postings_kept
from lineproof.recall.question import Question, passed_over, words_asked
from lineproof.recall.routes.compounds import related
from lineproof.recall.routes.everyday import formal
from lineproof.recall.view import View

K1: Final = 1.2
B: Final = 0.75
RELATIVE: Final = 0.5
"""What a term counts that is part of a term of the question, has it as a part, or is said for it by documents."""

Scores = npt.NDArray[np.float32]

_LENGTHS = "SELECT document_id, lengths FROM search.lengths"


@dataclass(frozen=True, slots=True)
class Fields:
    """The weights of the fields of a paragraph."""

    own: float = 1.0
    previous: float = 0.0
    heading: float = 0.0
    before: float = 0.0
    following: float = 0.0


@dataclass(frozen=True, slots=True)
class Posting:
    """Where a term stands: numbers of paragraphs, ascending, with their frequencies, and its idf."""

    numbers: Numbers
    frequencies: Scores
    idf: float

    def stands_in(self, wanted: Numbers) -> npt.NDArray[np.bool_]:
        """In which of some paragraphs it stands (one answer each)."""
        places = np.searchsorted(self.numbers, wanted)
        return np.asarray(np.append(self.numbers, np.int32(NONE - 1))[places] == wanted)


@dataclass(frozen=True)
class Lengths:
    """The lengths of all paragraphs (n), and the number of those that have words."""

    own: Scores
    spoken: int


OWN: Final = Fields()
AROUND: Final = Fields(own=1.0, previous=1.0, heading=1.0)
WINDOW: Final = Fields(own=1.0, previous=0.7, before=0.4, following=0.4)


def lexical(view: View, question: Question) -> Scores:
    """How well the own text of every paragraph fits."""
    return bm25(view, sought(view, question), OWN)


def context(view: View, question: Question) -> Scores:
    """How well every paragraph fits together with the one before it and its heading."""
    return bm25(view, sought(view, question), AROUND)


def window(view: View, question: Question) -> Scores:
    """How well every turn fits together with those around it; a term is as rare as the windows that have it are."""
    return bm25(view, sought(view, question), WINDOW, by_window=True)


def question_terms(view: View, question: str) -> list[str]:
    """The terms of a question in its own language, as far as the corpus has it."""
    own = _language(view, question)
    return list(dict.fromkeys(term for word in words_asked(question) if word not in passed_over(view) for term in terms_of(word, own)))


def sought(view: View, question: Question) -> Sequence[Posting]:
    """The postings of a question's terms, with those of compounds and of what documents say for them; those asked for last are kept."""
    kept = view.keep(_last)
    found = kept.get(question.topic)
    if found is None:
        found = _with_relatives(view, _relatives(view, question.topic, everyday=True))
        kept.clear()
        kept[question.topic] = found
    return found


def _last(view: View) -> dict[str, Sequence[Posting]]:
    return {}


def widened(view: View, text: str) -> Sequence[Posting]:
    """The postings of a text's terms, with those of their compounds, which count less."""
    return _with_relatives(view, _relatives(view, text))


def spoken_of(view: View, text: str) -> Mapping[str, Posting]:
    """The postings of the terms of a question, with those of what documents say for them; none of what the corpus has no word for."""
    own = _language(view, text)
    others = {term: dict.fromkeys(formal(view, term, own), RELATIVE) for term in question_terms(view, text)}
    found = postings_of(view, [*others, *chain.from_iterable(others.values())])
    merged = ((term, _merged(view, term, said, found)) for term, said in others.items())
    return {term: posting for term, posting in merged if posting}


def _with_relatives(view: View, relatives: Mapping[str, Mapping[str, float]]) -> Sequence[Posting]:
    found = postings_of(view, [*relatives, *chain.from_iterable(relatives.values())])
    return [posting for term, others in relatives.items() if (posting := _merged(view, term, others, found))]


def _relatives(view: View, text: str, everyday: bool = False) -> dict[str, dict[str, float]]:
    """For each term of a text the terms that stand for it too, and what each counts: in other languages, in compounds, in documents."""
    own = _language(view, text)
    found: dict[str, dict[str, float]] = {}
    for word in words_asked(text):
        if word in passed_over(view):
            continue
        others = {other: 1.0 for code in languages_of(view) if code != own for other in terms_of(word, code)}
        for term in terms_of(word, own):
            less = (*(formal(view, term, own) if everyday else ()), *related(view, term))
            found[term] = {**dict.fromkeys(less, RELATIVE), **others}
    return found


def languages_of(view: View) -> Sequence[str]:
    """The languages of a corpus, sorted."""
    return view.keep(_languages)


def _languages(view: View) -> Sequence[str]:
    return sorted({document.language for document in view.documents().values()})


def _language(view: View, text: str) -> str:
    """The language of a question: that of the corpus which has most of its words as stop words."""
    words = words_of(text)
    known = [code for code in languages_of(view) if code in available()]
    return max(known, key=lambda code: (sum(word in load(code).stop_words for word in words), code == DEFAULT), default=DEFAULT)


def _merged(view: View, term: str, relatives: Mapping[str, float], found: Mapping[str, Posting]) -> Posting | None:
    """One posting of a term and its relatives."""
    parts = [(found[other], share) for other, share in {**relatives, term: 1.0}.items() if other in found]
    if len(parts) < 2:
        return parts[0][0] if parts and parts[0][1] == 1.0 else _lessened(*parts[0]) if parts else None
    numbers = np.concatenate([posting.numbers for posting, _ in parts])
    weights = np.concatenate([share * posting.frequencies for posting, share in parts])
    every, places = np.unique(numbers, return_inverse=True)
    frequencies = np.bincount(places, weights).astype(np.float32)
    return Posting(every, frequencies, idf_of(lengths_of(view).spoken, len(every)))


def _lessened(posting: Posting, share: float) -> Posting:
    return Posting(posting.numbers, (posting.frequencies * share).astype(np.float32), posting.idf)


def idf_of(all_of_them: int, having: int) -> float:
    """The idf of a term that some of all paragraphs have."""
    return log(1 + (all_of_them - having + 0.5) / (having + 0.5))


def postings_of(view: View, terms: Sequence[str]) -> Mapping[str, Posting]:
    """The postings of those of some terms that any paragraph has."""
    kept, spoken = postings_kept(view), lengths_of(view).spoken
    found: dict[str, Posting] = {}
    for term in sorted({*terms} & kept.places.keys()):
        numbers, frequencies = kept.of(term)
        found[term] = Posting(numbers, frequencies.astype(np.float32), idf_of(spoken, len(numbers)))
    return found


def weights_of(view: View, question: str) -> Mapping[str, float]:
    """The terms of a question, each with its idf; a term that no paragraph has weighs most."""
    terms = question_terms(view, question)
    postings, most = postings_of(view, terms), idf_of(lengths_of(view).spoken, 0)
    return {term: postings[term].idf if term in postings else most for term in terms}


def lengths_of(view: View) -> Lengths:
    """The lengths of all paragraphs, read once."""
    return view.keep(_lengths)


def bm25(view: View, postings: Iterable[Posting], fields: Fields, by_window: bool = False) -> Scores:
    """The score of every paragraph (n), 0 where it has none of the terms.

    Args:
        view: the snapshot.
        postings: of the terms.
        fields: where terms count.
        by_window: whether the idf counts paragraphs that have a term in any field, not in their own text alone.
    """
    columns = columns_of(view)
    norm = _norm(view, fields)
    scores = np.zeros(len(columns), dtype=np.float32)
    for posting in postings:
        frequency = _frequency(view, posting, fields)
        idf = idf_of(lengths_of(view).spoken, min(int((frequency > 0).sum()), lengths_of(view).spoken)) if by_window else posting.idf
        scores += idf * frequency * (K1 + 1) / (frequency + norm)
    return scores


def bm25_by_term(view: View, postings: Sequence[Posting], fields: Fields, numbers: Numbers) -> Scores:
    """What each of t terms adds to the score of each of m paragraphs (t, m)."""
    columns, norm = columns_of(view), _norm(view, fields)[numbers]
    neighbours = [(weight, other[numbers]) for weight, other in _neighbours(columns, fields)]
    added = np.empty((len(postings), len(numbers)), dtype=np.float32)
    for at, posting in enumerate(postings):
        own = np.zeros(len(columns) + 1, dtype=np.float32)  # one more, which NONE finds
        own[posting.numbers] = posting.frequencies
        frequency = fields.own * own[numbers] + sum(weight * own[other] for weight, other in neighbours)
        added[at] = posting.idf * frequency * (K1 + 1) / (frequency + norm)
    return added


def _norm(view: View, fields: Fields) -> Scores:
    """What the length of every paragraph is to a frequency in these fields: k1 (1 - b + b length / mean length)."""
    made = view.keep(_norms)
    if fields not in made:
        lengths = _spread_lengths(columns_of(view), lengths_of(view).own, fields)
        mean = max(float(lengths[lengths > 0].mean()) if lengths.any() else 1.0, 1.0)
        made[fields] = K1 * (1 - B + B * lengths / mean)
    return made[fields]


def _norms(view: View) -> dict[Fields, Scores]:
    return {}


def _frequency(view: View, posting: Posting, fields: Fields) -> Scores:
    """The frequency of a term in every paragraph, over its fields."""
    columns = columns_of(view)
    own = np.zeros(len(columns) + 1, dtype=np.float32)  # one more, which NONE finds
    own[posting.numbers] = posting.frequencies
    frequency: Scores = fields.own * own[:-1]
    for weight, other in _neighbours(columns, fields):
        frequency = frequency + weight * own[other]
    return frequency


def _spread_lengths(columns: Columns, own: Scores, fields: Fields) -> Scores:
    padded = np.append(own, np.float32(0))
    lengths: Scores = fields.own * own
    for weight, other in _neighbours(columns, fields):
        lengths = lengths + weight * padded[other]
    return lengths


def _neighbours(columns: Columns, fields: Fields) -> list[tuple[float, Numbers]]:
    """The weights of the fields that stand elsewhere, with where they do (n)."""
    pairs = [(fields.previous, columns.previous), (fields.heading, columns.heading)]
    pairs += [(fields.before, columns.before), (fields.following, columns.following)] if fields.before or fields.following else []
    return [(weight, other) for weight, other in pairs if weight]


def _lengths(view: View) -> Lengths:
    columns, homes = columns_of(view), homes_of(view)
    own = np.zeros(len(columns), dtype=np.float32)
    for document, lengths in view.rows(_LENGTHS):
        start = columns.starts[homes[document]]
        own[start : start + len(lengths)] = lengths
    return Lengths(own, int((own > 0).sum()))
