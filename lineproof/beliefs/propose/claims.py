"""Claims of a passage: of what kind it is, which values it states, how it obliges, and for which time it holds.

value    a date, a period, a sum of money, a percentage or a count; each makes a claim of its own on the same words
aside    a count in parentheses, which is none beside one that is stated outright (``16384 bytes (typically 16 bytes more)``)
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
from lineproof.beliefs.propose.duties import CONDITION, OBLIGATION, PERMISSION, PROHIBITION
from lineproof.beliefs.propose.independence import names_its_subject
from lineproof.beliefs.propose.measures import measures, singular
from lineproof.beliefs.propose.nesting import name_of
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.slots import slot
from lineproof.beliefs.propose.validity import validity
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.language import Language
from lineproof.evidence.signals.model import MODALS, VERDICTS, Signal

KINDS: Final = {"money": "limit", "duration": "period", "period": "period", "percentage": "percentage", "date": "date", "count": "count"}
MODALITIES: Final = {OBLIGATION: "must", PERMISSION: "may", PROHIBITION: "must_not"}
BINDING: Final = (OBLIGATION, PROHIBITION)
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
        stated = [(part, signal) for part, signal in found.values() if not self._is_one_of_many(signal)]
        outright = any(signal.kind == "count" and not is_aside(part, signal) for part, signal in stated)
        return [(part, signal) for part, signal in stated if not (outright and signal.kind == "count" and is_aside(part, signal))]

    def _is_one_of_many(self, signal: Signal) -> bool:
        """Whether a count is one of many different ones of its unit, so that none stands for the statement (widths of bits)."""
        if signal.kind != "count" or signal.unit is None:
            return False
        counted = rf"(?<![\w.,])(\d+)\s+(?:[a-z]+\s+){{0,{MOST_BETWEEN}}}?{re.escape(singular(signal.unit, self.language))}(?:e?s)?(?!\w)"
        return len(set(re.findall(counted, self.text))) >= MANY

    @cached_property
    def modal(self) -> str | None:
        """The kind of the first act that obliges, permits or forbids, of whatever clause."""
        return next((signal.kind for _, signal in self.placed if signal.kind in MODALS), None)

    @cached_property
    def act(self) -> str | None:
        """The kind of the passage where it states no value; a fact where words of acts or conditions stand in it that do nothing."""
        kinds = {signal.kind for _, signal in self.placed}
        if self.passage.term or "defined_term" in kinds:
            return "definition"
        if any(relation.relation in SUPERSEDING for part in self.passage.focus for relation in part.relations()):
            return "supersession"
        if self.words.exception.search(self.text):
            return "exception"
        decided = not kinds.isdisjoint(VERDICTS)
        if not (self.circumstantial or self.modal or decided):
            return None
        if any(self.words.duties.conditional(part.text) for part in self.passage.focus):
            return CONDITION
        return self.duty or ("decision" if decided else self.led)

    @cached_property
    def circumstantial(self) -> bool:
        """Whether it names a condition or a circumstance: by its words, by its opening, or beside a rule."""
        if self.words.condition.search(self.text) or self.words.condition_openings.match(self.text):
            return True
        return bool(self.modal or self.supported) and bool(self.words.circumstance.search(self.text))

    @cached_property
    def duty(self) -> str | None:
        """What its main clauses oblige to, permit, forbid or restrict."""
        return next(filter(None, map(self._duty, self.passage.focus)), None)

    @cached_property
    def led(self) -> str:
        """What the sentences before it forbid or oblige to, since they are part of the statement; a fact where they do not."""
        return next((duty for duty in map(self._duty, self.passage.context) if duty in BINDING), "fact")

    def _duty(self, part: Part) -> str | None:
        acts = [signal for signal in part.signals() if signal.kind in MODALS]
        return self.words.duties.of(part.paragraph.text, acts, part.start, part.end)

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
        """How its acts oblige; uncertain where they only say what may be, or words beside them do."""
        acts = {signal.kind for _, signal in self.placed if signal.kind in MODALS}
        if acts and self.duty == CONDITION:
            return MODALITIES[PERMISSION]
        if acts and self.duty in acts:
            return MODALITIES[self.duty]
        return "uncertain" if (acts and not self.duty) or self.words.uncertain.search(self.text) else "none"

    @cached_property
    def negative(self) -> bool:
        """Whether its main clause is negated: what follows a word of condition does not count."""
        if self.duty == PROHIBITION:
            return True
        return bool(self.words.negation.search(without_conditions(self.text, self.words)))


def is_aside(part: Part, signal: Signal) -> bool:
    """Whether it stands in parentheses within its part."""
    before = part.text[: max(0, signal.start - part.start)]
    return before.rfind("(") > before.rfind(")")


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
        yield _act(found, found.duty or found.led)


def _act(found: Assessment, kind: str) -> Candidate:
    first = found.passage.focus[0]
    if kind == "definition" and found.passage.term:
        return _candidate(found, first, kind, f"definition: {name_of(found.passage.term.text).lower()}")
    if kind == "definition":
        part, term = next((part, signal) for part, signal in found.placed if signal.kind == "defined_term")
        return _candidate(found, part, kind, f"definition: {term.text.lower()}")
    return _candidate(found, first, kind, _slot(found, "rule", None) if found.duty or kind not in ("fact", *BINDING) else None)


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
