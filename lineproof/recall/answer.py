"""Answer: the sentences of the evidence that answer a question best, with their citations; no model writes them.

sentence   of an item, as it stands
fit        of a sentence: the share of the question's weight in words that it has, by the score of its item; a date, an amount or a
           number counts where the shape of the question asks for one
abstained  nothing fits: the answer says what was looked for
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from lineproof.recall.pack import Item
from lineproof.recall.recall import Recalled
from lineproof.recall.routes.lexical import lengths_of, postings_of, question_terms
from lineproof.recall.view import View

MOST_SENTENCES: Final = 3
MOST_OF_A_LIST: Final = 8
NEAR: Final = 0.6
"""A further sentence fits at least so well, as a share of how well the best one does."""
LOOKED_AT: Final = 30
ASKS_FOR_VALUE: Final = ("time",)
LISTS: Final = ("list", "summary", "order")
VALUE_BONUS: Final = 0.15

_SENTENCE: Final = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[^\W_a-z])")
_VALUE: Final = re.compile(r"\d|yesterday|tomorrow|today|last|next|ago|gestern|morgen|letzte|nächste", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Citation:
    """The lines that an answer rests on."""

    path: str
    first_line: int
    last_line: int

    @property
    def text(self) -> str:
        """The citation as it is written."""
        return f"{self.path}#L{self.first_line}" + (f"-L{self.last_line}" if self.last_line != self.first_line else "")


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with the lines that it rests on; ``flags`` are those of its evidence, and what is wrong with the answer itself."""

    answer: str
    citations: tuple[Citation, ...]
    abstained: bool
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    item: Item
    rank: int
    fit: float


def extract(view: View, question: str, recalled: Recalled) -> Answered:
    """Answer from what was recalled, in its own words."""
    if recalled.not_found or not recalled.items:
        return not_found(recalled)
    found = sorted(_sentences(view, question, recalled), key=lambda one: (-one.fit, one.rank))
    if not found or found[0].fit <= 0:
        return not_found(recalled)
    most = MOST_OF_A_LIST if recalled.trace["shape"] in LISTS else MOST_SENTENCES
    chosen = sorted(_distinct([one for one in found if one.fit >= NEAR * found[0].fit])[:most], key=lambda one: one.rank)
    return Answered(
        answer=" ".join(f"{one.text} [{one.item.citation}]" for one in chosen),
        citations=tuple(dict.fromkeys(citation_of(one.item) for one in chosen)),
        abstained=False,
        flags=tuple(dict.fromkeys(flag for one in chosen for flag in one.item.flags)),
    )


def not_found(recalled: Recalled) -> Answered:
    """An honest answer where there is none."""
    missing = recalled.trace["missing"]
    searched = f"; nothing that was found has: {', '.join(missing)}" if missing else ""
    count = recalled.trace["ranked"]
    return Answered(f"Not found. {count} paragraphs were compared with the question{searched}.", (), True, ("not_found",))


def citation_of(item: Item) -> Citation:
    """The lines of an item."""
    return Citation(item.path, item.first_line, item.last_line)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, as they stand."""
    return [part for part in _SENTENCE.split(text) if part.strip()]


def _sentences(view: View, question: str, recalled: Recalled) -> Iterator[_Sentence]:
    weights = _weights(view, question)
    total = sum(weights.values()) or 1.0
    wants_value = recalled.trace["shape"] in ASKS_FOR_VALUE
    for rank, item in enumerate(recalled.items[: min(LOOKED_AT, recalled.trace["packed"])]):  # behind them come headings
        for text in sentences_of(item.text):
            share = sum(weights[term] for term in {*question_terms(view, text)} & weights.keys()) / total
            bonus = VALUE_BONUS if wants_value and share and _VALUE.search(text) else 0.0
            yield _Sentence(text, item, rank, (share + bonus) * item.score)


def _weights(view: View, question: str) -> Mapping[str, float]:
    terms = question_terms(view, question)
    postings = postings_of(view, terms)
    most = log(1 + (lengths_of(view).spoken + 0.5) / 0.5)
    return {term: postings[term].idf if term in postings else most for term in terms}


def _distinct(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    """Sentences without those that repeat an earlier one."""
    return list({one.text.casefold(): one for one in reversed(sentences)}.values())[::-1]
