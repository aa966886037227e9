"""Closed: sections that say of themselves that they are no longer in force.

heading   says so in brackets (``§ 5 (weggefallen)``)
status    a line near the head of a section says so (``Status: superseded by ADR-4``); that of a whole document stands below its title
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.standing.model import Paragraph
from lineproof.beliefs.standing.words import has_ended, says_ended

HEADING: Final = "heading"
TITLE: Final = 1
"""The level of the heading that is the title of a document."""
OPENING: Final = 3
"""Paragraphs of a section among which its status stands."""
LONGEST: Final = 200
"""Characters of a paragraph that states a status, beside a day and the like, at most."""
_STATUS: Final = re.compile(r"(?<!\w)status[*_]*\s*:[\s*_]*(?P<status>\S.*?)[\s*_.]*(?=$|\s[*_]*[^\W\d_][\w-]*[*_]*:)", re.IGNORECASE)


def closed(paragraphs: Sequence[Paragraph]) -> dict[str, str]:
    """The ids of the paragraphs in closed sections of a document, each with that of what says so; its paragraphs stand in their order."""
    closing = dict(_closing(paragraphs))
    parents = {one.paragraph_id: one.section_id for one in paragraphs if one.kind == HEADING}
    found: dict[str, str] = {}
    for one in paragraphs if closing else ():
        section = one.paragraph_id if one.kind == HEADING else one.section_id
        while section in parents and section not in closing:
            section = parents[section]
        if section in closing and closing[section] != one.paragraph_id:
            found[one.paragraph_id] = closing[section]
    return found


def ended_by_status(text: str) -> str | None:
    """The status that a paragraph states, if by it something is no longer in force."""
    stated = _STATUS.search(text) if len(text) <= LONGEST else None
    return stated["status"] if stated and has_ended(stated["status"].casefold()) else None


def _closing(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[str, str]]:
    """The closed sections, each with the paragraph that says so."""
    levels: dict[str | None, int] = {}
    passed: Counter[str] = Counter()
    for one in paragraphs:
        if one.kind == HEADING:
            levels[one.paragraph_id] = one.level
            if says_ended(one.text):
                yield one.paragraph_id, one.paragraph_id
        elif one.section_id and levels.get(one.section_id, TITLE) > TITLE:
            passed[one.section_id] += 1
            if passed[one.section_id] <= OPENING and ended_by_status(one.text):
                yield one.section_id, one.paragraph_id
