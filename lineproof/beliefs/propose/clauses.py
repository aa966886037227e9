"""Clauses: what other sentences of a section say of the things that a statement takes for known, or takes back.

introduced  sentences before a statement that name what it takes for known: a noun behind a definite article, or a clause that it
            cites (``Maßnahmen nach Absatz 1``)
excepted    sentences behind it or these, in any clause of the section, that take it back

A statement that needs what cannot be quoted is left out. Only languages whose laws cite clauses by number have them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Final

from lineproof.beliefs.model import Document, Paragraph
from lineproof.beliefs.propose.independence import JUNK, has_stem, lacks_part, points_elsewhere
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.sections import Position, Section, section_of, stems_of, text_of
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.names import stem

LONGEST: Final = 1200
"""Characters of a statement with all that is quoted for it."""
BEGINNING: Final = 100
"""Characters within which a statement names what it is about, and of what it speaks."""
TEXT: Final = frozenset({"paragraph", "list_item"})


@dataclass(frozen=True)
class Clauses:
    """The clauses of one document, by the sections in which they stand."""

    document: Document
    words: Words
    _sections: dict[str | None, Section] = field(default_factory=dict)

    def completed(self, passage: Passage) -> Passage | None:
        """A passage with the sentences that it needs beside its own; None where these cannot be quoted."""
        if not self.words.clauses:
            return passage
        section = self._section(passage.opening.paragraph)
        own = [position for part in (*passage.context, *passage.focus) if (position := section.position_of(part))]
        needed = _needed(passage, section, own) if own else ()
        if needed is None or (own and own[0][0] in section.broken):
            return None
        quoted = [(clause, n) for clause, last in needed for n in range(last + 1)]
        excepted = _excepted(passage, section, own, quoted)
        if not needed and not excepted:
            return passage
        earlier = sorted(position for position in (*quoted, *excepted) if position < own[0])
        before = [part for position in earlier for part in section.sentence(position)]
        behind = [part for position in needed if position > own[-1] for part in section.until(position)]
        behind += _behind(
            section, [position for position in excepted if position > own[-1]], {own[0][0], *(clause for clause, _ in needed)}
        )
        completed = replace(
            passage,
            introduced=tuple(before),
            following=(*passage.following, *behind),
            clause=_number(section, own[0], (*needed, *excepted)),
        )
        return completed if _is_quotable(completed, self.words) else None

    def _section(self, paragraph: Paragraph) -> Section:
        key = paragraph.section_id
        if key not in self._sections:
            headings = self.document.sections(paragraph)
            heading = headings[-1].text if headings else ""
            self._sections[key] = section_of(heading, self._paragraphs[key], self.words, self.document.language)
        return self._sections[key]

    @cached_property
    def _paragraphs(self) -> dict[str | None, list[Paragraph]]:
        """The running text of each section."""
        found: dict[str | None, list[Paragraph]] = defaultdict(list)
        for paragraph in self.document.paragraphs:
            if paragraph.kind in TEXT:
                found[paragraph.section_id].append(paragraph)
        return found


def _needed(passage: Passage, section: Section, own: Sequence[Position]) -> tuple[Position, ...] | None:
    """The sentences up to which other clauses are to be quoted before or behind a passage; None where one cannot be."""
    needed: dict[int, int] = {}
    waiting = [(text_of((*passage.context, *passage.focus)), own[0])]
    while waiting:
        said, position = waiting.pop()
        for found in _leaned_on(said, position, passage, section):
            if found is None:
                return None
            if found not in own and found[1] > needed.get(found[0], -1):
                needed[found[0]] = found[1]
                waiting.append((text_of(section.until(found)), (found[0], 0)))
    return tuple(sorted(needed.items()))


def _leaned_on(said: str, own: Position, passage: Passage, section: Section) -> Iterator[Position | None]:
    """The sentences up to which words rest on others: the clauses that they cite, else what names the first thing they know."""
    cited = [position for position in section.cited(said) if position is None or position[0] != own[0]]
    yield from cited
    if not cited and own > section.first:
        nouns = _taken_for_known(said, passage, section)
        yield from next(filter(None, (_introducing(noun, own, section) for noun in nouns)), ())


def _introducing(noun: str, own: Position, section: Section) -> list[Position]:
    """The nearest sentence before a position that has a noun, and those before it as long as all of them take it for known."""
    found: list[Position] = []
    for position in reversed([position for position in section.naming(noun) if position < own]):
        found.append(position)
        if not _knows(noun, text_of(section.sentence(position)), section):
            break
    return found


def _knows(noun: str, text: str, section: Section) -> bool:
    """Whether the first mention of a noun in a sentence stands behind a definite article, with nothing that explains it."""
    known = (found for found in section.words.definite_nouns.finditer(text) if stem(found["noun"].lower(), section.language) == noun)
    first = next(known, None)
    return first is not None and not has_stem(stems_of(text[: first.start()], section.language), noun)


def _taken_for_known(said: str, passage: Passage, section: Section) -> Iterator[str]:
    """The stems of the first nouns behind definite articles that neither the words before them nor the place name."""
    for found in takewhile(lambda found: found.start() < BEGINNING, section.words.definite_nouns.finditer(said)):
        noun = stem(found["noun"].lower(), section.language)
        if found["noun"].lower() in section.words.known or has_stem(section.title, noun):
            continue
        if not has_stem(stems_of(said[: found.start()], section.language), noun):
            yield noun


def _excepted(passage: Passage, section: Section, own: Sequence[Position], needed: Sequence[Position]) -> list[Position]:
    """The sentences that take back one of the passage's own or needed ones, or of these, with what they cite, if not quoted with it."""
    if not own or (not needed and own[-1] == section.last):
        return []
    quoted = {*own, *needed, *(position for part in passage.following if (position := section.position_of(part)))}
    held, found = {*quoted}, []
    for position, taken in section.withdrawals:
        if not taken.isdisjoint(held):
            held.add(position)
            found.append(position)
    cited = (position for one in found for position in section.cited_beside(one))
    return sorted(position for position in {*found, *cited} if position not in quoted)


def _behind(section: Section, positions: Sequence[Position], told: set[int]) -> Iterator[Part]:
    """Sentences of a section, each behind the number of its clause where that is not told yet and it is not the first one."""
    for clause, n in positions:
        if n and clause not in told:
            yield from _label(section, clause)
        told.add(clause)
        yield from section.sentence((clause, n))


def _label(section: Section, clause: int) -> tuple[Part, ...]:
    """The number of a clause, where it has one."""
    number = section.numbers[clause]
    return (Part(section.clauses[clause][0][0].paragraph, 0, len(f"({number})")),) if number else ()


def _number(section: Section, own: Position, others: Sequence[Position]) -> tuple[Part, ...]:
    """The number of a passage's own clause, where something is quoted of another one, unless it is quoted from its beginning."""
    within = all(clause == own[0] for clause, _ in others) or any(position < own for position in others if position[0] == own[0])
    return () if within else _label(section, own[0])


def _is_quotable(passage: Passage, words: Words) -> bool:
    """Whether what was added to a passage can be quoted, and all of it is still one statement."""
    texts = [part.text for part in (*passage.introduced, *passage.following)]
    length = sum(map(len, (*texts, *(part.text for part in (*passage.context, *passage.focus)))))
    unfit = any(JUNK.search(text) or points_elsewhere(text, words) or lacks_part(text, passage.place, words) for text in texts)
    return length <= LONGEST and not unfit
