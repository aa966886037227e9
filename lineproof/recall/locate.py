"""Locate: the nodes whose names a question's words match best, ranked without a model.

name        a title, identifier, alias, path, label, heading or defined term of a node; paragraph text has no part in it
weight      of a word: ln(1 + N / n) where n of all N names have it (1/2 for a word that none has)
variant     a word of the names with the same stem as a word of the question; it counts INFLECTED of it
coverage    share of the question's weight that a node's names have; what only its document's have counts INHERITED
focus       share of the weight of a node's best matching name that the question has
score       MOST_BY_WORDS * coverage * (1 - FOCUS + FOCUS * focus); 1 for a node that is called exactly as the question

Stop words of the corpus's languages count only in a question that has no other words. Ties go by kind, path, line.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from heapq import nlargest, nsmallest
from itertools import takewhile
from typing import Final, NamedTuple

from lineproof.evidence.names import name_key, stem
from lineproof.recall.errors import NoTerms
from lineproof.recall.index import KINDS, RANKS, Entry, Index, index_of
from lineproof.recall.names import cited, find, without_clauses
from lineproof.recall.view import View

INFLECTED: Final = 0.9
INHERITED: Final = 0.75
FOCUS: Final = 0.25
MOST_BY_WORDS: Final = 0.95
SHARED_BEGINNING: Final = 4
LONGEST_ENDING: Final = 4
DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Hit:
    """A node that was located. ``score`` is between 0 and 1."""

    id: str
    kind: str
    label: str
    corpus: str
    path: str
    line: int
    score: float


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Located:
    """A page of hits, best first (``more``: there are others)."""

    results: tuple[Hit, ...]
    more: bool


class _Question(NamedTuple):
    """The words that count, each with its weight and the words of names that match it: itself, then its variants."""

    weights: Sequence[float]
    matches: Sequence[Sequence[str]]


def locate(view: View, terms: str, within: str | None, limit: int, offset: int) -> Located:
    """Rank the nodes whose names match a question.

    Args:
        view: the snapshot.
        terms: the question, as words or as a name.
        within: a node or folder to stay in; none for the whole corpus.
        limit: most results.
        offset: results to pass over.

    Raises:
        NavigationError: there are no terms, or ``within`` names nothing, or several nodes.
    """
    if not terms.strip():
        raise NoTerms
    index = index_of(view)
    allowed = _inside(view, within) if within else None
    scores = _scores(index, _question(index, terms), offset + limit + 1, allowed)
    scores |= {at: 1.0 for at in _exact(view, index, terms) if allowed is None or allowed(index.entries[at])}
    best = nsmallest(offset + limit + 1, scores, key=lambda at: (-scores[at], index.entries[at][1:4], index.entries[at].id))
    hits = [_hit(view, index.entries[at], scores[at]) for at in best[offset : offset + limit]]
    return Located(tuple(hits), len(best) > offset + limit)


def _exact(view: View, index: Index, terms: str) -> list[int]:
    """Positions of the entries that are called exactly as the question, or that it cites as a part of a document."""
    words = name_key(terms).split()
    cites = cited(view, words, partial(_parts_of, index))
    return [*index.called.get(" ".join(words), ()), *(index.positions[node_id] for node_id in cites)]


def _parts_of(index: Index, documents: Sequence[str], readings: Sequence[str]) -> list[str]:
    """Ids of the parts of some documents by the first reading that fits."""
    homes = {index.positions[document] for document in documents}
    for reading in readings:
        entries = [index.entries[at] for at in index.called.get(reading, ()) if index.entries[at].home in homes]
        if found := without_clauses([(entry.id, RANKS[entry.rank]) for entry in entries if entry.rank]):
            return found
    return []


def _question(index: Index, terms: str) -> _Question:
    words = {*name_key(terms).split()}
    telling = sorted(words - index.stop_words or words)
    matches = [_matches(index, word) for word in telling]
    return _Question([_weight(index, *found) for found in matches], matches)


def _weight(index: Index, word: str, *variants: str) -> float:
    """The weight of a question's word: its own, or where no name has it that of the commonest variant."""
    return index.weight(word) if word in index.postings else min(map(index.weight, variants), default=index.weight(word))


