"""Speakers: whom of those who say something in a corpus a question names.

common   a word of a speaker's name that is an ordinary word too (`Will`, `Rose`): a stop word, or one that the corpus has in lower case;
         not a given name that is nothing else, nor one that the speaker writes in lower case
told     how a common word is known to be a name: by a capital within a sentence, where no word needs one
"""

import re
from collections.abc import Mapping
from typing import Final

from lineproof.beliefs.concepts.vocabulary import given_names
from lineproof.evidence.language import available, load
from lineproof.evidence.names import name_key
from lineproof.recall.view import View

Parts = Mapping[str, frozenset[str]]

_SPEAKERS: Final = "SELECT DISTINCT speaker FROM evidence.turns ORDER BY speaker"
_LOWER: Final = """
SELECT DISTINCT unnest(regexp_extract_all(substr(p.text, coalesce(length(t.speaker) + 2, 1)), ?, 1))
FROM evidence.paragraphs p LEFT JOIN evidence.turns t USING (paragraph_id)
"""
"""Words in the texts of a corpus, turns without the name that they begin with."""
_WORD: Final = re.compile(r"\w+")
_OPENS: Final = re.compile(r"(?:^|[.!?:])\W*$")


def speakers(view: View) -> Parts:
    """The speakers of a corpus, each with the words of the name."""
    return view.keep(_speakers)


def named(view: View, text: str) -> tuple[str, ...]:
    """The speakers whom a text names by a word of their name."""
    common = view.keep(_common)
    said = (frozenset(name_key(text).split()) - common) | (_told(text) & common)
    return tuple(speaker for speaker, parts in speakers(view).items() if parts & said)


def _told(text: str) -> frozenset[str]:
    """The words with a capital that none needs at their place; in a text of capitals there are none."""
    capital = (found for found in _WORD.finditer(text) if found[0][0].isupper() and not found[0][1:].isupper())
    return frozenset(name_key(found[0]) for found in capital if not _OPENS.search(text[: found.start()]))


def _speakers(view: View) -> Parts:
    return {speaker: frozenset(name_key(speaker).split()) for (speaker,) in view.rows(_SPEAKERS)}


def _common(view: View) -> frozenset[str]:
    capital = (parts for speaker, parts in speakers(view).items() if speaker != speaker.lower())
    parts = frozenset().union(*capital) - given_names()
    if not parts:
        return parts
    stop_words = frozenset().union(*(load(code).stop_words for code in available()))
    pattern = rf"(?:^|[^\pL\pN])({'|'.join(sorted(map(re.escape, parts)))})(?:$|[^\pL\pN])"
    return (parts & stop_words) | {word for (word,) in view.rows(_LOWER, [pattern])}
