"""Comparisons: which token of the evidence stands for which token of a statement.

evidence    the quotes of a statement, read as one text
used        sentences of the evidence that the statement restates: the one that it shares most with, and others of which it
            repeats the greater part; sentences that only lend a word (the subject that a pronoun stands for) are not
partner     the token of the evidence that a token of the statement repeats; each token is repeated once
context     keys of the headings, the title and the names of the document, which may supply words that a quote leaves out
"""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rapidfuzz.distance import LCSseq

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.abbreviations import abbreviated
from lineproof.beliefs.gate.akin import akin
from lineproof.beliefs.gate.reading import Phrase, Reading
from lineproof.beliefs.gate.tokens import CONTENT, OPERATOR, VALUE, Token
from lineproof.beliefs.gate.words import Words

FEW: Final = 2
VALUE_WEIGHT: Final = 2


@dataclass(frozen=True)
class Comparison:
    """A statement beside its evidence; the rules read it."""

    statement: Reading
    evidence: Reading
    words: Words
    context: frozenset[str]
    used: frozenset[int]
    partners: Mapping[int, int]
    spelled: frozenset[int]
    """Tokens of the evidence that the statement repeats under an abbreviation, or whose abbreviation it repeats."""

    @cached_property
    def repeated(self) -> frozenset[int]:
        """Tokens of the evidence that the statement repeats."""
        return self.spelled.union(self.partners.values())

    @cached_property
    def closeness(self) -> float:
        """How much of the statement's content and values stands in the used sentences in the same form."""
        said = [place for place in self.statement.places if self.statement.tokens[place].kind in (CONTENT, VALUE)]
        same = [place for place in said if self._is_same(place)]
        return len(same) / len(said) if said else 1.0

    def _is_same(self, place: int) -> bool:
        partner = self.partners.get(place)
        return partner in self.used_set and self.evidence.tokens[partner].key == self.statement.tokens[place].key

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
    def main_clause(self) -> int:
        """The clause of the evidence that the statement repeats most of."""
        counts = Counter(self.phrase(place).clause for place in self.partners.values())
        return max(counts, key=lambda clause: (counts[clause], -clause), default=0)

    @cached_property
    def main_sentence(self) -> int:
        """The sentence of the evidence that the statement repeats most of."""
        counts = Counter(self.phrase(place).sentence for place in self.partners.values())
        return max(counts, key=lambda sentence: (counts[sentence], -sentence), default=0)

    @cached_property
    def homes(self) -> Mapping[int, int]:
        """For each clause of the statement the clause of the evidence that it repeats most of, if it does so with half its words."""
        counts: dict[int, Counter[int]] = defaultdict(Counter)
        sizes: Counter[int] = Counter()
        for place in self.statement.places:
            if self.statement.tokens[place].kind not in (CONTENT, VALUE):
                continue
            clause = self.statement.phrases[self.statement.phrase_of[place]].clause
            sizes[clause] += 1
            if place in self.partners:
                counts[clause][self.phrase(self.partners[place]).clause] += 1
        best = {clause: max(found, key=lambda home: (found[home], -home)) for clause, found in counts.items()}
        return {clause: home for clause, home in best.items() if counts[clause][home] >= max(FEW, sizes[clause] / 2)}

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

    @cached_property
    def phrases_by_clause(self) -> Mapping[int, list[Phrase]]:
        """The phrases of each clause of the evidence."""
        phrases: dict[int, list[Phrase]] = defaultdict(list)
        for phrase in self.evidence.phrases:
            phrases[phrase.clause].append(phrase)
        return phrases

    @cached_property
    def keys_by_sentence(self) -> Sequence[Counter[str]]:
        """How often each key stands in each sentence of the evidence."""
        return [Counter(self.evidence.tokens[place].key for place in sentence) for sentence in self.evidence.sentences]

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
    inside = _inside(evidence, used)
    lent = [place for place in _inside(evidence, lending) if evidence.tokens[place].kind != OPERATOR]
    previous: dict[int, int] | None = None
    for backward in (False, True):
        partners = _pair(statement, evidence, inside, {}, backward)
        partners = _pair(statement, evidence, lent, partners, backward)
        _gather(partners, evidence, inside)
        _pair_akin(statement, evidence, [*inside, *lent], partners, words)
        if partners != previous:
            spelled = _spell(statement, evidence, partners)
            yield Comparison(statement, evidence, words, context, frozenset(used), partners, spelled)
        previous = partners


