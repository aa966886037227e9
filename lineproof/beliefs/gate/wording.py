"""Wording: a statement that follows the words of its quote follows all of them.

following   said of a statement whose words stand, most of them, in the quote in the same order; who restates so closely has no
            other reason to leave out or exchange a word than to say something else
block       a run of words of the quote that the statement leaves out there, and the run that it has instead
carried     said of a block that the statement has as a whole in another place (a condition that was put first)
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rapidfuzz.distance import LCSseq

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import CLAUSES, Reading
from lineproof.beliefs.gate.support import is_wording
from lineproof.beliefs.gate.tokens import CONTENT, MARK, VALUE

NAME: Final = "wording"
FOLLOWING: Final = 0.9
"""How much of a statement must stand in the quote in the same order; tuned by benchmarks/gate.py."""
SHORTEST_CARRIED: Final = 3
DROPPABLE: Final = frozenset({"bracket", "loose"})


class Block(NamedTuple):
    """Tokens of the quote that are left out, those of the statement in their place, and whether the statement goes on on both sides."""

    theirs: Sequence[int]
    ours: Sequence[int]
    inner: bool


def wording(compared: Comparison) -> Iterator[str]:
    """A reason for each word that a statement which follows its quote leaves out or exchanges."""
    blocks = _blocks(compared)
    statement, evidence = compared.statement, compared.evidence
    inserted = [_keys(statement, block.ours) for block in blocks]
    for block in blocks:
        lost = [place for place in block.theirs if _says_something(evidence, place, compared)]
        if not lost or any(_contains(keys, _keys(evidence, block.theirs)) for keys in inserted):
            continue
        instead = [place for place in block.ours if statement.tokens[place].kind == CONTENT and not is_wording(place, compared)]
        if instead and block.inner:
            yield f"{NAME}: {statement.text(instead)!r} stands for {evidence.text(lost)!r}"
            continue
        lost = [place for place in lost if evidence.tokens[place].key not in compared.statement_keys]
        if lost and block.inner and not _is_droppable(block.theirs, lost, compared):
            yield f"{NAME}: {evidence.text(block.theirs)!r} of the quote is left out"


def _blocks(compared: Comparison) -> list[Block]:
    """The blocks of a statement that follows its quote; none of another one."""
    statement, evidence = compared.statement, compared.evidence
    ours = [place for place, token in enumerate(statement.tokens) if token.kind != MARK]
    theirs = [place for number in sorted(compared.used) for place in evidence.sentences[number] if evidence.tokens[place].kind != MARK]
    edits = [edit for edit in LCSseq.opcodes(_keys(statement, ours), _keys(evidence, theirs))]
    same = [edit for edit in edits if edit.tag == "equal"]
    if sum(edit.src_end - edit.src_start for edit in same) < FOLLOWING * len(ours):
        return []
    blocks: list[Block] = []
    left, right = same[0].dest_start, same[-1].dest_end
    source, target = 0, 0
    for edit in same:
        if edit.src_start > source or edit.dest_start > target:
            inner = left <= target and edit.dest_start < right
            blocks.append(Block(theirs[target : edit.dest_start], ours[source : edit.src_start], inner and target >= left))
        source, target = edit.src_end, edit.dest_end
    return blocks


def _keys(reading: Reading, places: Sequence[int]) -> list[str]:
    return [reading.tokens[place].key for place in places]


def _contains(keys: Sequence[str], run: Sequence[str]) -> bool:
    """Whether a run of some length stands within the keys."""
    length = len(run)
    return length >= SHORTEST_CARRIED and any(list(keys[start : start + length]) == list(run) for start in range(len(keys) - length + 1))


def _says_something(evidence: Reading, place: int, compared: Comparison) -> bool:
    token = evidence.tokens[place]
    return token.kind in (CONTENT, VALUE) and token.key not in compared.words.fillers


def _is_droppable(block: Sequence[int], lost: Sequence[int], compared: Comparison) -> bool:
    """Whether each phrase in which a block leaves something out is left out whole, and is a remark or a joined member."""
    joining = compared.words.lists["and"] | compared.words.lists["or"]
    if any(compared.evidence.tokens[place].text in joining for place in (block[0], block[-1])):
        return True
    inside = set(block)
    return all(_is_dropped_whole(place, inside, compared) for place in lost)


def _is_dropped_whole(place: int, inside: set[int], compared: Comparison) -> bool:
    evidence = compared.evidence
    number = evidence.phrase_of[place]
    phrase = evidence.phrases[number]
    clause = [other for other in compared.places_of(phrase.clause) if evidence.tokens[other].kind in (CONTENT, VALUE)]
    if phrase.role in DROPPABLE:
        return True
    opening = next(other.role for other in evidence.phrases if other.clause == phrase.clause)
    return opening in CLAUSES and all(other in inside for other in clause)
