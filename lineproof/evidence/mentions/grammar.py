"""Grammar: the words and shapes by which text cites other text, for one language and corpus.

The words come from three data files that are merged: ``grammar.toml`` (metadata fields, schemes), the ``[references]`` table of the
language, and the ``[corpora.NAME.grammar]`` table of ``lineproof.toml``. Nothing of a corpus is written in code.

kind of section   section, chapter, article, appendix, part, clause, or a sign (``§``)
scheme            the letters before the number of an identifier (`RFC`, `HO`)
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lineproof.evidence.errors import BadGrammar
from lineproof.evidence.language import Language, available, load
from lineproof.evidence.names import name_key

SECTION_KINDS = ("section", "chapter", "article", "appendix", "part", "clause")
DOCUMENT_RELATIONS = ("supersedes", "amends", "attaches_to", "requires")
INVERSES = {
    "superseded_by": "supersedes",
    "amended_by": "amends",
    "has_attachment": "attaches_to",
    "required_by": "requires",
}
TABLES = ("fields", "relations", "schemes", "aliases", "identifiers", "references")


@dataclass(frozen=True, slots=True)
class Grammar:
    """Merged words; ``words`` by name of the list, ``fields`` and ``relations`` from a field name to its meaning."""

    language: str
    words: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, str]
    relations: Mapping[str, str]
    external_schemes: frozenset[str]
    aliases: Mapping[str, str]
    identifier_patterns: tuple[str, ...]

    @property
    def nouns(self) -> frozenset[str]:
        """Words for a kind of document (`manual`, `bulletin`)."""
        return frozenset(word.casefold() for name in ("document", "generic_document") for word in self.words.get(name, ()))

    @property
    def inflects(self) -> bool:
        """Whether names of documents are compared by stem in this language."""
        return bool(self.words.get("law_suffix"))

    def any_of(self, *lists: str) -> str:
        """A pattern that matches any word of some lists, longest first; it captures nothing."""
        return alternatives(word for name in lists for word in self.words.get(name, ()))


def alternatives(words: Iterable[str]) -> str:
    """A pattern of literal words, longest first; blanks match any run of blanks, and no words match nothing."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) + ")" if ordered else r"(?!)"


def build(language: Language, extension: Mapping[str, Any]) -> Grammar:
    """The grammar of one language, extended by the settings of a corpus.

    Raises:
        BadGrammar: the extension has a table, list or pattern that cannot be used.
    """
    _check(extension)
    base = _defaults()
    merged = {table: _merge(base.get(table, {}), extension.get(table, {})) for table in TABLES if table != "references"}
    words = _merge(language.references, extension.get("references", {}))
    return Grammar(
        language=language.code,
        words={name: tuple(values) for name, values in words.items()},
        fields=_meanings(merged["fields"]),
        relations=_meanings(merged["relations"]),
        external_schemes=frozenset(name_key(scheme) for scheme in merged["schemes"]["external"]),
        aliases=dict(extension.get("aliases", {})),
        identifier_patterns=tuple(merged["identifiers"]["patterns"]),
    )


@lru_cache(maxsize=1)
def section_words() -> Mapping[str, str]:
    """Every word for a kind of section in any language, folded, with its kind."""
    return {word: kind for code in available() for word, kind in words_of_sections(load(code).references).items()}


def words_of_sections(words: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Every word for a kind of section in one language, folded, with its kind."""
    pairs = ((word, kind) for kind in SECTION_KINDS for word in words.get(kind, ()))
    return {word.casefold(): kind for word, kind in pairs if word[:1].isalpha()}


@lru_cache(maxsize=1)
def _defaults() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("grammar.toml").read_text(encoding="utf-8"))


def _merge(base: Mapping[str, Sequence[str]], extension: Mapping[str, Any]) -> dict[str, Any]:
    return {name: [*base.get(name, ()), *extension.get(name, ())] if name in base else extension[name] for name in {**base, **extension}}


def _meanings(table: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {name: meaning for meaning, names in table.items() for name in names}


def _check(extension: Mapping[str, Any]) -> None:
    if unknown := sorted(set(extension) - set(TABLES)):
        raise BadGrammar(f"the grammar has no table {', '.join(unknown)}; it has {', '.join(TABLES)}")
    for table, lists in extension.items():
        if not isinstance(lists, dict):
            raise BadGrammar(f"[grammar.{table}] must be a table")
        for name, values in lists.items():
            _check_list(table, name, values)
    for pattern in extension.get("identifiers", {}).get("patterns", ()):
        try:
            empty = re.compile(pattern).match("")
        except re.error as error:
            raise BadGrammar(f"identifier pattern {pattern!r} is not a regular expression: {error}") from error
        if empty:
            raise BadGrammar(f"identifier pattern {pattern!r} matches the empty text")


def _check_list(table: str, name: str, values: object) -> None:
    if table == "aliases":
        if not isinstance(values, str):
            raise BadGrammar(f"[grammar.aliases] {name!r} must be the name, as text, of the document that it stands for")
    elif not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadGrammar(f"[grammar.{table}] {name} must be a list of texts")
