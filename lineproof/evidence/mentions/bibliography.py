"""Bibliography: what a document's list of references says of each citation tag.

entry    a paragraph that begins with a tag in brackets (`[5]`, `[HTTP]`) and tells title, author, identifier
"""

import re
from collections.abc import Sequence

from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.identifiers import IDENTIFIER, scheme, shorter
from lineproof.evidence.names import name_key
from lineproof.evidence.paragraphs import Paragraph

_ENTRY = re.compile(r"^\W{0,3}\[\^?(?P<tag>[^\[\]]{1,60})\]:?\s+(?P<rest>\S.{8,})", re.DOTALL)
_QUOTED = re.compile(r"[\"“](?P<title>[^\"“”]{4,200})[\"”]")
_URL = re.compile(r"https?://\S+")


def citation_tags(paragraphs: Sequence[Paragraph], grammar: Grammar) -> dict[str, tuple[str, ...]]:
    """For each tag the keys of the document that its entry names, best first; empty where it names none by identifier or title."""
    heading = re.compile(grammar.any_of("reference_heading"), re.IGNORECASE)
    listed: dict[str, tuple[str, ...]] = {}
    elsewhere: dict[str, tuple[str, ...]] = {}
    for paragraph in paragraphs:
        entry = _ENTRY.match(paragraph.text) if "[" in paragraph.text[:4] else None
        if not entry:
            continue
        if _is_listed(paragraph, paragraphs, heading):
            listed.setdefault(entry["tag"], _names(entry["rest"], grammar))
        elif _looks_like_entry(entry["rest"]):
            elsewhere.setdefault(entry["tag"], _names(entry["rest"], grammar))
    return {**elsewhere, **listed}


def _is_listed(paragraph: Paragraph, paragraphs: Sequence[Paragraph], heading: re.Pattern[str]) -> bool:
    """Whether a paragraph stands in a list of references."""
    section = paragraph.section
    while section is not None:
        if heading.search(paragraphs[section].text):
            return True
        section = paragraphs[section].section
    return False


def _looks_like_entry(rest: str) -> bool:
    """Outside of such a list: an author, a quoted title, and something after it, parted by commas."""
    quoted = _QUOTED.search(rest)
    return bool(quoted) and "," in rest[: quoted.start() + 1] and "," in rest[quoted.end() - 2 :] if quoted else False


def _names(rest: str, grammar: Grammar) -> tuple[str, ...]:
    """Identifiers outside of the quoted title, those of a known scheme first; the title where there is none."""
    title = _QUOTED.search(rest)
    outside = _URL.sub(" ", rest[: title.start()] + " " + rest[title.end() :] if title else rest)
    coded = [
        match["identifier"]
        for match in IDENTIFIER.finditer(outside)
        if match["identifier"][:2].isupper() and match["identifier"][:3] != "DOI"
    ]
    found = [key for identifier in coded for key in shorter(identifier)]
    known = [key for key in found if scheme(key) in grammar.external_schemes]
    named = (*known, *(key for key in found if key not in known))
    return tuple(dict.fromkeys(named)) if known or not title else (*dict.fromkeys(named), name_key(title["title"]))
