"""Sessions: what the turns of a session leave to those who were there: its day, and, of several conversations, which one it is.

day     that of the session; a turn that was said on another one tells it by itself
told    in a corpus of several conversations the name of this one, as far as the session is not called so already, and who speaks in it
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evidence.names import name_key
from lineproof.recall.columns import homes_of
from lineproof.recall.view import Document, View

MOST_SPEAKERS: Final = 4
MIDNIGHT: Final = datetime.time()

_SESSIONS: Final = """
SELECT t.document_id, any_value(b.begins), any_value(t.conversation)
FROM evidence.turns t JOIN beginnings b USING (document_id) GROUP BY ALL
"""
_SPEAKERS: Final = """
SELECT t.conversation, t.speaker FROM evidence.turns t JOIN evidence.documents d USING (document_id)
GROUP BY ALL ORDER BY min((d.path, t.position))
"""


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it is introduced; ``told`` is empty where nothing needs to be told of it."""

    day: datetime.date | None
    told: str

    def moment(self, said: datetime.datetime) -> str:
        """When a turn was said, if not on the day of its session; else nothing."""
        return "" if said.date() == self.day else clock(said)


def clock(said: datetime.datetime) -> str:
    """A day, with the time where one is known."""
    return said.date().isoformat() if said.time() == MIDNIGHT else said.isoformat(" ", "minutes")


def sessions_of(view: View) -> Mapping[int, Session]:
    """The sessions of a snapshot by the position of their document, read once."""
    return view.keep(_sessions)


def _sessions(view: View) -> Mapping[int, Session]:
    homes, documents = homes_of(view), view.documents()
    rows = view.rows(_SESSIONS)
    speakers: dict[str, list[str]] = {}
    for conversation, speaker in view.rows(_SPEAKERS):
        speakers.setdefault(conversation, []).append(speaker)
    several = len(speakers) > 1
    return {homes[own]: Session(day, _told(documents[own], name, speakers[name]) if several else "") for own, day, name in rows}


def _told(document: Document, conversation: str, speakers: Sequence[str]) -> str:
    name = "" if _within(conversation, f"{document.label} {document.path}") else conversation
    others = [speaker for speaker in speakers if not _within(speaker, f"{name} {document.label}")]
    if len(others) > MOST_SPEAKERS:
        others = [*others[:MOST_SPEAKERS], "others"]
    return ": ".join(filter(None, (name, ", ".join(others))))


def _within(name: str, text: str) -> bool:
    return f" {name_key(name)} " in f" {name_key(text)} "
