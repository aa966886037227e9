"""Heads: what stands before the first sentence of a paragraph and belongs to none.

marker   the number or letter of an item or clause (``(1)``, ``a)``, ``2.``), or the label by which a clause is cited (``W.2``)
title    a heading within the line, in bold or behind a label (``**M.2 Medical Payments.** We pay ...``)
"""

import re
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.model import Paragraph

MARKER: Final = re.compile(
    r"[*_]{0,2}(\(\w{1,4}\)|\d{1,3}[a-z]?[.)]|(?<=\*\*)\d{1,2}[a-h](?=\*\*)|[a-zA-Z]{1,2}\)|[ivxlc]{1,5}[.)]|[-*•+o])[*_]{0,2}\s+"
)
BOLD: Final = re.compile(r"(\*\*|__)(?P<title>[^*_\n]{2,80}?)(?:[.:]\1|\1[.:])\s+(?=\S)")
BEHIND_LABEL: Final = re.compile(r"\s*[.:)–—-]*\s*(?P<title>[A-ZÄÖÜ][^.:!?]{2,60})\.\s+(?=[\"“„A-ZÄÖÜ])")
SEPARATOR: Final = re.compile(r"[.:)]?[*_]{0,3}\s+")
MOST_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class Head:
    """What precedes the first sentence, which begins at ``end``; the title begins at ``begin``."""

    end: int
    marker: str = ""
    title: str = ""
    begin: int = 0


def head_of(paragraph: Paragraph) -> Head:
    """The head of a paragraph; an empty one where it begins with a sentence."""
    text = paragraph.text
    if bold := BOLD.match(text):
        return Head(bold.end(), paragraph.label or "", _without(bold["title"], paragraph.label))
    if paragraph.label and text.startswith(paragraph.label):
        return _behind_label(text, paragraph.label)
    found = MARKER.match(text)
    start = found.end() if found else 0
    marker = found.group(1) if found else ""
    bold = BOLD.match(text, start)
    return Head(bold.end(), marker, bold["title"].strip(), start) if bold else Head(start, marker, "", start)


def _behind_label(text: str, label: str) -> Head:
    titled = BEHIND_LABEL.match(text, len(label))
    if titled and _is_title(titled["title"]):
        return Head(titled.end(), label, titled["title"].strip())
    separator = SEPARATOR.match(text, len(label))
    end = separator.end() if separator else len(label)
    return Head(end, label, "", end)


def _is_title(words: str) -> bool:
    """Whether it is written like a heading: few words, the long ones with a capital."""
    written = words.split()
    return len(written) <= MOST_WORDS and all(word[0].isupper() or len(word) < 5 for word in written)


def _without(title: str, label: str | None) -> str:
    return title.removeprefix(label).strip(" .:–—-") if label else title.strip()
