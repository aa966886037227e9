"""Provisions: references of a law to other parts of the same section, whose words the reader of a statement does not see.

foreign     a reference that names its section (``§ 355 Absatz 2``), or one of another text (``Absatz 1 der Verordnung``)
own         a reference to a paragraph or number of the section in which it stands (``Absatz 1``)
aside       words before an own reference by which it only sets another rule apart (``abweichend von Absatz 1``)
hanging     of a sentence with an own reference that carries its subject, condition or object: neither an aside nor behind a noun
            without a definite article, which says by itself what is meant (``Straftaten nach Absatz 1``)
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.propose.patterns import NEVER, Pattern, either

NUMBER: Final = r"\d+[a-z]{0,2}(?![\w/])"
WHOLE: Final = r"(?<![\w-])"
NOUN: Final = r"(?:(?P<before>[\w-]+)\s+)?(?:(?P<beside>[\w-]+)\s+)?[A-ZÄÖÜ][\w-]+"


@dataclass(frozen=True, slots=True)
class Provisions:
    """The patterns of one language; ``aside`` and ``noun`` match at the end of the words before a reference."""

    foreign: Pattern
    own: Pattern
    listed: Pattern
    """Own references without numbers, which a list that is quoted as a whole shows itself."""
    aside: Pattern
    noun: Pattern
    articles: frozenset[str]

    def hang(self, text: str, listed: bool = False) -> bool:
        """Whether a text hangs on another part of its section; ``listed`` tells that it is quoted with the numbers of its list."""
        text = self.foreign.sub("§", text)
        found = (self.listed if listed else self.own).finditer(text)
        return any(not self._is_explained(text[: reference.start()]) for reference in found)

    def names(self, text: str, place: int) -> bool:
        """Whether a place in a text belongs to a reference to a section (``§§ 138f bis 138h``)."""
        return any(found.start() < place < found.end() for found in self.foreign.finditer(text))

    def _is_explained(self, before: str) -> bool:
        if self.aside.search(before):
            return True
        noun = self.noun.search(before)
        return noun is not None and not self._is_definite(noun["before"], noun["beside"])

    def _is_definite(self, before: str | None, beside: str | None) -> bool:
        """Whether an article stands before a noun, or before the adjective beside it."""
        adjective = beside is not None and beside[0].islower() and (before or "").lower() in self.articles
        return (beside or before or "").lower() in self.articles or adjective


def provisions(table: Mapping[str, Any]) -> Provisions:
    """The patterns of a language from the section of its file; without one nothing hangs."""
    if not table:
        return Provisions(NEVER, NEVER, NEVER, NEVER, NEVER, frozenset())
    paragraphs, numbers, parts, sections = table["paragraphs"], table["numbers"], table["parts"], table["sections"]
    units = either((*paragraphs, *numbers, *parts))
    further = rf"(?:(?:\s*,)?\s*(?:(?:{units})(?!\w)|(?:{either(table['joining'])})(?!\w)|{NUMBER}|[a-z]{{1,2}}(?!\w)))*"
    of_text = rf"{WHOLE}(?:{units})\s+{NUMBER}{further}\s+(?:{either(table['of'])})\s+(?:{either(table['texts'])})"
    of_section = rf"(?:{either(sections)})\s*{NUMBER}{further}"
    governed = rf"\s+(?:{either(table['governing'])})\s+(?:(?:{either(table['articles'])})\s+)?$"
    return Provisions(
        foreign=re.compile(rf"{of_text}|{of_section}", re.IGNORECASE),
        own=_reference((*paragraphs, *numbers), further),
        listed=_reference(paragraphs, further),
        aside=re.compile(rf"(?:{WHOLE}(?:{either(table['asides'])})|\()\s*$", re.IGNORECASE),
        noun=re.compile(rf"{WHOLE}{NOUN}{governed}"),
        articles=frozenset(table["articles"]),
    )


def _reference(words: Sequence[str], further: str) -> Pattern:
    return re.compile(rf"{WHOLE}(?:{either(words)})\s+{NUMBER}{further}", re.IGNORECASE)