def _spell(statement: Reading, evidence: Reading, partners: dict[int, int]) -> frozenset[int]:
    """Pair abbreviations with what they stand for; the tokens of the evidence that are repeated so."""
    spelled: set[int] = set()
    for short, long in abbreviated(statement, evidence):
        partners.setdefault(short, long[0])
        spelled.update(long)
    for short, long in abbreviated(evidence, statement):
        spelled.add(short)
        partners.update((place, short) for place in long if place not in partners)
    return frozenset(spelled)


def _inside(evidence: Reading, sentences: Sequence[int]) -> list[int]:
    chosen = set(sentences)
    return [place for place in evidence.places if evidence.phrases[evidence.phrase_of[place]].sentence in chosen]


def _choose(statement: Reading, evidence: Reading) -> tuple[list[int], list[int]]:
    """The used and the lending sentences, each in the order of the text."""
    wanted = _bag(statement.tokens)
    bags = [_bag(evidence.tokens[part.start : part.stop]) for part in evidence.sentences]
    used: list[int] = []
    lending: list[int] = []
    while wanted:
        shares = [(sum((bag & wanted).values()), -sum(bag.values()), -number) for number, bag in enumerate(bags)]
        covered, _, place = max(shares, default=(0, 0, 0))
        if not covered:
            break
        bag = bags[-place]
        greater = covered >= min(FEW, thresholds.GREATER_PART * sum(bag.values()))
        (used if not used or greater else lending).append(-place)
        wanted -= bag
        bags[-place] = Counter()
    leading = [number for number in lending if number + 1 in (*used, *lending) and _leads_in(evidence, number)]
    return sorted([*used, *leading]), sorted(set(lending) - set(leading))


def _leads_in(evidence: Reading, number: int) -> bool:
    """Whether a sentence ends with a colon, so that what follows goes on with it."""
    marks = [token.key for token in evidence.tokens[evidence.sentences[number].start : evidence.sentences[number].stop]]
    return ":" in marks[-2:]


def _bag(tokens: Sequence[Token]) -> Counter[str]:
    """The keys of all that is compared with how much they weigh."""
    bag: Counter[str] = Counter()
    for token in tokens:
        if token.kind in (CONTENT, VALUE, OPERATOR):
            bag[token.key] += VALUE_WEIGHT if token.kind == VALUE else 1
    return bag


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


def _pair_akin(statement: Reading, evidence: Reading, places: Sequence[int], partners: dict[int, int], words: Words) -> None:
    """Pair content that is left over with akin content that is left over."""
    taken = set(partners.values())
    free = [place for place in places if place not in taken and evidence.tokens[place].kind == CONTENT]
    for place in statement.places:
        token = statement.tokens[place]
        if place in partners or token.kind != CONTENT:
            continue
        found = next((other for other in free if akin(token.key, evidence.tokens[other].key, words)), None)
        if found is not None:
            partners[place] = found
            free.remove(found)


def _gather(partners: dict[int, int], evidence: Reading, places: Sequence[int]) -> None:
    """Move partners that another token could be as well next to the partner of what stands before."""
    taken = set(partners.values())
    free: dict[str, list[int]] = defaultdict(list)
    for place in places:
        if place not in taken:
            free[evidence.tokens[place].key].append(place)
    expected = min(partners.values(), default=0)
    for ours in sorted(partners):
        theirs = partners[ours]
        if others := free.get(evidence.tokens[theirs].key):
            place = bisect_left(others, expected)
            distance, nearest = min((abs(other - expected), other) for other in others[max(0, place - 1) : place + 1])
            if distance < abs(theirs - expected):
                others.remove(nearest)
                insort(others, theirs)
                partners[ours] = theirs = nearest
        expected = theirs + 1
