"""Answer: the sentences of the evidence that answer a question best, with their citations; no model writes them.

sentence   of an item, as it stands; a line of metadata by which a document calls itself (``title:``, ``form:``) is none, nor is a heading,
           unless it is all of a section that the question names (`§ 5 (weggefallen)`)
named      documents whose names the question gives: only their sentences and those that name them answer, unless the question asks
           what changed; where it gives a mere title they come first
fit        of a sentence: the share of the question's weight in words that it or its heading has, by the score of its item; a date,
           an amount or a number counts where the shape of the question asks for one
holding    of sentences: what does not hold (superseded, expired, not yet in force) is left out beside a better one that does, unless the
           question asks what changed
section    that the question names (`§ 5`): where one of its sentences fits, only these answer, unless it asks what changed or refers to it
bare       a question of names and stop words alone (`who is the other Anna`): a sentence that has all of its words answers
abstained  nothing fits: the answer says what was looked for
"""

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evidence.language import DEFAULT, load
from lineproof.evidence.mentions.grammar import build
from lineproof.evidence.names import written
from lineproof.evidence.postings import words_of
from lineproof.evidence.sentences import sentences_of
from lineproof.recall.columns import columns_of, positions_of
from lineproof.recall.force import CONFLICTS, DEMOTED, NOT_YET, UNTIL, amending, demoted, superseded_in
from lineproof.recall.naming import Name, names_of, without_names
from lineproof.recall.pack import Item, headings_of
from lineproof.recall.question import asking, asks_for_present, passed_over, question_of
from lineproof.recall.recall import Recalled
from lineproof.recall.routes.lexical import question_terms, weights_of
from lineproof.recall.routes.scope import sections_named
from lineproof.recall.spoken import spoken
from lineproof.recall.support import words_with
from lineproof.recall.view import View
from lineproof.sources.fields import field_name

MOST_SENTENCES: Final = 3
MOST_OF_A_LIST: Final = 8
NEAR: Final = 0.6
"""A further sentence fits at least so well, as a share of how well the best one does."""
NEAR_BY_TITLE: Final = 0.4
"""The best sentence of a document that is named by a mere title fits at least so well, in the same measure, if its document is meant."""
LOOKED_AT: Final = 30
ASKS_FOR_VALUE: Final = ("time",)
CHANGES: Final = "update"
NAMES: Final = ("title", "identifier", "aliases", "addresses", "category")
"""Meanings of the fields by which a document calls itself."""
LISTS: Final = ("list", "summary", "order")
TOO_SMALL: Final = "budget_too_small"
VALUE_BONUS: Final = 0.15
OF_HEADING: Final = 0.5
"""What a word of the heading above a sentence counts, where one of its own counts 1."""

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
    number: int
    rank: int
    fit: float


def extract(view: View, question: str, recalled: Recalled) -> Answered:
    """Answer from what was recalled, in its own words."""
    if recalled.not_found or not recalled.trace["ranked"]:
        return not_found(view, question, recalled)
    if recalled.trace["least"]:
        return _too_small(recalled)
    if not recalled.items:
        return _too_small(recalled)
    shape, names = recalled.trace["shape"], names_of(view, question)
    changes = shape == CHANGES and not asks_for_present(question)
    certain = [] if changes else [name for name in names if name.certain]
    asked = without_names(view, question, names) if certain else question
    sections = [] if changes else _sections(view, question)
    fitting = sorted(_sentences(view, asked, recalled, sections), key=lambda one: (-one.fit, one.rank))
    own = [one for one in fitting if one.fit > 0 and any(begin <= one.number < end for begin, end in sections)]
    fitting = own or fitting
    found = _of_named(fitting, certain, certain=True) if certain else _of_named(fitting, names, certain=False)
    if not found or found[0].fit <= 0:
        return not_found(view, question, recalled, [written(question, name.span) for name in certain])
    most = MOST_OF_A_LIST if shape in LISTS else MOST_SENTENCES
    near = [one for one in found if one.fit >= NEAR * found[0].fit]
    chosen = sorted(_distinct(near if changes else _holding(near))[:most], key=lambda one: one.rank)
    chosen += [] if changes else _amending(view, recalled, chosen)
    if all(_is_to_come(one) for one in chosen):
        return _nothing_yet(recalled, chosen)
    return Answered(
        answer=" ".join(_cited(view, one) for one in chosen),
        citations=tuple(dict.fromkeys(citation_of(one.item) for one in chosen)),
        abstained=False,
        flags=tuple(
            dict.fromkeys((*(f"absent: {said}" for said in _absent(recalled)), *(flag for one in chosen for flag in one.item.flags)))
        ),
    )


