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


def slot(kind: str, parts: Sequence[Part], value: Signal | None, words: Words, language: str) -> str:
    """The slot of a statement: its kind and the stems of its words, values masked."""
    return f"{kind}: {stems(' '.join(_masked(part, value) for part in parts), words, language)}"


def stems(text: str, words: Words, language: str) -> str:
    """The stems of the words of a text that name something; masks stay."""
    kept = (word if word in "#~" else stem(word, language) for word in TOKEN.findall(text.lower()) if word not in words.empty)
    return " ".join(kept)


def _masked(part: Part, value: Signal | None) -> str:
    pieces, place = [], part.start
    for signal in part.signals():
        if signal.start < place or (signal.kind not in VALUES and signal.kind not in NAMES):
            continue
        mask = "#" if signal is value else "~" if signal.kind in VALUES else ""
        pieces += [part.paragraph.text[place : signal.start], f" {mask} "]
        place = signal.end
    return "".join((*pieces, part.paragraph.text[place : part.end]))
