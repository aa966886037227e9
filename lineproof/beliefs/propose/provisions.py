"""Provisions: references of a law to other parts of the same section, whose words the reader of a statement does not see.

foreign     a reference that names its section (``§ 355 Absatz 2``), or one of another text (``Absatz 1 der Verordnung``)
own         a reference to a paragraph or number of the section in which it stands (``Absatz 1``)
aside       words before an own reference by which it only sets another rule apart (``abweichend von Absatz 1``)
hanging     of a sentence with an own reference that carries its subject, condition or object: neither an aside nor behind a noun
            without a definite article, which says by itself what is meant (``Straftaten nach Absatz 1``)
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.propose.patterns import NEVER, Pattern, either

NUMBER: Final = r"\d+[a-z]{0,2}(?![\w/])"
WHOLE: Final = r"(?<![\w-])"
CLAUSE_NUMBER: Final = re.compile(r"\d+[a-z]{0,2}")
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
    ranging: Pattern
    """The ``first`` and the ``last`` of a range of numbers."""
    clause: Pattern
    """The ``numbers`` of paragraphs in an own reference, and the ``sentence`` of them that is meant."""
    withdrawing: Pattern
    """How a sentence begins that says of ``cited`` paragraphs that they do not apply."""
    derogating: Pattern
    """How one begins that says something else for some (``Abweichend von Absatz 1``)."""

    def cited(self, text: str) -> Iterator[tuple[str, int]]:
        """The paragraphs of its section that a text cites, but for asides, each with the sentence that is meant, or 0."""
        if self.clause.search(text) is None:
            return
        text = self.foreign.sub("§", text)
        for reference in self.own.finditer(text):
            if not self.aside.search(text[: reference.start()]):
                yield from self._clauses(reference.group())

    def named(self, text: str) -> list[tuple[str, int]]:
        """The paragraphs of its section that a text names in any way, each with the sentence that is meant, or 0."""
        return list(self._clauses(self.foreign.sub("§", text))) if self.clause.search(text) else []

    def withdraws(self, text: str) -> list[tuple[str, int]]:
        """The paragraphs that a sentence takes back at its beginning, each with the sentence that is meant, or 0."""
        found = self.withdrawing.match(text) or self.derogating.match(text)
        return list(self._clauses(found["cited"])) if found else []

    def _clauses(self, reference: str) -> Iterator[tuple[str, int]]:
        for found in self.clause.finditer(reference):
            numbers = self.ranging.sub(_counted, found["numbers"])
            yield from ((number, int(found["sentence"] or 0)) for number in CLAUSE_NUMBER.findall(numbers))

    def hang(self, text: str, listed: bool = False) -> bool:
        """Whether a text hangs on another part of its section; ``listed`` tells that it is quoted with the numbers of its list."""
        pattern = self.listed if listed else self.own
        if pattern.search(text) is None:
            return False
        text = self.foreign.sub("§", text)
        found = pattern.finditer(text)
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


def provisions(table: Mapping[str, Any], withdrawals: Mapping[str, Any]) -> Provisions:
    """The patterns of a language from the section of its file and that of withdrawals; without one nothing hangs."""
    if not table:
        return Provisions(NEVER, NEVER, NEVER, NEVER, NEVER, frozenset(), NEVER, NEVER, NEVER, NEVER)
    paragraphs, numbers, parts, sections = table["paragraphs"], table["numbers"], table["parts"], table["sections"]
    units = either((*paragraphs, *numbers, *parts))
    further = rf"(?:(?:\s*,)?\s*(?:(?:{units})(?!\w)|(?:{either(table['joining'])})(?!\w)|{NUMBER}|[a-z]{{1,2}}(?!\w)))*"
    of_text = rf"{WHOLE}(?:{units})\s+{NUMBER}{further}\s+(?:{either(table['of'])})\s+(?:{either(table['texts'])})"
    of_section = rf"(?:{either(sections)})\s*{NUMBER}{further}"
    cited = rf"(?:(?:{either(table['articles'])})\s+)?(?P<cited>{WHOLE}(?:{either(paragraphs)})\s+{NUMBER}{further})"
    numbered = rf"(?P<numbers>{NUMBER}(?:\s*(?:,|{either(table['joining'])})\s*{NUMBER})*)"
    negated = rf"(?:{either(withdrawals['verbs'])})\s+(?:[\w-]+\s+){{0,2}}?(?:{either(withdrawals['negations'])})(?![\w-])"
    governed = rf"\s+(?:{either(table['governing'])})\s+(?:(?:{either(table['articles'])})\s+)?$"
    return Provisions(
        foreign=re.compile(rf"{of_text}|{of_section}", re.IGNORECASE),
        own=_reference((*paragraphs, *numbers), further),
        listed=_reference(paragraphs, further),
        aside=re.compile(rf"(?:{WHOLE}(?:{either(table['asides'])})|\()\s*$", re.IGNORECASE),
        noun=re.compile(rf"{WHOLE}{NOUN}{governed}"),
        articles=frozenset(table["articles"]),
        ranging=re.compile(rf"(?P<first>\d+)\s+(?:{either(table['ranging'])})\s+(?P<last>\d+)"),
        clause=re.compile(
            rf"{WHOLE}(?:{either(paragraphs)})\s+{numbered}(?:\s+(?:{either(withdrawals['sentences'])})\s+(?P<sentence>\d+))?",
            re.IGNORECASE,
        ),
        withdrawing=re.compile(rf"{cited}\s+{negated}", re.IGNORECASE),
        derogating=re.compile(rf"(?:{either(withdrawals['derogating'])})\s+{cited}", re.IGNORECASE),
    )


def _reference(words: Sequence[str], further: str) -> Pattern:
    return re.compile(rf"{WHOLE}(?:{either(words)})\s+{NUMBER}{further}", re.IGNORECASE)


def _counted(bounds: re.Match[str]) -> str:
    return ", ".join(map(str, range(int(bounds["first"]), int(bounds["last"]) + 1)))
