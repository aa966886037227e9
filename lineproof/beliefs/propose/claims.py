"""Claims of a passage: of what kind it is, which values it states, how it obliges, and for which time it holds.

value    a date, a period, a sum of money, a percentage or a count; each makes a claim of its own on the same words
act      what a passage does where it states no value: it defines, supersedes, excepts, sets a condition, obliges, permits,
         forbids, decides; one claim for the first of these
rule     how the slots of all acts but definitions begin, since another edition may permit what this one forbids
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lineproof.beliefs.model import Candidate
from lineproof.beliefs.propose.independence import names_its_subject
from lineproof.beliefs.propose.measures import measures, singular
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.slots import slot
from lineproof.beliefs.propose.validity import validity
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.language import Language
from lineproof.evidence.signals.model import MODALS, VERDICTS, Signal

KINDS: Final = {"money": "limit", "duration": "period", "period": "period", "percentage": "percentage", "date": "date", "count": "count"}
MODALITIES: Final = {"obligation": "must", "permission": "may", "prohibition": "must_not"}
SUPERSEDING: Final = frozenset({"supersedes", "superseded_by", "amends", "amended_by"})
MOST_VALUES: Final = 6
NOUGHT: Final = "0"
"""No count of things, but what they are (``32 zero bytes``)."""
MANY: Final = 4
"""Different counts of one unit of which none is the value of a statement."""
MOST_BETWEEN: Final = 2
"""Words between such a number and its unit (``5 least significant bits``)."""
CLAUSE_END: Final = ",;"


@dataclass(frozen=True)
class Assessment:
    """What is found in the focus of a passage, each once."""

    passage: Passage
    words: Words
    language: Language

    @cached_property
    def placed(self) -> list[tuple[Part, Signal]]:
        """All signals of the focus, and its further measures, with the part that holds them."""
        found = []
        for part in self.passage.focus:
            known = part.signals()
            further = measures(part.paragraph.text, part.start, part.end, known, self.words, self.language)
            found += [(part, signal) for signal in sorted((*known, *further), key=_order)]
        return found

    @cached_property
    def text(self) -> str:
        """The words of the focus."""
        return " ".join(part.text for part in self.passage.focus)

    @cached_property
    def values(self) -> list[tuple[Part, Signal]]:
        """What states a value, each value once; dates within a period belong to it."""
        found: dict[tuple[str, str | None, str | None], tuple[Part, Signal]] = {}
        spans = [(part, signal.start, signal.end) for part, signal in self.placed if signal.kind == "period"]
        for part, signal in self.placed:
            of_name = signal.kind == "count" and signal.value in (NOUGHT, *self.passage.place.numbers)
            if of_name or self.words.unfixed.holds(part.paragraph.text, signal):
                continue
            if signal.kind == "duration" and self.words.section.names(part.text, signal.start - part.start):
                continue
            within = any(part is other and start <= signal.start and signal.end <= end for other, start, end in spans)
            if signal.kind in KINDS and signal.value is not None and not (within and signal.kind == "date"):
                found.setdefault((KINDS[signal.kind], signal.value, signal.unit), (part, signal))
        return [(part, signal) for part, signal in found.values() if not self._is_one_of_many(signal)]

    def _is_one_of_many(self, signal: Signal) -> bool:
        """Whether a count is one of many different ones of its unit, so that none stands for the statement (widths of bits)."""
        if signal.kind != "count" or signal.unit is None:
            return False
        counted = rf"(?<![\w.,])(\d+)\s+(?:[a-z]+\s+){{0,{MOST_BETWEEN}}}?{re.escape(singular(signal.unit, self.language))}(?:e?s)?(?!\w)"
        return len(set(re.findall(counted, self.text))) >= MANY

    @cached_property
    def modal(self) -> str | None:
        """The kind of the first act that obliges, permits or forbids."""
        return next((signal.kind for _, signal in self.placed if signal.kind in MODALS), None)

    @cached_property
    def act(self) -> str | None:
        """The kind of the passage where it states no value."""
        kinds = {signal.kind for _, signal in self.placed}
        if "defined_term" in kinds:
            return "definition"
        if any(relation.relation in SUPERSEDING for part in self.passage.focus for relation in part.relations()):
            return "supersession"
        if self.words.exception.search(self.text):
            return "exception"
        if self.conditional:
            return "condition"
        if self.modal:
            return self.modal
        return "decision" if not kinds.isdisjoint(VERDICTS) else None

    @cached_property
    def conditional(self) -> bool:
        """Whether it names a condition: by its words, by its opening, or by a circumstance in a rule."""
        if self.words.condition.search(self.text) or self.words.condition_openings.match(self.text):
            return True
        return bool(self.modal or self.supported) and bool(self.words.circumstance.search(self.text))

    @cached_property
    def supported(self) -> bool:
        """Whether words beside the acts make it a rule."""
        related = any(relation.relation != "refers_to" for part in self.passage.focus for relation in part.relations())
        return related or self.negative or bool(self.words.supporting.search(self.text))

    @cached_property
    def ruled(self) -> bool:
        """Whether words beside the acts make it a rule of something that it names."""
        opening, said = self.passage.opening, self.passage.focus[0]
        return self.supported and any(names_its_subject(part.text, self.words, self.words.finite) for part in (opening, said))

    @cached_property
    def modality(self) -> str:
        """How it obliges; uncertain only where it does not."""
        if self.modal:
            return MODALITIES[self.modal]
        return "uncertain" if self.words.uncertain.search(self.text) else "none"

    @cached_property
    def negative(self) -> bool:
        """Whether its main clause is negated: what follows a word of condition does not count."""
        if self.modal == "prohibition":
            return True
        return bool(self.words.negation.search(without_conditions(self.text, self.words)))


def _order(signal: Signal) -> tuple[int, int, str]:
    return signal.start, signal.end, signal.kind


def candidates(passage: Passage, words: Words, language: Language, fact: bool = False) -> Iterator[Candidate]:
    """All candidates of a passage in the order of its words; none where it states neither a value nor a rule.

    Args:
        passage: the words, with their place.
        words: the extractor's words of the language.
        language: its words of evidence.
        fact: whether a plain statement is wanted too.
    """
    found = Assessment(passage, words, language)
    values = found.values if len(found.values) <= MOST_VALUES else []
    if found.act and not (values and found.act not in ("definition", "supersession")):
        yield _act(found, found.act)
    for part, signal in values:
        yield _value(found, part, signal)
    if (fact or found.ruled) and not values and not found.act and words.finite.search(found.text):
        yield _candidate(found, passage.focus[0], "fact", None)


def _act(found: Assessment, kind: str) -> Candidate:
    first = found.passage.focus[0]
    if kind == "definition":
        part, term = next((part, signal) for part, signal in found.placed if signal.kind == "defined_term")
        return _candidate(found, part, kind, f"definition: {term.text.lower()}")
    return _candidate(found, first, kind, _slot(found, "rule", None))


def _value(found: Assessment, part: Part, signal: Signal) -> Candidate:
    kind = KINDS[signal.kind]
    return _candidate(found, part, kind, _slot(found, kind, signal), signal)


def _slot(found: Assessment, kind: str, signal: Signal | None) -> str:
    parts = [part for part in (*found.passage.context, *found.passage.focus) if part not in found.passage.preceding]
    return slot(kind, parts, signal, found.words, found.language.code, found.placed)


def _candidate(found: Assessment, principal: Part, kind: str, place: str | None, signal: Signal | None = None) -> Candidate:
    begins, ends = validity(found.placed, found.words)
    return Candidate(
        statement=found.passage.statement,
        quotes=found.passage.quotes(principal),
        kind=kind,
        subject=found.passage.place.subject,
        slot=place,
        value=signal.value if signal else None,
        unit=unit_of(signal, found.language) if signal else None,
        polarity="negative" if found.negative else "positive",
        modality=found.modality,
        valid_from=begins,
        valid_to=ends,
    )


def unit_of(signal: Signal, language: Language) -> str | None:
    """The unit of a value; what is counted in the singular, as units of the language are."""
    known = signal.kind != "count" or signal.unit is None or signal.unit in language.counts
    return signal.unit if known else singular(signal.unit or "", language)


def without_conditions(text: str, words: Words) -> str:
    """The text without its conditional clauses, each taken to end with the next comma or semicolon."""
    kept, place = [], 0
    for found in words.condition.finditer(text):
        if found.start() < place:
            continue
        kept.append(text[place : found.start()])
        ends = [end for sign in CLAUSE_END if (end := text.find(sign, found.end())) >= 0]
        place = min(ends, default=len(text))
    return "".join((*kept, text[place:]))
