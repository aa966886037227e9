"""Standing: which claims are in force, which are superseded, and which are disputed, by rule over the whole corpus.

active       nothing says otherwise
superseded   something newer took its place: its document, its section, its value, or the text that it restates
disputed     another source states another value of the same thing, and no rule lets one of the two replace the other
restriction  places or attachments for which alone a document holds; what holds for less retires nothing that holds for more
"""

from lineproof.beliefs.standing.derive import standings
from lineproof.beliefs.standing.update import update

__all__ = ["standings", "update"]
