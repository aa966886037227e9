"""Governing documents: what is named right beside a section by words alone, without an identifier, tag or link.

own, base, same   this document, the form that it belongs to, the document named last (`of this form`, `of the policy`, `of that bulletin`)
beside            a name in capitals before a section, which may be that of a document (`the Claims Manual, Section 4.2`)
law               a document by its name: inflected behind the section, an abbreviation, or before it (`Insurance Code § 38.220`)
"""

import re

from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.model import BESIDE, Token
from lineproof.evidence.names import name_key, stem_key

_ABBREVIATION = r"(?P<abbreviation>[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*(?:-[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]+)?)(?![\w-])"
_FOREIGN = re.compile(r"\s+(?:of)\s+(?:the|that|an?)?\s*(?P<phrase>[A-Za-z][\w'’/.-]*(?:\s+[A-Za-z][\w'’/-]*){0,5})")
_BESIDE = re.compile(r"(?P<phrase>[A-Z][\w'’-]*(?:\s+(?:[a-z]{2}\s+|and\s+|for\s+|&\s+)?[A-Z][\w'’-]*){1,6})\s*,\s*$")
_NUMBERED = r"(?!\s+[A-Z]{2,}|\s+\d)"
MAX_TAIL = 8
REACH = 80


class GoverningFinder:
    """Finds governing documents by the words of one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.language = grammar.language
        any_of = grammar.any_of
        of, kinds = any_of("of"), any_of("document", "generic_document")
        before = rf"\s*,?\s*(?:(?i:{of})\s+)?"
        self.own = re.compile(rf"{before}(?i:{any_of('self')})\s+(?:[\w-]+\s+)?(?i:{any_of('document', 'law_suffix')})(?![\w])")
        self.base = re.compile(rf"{before}(?i:{any_of('base')})(?![\w]){_NUMBERED}")
        self.same = re.compile(rf"{before}(?i:{any_of('same')}\s+(?:[\w-]+\s+)?{kinds})(?![\w]){_NUMBERED}")
        name = rf"(?P<name>(?:[A-ZÄÖÜ][\w-]*\s+){{0,3}}?(?:[A-ZÄÖÜ][\w-]*)?(?i:{any_of('law_suffix')})(?![\w-]))"
        abbreviation = rf"(?:(?i:{of})\s+)?{_ABBREVIATION}(?!\s?\d)" if grammar.words.get("law_suffix") else r"(?P<abbreviation>(?!))"
        self.law = re.compile(rf"\s*,?\s*(?:(?i:{of})\s+{name}|{abbreviation})")
        tail = rf"(?:\s+(?i:{any_of('law_of')})(?:\s+[\w-]+){{1,{MAX_TAIL}}})?"
        self.law_tail = re.compile(rf"(?P<tail>(?:\s+[A-ZÁÉÍÓÚÑÄÖÜ][\w-]*){{0,2}}{tail})")
        self.law_before = re.compile(rf"(?P<name>(?:[A-ZÄÖÜ][\w.]*\s+){{1,5}}(?i:{any_of('law_noun')}))\s*,?\s*$")

    def governing(self, text: str, end: int) -> Token | None:
        """The document named directly behind a section: this document, the form that it belongs to, or a law."""
        for nature, pattern in (("own", self.own), ("base", self.base), ("same", self.same)):
            if found := pattern.match(text, end):
                return Token(found.start(), found.end(), nature=nature)
        if found := self.law.match(text, end):
            return self._law(text, found)
        return None

    def preceding(self, text: str, start: int) -> Token | None:
        """A law named directly before a section (`Insurance Code § 38.220`)."""
        found = self.law_before.search(text, max(0, start - REACH), start)
        return Token(found.start(), found.end(), names=(name_key(found["name"]),), nature="external", shape="law") if found else None

    def beside(self, text: str, start: int) -> Token | None:
        """A name directly before a section, set off by a comma; whether it is that of a document is looked up later."""
        if (found := _BESIDE.search(text, max(0, start - REACH), start)) is None:
            return None
        words = found["phrase"].split()
        names = (BESIDE + name_key(" ".join(words[first:])) for first in range(len(words) - 1))
        return Token(found.start(), found.end("phrase"), names=tuple(dict.fromkeys(names)), nature="beside", shape="law")

    def elsewhere(self, text: str, end: int) -> Token | None:
        """A document that is named behind a section by words alone (`Section 4.e of the Trust Legal Provisions`)."""
        if (found := _FOREIGN.match(text, end)) and (phrase := _capitalised(found["phrase"])):
            return Token(
                found.start("phrase"), found.start("phrase") + len(phrase), names=(name_key(phrase),), nature="external", shape="law"
            )
        return None

    def _law(self, text: str, found: re.Match[str]) -> Token | None:
        if found["abbreviation"]:
            return Token(found.start("abbreviation"), found.end(), names=(name_key(found["abbreviation"]),), nature="external", shape="law")
        tail = self.law_tail.match(text, found.end())
        words = [found["name"], *(word.strip(",.;()") for word in (tail["tail"].split() if tail else ()))]
        names = tuple(stem_key(" ".join(words[:end]), self.language) for end in range(len(words), 0, -1))
        return Token(found.start("name"), found.end(), names=names, nature="external", shape="law")


def _capitalised(phrase: str) -> str:
    """The leading words of a phrase up to its last capitalised one; empty where none is."""
    words = phrase.split()
    last = max((n for n, word in enumerate(words, 1) if word[:1].isupper()), default=0)
    return " ".join(words[:last])
