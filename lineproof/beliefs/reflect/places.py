"""Places: how a reflection tells what a value is for, and where it stands."""

import re
from typing import Final

from lineproof.beliefs.reflect.model import Provision
from lineproof.beliefs.reflect.words import Words

COLUMN: Final = re.compile(r"(?:^|: )(?P<label>[^:;]+): (?P<cell>(?:(?!: )[^;])+)$")
"""A cell of a table row with the heading of its column, as statements write it."""


def document_of(provision: Provision, words: Words) -> str:
    """The document with its edition."""
    if not provision.edition or provision.edition in provision.family:
        return provision.family
    return words.place["edition"].format(identifier=provision.family, edition=provision.edition)


def place_of(provision: Provision, words: Words) -> str:
    """The section, by its label, and the document."""
    return _labelled(provision, document_of(provision, words), words)


def topic_of(provision: Provision, words: Words) -> str:
    """What the value is for, and by which provision whatever the edition (``Proof of Loss under S.4 of HV 30 01``)."""
    place = _labelled(provision, provision.family, words)
    topic = _with_detail(provision, words)
    return words.place["under"].format(topic=topic, place=place) if topic else place


def subject_of(provision: Provision, words: Words) -> str:
    """What the value is for, by its heading or its document."""
    return _with_detail(provision, words) or provision.family


def _labelled(provision: Provision, document: str, words: Words) -> str:
    return words.place["of"].format(label=provision.label, document=document) if provision.label else document


def _with_detail(provision: Provision, words: Words) -> str:
    """The heading, with row and column where the value stands in a table."""
    detail = _cell(provision)
    if not detail or not provision.topic:
        return provision.topic
    return words.place["detail"].format(topic=provision.topic, detail=detail)


def _cell(provision: Provision) -> str:
    """The first cell of a table row and the heading of the column in which the value stands; empty for prose."""
    parts = provision.statement.split("; ")
    found = [match for part in parts if (match := COLUMN.search(part))]
    if len(parts) < 2 or len(found) < len(parts) or provision.written is None:
        return ""
    column = next((cell["label"] for cell in found[1:] if provision.written in cell["cell"]), "")
    return ", ".join(part for part in (found[0]["cell"], column) if part)
