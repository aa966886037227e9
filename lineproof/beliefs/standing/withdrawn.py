"""Withdrawn: paragraphs that a later one of their document takes back by their place alone (``The preceding rule is withdrawn.``).

statement   a paragraph of its own that says nothing else; conditions, days and exceptions are something else
object      what stands directly before it, if only one thing can be meant: a rule is a paragraph of one sentence, a clause one with a
            label, a section the one before that which the statement opens. A list or a table is none, since its last item may be meant
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.standing.model import Paragraph
from lineproof.beliefs.standing.words import CLAUSE, RULE, SECTION, load
from lineproof.evidence.sentences import sentences_of

PROSE: Final = "paragraph"
HEADING: Final = "heading"
LONGEST: Final = 160
"""Characters of a statement at most, its number and its title included."""
_MARKS: Final = " .*_"
_NUMBER: Final = re.compile(r"\A(?:\(\w{1,3}\)|\w{1,3}[.)])\s+")


def withdrawals(paragraphs: Sequence[Paragraph], language: str) -> dict[str, str]:
    """The ids of the paragraphs of a document that are taken back, each with that of the statement.

    A statement that is itself taken back counts no more, and what it spoke of stands.

    Args:
        paragraphs: all of the document, in their order.
        language: that of the document.
    """
    found = {
        taken.paragraph_id: statement.paragraph_id
        for number, statement in enumerate(paragraphs)
        if number and (named := _named(statement, language))
        for taken in _objects(paragraphs, number, named, language)
    }
    standing: dict[str, str] = {}
    for taken, statement in reversed(found.items()):  # a statement stands behind what it takes back, so that it is judged first
        if statement not in standing:
            standing[taken] = statement
    return standing


def _named(paragraph: Paragraph, language: str) -> str | None:
    """What a paragraph takes back by its place, if that is all that it says."""
    if paragraph.kind != PROSE or len(paragraph.text) > LONGEST:
        return None
    text = _without_head(paragraph)
    return next((name for name, pattern in load(language).withdraws.items() if pattern.fullmatch(text)), None)


def _without_head(paragraph: Paragraph) -> str:
    """The words of a paragraph behind its number, its label and its title."""
    text = paragraph.text.removeprefix(paragraph.label or "").strip(_MARKS)
    return _NUMBER.sub("", text.removeprefix(paragraph.inline_title or "").strip(_MARKS))


def _objects(paragraphs: Sequence[Paragraph], number: int, named: str, language: str) -> Iterator[Paragraph]:
    """The paragraphs that a statement takes back; none where something else may be meant."""
    statement, before = paragraphs[number], paragraphs[number - 1]
    if named == SECTION:
        if before.kind == HEADING and before.paragraph_id == statement.section_id:
            yield from _section_before(paragraphs, number - 1)
    elif before.kind == PROSE and before.section_id == statement.section_id and not before.text.rstrip().endswith(":"):
        one_rule = len(sentences_of(before.text, language)) == 1
        if (named != RULE or one_rule) and (named != CLAUSE or before.label):
            yield before


def _section_before(paragraphs: Sequence[Paragraph], number: int) -> Sequence[Paragraph]:
    """All that stands in the section before a heading, if there is one of its depth in the same section."""
    heading = paragraphs[number]
    earlier = (n for n in range(number - 1, -1, -1) if paragraphs[n].kind == HEADING and paragraphs[n].section_id == heading.section_id)
    first = next(earlier, None)
    return paragraphs[first + 1 : number] if first is not None and paragraphs[first].level == heading.level else ()
