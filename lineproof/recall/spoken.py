"""Spoken: what a sentence of a turn leaves to those who were there: who says it, and the day that `yesterday` means."""

from collections.abc import Mapping, Sequence
from typing import Final

from lineproof.recall.columns import columns_of
from lineproof.recall.view import View

_TURN: Final = "SELECT speaker FROM evidence.turns WHERE paragraph_id = ?"
_SPEAKERS: Final = (
    "SELECT paragraph_id, speaker FROM evidence.turns WHERE speaker IS NOT NULL AND paragraph_id IN (SELECT unnest(?::VARCHAR[]))"
)
_DATES: Final = """
SELECT text, value FROM evidence.signals
WHERE paragraph_id = ? AND kind IN ('date', 'period') AND value IS NOT NULL AND NOT contains(text, value[:4]) ORDER BY start
"""


def spoken(view: View, paragraph_id: str, sentence: str) -> str:
    """A sentence with its speaker before it, and behind each date that does not say its year the day or days that are meant.

    A sentence of a paragraph that is no turn stays as it is.
    """
    turns = view.rows(_TURN, [paragraph_id])
    if not turns:
        return sentence
    for words, value in dict(view.rows(_DATES, [paragraph_id])).items():
        sentence = sentence.replace(words, f"{words} ({value.replace('/', ' to ')})", 1)
    speaker = turns[0][0]
    return sentence if not speaker or sentence.startswith(f"{speaker}:") else f"{speaker}: {sentence}"


def speakers_of(view: View, numbers: Sequence[int]) -> Mapping[int, str]:
    """Who says each of some paragraphs, by number; without those that nobody says."""
    columns = columns_of(view)
    return {columns.positions[paragraph]: speaker for paragraph, speaker in view.rows(_SPEAKERS, [columns.ids_of(numbers)])}
