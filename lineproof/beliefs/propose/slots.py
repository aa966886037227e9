"""Slots: what a statement fixes, in words that are the same where another document fixes it otherwise.

mask   ``#`` for the value of the statement, ``~`` for others in it, so that no change of a value changes a slot; names of
       documents and sections, words that only bind, and endings are left out
"""

import re
from collections.abc import Sequence
from typing import Final

from lineproof.beliefs.propose.passages import Part
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.names import stem
from lineproof.evidence.signals.model import MODALS, Signal

TOKEN: Final = re.compile(r"[^\W\d_]+|[#~]|\d+(?:[.,:/]\d+)*")
VALUES: Final = ("money", "duration", "percentage", "date", "count", "period")
NAMES: Final = ("identifier", "url", "email", *MODALS)


def slot(
    kind: str, parts: Sequence[Part], value: Signal | None, words: Words, language: str, measured: Sequence[tuple[Part, Signal]] = ()
) -> str:
    """The slot of a statement: its kind and the stems of its words, values masked.

    Args:
        kind: with which it begins.
        parts: the words of the statement.
        value: the signal that fills the slot; None where a rule does.
        words, language: of the document.
        measured: values beside those of evidence, each with its part.
    """
    said = " ".join(_masked(part, value, [signal for other, signal in measured if other is part]) for part in parts)
    return f"{kind}: {stems(said, words, language)}"


def stems(text: str, words: Words, language: str) -> str:
    """The stems of the words of a text that name something; masks stay."""
    kept = (word if word in "#~" else stem(word, language) for word in TOKEN.findall(text.lower()) if word not in words.empty)
    return " ".join(kept)


def _masked(part: Part, value: Signal | None, measured: Sequence[Signal]) -> str:
    pieces, place = [], part.start
    known = {(signal.kind, signal.start): signal for signal in (*part.signals(), *measured)}
    for signal in sorted(known.values(), key=lambda signal: signal.start):
        if signal.start < place or (signal.kind not in VALUES and signal.kind not in NAMES):
            continue
        mask = "#" if signal is value else "~" if signal.kind in VALUES else ""
        pieces += [part.paragraph.text[place : signal.start], f" {mask} "]
        place = signal.end
    return "".join((*pieces, part.paragraph.text[place : part.end]))
