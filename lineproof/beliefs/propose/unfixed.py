"""Unfixed: values that a text mentions and does not fix, which therefore make no claim.

range        ``1 to 4 bytes``, ``vom 16. bis 22. Mai``: neither end alone is the value
change       what a count was before it (``from 24 to 64 KB``); a term or an amount that is changed may still hold for earlier cases
rate         a number by which something is measured (``5 gas per 32 bytes``); a length in a speed (``6 Kilometer je Stunde``)
citation     the date of an act, journal or version that is cited
code         a number of three digits that names an answer (``200 responses``), unless words before it bound it (``at most 200 responses``)
replaced     what no longer holds (``instead of the existing 24 KiB``)
adjective    the size by which a thing is called (``8-bit text``), unless it is said to have it (``is a 64-bit integer``), or letters
             right behind a number that are no unit (``5mm items``)
verb         a number before a verb that looks like a noun (``an exponent of 3 minimizes the effort``)
known        things spoken of before (``the two requests``), or one of several counts (``40 or 56 bits``)
formula      money where only the sign of a formula stands (``n=512$``, ``$1024$``), or a factor (``101 bytes × 16``)

The words of a language are data (``[measures]`` of its file); where there are none, nothing is found.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.propose.patterns import NEVER, NONE, Pattern, either, ending, phrases
from lineproof.evidence.signals.model import Signal

LONGEST_CITATION: Final = 300
"""Characters between the parenthesis that opens a citation and a date in it."""
LONGEST_RATE: Final = 12
"""Characters behind a length that may name the unit of time by which it is measured."""
NUMBER: Final = r"\d[\d.,]*(?:\s+[^\W\d_]+)?(?:\s+\d{4})?"
"""A number, perhaps with its unit, or a day with its month and year."""
WORD: Final = re.compile(r"\S")
CODE: Final = re.compile(r"[1-9]\d\d")
HYPHENED: Final = re.compile(r"\w-[^\W\d_]+$")
CALLED: Final = re.compile(r"\s+[^\W\d_]|-[^\W\d_]")
"""What follows a size that stands before a noun."""
ATTACHED: Final = re.compile(r"^\d[\d.,]*[^\W\d_]+$")
"""A number with letters right behind it."""
OPEN, CLOSE, EQUALS, DOLLAR = "(", ")", "=", "$"
MULTIPLIED: Final = re.compile(r"(?:×|\d\*\*)\s*$")
MULTIPLYING: Final = re.compile(r"\s*×")
"""What stands before or behind a factor."""


@dataclass(frozen=True, slots=True)
class Unfixed:
    """The patterns of one language; those of what stands before a value match at the end of a text, the others behind the value."""

    upper: Pattern
    """The lower end of a range with what joins it to the upper one (``1 to``, ``between 1 and``, ``vom 3. bis``)."""
    opened: Pattern
    """What always opens a range (``between``)."""
    ranging: Pattern
    """What stands between the ends of a range that nothing opens, with the upper one (``to 4``)."""
    former: Pattern
    """Words before what a value was until it is changed (``from 30 days to 60 days``), which is no range."""
    reaching: Pattern
    """What follows such a value up to the one that it is changed to (``(a month) to 60``)."""
    replaced: Pattern
    rates: Pattern
    """Words before the unit by which something is measured (``per``)."""
    speeds: Pattern
    """A length for each unit of time."""
    acts: Pattern
    """Words before the date by which an act is cited (``Gesetzes vom``), at the end of any longer word."""
    titles: Pattern
    """The beginning of the title of an act, up to the word before its date (``Gesetz zur Reform ... vom``)."""
    journals: Pattern
    """Journals that publish laws, at the beginning of a citation in parentheses."""
    versions: Pattern
    """What follows a date that only tells which version of an act is cited (``bis zum 21. Juli 2017 geltenden Fassung``)."""
    edges: Pattern
    """Words before a unit of time of which one is meant that has a beginning and an end (``zum Ende eines Jahres``)."""
    codes: frozenset[str]
    """What a number of three digits before it names rather than counts, unless ``bounding`` words stand before that."""
    bounding: Pattern
    sizing: Pattern
    """Words before a size that a thing is said to have (``is a``), or ``bounds`` behind it (``a 64-byte limit``)."""
    bounds: Pattern
    known: Pattern
    """Words before a number of things that were spoken of (``the two``)."""
    called: Pattern
    """What is called by a percentage (``51% attack``)."""
    either: Pattern
    """A number and what sets it beside the next one (``40 or``, ``one, two, or``)."""
    things: Pattern
    """A noun in the plural."""
    acted_on: Pattern
    """What follows a verb and no noun (``the``, ``that the``)."""

    def holds(self, text: str, signal: Signal) -> bool:
        """Whether a signal of a text fixes nothing."""
        before = text[max(0, signal.start - LONGEST_CITATION) : signal.start]
        if MULTIPLIED.search(before) or MULTIPLYING.match(text, signal.end):
            return True
        if self.replaced.search(before) or self._is_of_range(text, signal, before):
            return True
        match signal.kind:
            case "date":
                return self._is_of_citation(text, signal.end, before)
            case "percentage":
                return self.called.match(text, signal.end) is not None
            case "duration":
                return self.edges.search(before) is not None
            case "money":
                return before.rstrip().endswith(EQUALS) or text.startswith(DOLLAR, signal.end) or self.rates.search(before) is not None
            case "count":
                of_speed = self.speeds.search(text, signal.start, signal.end + LONGEST_RATE)
                changed = self.former.search(before) and self.reaching.match(text, signal.end)
                return bool(of_speed or changed or self.rates.search(before)) or self._is_named(text, signal, before)
        return False

    def _is_named(self, text: str, signal: Signal, before: str) -> bool:
        """Whether a number names something rather than counts what follows it."""
        if signal.unit in self.codes and CODE.fullmatch(signal.value or "") and not self.bounding.search(before):
            return True
        if HYPHENED.search(signal.text) and CALLED.match(text, signal.end):
            return not (self.sizing.search(before) or self.bounds.match(text, signal.end))
        if ATTACHED.search(signal.text) and self.things.match(text, signal.end):
            return True
        if signal.text[:1].isdigit() and self.acted_on.match(text, signal.end):
            return True
        of_words = signal.text[:1].isalpha() and self.known.search(before)
        return bool(of_words or self.either.search(before))

    def _is_of_range(self, text: str, signal: Signal, before: str) -> bool:
        lower = self.opened.search(before) or (self.ranging.match(text, signal.end) and not self.former.search(before))
        return bool(lower or self.upper.search(before))

    def _is_of_citation(self, text: str, end: int, before: str) -> bool:
        following = WORD.search(text, end)
        place = following.start() if following else len(text)
        cited = text[place : place + 1] == OPEN and self.journals.match(text, place + 1)
        within = before.rpartition(OPEN)[2]
        listed = self.journals.match(within) and CLOSE not in within
        return bool(self.acts.search(before) or self.titles.search(before) or listed or cited or self.versions.match(text, place))


def unfixed(table: Mapping[str, Any], numbers: Collection[str] = ()) -> Unfixed:
    """The patterns of the section of a data file; of an empty one, patterns that find nothing. ``numbers`` are those in words."""

    def listed(name: str) -> Sequence[str]:
        found: Sequence[str] = table.get(name, ())
        return found

    return Unfixed(
        upper=_upper((*listed("between"), *listed("opening")), listed("joining"), listed("ranges"), listed("former")),
        opened=ending(listed("between")),
        ranging=_ranging(listed("ranges")),
        former=ending((*listed("former"), *listed("formerly"))),
        reaching=_reaching(listed("ranges")),
        replaced=ending(listed("replaced")),
        rates=ending(listed("rates")),
        speeds=_speeds(listed("lengths"), (*listed("rates"), *listed("speeding"))),
        acts=re.compile(rf"(?:{either(listed('acts')) or NONE})\s*$", re.IGNORECASE),
        titles=_titles(listed("titled"), listed("titling"), listed("dating")),
        journals=phrases(listed("journals")),
        versions=phrases(listed("versions")),
        edges=ending(listed("edges")),
        codes=frozenset(listed("codes")),
        bounding=ending(listed("bounding")),
        sizing=_sizing(listed("sizing"), listed("indefinite")),
        bounds=re.compile(rf"\s+(?:{either(listed('bounds')) or NONE})(?!\w)"),
        called=re.compile(rf"\s+(?:{either(listed('called')) or NONE})(?!\w)"),
        known=ending(listed("known")),
        either=_either(listed("either"), numbers),
        things=re.compile(rf"\s+(?:{table.get('things', NONE)})(?![\w-])"),
        acted_on=re.compile(rf"\s+(?:{either(listed('acted_on')) or NONE})(?![\w-])"),
    )


def _upper(opening: Sequence[str], joining: Sequence[str], ranges: Sequence[str], former: Sequence[str]) -> Pattern:
    """A number and what joins it to a higher one, unless it is what a value was before (``raised from 30 to``)."""
    before = "".join(rf"(?<!\b{word}\s)" for word in former)
    opened = [rf"(?:{either(opening)})\s+{NUMBER}\s+(?:{either(joining)})"] if opening else []
    bare = [rf"{before}{NUMBER}(?:\s+(?:{either(ranges)})|\s*[-–])"] if ranges else []
    return re.compile(rf"(?<![\w.,$€£-])(?:{'|'.join((*opened, *bare))})\s*$", re.IGNORECASE) if opened or bare else NEVER


def _ranging(words: Sequence[str]) -> Pattern:
    return re.compile(rf"\s+(?:{either(words)})\s+\d|\s*[-–]\s*\d", re.IGNORECASE) if words else NEVER


def _either(words: Sequence[str], numbers: Collection[str]) -> Pattern:
    if not words:
        return NEVER
    return re.compile(rf"(?:\d|\b(?:{either(numbers) or NONE})),?\s+(?:{either(words)})\s+$", re.IGNORECASE)


def _reaching(words: Sequence[str]) -> Pattern:
    """A remark in parentheses and a few words, then a word that leads to another number."""
    if not words:
        return NEVER
    leading = either(words)
    return re.compile(rf"(?:\s+\([^()]*\))?(?:\s+(?!(?:{leading})\b)\S*[^\s.,;:]){{0,4}}\s+(?:{leading})\s+\d", re.IGNORECASE)


def _sizing(words: Sequence[str], articles: Sequence[str]) -> Pattern:
    """The words, an indefinite article within a sentence, perhaps with adjectives, or the beginning of an apposition or a cell."""
    if not words:
        return NEVER
    within = rf"[\w|,:(]\s+(?:{either(articles)})(?:\s+[^\W\d_]+){{0,2}}"
    return re.compile(rf"(?:^|[|,:(]|(?<![\w-])(?:{either(words)})|{within})\s*$", re.IGNORECASE)


def _speeds(lengths: Sequence[str], each: Sequence[str]) -> Pattern:
    return re.compile(rf"(?:{either(lengths)})\s+(?:{either(each)})\s+(?!\d)[a-z]", re.IGNORECASE) if lengths else NEVER


def _titles(kinds: Sequence[str], on: Sequence[str], of: Sequence[str]) -> Pattern:
    """The kind of an act, a preposition behind it, and a title without a comma or an end."""
    if not kinds:
        return NEVER
    return re.compile(rf"(?:{either(kinds)})\s+(?:{either(on)})\s[^.;,()]{{1,200}}\s(?:{either(of)})\s*$", re.IGNORECASE)
