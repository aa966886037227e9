"""Trim: the part of a long paragraph that speaks of a question, where all of it would fill the budget.

piece    a sentence; of one longer than LONGEST_PIECE, some words of it
part     neighbouring pieces that fit into a room of so many characters: those whose terms weigh most in the question, then what stands
         after and before them
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evidence.language import known
from lineproof.evidence.postings import terms_of, words_of
from lineproof.evidence.sentences import sentences
from lineproof.recall.read import shown

LONGEST_PIECE: Final = 240
"""Characters; a sentence up to this length is never broken."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    span: Span
    terms: Collection[str]


def best_part(text: str, language: str, weights: Mapping[str, float], room: int) -> Span | None:
    """Where the part of a text begins and ends that speaks most of a question; the earliest of several.

    Args:
        text: of a paragraph.
        language: of its document.
        weights: of the terms of the question.
        room: most characters of the part.

    Returns:
        None where no piece fits.
    """
    pieces = [_Piece(span, weights.keys() & terms_of(text[slice(*span)], language)) for span in _pieces(text, language)]
    chosen = _heaviest(pieces, weights, room)
    if chosen is None:
        return None
    grown = _grown(pieces, chosen, room)
    return pieces[grown.start].span[0], pieces[grown.stop - 1].span[1]


def lines_of_part(text: str, part: Span, lines: Sequence[tuple[int, bytes]], encoding: str) -> Span:
    """The first and the last line on which a part of a text stands; all lines where these do not have the same words.

    Args:
        text: of the paragraph.
        part: where the part begins and ends in it.
        lines: on which the paragraph stands, each with its number.
        encoding: of the document.
    """
    every = lines[0][0], lines[-1][0]
    words, wanted, before = words_of(text), words_of(text[slice(*part)]), len(words_of(text[: part[0]]))
    homes = _homes(words, lines, encoding)
    if not homes or not wanted:
        return every
    begin, end = min(before, len(words) - 1), min(before + len(wanted), len(words))
    # A part that begins or ends within a word, where no blanks part words, may be counted wrongly.
    return (homes[begin], homes[end - 1]) if " ".join(wanted) in " ".join(words[begin:end]) else every


def _pieces(text: str, language: str) -> Iterator[Span]:
    for begin, end in sentences(text, known(language)):
        while end - begin > LONGEST_PIECE:
            blank = text.rfind(" ", begin + 1, begin + LONGEST_PIECE + 1)
            cut = blank if blank > begin else begin + LONGEST_PIECE
            yield begin, cut
            begin = cut + (blank > begin)
        if begin < end:
            yield begin, end


def _heaviest(pieces: Sequence[_Piece], weights: Mapping[str, float], room: int) -> range | None:
    """The shortest run of pieces within a room whose terms weigh most, the earliest of several; None where none fits."""
    best, most, start = None, -1.0, 0
    held: Counter[str] = Counter()
    for end, piece in enumerate(pieces, 1):
        held.update(piece.terms)
        while start < end and (piece.span[1] - pieces[start].span[0] > room or _adds_nothing(pieces[start], held, end - start)):
            held.subtract(pieces[start].terms)
            start += 1
        weight = sum(weights[term] for term in sorted(held) if held[term] > 0)
        if start < end and weight > most:
            best, most = range(start, end), weight
    return best


def _adds_nothing(first: _Piece, held: Mapping[str, int], count: int) -> bool:
    """Whether a run of several pieces has all terms of its first one elsewhere too."""
    return count > 1 and all(held[term] > 1 for term in first.terms)


def _grown(pieces: Sequence[_Piece], run: range, room: int) -> range:
    """A run with the pieces after and before it, in turn, as far as there is room."""
    start, stop = run.start, run.stop
    while True:
        begin, end = pieces[start].span[0], pieces[stop - 1].span[1]
        after = stop < len(pieces) and pieces[stop].span[1] - begin <= room
        before = start > 0 and end - pieces[start - 1].span[0] <= room
        if not (after or before):
            return range(start, stop)
        if after and (not before or stop - run.stop <= run.start - start):
            stop += 1
        else:
            start -= 1


def _homes(words: Sequence[str], lines: Sequence[tuple[int, bytes]], encoding: str) -> Sequence[int]:
    """The line of each word of a paragraph; none where some word is on no line in its turn. Words of markup are passed over."""
    homes: list[int] = []
    for number, raw in lines:
        for word in words_of(shown(raw, encoding)):
            if len(homes) < len(words) and words[len(homes)] == word:
                homes.append(number)
    return homes if len(homes) == len(words) else ()
