"""Entries: statements of metadata (``effective: 2026-01-01``)."""

import re
from collections.abc import Iterator
from typing import Final

from lineproof.beliefs.model import Candidate, Paragraph
from lineproof.beliefs.propose.claims import KINDS, SUPERSEDING
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.passages import Part
from lineproof.beliefs.propose.places import Places
from lineproof.beliefs.propose.words import Words

FIELD: Final = re.compile(r"(?P<name>[^:\n]{1,40}):\s+(?P<value>.+)", re.DOTALL)
JOINED: Final = re.compile(r"[_-]")
"""What joins the words of a name that no sentence would write so; such an entry is stated as it stands."""
BARE: Final = re.compile(r"[\d\s,;]+")
"""Numbers alone (``20, 155``), which only the document's own scheme could name."""
LONGEST_VALUE: Final = 200
LONGEST_LINE: Final = 200
NAMED: Final = re.compile(r"(?P<name>[^\W\d_]+)[:.]?\s*$")


def candidates(paragraph: Paragraph, places: Places, words: Words) -> Iterator[Candidate]:
    """What an entry states: by the words of its name where the language has them (empty words: nothing), else any dates in it."""
    found = FIELD.fullmatch(paragraph.text)
    if found is None or len(found["value"]) > LONGEST_VALUE:
        return
    name, value = found["name"].strip().casefold(), found["value"].strip()
    says = words.fields.get(JOINED.sub(" ", name))
    dates = [signal for signal in paragraph.signals if signal.kind == "date" and signal.value]
    if says == "" or not (says or dates) or (BARE.fullmatch(value) and not dates):
        return
    document = places.short_name
    in_words = says and not JOINED.search(name)
    statement = f"{document} {says} {value}." if in_words else f"{document}: {found.group()}"
    quotes = (Part(paragraph, 0, len(paragraph.text)).quote,)
    related = any(relation.relation in SUPERSEDING for relation in paragraph.relations)
    if not dates:
        kind = "supersession" if related else "value"
        yield Candidate(statement, quotes, kind, places.family, f"{kind}: {name}", value)
    for signal in dates:
        yield Candidate(statement, quotes, KINDS[signal.kind], places.family, f"date: {name}", signal.value, signal.unit)


def in_line(paragraph: Paragraph, places: Places, words: Words) -> Iterator[Candidate]:
    """Dates in a line that is no sentence, each behind the name of an entry (``Edition 2026-01 Effective January 1, 2026``).

    They are those of the section below the title that the line stands in (one of several decisions), else those of the document.
    """
    if len(paragraph.text) > LONGEST_LINE or paragraph.text.endswith("."):
        return
    name, subject = places.short_name, places.family
    if len(places.document.sections(paragraph)) > 1:
        place = places.of(paragraph, head_of(paragraph))
        name, subject = place.name, place.subject
    for signal in paragraph.signals:
        named = NAMED.search(paragraph.text, 0, signal.start) if signal.kind == "date" and signal.value else None
        if named and (says := words.fields.get(named["name"].casefold())):
            quotes = (Part(paragraph, named.start(), signal.end).quote,)
            statement = f"{name} {says} {signal.text}."
            yield Candidate(statement, quotes, "date", subject, f"date: {named['name'].casefold()}", signal.value, signal.unit)
