"""Answer: the sentences of the evidence that answer a question best, with their citations; no model writes them.

sentence   of an item, as it stands; a line of metadata by which a document calls itself (``title:``, ``form:``) is none, nor is a heading,
           unless it is all of a section that the question names (`§ 5 (weggefallen)`)
named      documents whose names the question gives: only their sentences and those that name them answer, unless the question asks
           what changed; where it gives a mere title they come first
fit        of a sentence: the share of the question's weight in words that it has, or its heading, or what leads in to its list or table
           (``lists.py``), by the score of its item; a date, an amount or a number counts where the shape of the question asks for one
holding    of sentences: what does not hold (superseded, expired, not yet in force) is left out beside a better one that does, unless the
           question asks what changed
section    that the question names (`§ 5`): where one of its sentences fits, only these answer, unless it asks what changed or refers to it
whole      where a question asks for nothing but what such a section says, all of its sentences answer
announced  what a sentence announces with a colon comes behind it, as far as it was found: of what was not, the answer has the flag ``more``
told       by somebody whom a question names: where nothing that fits best is, the best of what that speaker says comes first; where it is
           asked what they said, only that answers
bare       a question of names and stop words alone (`who is the other Anna`): a sentence that has all of its words answers
abstained  nothing fits: the answer says what was looked for
"""

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.evidence.language import DEFAULT, load
from lineproof.evidence.mentions.grammar import build
from lineproof.evidence.names import name_key, written
from lineproof.evidence.postings import words_of
from lineproof.evidence.sentences import sentences_of
from lineproof.recall.absent import asks_what_said
from lineproof.recall.columns import columns_of, positions_of
from lineproof.recall.force import CONFLICTS, DEMOTED, NOT_YET, UNTIL, amending, demoted, superseded_in
from lineproof.recall.lists import ITEM, ROW, leads_of, parts_of
from lineproof.recall.naming import Name, names_of, without_names, without_reporting
from lineproof.recall.pack import Item, headings_of
from lineproof.recall.question import asking, asks_for_present, passed_over, question_of
from lineproof.recall.recall import Recalled
from lineproof.recall.routes.lexical import question_terms, weights_of
from lineproof.recall.routes.scope import sections_named, sections_numbered
from lineproof.recall.speakers import speakers as speaker_names
from lineproof.recall.spoken import speakers_of, spoken
from lineproof.recall.support import words_with
from lineproof.recall.verbatim import passages_of
from lineproof.recall.view import View
from lineproof.sources.fields import field_name

MOST_SENTENCES: Final = 3
MOST_OF_A_LIST: Final = 8
MOST_PARTS: Final = 20
"""Most items or rows of what a sentence announces."""
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
"""What a word of the heading above a sentence, or of what leads in to it, counts, where one of its own counts 1."""
MORE: Final = "more"

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
    asked = without_reporting(asked) if _asked_for(view, question) else asked
    sections = [] if changes else _sections(view, question)
    fitting = sorted(_sentences(view, asked, recalled, sections), key=lambda one: (-one.fit, one.rank))
    own = [one for one in fitting if one.fit > 0 and any(begin <= one.number < end for begin, end in sections)]
    if own and _asks_for_all(view, question, names):
        own = sorted((one for one in fitting if any(begin <= one.number < end for begin, end in sections)), key=lambda one: one.number)
        return _answered(view, recalled, _distinct(own)[:MOST_OF_A_LIST], whole=True)
    fitting = own or fitting
    found = _of_named(fitting, certain, certain=True) if certain else _of_named(fitting, names, certain=False)
    found, silent = _told(view, question, found)
    if not found or found[0].fit <= 0:
        return not_found(view, question, recalled, [*silent, *(written(question, name.span) for name in certain)])
    most = MOST_OF_A_LIST if shape in LISTS else MOST_SENTENCES
    near = [one for one in found if one.fit >= NEAR * found[0].fit]
    chosen = sorted(_distinct(near if changes else _holding(near))[:most], key=lambda one: one.rank)
    chosen += [] if changes else _amending(view, recalled, chosen)
    return _answered(view, recalled, chosen, whole=shape in LISTS)


def _answered(view: View, recalled: Recalled, chosen: Sequence[_Sentence], whole: bool) -> Answered:
    """The answer of chosen sentences, with what they announce; ``whole``: also where some of that is chosen already."""
    if all(_is_to_come(one) for one in chosen):
        return _nothing_yet(recalled, chosen)
    told, missing = _with_parts(view, recalled, chosen, whole)
    flags = (flag for one in told for flag in one.item.flags)
    return Answered(
        answer=" ".join(_cited(view, one) for one in told),
        citations=tuple(dict.fromkeys(citation_of(one.item) for one in told)),
        abstained=False,
        flags=tuple(dict.fromkeys((*(f"absent: {said}" for said in _absent(recalled)), *flags, *missing))),
    )