def _matches(index: Index, word: str) -> list[str]:
    """The words of names that a question's word matches: itself first (even if no name has it), then its variants."""
    return [word, *(other for other in _variants(index, word) if other != word)]


def _variants(index: Index, word: str) -> Iterator[str]:
    """Words of the names that have the stem of a word in some language of the corpus."""
    if not word.isalpha() or len(word) < SHARED_BEGINNING:
        return
    beginning = word[: max(SHARED_BEGINNING, len(word) - LONGEST_ENDING)]
    start = bisect_left(index.vocabulary, beginning)
    near = takewhile(lambda other: other.startswith(beginning), index.vocabulary[start:])
    wanted = [(code, stem(word, code)) for code in index.languages]
    yield from (other for other in near if any(stem(other, code) == stemmed for code, stemmed in wanted))


def _scores(index: Index, question: _Question, wanted: int, allowed: Callable[[Entry], bool] | None) -> dict[int, float]:
    """Scores of all entries that can be among the best ``wanted``."""
    coverage = _coverages(index, question, allowed)
    # Focus takes at most its share off, so what covers less than the last wanted entry so reduced cannot rise to it.
    last = min(nlargest(wanted, coverage.values()), default=0.0)
    matching = frozenset(word for words in question.matches for word in words)
    focus = lru_cache(maxsize=None)(lambda name: _focus(index, name, matching))
    return {
        at: round(MOST_BY_WORDS * share * (1 - FOCUS + FOCUS * max(map(focus, index.entries[at].names))), DIGITS)
        for at, share in coverage.items()
        if share >= last * (1 - FOCUS)
    }


def _coverages(index: Index, question: _Question, allowed: Callable[[Entry], bool] | None) -> dict[int, float]:
    """Coverage of every entry that matches at least one word."""
    bits: dict[int, int] = {}
    for number, words in enumerate(question.matches):
        for order, word in enumerate(words):
            bit = 1 << (2 * number + min(order, 1))
            for at in index.postings.get(word, ()):
                bits[at] = bits.get(at, 0) | bit
    entries, total = index.entries, sum(question.weights)
    share = lru_cache(maxsize=None)(lambda own, home: _covered(question.weights, own, home) / total)
    return {at: share(own, bits.get(entries[at].home, 0)) for at, own in bits.items() if allowed is None or allowed(entries[at])}


def _covered(weights: Sequence[float], own: int, home: int) -> float:
    """The weight that an entry covers. Two bits a word: the lower for the word itself, the upper for a variant."""
    covered = 0.0
    for number, weight in enumerate(weights):
        mine, inherited = own >> (2 * number) & 3, home >> (2 * number) & 3
        factor = 1.0 if mine & 1 else INFLECTED if mine else INHERITED if inherited & 1 else INHERITED * INFLECTED
        covered += weight * factor if mine or inherited else 0.0
    return covered


def _focus(index: Index, name: frozenset[str], matching: frozenset[str]) -> float:
    """The share of a name's weight that the question has; words add up in one order, so that equal names stay equal."""
    weights = {word: index.weights[word] for word in sorted(name)}
    return sum(weight for word, weight in weights.items() if word in matching) / (sum(weights.values()) or 1.0)


def _inside(view: View, within: str) -> Callable[[Entry], bool]:
    """Whether an entry lies in a folder, a document, or the lines of a section."""
    folder = within.strip().removeprefix("./").rstrip("/") + "/"
    if any(document.path.startswith(folder) for document in view.documents().values()):
        return lambda entry: entry.path.startswith(folder)
    node = find(view, within).node
    if node.kind == "document":
        return lambda entry: entry.path == node.path
    return lambda entry: entry.rank > 0 and entry.path == node.path and node.first_line <= entry.line <= node.last_line


def _hit(view: View, entry: Entry, score: float) -> Hit:
    return Hit(entry.id, KINDS[entry.rank], entry.shown, view.corpus, entry.path, entry.line, score)