def not_found(view: View, question: str, recalled: Recalled, named: Sequence[str] = ()) -> Answered:
    """An honest answer where there is none: what was looked for; ``named`` are the documents of which it must be."""
    missing, sought = recalled.trace["missing"], words_with(view, question, question_terms(view, question))
    searched = f" for: {', '.join(sought)}" if sought else "; it has no word by which to look"
    searched += f"; nothing that was found has: {', '.join(missing)}" if missing else ""
    searched += f"; none that answers is of: {', '.join(named)}" if named else ""
    count = recalled.trace["ranked"]
    said = " ".join((f"Not found. {count} paragraphs were compared with the question{searched}.", *_absent(recalled)))
    return Answered(said, (), True, ("not_found",))


def _amending(view: View, recalled: Recalled, chosen: Sequence[_Sentence]) -> list[_Sentence]:
    """The sentences, from the start, of the items that amend what was chosen and are not among it."""
    day = recalled.trace["as_of"] and datetime.date.fromisoformat(recalled.trace["as_of"])
    newer = {number for one in chosen for number in amending(view, one.number, day)}
    known, languages = {one.item.citation for one in chosen}, _languages(view)
    return [
        _Sentence(text, item, _number(view, item), rank, 0.0)
        for rank, item in enumerate(recalled.items[: recalled.trace["packed"]])
        if item.citation not in known and _number(view, item) in newer
        for text in sentences_of(item.text, languages[item.path])[:MOST_SENTENCES]
    ]


def _is_to_come(sentence: _Sentence) -> bool:
    """Whether a sentence does not yet hold on the day for which it is asked."""
    return any(flag.startswith(NOT_YET) for flag in sentence.item.flags)


def _nothing_yet(recalled: Recalled, chosen: Sequence[_Sentence]) -> Answered:
    """No answer where all that would answer takes effect later: what does, and when."""
    begins = ((flag.rpartition(" ")[2], one.item.citation) for one in chosen for flag in one.item.flags if flag.startswith(NOT_YET))
    later = ", ".join(f"{citation} from {day}" for day, citation in sorted(dict.fromkeys(begins)))
    said = f"Not found. Nothing that answers was in force on {recalled.trace['as_of']}; in force later: {later}."
    return Answered(said, (), True, ("not_found", *dict.fromkeys(flag for one in chosen for flag in one.item.flags)))


def _absent(recalled: Recalled) -> list[str]:
    """What the question asks for that is not here, in a sentence each."""
    return [one["said"] for one in recalled.trace["absent"]]


def _too_small(recalled: Recalled) -> Answered:
    """No answer where the best paragraph does not fit into the budget: what does would mislead."""
    least = recalled.trace["least"]
    return Answered(f"Not answered. The best paragraph does not fit into the budget; give one of at least {least}.", (), True, (TOO_SMALL,))


def citation_of(item: Item) -> Citation:
    """The lines of an item."""
    return Citation(item.path, item.first_line, item.last_line)


