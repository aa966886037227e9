"""Comparisons: which token of the evidence stands for which token of a statement.

evidence    the quotes of a statement, read as one text
used        sentences of the evidence that the statement restates: the one that it shares most with, and others of which it
            repeats the greater part; sentences that only lend a word (the subject that a pronoun stands for) are not
partner     the token of the evidence that a token of the statement repeats; each token is repeated once
context     keys of the headings, the title and the names of the document, which may supply words that a quote leaves out
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rapidfuzz.distance import LCSseq

from lineproof.beliefs.gate.reading import Phrase, Reading
from lineproof.beliefs.gate.tokens import CONTENT, VALUE, Token
from lineproof.beliefs.gate.words import Words

GREATER_PART: Final = 0.6
FEWEST: Final = 3


@dataclass(frozen=True)
class Comparison:
    """A statement beside its evidence; the rules read it."""

    statement: Reading
    evidence: Reading
    words: Words
    context: frozenset[str]
    used: frozenset[int]
    partners: Mapping[int, int]

    @cached_property
    def repeated(self) -> frozenset[int]:
        """Tokens of the evidence that the statement repeats."""
        return frozenset(self.partners.values())

    @cached_property
    def used_places(self) -> tuple[int, ...]:
        """Salient tokens of the used sentences."""
        return tuple(place for place in self.evidence.places if self.evidence.phrases[self.evidence.phrase_of[place]].sentence in self.used)

    @cached_property
    def used_set(self) -> frozenset[int]:
        """The same as a set."""
        return frozenset(self.used_places)

    @cached_property
    def added(self) -> tuple[int, ...]:
        """Salient tokens of the statement without a partner."""
        return tuple(place for place in self.statement.places if place not in self.partners)

    @cached_property
    def evidence_keys(self) -> frozenset[str]:
        """Keys of all tokens of the evidence."""
        return frozenset(token.key for token in self.evidence.tokens)

    @cached_property
    def statement_keys(self) -> frozenset[str]:
        """Keys of all tokens of the statement."""
        return frozenset(token.key for token in self.statement.tokens)

    def phrase(self, place: int) -> Phrase:
        """The phrase of a token of the evidence."""
        return self.evidence.phrases[self.evidence.phrase_of[place]]

    @cached_property
    def clauses(self) -> Mapping[int, list[int]]:
        """The tokens of each clause of the evidence."""
        places: dict[int, list[int]] = defaultdict(list)
        for phrase in self.evidence.phrases:
            places[phrase.clause].extend(range(phrase.start, phrase.end))
        return places

    def places_of(self, clause: int) -> Sequence[int]:
        """The tokens of a clause of the evidence."""
        return self.clauses[clause]

    def clause_share(self, clause: int) -> float:
        """How much of a clause of the evidence is repeated."""
        return self.share(self.clauses[clause])

    def share(self, places: Sequence[int]) -> float:
        """How much of the content and the values at some places of the evidence is repeated; 1 where there is none."""
        weighed = [place for place in places if self.evidence.tokens[place].kind in (CONTENT, VALUE)]
        return sum(place in self.repeated for place in weighed) / len(weighed) if weighed else 1.0


def compare(statement: Reading, evidence: Reading, context: frozenset[str], words: Words) -> Iterator[Comparison]:
    """Pair the tokens of a statement with those of its evidence: what stands there twice by its first place, then by its last."""
    used, lending = _choose(statement, evidence)
    previous: dict[int, int] | None = None
    for backward in (False, True):
        partners = _pair(statement, evidence, _inside(evidence, used), {}, backward)
        partners = _pair(statement, evidence, _inside(evidence, lending), partners, backward)
        _gather(partners, evidence, _inside(evidence, used))
        if partners != previous:
            yield Comparison(statement, evidence, words, context, frozenset(used), partners)
        previous = partners


def _inside(evidence: Reading, sentences: Sequence[int]) -> list[int]:
    chosen = set(sentences)
    return [place for place in evidence.places if evidence.phrases[evidence.phrase_of[place]].sentence in chosen]


def _choose(statement: Reading, evidence: Reading) -> tuple[list[int], list[int]]:
    """The used and the lending sentences, each in the order of the text."""
    wanted = Counter(token.key for token in _weighed(statement.tokens))
    bags = [Counter(token.key for token in _weighed(evidence.tokens[part.start : part.stop])) for part in evidence.sentences]
    used: list[int] = []
    lending: list[int] = []
    while wanted:
        shares = [(sum((bag & wanted).values()), -sum(bag.values()), -number) for number, bag in enumerate(bags)]
        covered, _, place = max(shares, default=(0, 0, 0))
        if not covered:
            break
        bag = bags[-place]
        greater = covered >= max(FEWEST, GREATER_PART * sum(bag.values()))
        (used if not used or greater else lending).append(-place)
        wanted -= bag
        bags[-place] = Counter()
    return sorted(used), sorted(lending)


def _weighed(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind in (CONTENT, VALUE)]


def _pair(statement: Reading, evidence: Reading, places: Sequence[int], partners: Mapping[int, int], backward: bool) -> dict[int, int]:
    """The partners, with those found at some places of the evidence: first in the same order, then in any."""
    step = -1 if backward else 1
    ours = [place for place in statement.places if place not in partners][::step]
    theirs = list(places)[::step]
    found = dict(partners)
    keys, other_keys = [statement.tokens[place].key for place in ours], [evidence.tokens[place].key for place in theirs]
    for block in LCSseq.opcodes(keys, other_keys):
        if block.tag == "equal":
            found.update(zip(ours[block.src_start : block.src_end], theirs[block.dest_start : block.dest_end], strict=True))
    taken = set(found.values())
    free: dict[str, list[int]] = defaultdict(list)
    for place in reversed(theirs):
        if place not in taken:
            free[evidence.tokens[place].key].append(place)
    for place in ours:
        if place not in found and (others := free.get(statement.tokens[place].key)):
            found[place] = others.pop()
    return found


def _gather(partners: dict[int, int], evidence: Reading, places: Sequence[int]) -> None:
    """Move partners that another token could be as well next to the partner of what stands before."""
    taken = set(partners.values())
    free: dict[str, list[int]] = defaultdict(list)
    for place in places:
        if place not in taken:
            free[evidence.tokens[place].key].append(place)
    previous = None
    for ours in sorted(partners):
        theirs = partners[ours]
        others = free.get(evidence.tokens[theirs].key)
        if previous is not None and others:
            nearest = min(others, key=lambda other: abs(other - previous - 1))
            if abs(nearest - previous - 1) < abs(theirs - previous - 1):
                others.remove(nearest)
                others.append(theirs)
                partners[ours] = theirs = nearest
        previous = theirs
