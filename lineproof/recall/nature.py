"""Nature: what kind of evidence a corpus holds, which decides what its routes count.

documents   text that states rules and facts
dialogue    people who talk to one another
chat        somebody who talks to an assistant
"""

from typing import Final

from lineproof.recall.indexing import HOLDS_TURNS
from lineproof.recall.view import View

DOCUMENTS: Final = "documents"
DIALOGUE: Final = "dialogue"
CHAT: Final = "chat"
ASSISTANTS: Final = ("assistant", "system", "tool", "bot")
"""Speakers that are no person, by the names that are usual for them."""

_ASSISTANTS: Final = "SELECT EXISTS (SELECT 1 FROM evidence.turns WHERE list_contains(?::VARCHAR[], lower(speaker)))"


def nature_of(view: View) -> str:
    """What a snapshot holds most of."""
    return view.keep(_nature)


def _nature(view: View) -> str:
    if not view.rows(HOLDS_TURNS)[0][0]:
        return DOCUMENTS
    return CHAT if view.rows(_ASSISTANTS, [[*ASSISTANTS]])[0][0] else DIALOGUE