def _sentences(view: View, question: str, recalled: Recalled, sections: Sequence[tuple[int, int]]) -> Iterator[_Sentence]:
    weights = weights_of(view, question)
    bare = frozenset() if weights else _bare(view, question)
    languages = _languages(view)
    wants_value = recalled.trace["shape"] in ASKS_FOR_VALUE
    for rank, item in enumerate(recalled.items[: min(LOOKED_AT, recalled.trace["packed"])]):  # behind them come headings
        number = _number(view, item)
        kind, heading = _place(view, number)
        alone = (number, number + 1) in sections
        above = weights.keys() & {*question_terms(view, heading)}
        for text in sentences_of(item.text, languages[item.path]) if alone or _is_said(kind, item.text) else ():
            own = weights.keys() & {*question_terms(view, text)}
            share = (_sum(weights, own) + OF_HEADING * _sum(weights, above - own)) / (_sum(weights, weights) or 1.0)
            if bare:
                share = float(bare <= {*words_of(text)})
            bonus = VALUE_BONUS if wants_value and share and _VALUE.search(text) else 0.0
            yield _Sentence(text, item, number, rank, (share + bonus) * item.score)


def _languages(view: View) -> Mapping[str, str]:
    """The language of each document, by its path."""
    return {document.path: document.language for document in view.documents().values()}


def _bare(view: View, question: str) -> frozenset[str]:
    """The names and stop words that make up a question; none where it lacks either."""
    words, names = frozenset(words_of(question)) - asking(), passed_over(view) - asking()
    return words if words & names and words - names else frozenset()


def _cited(view: View, one: _Sentence) -> str:
    """A sentence as it stands in an answer: with its citation, and what keeps it from holding right beside it."""
    text = spoken(view, columns_of(view).ids_of([one.number])[0], one.text)
    marks = "".join(f" ({flag})" for flag in one.item.flags if flag.partition(":")[0] in (*DEMOTED, CONFLICTS, UNTIL))
    return f"{text} [{one.item.citation}]{marks}"


def _place(view: View, number: int) -> tuple[str, str]:
    """The kind of a paragraph, and the heading above it, which may be empty."""
    columns = columns_of(view)
    return str(columns.kinds[number]), headings_of(view).get(int(columns.heading[number]), "")


def _number(view: View, item: Item) -> int:
    """The number of the paragraph of an item."""
    return columns_of(view).at_line(positions_of(view)[item.path], item.first_line)


def _is_said(kind: str, text: str) -> bool:
    """Whether a paragraph says something: a heading does if it is a sentence, metadata unless it is a name of its document."""
    if kind == "field":
        return build(load(DEFAULT), {}).fields.get(field_name(text.partition(":")[0])) not in NAMES
    return kind != "heading" or text.rstrip().endswith((".", "!", ";"))


def _sections(view: View, question: str) -> Sequence[tuple[int, int]]:
    """The paragraphs (first number, and that behind the last) of the sections that a question names, unless it asks what refers to them."""
    read = question_of(view, question)
    return [] if read.referring else [*sections_named(view, read)]


def _sum(weights: Mapping[str, float], terms: Iterable[str]) -> float:
    return sum(weights[term] for term in sorted(terms))


def _of_named(sentences: Sequence[_Sentence], names: Collection[Name], certain: bool) -> Sequence[_Sentence]:
    """Sentences, best first, that are of some of the named documents; all where these are not certain and none of them is near the best."""
    own = [one for one in sentences if any(name.of(one.item.path, one.text) for name in names)]
    return own if certain or (own and own[0].fit >= NEAR_BY_TITLE * sentences[0].fit) else sentences


def _holding(sentences: Sequence[_Sentence]) -> Sequence[_Sentence]:
    """Sentences, best first, without those that do not hold, where the best one does or one stands in what took their place."""
    paths, best_holds = {one.item.path for one in sentences}, not demoted(sentences[0].item.flags)

    def beaten(one: _Sentence) -> bool:
        return best_holds or superseded_in(one.item.flags, paths - {one.item.path})

    return [one for one in sentences if not demoted(one.item.flags) or not beaten(one)]


def _distinct(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    """Sentences without those that repeat an earlier one."""
    return list({one.text.casefold(): one for one in reversed(sentences)}.values())[::-1]
