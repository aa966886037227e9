"""Propose: the built-in extractor, which finds what a document states by rules alone.

statement   words of the source behind the name of the place where they stand, so that a stranger knows what they are about
passage     the spans that one statement is made of (``passages``)
place       section and document, by which a statement is prefixed and its subject named (``places``)

What cannot stand alone is left out rather than rewritten: precision comes before completeness.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from lineproof.beliefs.model import Candidate, Document, Paragraph
from lineproof.beliefs.propose import claims, entries, lists, prose, tables
from lineproof.beliefs.propose.blocks import Block, Entry, Listing, Prose, Table, blocks
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place, Places
from lineproof.beliefs.propose.sentences import marker_end
from lineproof.beliefs.propose.words import Words, load
from lineproof.evidence import language as languages

__all__ = ["propose"]


def propose(document: Document) -> list[Candidate]:
    """All candidates of a document in reading order; a pure function of it."""
    words = load(document.language)
    places = Places(document, words)
    found: list[Candidate] = []
    section: str | None = ""
    for block in blocks(document.paragraphs):
        opens = block.first.section_id != section
        section = block.first.section_id
        found += _block(block, places, words, opens)
    return _settled(found)


def _block(block: Block, places: Places, words: Words, opens: bool) -> Iterator[Candidate]:
    """The candidates of a block; ``opens`` tells that it is the first of its section, whose first words say what it is about."""
    if isinstance(block, Entry):
        yield from entries.candidates(block.first, places, words)
        return
    head = block.lead or block.first
    place = places.of(head, head.text[: marker_end(head.text)].strip())
    if place.silent:
        return
    lead, understood = lists.lead_of(block.lead, place, words) if block.lead else (None, True)
    if isinstance(block, Table):
        yield from tables.candidates(block.rows, lead, place, words)
    elif words.prose and understood:
        language = languages.load(places.document.language)
        for n, passage in enumerate(_passages(block, lead, place, words)):
            yield from claims.candidates(passage, words, language, isinstance(block, Listing) or (opens and n == 0))


def _passages(block: Prose | Listing, lead: Part | None, place: Place, words: Words) -> Iterator[Passage]:
    if isinstance(block, Listing):
        return lists.passages(block.items, lead, place, words)
    return prose.passages(block.first, place, words, lead, not block.leads)


def _settled(found: list[Candidate]) -> list[Candidate]:
    """Without the slots that one document fills with several values: each of these statements stands beside the others."""
    values: dict[tuple[str, str], set[tuple[str | None, str | None, str]]] = {}
    for candidate in found:
        if candidate.slot:
            values.setdefault((candidate.subject, candidate.slot), set()).add((candidate.value, candidate.unit, candidate.polarity))
    return [replace(each, slot=None) if each.slot and len(values[each.subject, each.slot]) > 1 else each for each in found]
