"""Named values: a name, a colon and hardly more than a value, in a line or an item of its own (``Backup retention: 90 days``)."""

import re
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose.claims import KINDS
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.words import Words

LINE: Final = re.compile(r"[*_]{0,2}(?P<name>[A-ZÀ-ÖØ-Þ][^\W\d_][\w '’/()-]{1,60})(?::[*_]{0,2}|[*_]{1,2}:)\s+(?P<value>[^:;|]{1,80})")
LAST_WORD: Final = re.compile(r"[^\W\d_]{3,}\W*$")
TELLING: Final = frozenset(KINDS) - {"date"}
SLACK: Final = 24
"""Characters beside the value: what compares it (``at least``), what it is of (``per user``)."""


def named_value(paragraph: Paragraph, place: Place, words: Words) -> Passage | None:
    """The passage of a paragraph that is the name of a value and that value, with what compares it; None of any other."""
    start = head_of(paragraph).begin
    found = LINE.fullmatch(paragraph.text, start)
    if found is None or not LAST_WORD.search(found["name"]) or words.dropped.match(paragraph.text, start):
        return None
    values = [signal for signal in paragraph.signals if signal.kind in TELLING and signal.start >= found.start("value")]
    if len(values) != 1 or len(found["value"]) - (values[0].end - values[0].start) > SLACK:
        return None
    return Passage(place, (Part(paragraph, start, len(paragraph.text)),))
