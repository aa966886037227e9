"""Bibliography: what a document's list of references says of each citation tag.

entry    a paragraph that begins with a tag in brackets (`[5]`, `[HTTP]`) and tells title, author, identifier
"""

import re
from collections.abc import Sequence

from lineproof.evidence.grammar import Grammar
from lineproof.evidence.identifiers import IDENTIFIER, scheme, shorter
from lineproof.evidence.names import name_key
from lineproof.evidence.paragraphs import Paragraph

_ENTRY = re.compile(r"^\W{0,3}\[\^?(?P<tag>[^\[\]]{1,60})\]:?\s+(?P<rest>\S.{8,})", re.DOTALL)
_QUOTED = re.compile(r"[\"“](?P<title>[^\"“”]{4,200})[\"”]")
_URL = re.compile(r"https?://\S+")


def citation_tags(paragraphs: Sequence[Paragraph], grammar: Grammar) -> dict[str, tuple[str, ...]]:
    """For each tag the keys of the document that its entry names, best first; empty where it names none by identifier or title."""
    heading = re.compile(grammar.any_of("reference_heading"), re.IGNORECASE)
    tags: dict[str, tuple[str, ...]] = {}
    for paragraph in paragraphs:
        entry = _ENTRY.match(paragraph.text) if paragraph.text[:4].find("[") >= 0 else None
        if entry and entry["tag"] not in tags and _is_entry(paragraph, paragraphs, entry["rest"], heading):
            tags[entry["tag"]] = _names(entry["rest"], grammar)
    return tags


def _is_entry(paragraph: Paragraph, paragraphs: Sequence[Paragraph], rest: str, heading: re.Pattern[str]) -> bool:
    section = paragraph.section
    while section is not None:
        if heading.search(paragraphs[section].text):
            return True
        section = paragraphs[section].section
    return bool(_QUOTED.search(rest)) and ("," in rest)


def _names(rest: str, grammar: Grammar) -> tuple[str, ...]:
    """Identifiers outside of the quoted title, those of a known scheme first; the title where there is none."""
    title = _QUOTED.search(rest)
    outside = _URL.sub(" ", rest[: title.start()] + " " + rest[title.end() :] if title else rest)
    found = [key for match in IDENTIFIER.finditer(outside) for key in shorter(match["identifier"])]
    known = [key for key in found if scheme(key) in grammar.external_schemes]
    coded = {key for match in IDENTIFIER.finditer(outside) if match["identifier"][:2].isupper() for key in shorter(match["identifier"])}
    named = (*known, *(key for key in found if key in coded and key not in known))
    return tuple(dict.fromkeys(named)) if known or not title else (*dict.fromkeys(named), name_key(title["title"]))
