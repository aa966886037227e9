"""Cited: the sentences of a model's answer held against what was shown to it.

place          of a quote: where a passage says it, and the lines there, widened to whole sentences
uncited        a flag: a sentence that quotes nothing
wrongly_cited  a flag: a sentence of which a quote was not shown, or whose quotes have not its values, say the opposite, or share no word
               with it
planted        a flag: a sentence that rests on text that speaks to programs

A flag names its sentence and the reason. The gate's own verdict would be too strict here, since it doubts free paraphrase; of its
reasons those count by which a sentence says another value or the opposite.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from lineproof.beliefs.gate import judge
from lineproof.beliefs.gate.tokens import CONTENT, VALUE, plain_text, tokens_of
from lineproof.beliefs.gate.words import words_of
from lineproof.beliefs.locate import Span, locate
from lineproof.beliefs.model import Surroundings
from lineproof.beliefs.propose.planted import speaks_to_programs
from lineproof.beliefs.verify import widened
from lineproof.evidence.language import detect
from lineproof.recall.agent.final import Sentence
from lineproof.recall.agent.shown import Passage
from lineproof.recall.answer import Answered, Citation

OPPOSITE: Final = ("(negation)", " denies ", " stands for ")
BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\n")
MOST_PLACES: Final = 8
"""Of one quote that are looked at; words that stand in more places tell nothing."""
LONGEST_SHOWN: Final = 80
"""Characters of a quote in a flag."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands: the lines and the text of its whole sentences, and the paragraph around them."""

    citation: Citation
    text: str
    paragraph: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence with the places of its quotes, and the flags that name it."""

    text: str
    places: tuple[Place, ...]
    flags: tuple[str, ...]


def answered(sentences: Sequence[Sentence], passages: Sequence[Passage]) -> Answered:
    """An answer with its citations and flags."""
    checked = [check(one, passages) for one in sentences]
    flags = (flag for one in checked for flag in (*(flag for place in one.places for flag in place.flags), *one.flags))
    return Answered(
        answer=" ".join(_shown(one) for one in checked),
        citations=tuple(dict.fromkeys(place.citation for one in checked for place in one.places)),
        abstained=False,
        flags=tuple(dict.fromkeys(flags)),
    )


def complaint(sentences: Sequence[Sentence], passages: Sequence[Passage]) -> str | None:
    """What a model is told of an answer that does not hold; None where it does."""
    flags = [flag for one in sentences for flag in check(one, passages).flags]
    return "\n".join((*flags, "Mend the answer, or look further, and call answer again.")) if flags else None


def check(sentence: Sentence, passages: Sequence[Passage]) -> Checked:
    """Hold a sentence against what was shown."""
    found = [(quote, _place(sentence.text, list(islice(places_of(quote, passages), MOST_PLACES)))) for quote in sentence.quotes]
    places = tuple(place for _, place in found if place)
    reasons = [f"not shown: {_short(quote)}" for quote, place in found if place is None]
    if places:
        reasons += _reasons(sentence.text, [place.text for place in places])
    flags = [f"wrongly_cited: {sentence.text} ({'; '.join(reasons)})"] if reasons else []
    if not sentence.quotes:
        flags.append(f"uncited: {sentence.text}")
    if any(speaks_to_programs(place.paragraph) for place in places):
        flags.append(f"planted: {sentence.text} (it rests on text that speaks to programs)")
    return Checked(sentence.text, places, tuple(flags))


def places_of(quote: str, passages: Sequence[Passage]) -> Iterator[Place]:
    """Where a quote stands in what was shown, in the order in which that was."""
    for passage in passages:
        for span in locate(quote, passage.text):
            around = _paragraph(passage.text, span)
            start, end = _sentences(passage.text, around, span)
            yield Place(_citation(passage, start, end), passage.text[start:end], passage.text[slice(*around)], passage.flags)


def _place(text: str, places: Sequence[Place]) -> Place | None:
    """The place that a sentence means: where the same words stand in several editions, the first that supports it, else the first."""
    if len(places) < 2:
        return next(iter(places), None)
    return next((place for place in places if not list(_reasons(text, [place.text]))), places[0])


def _paragraph(text: str, span: Span) -> Span:
    """The text around a span that no blank line interrupts."""
    before = [found.end() for found in BLANK_LINE.finditer(text, 0, span[0])]
    after = BLANK_LINE.search(text, span[1])
    return before[-1] if before else 0, after.start() if after else len(text)


def _sentences(text: str, paragraph: Span, span: Span) -> Span:
    """A span with the rest of its sentences within a paragraph."""
    begin, end = paragraph
    first, last = widened(text[begin:end], (span[0] - begin, span[1] - begin))
    return begin + first, begin + last


def _citation(passage: Passage, start: int, end: int) -> Citation:
    """The lines of a part of a passage; all of them where its text is not laid out as they are."""
    if passage.text.count("\n") != passage.last_line - passage.first_line:
        return Citation(passage.path, passage.first_line, passage.last_line)
    first = passage.first_line + passage.text.count("\n", 0, start)
    return Citation(passage.path, first, first + passage.text[start:end].rstrip().count("\n"))


def _reasons(text: str, evidence: Sequence[str]) -> Iterator[str]:
    """Why a sentence is not what its evidence says."""
    language = detect(evidence)
    judgement = judge(text, evidence, Surroundings(language=language))
    yield from (reason for reason in judgement.reasons if _is_decisive(reason))
    if detect([text]) == language and not _content(text, language) & frozenset[str]().union(*(_content(one, language) for one in evidence)):
        yield "it shares no word with what it quotes"


def _is_decisive(reason: str) -> bool:
    """Whether a reason of the gate tells of another value, or of the opposite."""
    return reason.startswith("anchors:") or (reason.startswith(("act:", "support:")) and any(told in reason for told in OPPOSITE))


def _content(text: str, language: str) -> frozenset[str]:
    """The keys of all words of a text that mean something, and of its values."""
    return frozenset(token.key for token in tokens_of(plain_text(text), words_of(language)) if token.kind in (CONTENT, VALUE))


def _shown(one: Checked) -> str:
    places = dict.fromkeys(place.citation for place in one.places)
    return one.text + "".join(f" [{citation.text}]" for citation in places)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= LONGEST_SHOWN else f'"{text[: LONGEST_SHOWN - 1]}…"'
