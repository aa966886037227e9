"""Tokens of a paragraph: what the finders of documents and sections see in it, without overlaps."""

import re
from collections.abc import Iterator, Mapping, Sequence

from lineproof.evidence.mentions.documents import DocumentFinder
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.model import Token
from lineproof.evidence.mentions.sections import SectionFinder
from lineproof.evidence.mentions.words import Words, lowered

_MARKS = re.compile(r"[\d\[§]|://")


class Tokenizer:
    """The finders of one grammar; :meth:`tokens` is a pure function of the text."""

    def __init__(self, grammar: Grammar) -> None:
        self.sections = SectionFinder(grammar)
        self.documents = DocumentFinder(grammar)
        names = ("edition", "generic_document", "generic_law", "generic_name", "subdivision")
        self.words = Words([*self.sections.kinds, *(word.split()[-1] for name in names for word in grammar.words.get(name, ()))])

    def tokens(self, text: str, skip: int, tags: Mapping[str, tuple[str, ...]], links: Sequence[Token]) -> list[Token]:
        """All tokens of a paragraph in order, without overlaps.

        Args:
            text: the paragraph's normalised text.
            skip: where the text begins after its own label, which is no citation.
            tags: what the document's list of references says of each citation tag.
            links: tokens of hyperlinks, which win over all others.
        """
        lower = lowered(text)
        if not links and not _MARKS.search(text) and not self.words.occur_in(lower):
            return []
        found: list[Token] = list(links)
        for finder in self._finders(text, lower, tags):
            taken = _Spans(found)
            found += [token for token in finder if token.start >= skip and taken.free(token.start, token.end)]
        return sorted(found, key=lambda token: token.start)

    def _finders(self, text: str, lower: str, tags: Mapping[str, tuple[str, ...]]) -> tuple[Iterator[Token], ...]:
        """All ways to find a token; where two overlap, the one that comes first wins."""
        documents, sections = self.documents, self.sections
        return (
            documents.urls(text),
            documents.tags(text, tags),
            sections.sections(text, lower),
            sections.subdivisions(text, lower),
            documents.identifiers(text),
            sections.labels(text),
            sections.headings(text, lower),
            documents.editions(text, lower),
            documents.numbers(text, lower),
            documents.generics(text, lower),
        )


class _Spans:
    """Places that are taken already."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.spans = [(token.start, token.end) for token in tokens]

    def free(self, start: int, end: int) -> bool:
        return all(end <= first or start >= last for first, last in self.spans)
