"""A document to propose from, made of Markdown text as the compiler makes it, without a database."""

from lineproof.beliefs.model import Document, Paragraph
from lineproof.evidence.hashing import document_id
from lineproof.evidence.language import load
from lineproof.evidence.paragraphs import paragraphs
from lineproof.evidence.signals import signals
from lineproof.sources.parse import parse


def document_of(text: str, path: str = "policy.md", title: str = "Blue Policy", language: str = "en") -> Document:
    """A document with its paragraphs and their signals."""
    own = document_id("test", path)
    found = paragraphs(own, parse(path, text.split("\n")).blocks)
    read = tuple(
        Paragraph(
            paragraph_id=one.paragraph_id,
            kind=one.kind,
            level=one.block.level,
            label=one.label.text if one.label else None,
            title=one.label.title if one.label else one.text if one.kind == "heading" else None,
            section_id=None if one.section is None else found[one.section].paragraph_id,
            text=one.text,
            repeated=one.repeated,
            signals=tuple(signals(one.text, load(language))),
        )
        for one in found
    )
    return Document(own, "test", path, title, None, None, None, None, language, (), read)
