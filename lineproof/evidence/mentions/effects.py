"""Effects: sentences that say of a document or a section that it is repealed, or of their own document since when it applies.

repeal   a sentence that says nothing else (`BE 1 is repealed with effect from 1 May 2015`, `Gleichzeitig tritt die EP 1 außer Kraft`);
         one that cites, denies, asks, plans or makes exceptions says more, and is none
lapse    the same in words of every day (`BE 1 no longer applies`); a section then only with the name of its document
object   what is repealed: mentions in one list, or one name in capitals that has a word for a kind of document (`Parkordnung`,
         `Beta Rule`), looked up among the names of documents
effect   the words that give the day of it; without them it has none of its own
entry    a sentence by which a document says from which day it applies (`This order takes effect on 1 May 2015`)

In a pattern of the language data ``{object}`` stands for the object, ``{effect}`` for words of effect that may be missing, ``{day}`` for
such that may not, ``{self}`` for this document.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lineproof.evidence.dates import days_of
from lineproof.evidence.language import Language
from lineproof.evidence.mentions.grammar import Grammar, alternatives
from lineproof.evidence.mentions.model import REPEALED
from lineproof.evidence.mentions.references import Mention
from lineproof.evidence.mentions.words import Words, lowered
from lineproof.evidence.names import name_key
from lineproof.evidence.sentences import Span, sentences
from lineproof.evidence.signals.dates import moments
from lineproof.evidence.signals.phrases import Paragraph

DAY: Final = "\ue000"
MENTION: Final = "\ue001"
"""The marks that stand, as often as it is long, for a date and for a mention."""
PRECISE: Final = ("date", "month")

_PART: Final = re.compile(r"(?<=;)\s+|\n")
_OPENER: Final = rf"[^\w{DAY}{MENTION}]*(?:\w{{1,3}}[.)]\s+)?[*_\"“„]*"
_CLOSER: Final = r"[\s.;*_\"”“)]*"
_QUOTES: Final = '*_"„“” '
_NAME: Final = re.compile(rf"[A-ZÄÖÜ][\w'’-]+(?: (?:[a-zäöü]{{2,4}} ){{0,2}}(?:[A-ZÄÖÜ][\w'’-]+\.?|\d+|{DAY}+)){{0,7}}")


@dataclass(frozen=True, slots=True)
class _Masked:
    """A text in lower case with marks in the places of dates and mentions, its sentences, and the days of each date by its place."""

    text: str
    sentences: Sequence[Span]
    days: Mapping[int, tuple[datetime.date, datetime.date]]

    def over(self, text: str) -> str:
        """The text as it is written, with the marks of dates."""
        return "".join(mark if mark == DAY else letter for mark, letter in zip(self.text, text, strict=True))


class EffectFinder:
    """Finds the effects of one language and grammar."""

    def __init__(self, language: Language, grammar: Grammar) -> None:
        self.language = language
        data, joint = language.effects, grammar.any_of("and")
        kinds = grammar.any_of("document", "generic_document", "acting")
        on, after, at_once = (alternatives(data.get(name, ())) for name in ("on", "after", "at_once"))
        article = rf"(?:{grammar.any_of('article_word', 'self')}\s+)*(?:{alternatives(data.get('former', ()))}\s+)?"
        parts = {
            "{day}": rf",?\s+(?:{on}|{after})\s+{DAY}+",
            "{effect}": rf"(?:,?\s+(?:{on}|{after})\s+{DAY}+|,?\s+{at_once})?",
            "{self}": rf"{grammar.any_of('self')}\s+(?:[\w-]+\s+)?[\w-]*{kinds}",
            "{object}": rf"{article}(?P<object>.{{2,160}}?)",
        }
        before = rf"{_OPENER}(?:{alternatives(data.get('openers', ()))},?\s+)?(?:(?:{on}|{after})\s+{DAY}+,?\s+)?"
        self.cues = Words(data.get("cues", ()))
        self.repeals, self.lapses = (
            [_pattern(phrase, parts, before, "") for phrase in data.get(name, ())] for name in ("repeals", "lapses")
        )
        self.kind = re.compile(rf"\b[\w-]*{kinds}s?\b", re.IGNORECASE)
        self.entries = [_pattern(phrase, parts, before, rf"(?:(?:,|\s{joint}\s).*)?") for phrase in data.get("entries", ())]
        self.after = re.compile(rf".*\b{after}\s+", re.DOTALL)
        self.list = re.compile(rf"(?:[\w-]*{kinds}\s+)?{MENTION}+(?:[,\s]+(?:{joint}\s+)?{article}{MENTION}+)*")

    def repealed(self, text: str, mentions: Sequence[Mention]) -> list[Mention]:
        """What a paragraph repeals, as mentions that supersede, each with the day of it if the words say one."""
        if not self.cues.occur_in(lowered(text)):
            return []
        named = [mention for mention in mentions if mention.origin != "alias" and mention.nature not in ("generic", "own")]
        masked, known = self._masked(text, named), [mention for mention in named if mention.names]
        acted = (
            _superseded(mention, self._day(found, masked))
            for patterns, objects in ((self.repeals, named), (self.lapses, known))
            for span in masked.sentences
            for pattern in patterns
            if (found := pattern.fullmatch(masked.text, *span))
            for mention in self._objects(text, masked, found, objects)
        )
        return list(dict.fromkeys(acted))

    def entry(self, text: str) -> datetime.date | None:
        """The day from which a document applies by what a paragraph of it says."""
        if not self.cues.occur_in(lowered(text)):
            return None
        masked = self._masked(text, ())
        matches = (pattern.fullmatch(masked.text, *span) for span in masked.sentences for pattern in self.entries)
        return next((day for found in matches if found and (day := self._day(found, masked))), None)

    def _masked(self, text: str, mentions: Iterable[Mention]) -> _Masked:
        letters, days = list(lowered(text)), {}
        for moment in sorted(moments(Paragraph.of(text), self.language), key=lambda moment: (moment.start, -moment.end)):
            if moment.unit in PRECISE and letters[moment.start] != DAY and (read := days_of(moment.value or "")):
                letters[moment.start : moment.end] = DAY * (moment.end - moment.start)
                days[moment.start] = read
        for mention in mentions:
            letters[mention.start : mention.end] = MENTION * (mention.end - mention.start)
        return _Masked("".join(letters), list(_parts(text, self.language)), days)

    def _objects(self, text: str, masked: _Masked, found: re.Match[str], mentions: Iterable[Mention]) -> Iterator[Mention]:
        """The mentions in the place of an object, if nothing else stands there; else the name that it is, of which one may be a part."""
        start, end = _stripped(text, *found.span("object"))
        inside = [mention for mention in mentions if start <= mention.start and mention.end <= end]
        if inside and self.list.fullmatch(masked.text, start, end):
            yield from inside
        elif all(mention.nature == "candidate" for mention in inside) and self._is_name(masked.over(text)[start:end]):
            yield Mention(start, end, "wording", (name_key(text[start:end]),), nature="candidate")

    def _is_name(self, text: str) -> bool:
        return self.kind.search(text) is not None and _NAME.fullmatch(text) is not None

    def _day(self, found: re.Match[str], masked: _Masked) -> datetime.date | None:
        """The first day that the words around an object tell."""
        named = range(*found.span("object")) if "object" in found.re.groupindex else range(0)
        told = [place for place in masked.days if found.start() <= place < found.end() and place not in named and masked.text[place] == DAY]
        if not told:
            return None
        first, last = masked.days[told[0]]
        return last + datetime.timedelta(days=1) if self.after.fullmatch(masked.text, found.start(), told[0]) else first


def _parts(text: str, language: Language) -> Iterator[Span]:
    """The spans of the sentences of a text, each parted at its lines and semicolons."""
    for start, end in sentences(text, language):
        for found in _PART.finditer(text, start, end):
            yield start, found.start()
            start = found.end()
        yield start, end


def _superseded(mention: Mention, since: datetime.date | None) -> Mention:
    """A mention as what is superseded: with a section a part of its document, which may be the own one where none is named."""
    bare = mention.is_section and not mention.names and mention.nature == "specific"
    return replace(mention, relation="supersedes", since=since, partial=mention.is_section, nature=REPEALED if bare else mention.nature)


def _pattern(phrase: str, parts: Mapping[str, str], before: str, behind: str) -> re.Pattern[str]:
    for name, part in parts.items():
        phrase = phrase.replace(name, part)
    return re.compile(f"{before}(?:{phrase}){behind}{_CLOSER}", re.DOTALL)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of some words without the quotes and stars around them."""
    words = text[start:end]
    return start + len(words) - len(words.lstrip(_QUOTES)), end - len(words) + len(words.rstrip(_QUOTES))