def _with_parts(view: View, recalled: Recalled, chosen: Sequence[_Sentence], whole: bool) -> tuple[list[_Sentence], list[str]]:
    """Sentences, each with what it announces behind it; and a flag for each that announces more than was found."""
    columns, languages = columns_of(view), _languages(view)
    items = {_number(view, item): item for item in recalled.items[: recalled.trace["packed"]]}
    told, missing = {}, []
    parts = {one: parts_of(columns, one.number, one.text) for one in chosen if one.item.text.endswith(one.text)}
    taken = {one.number for one in chosen if not (whole and columns.kinds[one.number] == ITEM)}
    announced = {number for one in parts for number in parts[one]} - taken
    for one in chosen:
        if one.number not in announced:
            told[one.number, one.text] = one
        own = [] if taken.intersection(parts.get(one, ())) else parts.get(one, [])
        for number in own[:MOST_PARTS]:
            if number in items:
                texts = sentences_of(items[number].text, languages[items[number].path])
                told.update({(number, text): replace(one, text=text, item=items[number], number=number) for text in texts})
        if absent := [number for number in own if number not in items or number not in own[:MOST_PARTS]]:
            missing.append(f"{MORE}: {len(absent)} of {len(own)} that {one.item.citation} announces")
    return list(told.values()), missing


def _asks_for_all(view: View, question: str, names: Sequence[Name]) -> bool:
    """Whether a question asks for nothing but what the sections say that it names by number."""
    numbered = [Name("", frozenset(), span) for span in sections_numbered(name_key(question).split())]
    return bool(numbered) and without_names(view, question, [*names, *numbered]) == question


def _asked_for(view: View, question: str) -> list[str]:
    """The speakers of whom a question asks what they said."""
    named = question_of(view, question).named
    return [name for name in named if any(asks_what_said(question, part) for part in speaker_names(view)[name])]


def _told(view: View, question: str, found: Sequence[_Sentence]) -> tuple[Sequence[_Sentence], Sequence[str]]:
    """Sentences, the best first, by whom a question names; and who of these is asked for and says nothing that fits."""
    named = question_of(view, question).named
    speakers = speakers_of(view, [one.number for one in found]) if named else {}
    own = [one for one in found if speakers.get(one.number) in named and one.fit > 0]
    if asked := _asked_for(view, question):
        return [one for one in own if speakers[one.number] in asked], asked
    if not own or own[0].fit < NEAR_BY_TITLE * found[0].fit:
        return found, ()
    return own, ()


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
    answered = _answering(view, question, recalled)
    for rank, item in enumerate(recalled.items[: min(LOOKED_AT, recalled.trace["packed"])]):  # behind them come headings
        number = _number(view, item)
        kind, heading = _place(view, number)
        alone = (number, number + 1) in sections
        leads = (passage.text for passage in passages_of(view, [*leads_of(columns_of(view), number), *answered.get(number, ())]))
        above = weights.keys() & {term for text in (heading, *leads) for term in question_terms(view, text)}
        for text in sentences_of(item.text, languages[item.path]) if alone or _is_said(kind, item.text) else ():
            own = weights.keys() & {*question_terms(view, text)}
            share = (_sum(weights, own) + OF_HEADING * _sum(weights, above - own)) / (_sum(weights, weights) or 1.0)
            if kind == "field" and all(map(str.isdigit, own)):
                share = 0.0  # That a line of metadata has the year of the question answers nothing.
            if kind == ROW and not own and ROW in columns_of(view).kinds[leads_of(columns_of(view), number)]:
                share = 0.0  # What all rows have in common is said by the head, with which they come.
            if bare:
                share = float(bare <= {*words_of(text)})
            bonus = VALUE_BONUS if wants_value and share and _VALUE.search(text) else 0.0
            yield _Sentence(text, item, number, rank, (share + bonus) * item.score)


def _answering(view: View, question: str, recalled: Recalled) -> Mapping[int, Sequence[int]]:
    """What each turn of a speaker whom a question names answers: the last turn before it by somebody else."""
    named, columns = question_of(view, question).named, columns_of(view)
    numbers = [_number(view, item) for item in recalled.items[:LOOKED_AT]] if named else []
    speakers = speakers_of(view, [*numbers, *(int(at) for of in (columns.previous, columns.before) for at in of[numbers] if at >= 0)])
    answering = {}
    for number in numbers:
        before = [at for at in (int(columns.previous[number]), int(columns.before[number])) if speakers.get(at, "") != speakers.get(number)]
        if speakers.get(number) in named and before and before[0] >= 0:
            answering[number] = before[:1]
    return answering


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
