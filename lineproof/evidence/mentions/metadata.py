"""Metadata: the relations that a document's fields state (`Obsoletes: 2821`, `requires: 2718, 2930`).

value    what a field holds: identifiers, bare numbers of the document's own scheme, paths, or titles, parted by commas
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lineproof.evidence.description import Description
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.identifiers import EDITION, edition_of, scheme
from lineproof.evidence.mentions.links import link_names
from lineproof.evidence.mentions.model import OWN_EDITION, Token
from lineproof.evidence.mentions.references import Mention
from lineproof.evidence.mentions.tokens import Tokenizer
from lineproof.evidence.names import name_key
from lineproof.sources.model import Field

_ASIDE = re.compile(r"\((?!\s*(?:(?i:edition|ed\.)\s*)?\d{4}-\d{2}|\s*\d{1,2}[/-]\d{2,4})[^()]*\)")
_NOTHING = frozenset({"", "-", "none", "n/a", "nil", "null", "keine", "keines", "ninguno", "ninguna"})
_NUMBER = re.compile(r"(?<![\w.-])\d{1,6}(?![\w.-]?\w)")
_EDITION_ALONE = re.compile(r"\s*(?:edition\s+)?(?P<edition>\d{4}-\d{2})\s*", re.IGNORECASE)
_PATH = re.compile(r"^\S+(?:/\S*|\.[A-Za-z]{2,8})$")
_MARKUP_LINK = re.compile(r"^\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)$")


def relation_mentions(
    fields: Sequence[Field], path: str, description: Description, grammar: Grammar, tokenizer: Tokenizer
) -> Iterator[tuple[Field, Mention]]:
    """Each relation that a field states, with the field; offsets are in the field's value."""
    for field in fields:
        if relation := grammar.relations.get(field.name):
            for mention in _values(field.value, path, description, tokenizer):
                yield field, replace(mention, relation=relation)


def _values(value: str, path: str, description: Description, tokenizer: Tokenizer) -> Iterator[Mention]:
    if value.strip().casefold() in _NOTHING:
        return
    clean = _ASIDE.sub(lambda found: " " * len(found[0]), value)
    tokens = [token for token in tokenizer.tokens(clean, 0, {}, ()) if token.shape in ("identifier", "custom")]
    numbers = list(_bare_numbers(clean, tokens, description))
    if tokens or numbers:
        yield from (_mention(token.start, token.end, *token.names) for token in sorted([*tokens, *numbers], key=lambda token: token.start))
        return
    start = 0
    for part in re.split(r"[,;]\s*", clean):
        if part.strip():
            yield _named(part.strip(), clean.index(part, start), path)
        start = clean.index(part, start) + len(part)


def _bare_numbers(value: str, tokens: Sequence[Token], description: Description) -> Iterator[Token]:
    own = scheme(description.identifier or "")
    if not own:
        return
    for found in _NUMBER.finditer(value):
        if not any(token.start <= found.start() < token.end for token in tokens):
            yield Token(found.start(), found.end(), names=(name_key(f"{own} {found[0]}"),))


def _named(part: str, start: int, path: str) -> Mention:
    if link := _MARKUP_LINK.match(part):
        part = link["target"]
    if _PATH.match(part):
        names, _ = link_names(part, path)
        return _mention(start, start + len(part), *(names or (name_key(part),)))
    if edition := _EDITION_ALONE.fullmatch(part):
        return _mention(start, start + len(part), OWN_EDITION + name_key(edition["edition"]))
    bare = EDITION.sub("", part)
    edition_found = EDITION.search(part)
    key = name_key(bare)
    if edition_found:
        key = f"{key} {name_key(edition_of(edition_found))}"
    return _mention(start, start + len(part), key)


def _mention(start: int, end: int, *names: str) -> Mention:
    return Mention(start, end, "metadata", names)
