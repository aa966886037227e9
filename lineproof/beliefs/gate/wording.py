"""Wording: a statement that follows the words of its quote follows all of them.

following   said of a statement whose words stand, most of them, in the quote in the same order; who restates so closely has no
            other reason to leave out or exchange a word than to say something else
block       a run of words of the quote that the statement leaves out there, and the run that it has instead
carried     said of a block that the statement has as a whole in another place (a condition that was put first)
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rapidfuzz.distance import LCSseq

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import LABEL_ENDS, Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.subject import is_noun
from lineproof.beliefs.gate.tokens import CONTENT, FUNCTION, MARK, OPERATOR, VALUE
from lineproof.beliefs.gate.words import Words

NAME: Final = "wording"
SHORTEST_CARRIED: Final = 3
LONGEST_EXCHANGED: Final = 2
MOST_OWN: Final = 2
LEAST_FOLLOWED: Final = 0.6
ITEM_STARTS: Final = frozenset(":;,(")
DROPPABLE: Final = frozenset({"bracket", "loose"})


class Block(NamedTuple):
    """Tokens of the quote that are left out, those of the statement in their place, and whether both go on around it."""

    theirs: Sequence[int]
    ours: Sequence[int]
    inner: bool


def wording(compared: Comparison) -> Iterator[Reason]:
    """A reason for each word that a statement which follows its quote leaves out or exchanges."""
    closeness, blocks = _blocks(compared)
    if not _is_close(blocks, closeness, thresholds.EXCHANGING):
        return
    inserted = [_keys(compared.statement, block.ours) for block in blocks]
    if _is_close(blocks, closeness, thresholds.MOVING):
        yield from _moved(blocks, compared)
    for block in blocks:
        left_out = _keys(compared.evidence, block.theirs)
        if any(_contains(keys, left_out) for keys in inserted):
            continue
        if exchanged := _exchanged(block, compared):
            yield exchanged
        elif closeness >= thresholds.FOLLOWING and block.inner and (lost := _lost(block, compared)):
            kind = "left out value" if any(compared.evidence.tokens[place].kind == VALUE for place in lost) else "left out"
            yield Reason(NAME, kind, f"{compared.evidence.text(lost)!r} of the quote is left out")


def _blocks(compared: Comparison) -> tuple[float, list[Block]]:
    """How much of a statement follows the quote, and the blocks in which it does not."""
    statement, evidence = compared.statement, compared.evidence
    ours = [place for place, token in enumerate(statement.tokens) if token.kind != MARK]
    theirs = [place for number in sorted(compared.used) for place in evidence.sentences[number] if _counts(place, compared)]
    same = [edit for edit in LCSseq.opcodes(_keys(statement, ours), _keys(evidence, theirs)) if edit.tag == "equal"]
    blocks: list[Block] = []
    source = target = 0
    for edit in same:
        if edit.src_start > source or edit.dest_start > target:
            left_out = theirs[target : edit.dest_start]
            if not source:
                left_out = [place for place in left_out if _same_clause(place, theirs[edit.dest_start], compared)]
            inner = source > 0 and compared.phrase(theirs[target - 1]).sentence == compared.phrase(theirs[edit.dest_start]).sentence
            blocks.append(Block(left_out, ours[source : edit.src_start], inner))
        source, target = edit.src_end, edit.dest_end
    if source:
        left_out = [place for place in theirs[target:] if _same_clause(place, theirs[target - 1], compared)]
        if left_out or source < len(ours):
            blocks.append(Block(left_out, ours[source:], source == len(ours)))
    followed = sum(edit.src_end - edit.src_start for edit in same)
    return (followed / len(ours) if ours else 0.0), blocks


def _is_close(blocks: Sequence[Block], closeness: float, threshold: float) -> bool:
    """Whether a statement follows its quote but for a share, or but for two words of several."""
    own = sum(len(block.ours) for block in blocks)
    return closeness >= threshold or (own <= MOST_OWN and closeness >= LEAST_FOLLOWED)


def _counts(place: int, compared: Comparison) -> bool:
    """Whether a token of the evidence is a word, and none of a remark that the statement leaves out."""
    if compared.evidence.tokens[place].kind == MARK:
        return False
    return place in compared.repeated or compared.phrase(place).role != "bracket"


def _same_clause(place: int, other: int, compared: Comparison) -> bool:
    return compared.phrase(place).clause == compared.phrase(other).clause


def _keys(reading: Reading, places: Sequence[int]) -> list[str]:
    return [reading.tokens[place].key for place in places]


def _contains(keys: Sequence[str], run: Sequence[str]) -> bool:
    """Whether a run of some length stands within the keys."""
    length = len(run)
    return length >= SHORTEST_CARRIED and any(list(keys[start : start + length]) == list(run) for start in range(len(keys) - length + 1))


def _exchanged(block: Block, compared: Comparison) -> Reason | None:
    """The reason why a block puts one noun for another, if it does."""
    statement, evidence = compared.statement, compared.evidence
    instead = [place for place in block.ours if _names(statement, place, compared.words)]
    lost = [place for place in block.theirs if _names(evidence, place, compared.words) and place not in compared.spelled]
    short = 0 < len(instead) <= LONGEST_EXCHANGED and 0 < len(lost) <= LONGEST_EXCHANGED
    if not short or {statement.tokens[place].key for place in instead} <= compared.words.fillers:
        return None
    return Reason(NAME, "exchanged", f"{statement.text(instead)!r} stands for {evidence.text(lost)!r}")


def _names(reading: Reading, place: int, words: Words) -> bool:
    """Whether a token is a noun that tells something, as far as can be told."""
    token = reading.tokens[place]
    return is_noun(reading, place, words) and token.key not in words.fillers


def _moved(blocks: Sequence[Block], compared: Comparison) -> Iterator[Reason]:
    """A reason for each noun that a statement leaves out behind its article and has elsewhere behind one, alone."""
    evidence = compared.evidence
    left_out = {evidence.tokens[place].text for block in blocks for place in block.theirs if _has_article(evidence, place)}
    for block in blocks:
        for place in block.ours if len(block.ours) < SHORTEST_CARRIED else ():
            is_alone = _names(compared.statement, place, compared.words) and _has_article(compared.statement, place)
            if is_alone and compared.statement.tokens[place].text in left_out:
                yield Reason(NAME, "moved", f"{compared.statement.tokens[place].text!r} stands elsewhere in the quote")


def _has_article(reading: Reading, place: int) -> bool:
    return place > 0 and reading.tokens[place - 1].kind in (FUNCTION, OPERATOR)


def _lost(block: Block, compared: Comparison) -> list[int]:
    """What a block leaves out, unless it is a remark, a joined member, or a word that the statement has elsewhere."""
    tokens, words = compared.evidence.tokens, compared.words
    lost = [place for place in block.theirs if tokens[place].kind in (CONTENT, VALUE) and not _is_item_label(place, compared)]
    if not lost or any(tokens[place].text in words.lists[role] for place in (block.theirs[0], block.theirs[-1]) for role in ("and", "or")):
        return []
    restricts = not block.ours and tokens[block.theirs[0]].text in words.lists["preposition"]
    if not restricts:
        known = compared.statement_keys | words.fillers
        lost = [place for place in lost if tokens[place].key not in known]
    inside = set(block.theirs)
    return [] if all(_is_dropped_whole(place, inside, compared) for place in lost) else lost


def _is_item_label(place: int, compared: Comparison) -> bool:
    """Whether a value only numbers an item of a list within a sentence (``the following: 1. fire``)."""
    tokens = compared.evidence.tokens
    if tokens[place].kind != VALUE or not 0 < place < len(tokens) - 1:
        return False
    return tokens[place - 1].key in ITEM_STARTS and tokens[place + 1].key in LABEL_ENDS


def _is_dropped_whole(place: int, inside: set[int], compared: Comparison) -> bool:
    """Whether a token belongs to a remark, or to a clause of which nothing is kept."""
    phrase = compared.phrase(place)
    clause = [other for other in compared.places_of(phrase.clause) if compared.evidence.tokens[other].kind in (CONTENT, VALUE)]
    return phrase.role in DROPPABLE or all(other in inside for other in clause)
