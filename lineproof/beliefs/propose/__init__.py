"""Propose: the built-in extractor, which finds what a document states by rules alone.

statement   words of the source behind the name of the place where they stand, so that a stranger knows what they are about
passage     the spans that one statement is made of (``passages``)
place       section and document, by which a statement is prefixed and its subject named (``places``)

What cannot stand alone is left out rather than rewritten: precision comes before completeness.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lineproof.beliefs.model import Candidate, Document, Paragraph
from lineproof.beliefs.propose import claims, entries, lists, prose, tables
from lineproof.beliefs.propose.blocks import Block, Entry, Listing, Prose, Table, blocks
from lineproof.beliefs.propose.clauses import Clauses
from lineproof.beliefs.propose.exceptions import exceptions_behind, with_exceptions
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.independence import repeats_term, tells_what_it_is
from lineproof.beliefs.propose.named import named_value
from lineproof.beliefs.propose.nesting import name_of
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place, Places
from lineproof.beliefs.propose.words import Words, load
from lineproof.evidence import language as languages
from lineproof.evidence.language import Language
from lineproof.evidence.sentences import spans_of

__all__ = ["LONGEST_PARAGRAPH", "propose"]

TURN: Final = "turn"
"""What is said in a conversation leans on who says it and on what was said before: no rule can make it stand alone."""
CAPTION: Final = re.compile(r"[*_]*[A-Z][\w-]*(?: [\w-]+){0,2}\.[*_]*")
"""A line that is the name of what follows."""
LONGEST_PARAGRAPH: Final = 200_000
"""Characters; what is longer is data on one line, and each of its claims would cost as much as all of it to check."""


def propose(document: Document) -> list[Candidate]:
    """All candidates of a document in reading order; a pure function of it."""
    words = load(document.language)
    exceptions = exceptions_behind(document.paragraphs, words)
    extractor = _Extractor(Places(document, words), Clauses(document, words), words, languages.load(document.language), exceptions)
    found = (candidate for block in blocks(document.paragraphs, words.capitals) for candidate in extractor.candidates(block))
    return [candidate for candidate in found if not candidate.statement.rstrip().endswith(":")]


@dataclass
class _Extractor:
    """What is known on the way through one document: the section, and the last words by which the document spoke of itself."""

    places: Places
    clauses: Clauses
    words: Words
    language: Language
    exceptions: Mapping[str, Sequence[Paragraph]]
    """Paragraphs that except some from the rule of the one before them, by its id."""
    section: str | None = ""
    about: Part | None = None
    previous: str = ""
    """The paragraph before in the same section, unless something else stands between."""
    exemplary: bool = False
    """Whether a line before says that what follows is not to be believed (``Examples.``)."""
    framed: bool = False
    """Whether words led to the paragraph before that set a condition for all that follow (``In the absence of a lock:``)."""
    defining: dict[str, bool] = field(default_factory=dict)

    def candidates(self, block: Block) -> Iterator[Candidate]:
        """The candidates of the next block."""
        opens = block.first.section_id != self.section
        self.section = block.first.section_id
        previous = "" if opens else self.previous
        self.previous = block.first.text if isinstance(block, Prose) else ""
        if self._is_set_apart(block, opens):
            return
        if len(block.first.text) > LONGEST_PARAGRAPH or block.first.kind == TURN:
            return
        if isinstance(block, Entry):
            yield from entries.candidates(block.first, self.places, self.words)
            return
        if isinstance(block, Prose):
            yield from entries.in_line(block.first, self.places, self.words)
        introduced = block.lead or block.first
        place = self.places.of(introduced, head_of(introduced))
        lead = self._lead(block, place)
        if not lead and isinstance(block, Table) and self._is_estimated(block.lead.text if block.lead else previous):
            return
        if place.silent or (block.lead and not lead and not isinstance(block, Table)):
            return
        if isinstance(block, Table):
            yield from tables.candidates(block.rows, lead, place, self.words, self.language)
        elif self.words.prose:
            passages = self._passages(block, lead, place, opens, previous)
            excepted = with_exceptions(passages, self.exceptions.get(block.first.paragraph_id, ()), self.words)
            found = map(self.clauses.completed, excepted)
            for passage in filter(self._is_whole, filter(None, found)):
                yield from claims.candidates(passage, self.words, self.language, self._is_wanted(passage))

    def _lead(self, block: Prose | Listing | Table, place: Place) -> Part | None:
        """The words that lead to a block, if they need none of those before them; to a table the whole paragraph, where they do."""
        paragraph = block.lead
        if paragraph is None:
            return None
        lead = lists.lead_of(paragraph, place, self.words)
        if lead and repeats_term(lead.text, paragraph.text[: lead.start]):
            lead = None
        return lists.whole_lead_of(paragraph, place, self.words) if lead is None and isinstance(block, Table) else lead

    def _is_estimated(self, before: str) -> bool:
        """Whether the last sentence before a table says that what it holds is typical, or rests on assumptions."""
        spans = spans_of(before, self.words.language, 0)
        return bool(spans) and self.words.lacks.estimated.search(before, spans[-1][0]) is not None

    def _is_set_apart(self, block: Block, opens: bool) -> bool:
        """Whether a line before a block says that it is not to be believed, or only on a condition that cannot be quoted with it."""
        if opens:
            self.exemplary = self.framed = False
        if not isinstance(block, Prose):
            self.framed = False
            return self.exemplary
        if CAPTION.fullmatch(block.first.text):
            self.exemplary = name_of(block.first.text).casefold() in self.words.silent
        framed = self.framed and block.lead is None
        self.framed = framed or (block.lead is not None and self.words.framing.fullmatch(block.lead.text) is not None)
        return self.exemplary or framed

    def _is_whole(self, passage: Passage) -> bool:
        """Whether its words lack nothing that they ask for."""
        return not self.words.lacks.finds(passage.said)

    def _is_wanted(self, passage: Passage) -> bool:
        """Whether a plain fact is wanted: it says what something is, stands beside a definition, or chooses among the items of a list.

        The headings above it do not count, so that under another one it is claimed too.
        """
        first = passage.focus[0]
        if tells_what_it_is(passage.opening.text, self.words) or self._defines(first.paragraph):
            return True
        return len(passage.focus) > 1 and self.words.selective.search(first.text) is not None

    def _defines(self, paragraph: Paragraph) -> bool:
        """Whether a paragraph defines a term; looked up once, since a long one has many passages and many signals."""
        if paragraph.paragraph_id not in self.defining:
            self.defining[paragraph.paragraph_id] = any(signal.kind == "defined_term" for signal in paragraph.signals)
        return self.defining[paragraph.paragraph_id]

    def _passages(self, block: Prose | Listing, lead: Part | None, place: Place, opens: bool, previous: str) -> Iterator[Passage]:
        if isinstance(block, Listing):
            return lists.led(block.items, lead, place, self.words) if lead else lists.unled(block.items, self.places, self.words)
        if lead and (self.words.several.search(lead.text) or lists.counted_in(lead.text, place.language)):
            return iter(())
        if not lead and (passage := named_value(block.first, place, self.words)):
            return iter((passage,))
        head = head_of(block.first)
        text = prose.Text(
            block.first, head, place, self.words, lead, False, self.about, block.leads, opens or bool(head.marker), previous=previous
        )
        self.about = text.own_sentence
        return prose.passages(text)
