"""Duties: what a statement itself obliges, permits, forbids or makes conditional, of all words of that sort that stand in it.

act          a signal of evidence that obliges, permits or forbids
keyword      an act in capitals, as standards write it (``MAY``), which always means what it says
subordinate  an act of a clause that is not the main one (``users that are permitted access``, ``how it shall be sent``)
possible     an act by its words that only says what may happen (``may arise``, ``may not be able to``)
advised      what should be done: the keyword ``SHOULD`` obliges, as ``soll`` does; a small ``should`` only advises
restricted   a permission that holds only in one way (``kann nur persönlich``), which is a condition

The words of a language are data (``[duties]`` of its file); where there are none, no act is but what evidence says.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.propose.patterns import NEVER, NONE, Pattern, either, ending, phrases
from lineproof.evidence.signals.model import Signal

OBLIGATION, PERMISSION, PROHIBITION, CONDITION = "obligation", "permission", "prohibition", "condition"
LONGEST_BEFORE: Final = 200
"""Characters before an act in which its clause begins."""
LONGEST_GAP: Final = 250
"""Characters between the verb of an obligation and its infinitive."""
LONGEST_WORD: Final = 24
"""Characters before a condition that may make it none (``determine if``)."""
LONGEST_SUBJECT: Final = 6
"""Words between the one that opens a subordinate clause and its act."""


@dataclass(frozen=True, slots=True)
class Duties:
    """The patterns of one language; those of what stands before an act match at the end of a text, the others behind the act."""

    relative: Pattern
    """Words right before an act that make it one of a relative clause (``that``)."""
    asking: Pattern
    """Words that open a subordinate clause, up to its act (``how MIME``)."""
    disclaiming: Pattern
    """Words of a sentence that says what is not meant (``not the intention``), up to the act."""
    final: frozenset[str]
    """Verbs that end a subordinate clause, where its infinitive stands before them and its ``end`` behind."""
    infinitive: Pattern
    end: Pattern
    possible: frozenset[str]
    """Acts that may only say what is possible (``may``)."""
    happening: Pattern
    """Verbs behind them by which they do (``encounter``)."""
    nobody: Pattern
    """Words right before them by which they do (``there``)."""
    happens: Pattern
    """Words before them in their sentence by which they do (``attackers``)."""
    advising: Pattern
    """Words that advise, with their ``negation``."""
    obliging: Pattern
    """A verb with an infinitive far behind it (``hat ... zu melden``), and what between them obliges to nothing."""
    idle: Pattern
    restricting: Pattern
    """Words behind a permission that restrict it (``nur``)."""
    conditions: Pattern
    """Words that open a conditional clause, wherever they stand, or restrict (``only by``); none behind ``whether``."""
    whether: Pattern
    opening: Pattern
    """How a statement begins that opens with its condition."""

    def conditional(self, text: str) -> bool:
        """Whether a condition governs what the text says."""
        if self.opening.match(text):
            return True
        starts = (found.start() for found in self.conditions.finditer(text))
        return any(not self.whether.search(text[max(0, start - LONGEST_WORD) : start]) for start in starts)

    def of(self, text: str, acts: Sequence[Signal], start: int, end: int) -> str | None:
        """What a span of a text does: the first act of its main clauses that is sure, else another keyword, else what is not only possible.

        Args:
            text, start, end: the span.
            acts: its acts, in order.
        """
        main = [act for act in acts if not self._is_subordinate(text, act, start, end)]
        sure = [(act.start, act.end, act.kind) for act in main if act.text.isupper() or act.text.lower() not in self.possible]
        sure = sure + list(self._advised(text, start, end)) or list(self._obliged(text, start, end))
        sure = sure or [(act.start, act.end, act.kind) for act in acts if act.text.isupper()]
        sure = sure or [(act.start, act.end, act.kind) for act in main if not self._only_happens(text, act, start)]
        if not sure:
            return None
        _, behind, kind = min(sure)
        return CONDITION if kind == PERMISSION and self.restricting.match(text, behind, end) else kind

    def _is_subordinate(self, text: str, act: Signal, start: int, end: int) -> bool:
        return self._is_led(_before(text, act.start, start)) or self._is_final(text, act.end, start, end)

    def _is_led(self, before: str) -> bool:
        return any(pattern.search(before) for pattern in (self.relative, self.asking, self.disclaiming))

    def _is_final(self, text: str, behind: int, start: int, end: int) -> bool:
        """Whether the verb before a place ends a subordinate clause."""
        before, _, verb = _before(text, behind, start).rpartition(" ")
        return verb in self.final and self.infinitive.search(before) is not None and self.end.match(text, behind, end) is not None

    def _only_happens(self, text: str, act: Signal, start: int) -> bool:
        before = _before(text, act.start, start)
        return bool(self.happening.match(text, act.end) or self.nobody.search(before) or self.happens.search(before))

    def _advised(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        for found in self.advising.finditer(text, start, end):
            if not (self._is_led(_before(text, found.start(), start)) or self._is_final(text, found.end("verb"), start, end)):
                yield *found.span(), PROHIBITION if found["negation"] else OBLIGATION

    def _obliged(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        for found in self.obliging.finditer(text, start, end):
            if not self.idle.search(found.group()):
                yield *found.span(), OBLIGATION


def _before(text: str, place: int, start: int) -> str:
    return text[max(start, place - LONGEST_BEFORE) : place]


def duties(table: Mapping[str, Any]) -> Duties:
    """The patterns of the section of a data file; of an empty one, patterns that find nothing."""

    def listed(name: str) -> Sequence[str]:
        found: Sequence[str] = table.get(name, ())
        return found

    def written(name: str) -> Pattern:
        return re.compile(table.get(name, NONE))

    return Duties(
        relative=ending(listed("relative")),
        asking=_leading(listed("asking"), rf"\s+(?:[^\s,;:.]+\s+){{0,{LONGEST_SUBJECT}}}"),
        disclaiming=_leading(listed("disclaiming"), r"[^.;]*"),
        final=frozenset(listed("final")),
        infinitive=written("infinitive"),
        end=written("end"),
        possible=frozenset(listed("possible")),
        happening=_happening(listed("adverbs"), listed("happening")),
        nobody=ending(listed("nobody")),
        happens=_leading(listed("happens"), r"[^.;]*"),
        advising=_advising(listed("advising"), listed("negations"), table.get("distance", 0)),
        obliging=_obliging(listed("obliging"), table.get("infinitives", NONE), table.get("end", NONE)),
        idle=phrases(listed("idle")),
        restricting=written("restricting"),
        conditions=phrases(listed("conditions")),
        whether=ending(listed("whether")),
        opening=written("opening"),
    )


def _happening(adverbs: Sequence[str], verbs: Sequence[str]) -> Pattern:
    return re.compile(rf"\s+(?:(?:{either(adverbs)}|\w+ly)\s+)*(?:{either(verbs)})(?![\w-])") if verbs else NEVER


def _leading(words: Sequence[str], further: str) -> Pattern:
    return re.compile(rf"(?<![\w-])(?:{either(words)}){further}$", re.IGNORECASE) if words else NEVER


def _advising(words: Sequence[str], negations: Sequence[str], distance: int) -> Pattern:
    """The words as they are written, and a negation up to some words behind."""
    negation = rf"(?:\s+[^\s,.;:]+){{0,{distance}}}?\s+(?:{either(negations)})(?![\w-])"
    return re.compile(rf"(?<![\w-])(?P<verb>{either(words)})(?![\w-])(?P<negation>{negation})?") if words else NEVER


def _obliging(verbs: Sequence[str], infinitives: str, end: str) -> Pattern:
    """The first infinitive behind a verb that does not itself end a clause."""
    gap = rf"(?!{end})\s[^.;:]{{1,{LONGEST_GAP}}}?"
    return re.compile(rf"(?<![\w-])(?:{either(verbs)}){gap}(?:{infinitives})(?={end})") if verbs else NEVER
