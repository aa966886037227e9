"""Telling prose from what has to keep its line breaks: drawings, grammars, tables, program text, examples.

left over    characters that prose has few of: brackets, bars, signs of operation, in whatever script
ragged       broken where the next word would still have fitted, so that the breaks are meant
filled       as full as its own longest row lets it be: what a sentence is after it was wrapped, to whatever width
deep         indented further than the prose of the document
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple
from unicodedata import category

from lineproof.sources.layout import Row

WRAP_WIDTH: Final = 120
FEWEST_WORDS: Final = 5

_GRAMMAR: Final = re.compile(r"<?[A-Za-z][\w-]*>?\s*(?:::=|:=|=/|=)\s|[;#%]\s|/[/*]|[A-Z]: \S+.*$")
_DRAWING: Final = re.compile(r"\+--|--\+|-\+-|={6}|-{6}|\|.*\|.*\||_{6}|[-=]{2}>|<[-=]{2}")
_INNER_GAP: Final = re.compile(r"\S\s{3,}\S")
_WORD: Final = re.compile(r"[(\[\"'“‘]*[^\W\d_]+(?:[-'’/][^\W\d_]+)*[\])\"'”’]*[.,;:!?]*[\])\"'”’]*")
_OPENS_SENTENCE: Final = re.compile(r"[(\[<`\"'“‘]*[^\W_]")
_ENDS_SENTENCE: Final = re.compile(r"[.:;!?][\])\"'”’]*$|[;,]\s\w{1,4}$")
_LINE_ENDS: Final = ("{", "}", ";", "\\", "/>", "|")
_PROSE: Final = {ord(character): None for character in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.;:'\"()-?!/"}


class Measure(NamedTuple):
    """Where the prose of a document begins and ends on a line, in columns."""

    margin: int
    edge: int


def is_verbatim(rows: Sequence[Row], measure: Measure) -> bool:
    """Whether the line breaks of a chunk mean something."""
    if len(rows) == 1 and len(rows[0].text) > WRAP_WIDTH:
        return False
    joined = "\n".join([row.text for row in rows])
    left_over = _left_over(joined) - len(rows) + 1
    if left_over > max(2, 0.12 * len(joined)):
        return True
    deep = min(row.indent for row in rows) >= measure.margin + 2
    if len(rows) == 1:
        return _is_grammar(rows, left_over) or (deep and (left_over > 0.08 * len(joined) or _lacks_words(joined)))
    return bool(
        ((left_over or "------" in joined) and _is_drawing(rows, joined))
        or _ends_like_program(rows)
        or _is_grammar(rows, left_over)
        or _has_columns(rows, joined)
        or (
            (deep or left_over > 0.05 * len(joined))
            and (not _hangs(rows) or left_over > 0.05 * len(joined))
            and _is_ragged(rows, measure.edge)
            and not (_is_filled(rows) and _reads_as_sentence(joined))
        )
    )


def _left_over(text: str) -> int:
    """How many characters prose has few of; letters and punctuation of other scripts are prose, signs and box drawings are not."""
    return sum(character < "\x80" or category(character)[0] in "SC" for character in text.translate(_PROSE))


def _is_drawing(rows: Sequence[Row], joined: str) -> bool:
    return bool(_DRAWING.search(joined)) and sum(bool(_DRAWING.search(row.text)) for row in rows) * 3 >= len(rows)


def _ends_like_program(rows: Sequence[Row]) -> bool:
    if not (rows[0].text.endswith(_LINE_ENDS) or rows[-1].text.endswith(_LINE_ENDS)):
        return False
    return sum(row.text.endswith(_LINE_ENDS) for row in rows) >= max(2, len(rows) / 3)


def _is_grammar(rows: Sequence[Row], left_over: int) -> bool:
    if not left_over or not _GRAMMAR.match(rows[0].text):
        return False
    return sum(bool(_GRAMMAR.match(row.text)) for row in rows) * 3 >= len(rows)


def _has_columns(rows: Sequence[Row], joined: str) -> bool:
    return "   " in joined and sum(bool(_INNER_GAP.search(row.text)) for row in rows) * 3 > len(rows) * 2


def _lacks_words(text: str) -> bool:
    words = sum(character.islower() or (character.isalpha() and character > "\x7f") for character in text)
    return words < 0.4 * len(text) and any(map(str.isdigit, text))


def _hangs(rows: Sequence[Row]) -> bool:
    """Whether all rows but the first stand at one deeper indentation, as under a term."""
    return rows[1].indent > rows[0].indent and all(row.indent == rows[1].indent for row in rows[2:])


def _is_filled(rows: Sequence[Row]) -> bool:
    aligned = all(row.indent == rows[1].indent for row in rows[2:])
    return aligned and not _is_ragged(rows, max(row.indent + len(row.text) for row in rows))


def _reads_as_sentence(text: str) -> bool:
    """Whether text is made of words and ends as a sentence or a clause of one does; where its lines break plays no part."""
    words = text.split()
    plain = [word for word in words if _WORD.fullmatch(word)]
    spoken = sum(word.islower() for word in plain)
    whole = _OPENS_SENTENCE.match(text) and _ENDS_SENTENCE.search(text, max(0, len(text) - 10))
    return bool(whole) and spoken >= max(FEWEST_WORDS, 0.5 * len(words)) and len(plain) >= 0.7 * len(words)


def _is_ragged(rows: Sequence[Row], edge: int) -> bool:
    early = sum(row.indent + len(row.text) + 5 + len(after.text.split(None, 1)[0]) <= edge for row, after in pairwise(rows))
    return early >= 0.6 * (len(rows) - 1)
