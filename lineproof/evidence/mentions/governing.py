"""Governing documents: what is named right beside a section by words alone, without an identifier, tag or link.

own, base, same   this document, the form that it belongs to, the document named last (`of this form`, `of the policy`, `of that bulletin`)
beside            a name in capitals before a section, which may be that of a document (`the Claims Manual, Section 4.2`)
law               a document by its name: inflected behind the section, an abbreviation, or before it (`Insurance Code § 38.220`)
"""

import re
from itertools import takewhile

from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.identifiers import EDITION, edition_of, stated_edition
from lineproof.evidence.mentions.model import BESIDE, IN_EDITION, Token
from lineproof.evidence.names import name_key, stem_key

_ABBREVIATION = r"(?P<abbreviation>[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*(?:-[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]+)?)(?![\w-])"
_FOREIGN = re.compile(r"\s+(?:of)\s+(?:the|that|an?)?\s*(?P<phrase>[A-Za-z][\w'’/.-]*(?:\s+[A-Za-z][\w'’/-]*){0,5})")
_PHRASE = r"[A-Z][\w'’-]*(?:\s+(?:[a-z]{2}\s+|and\s+|for\s+|&\s+)?[A-Z][\w'’-]*)"
_BESIDE = re.compile(rf"(?P<phrase>{_PHRASE}{{1,6}})(?:\s*,)?\s*$")
_TITLE = re.compile(rf"(?P<phrase>{_PHRASE}{{0,6}})$")
_OPENS = re.compile(r"(?:^|[.!?:;(]|\n)\s*$")
_JOINT = re.compile(r"(?:['’]s)?\s*,?\s*")
_NUMBERED = r"(?!\s+[A-Z]{2,}|\s+\d)"
MAX_TAIL = 8
REACH = 80
OPENING = 8
"""Characters before a phrase in which the sentence must have ended that it opens."""


class GoverningFinder:
    """Finds governing documents by the words of one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.language = grammar.language
        self.inflects = grammar.inflects
        self.passed_over = frozenset((*grammar.words.get("article_word", ()), *grammar.words.get("of", ())))
        any_of = grammar.any_of
        of, kinds = any_of("of"), any_of("document", "generic_document")
        before = rf"\s*,?\s*(?:(?i:{of})\s+)?"
        self.own = re.compile(rf"{before}(?i:{any_of('self')})\s+(?:[\w-]+\s+)?(?i:{any_of('document', 'law_suffix')})(?![\w])")
        self.base = re.compile(rf"{before}(?i:{any_of('base')})(?![\w]){_NUMBERED}")
        self.same = re.compile(rf"{before}(?i:{any_of('same')}\s+(?:[\w-]+\s+)?{kinds})(?![\w]){_NUMBERED}")
        name = rf"(?P<name>(?:[A-ZÄÖÜ][\w-]*\s+){{0,3}}?(?:[A-ZÄÖÜ][\w-]*)?(?i:{any_of('law_suffix')})(?![\w-]))"
        abbreviation = rf"(?:(?i:{of})\s+)?{_ABBREVIATION}(?!\s?\d)" if self.inflects else r"(?P<abbreviation>(?!))"
        self.law = re.compile(rf"\s*,?\s*(?:(?i:{of})\s+{name}|{abbreviation})")
        phrase = r"(?P<phrase>[^\W\d_][\w'’/.-]*(?:\s+[^\W\d_][\w'’/-]*){0,5})"
        self.titled = re.compile(rf"\s+(?i:{of})\s+(?:(?i:{any_of('article_word')})\s+)?{phrase}")
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
        """A name directly before a section: with its edition, or without, and then it is looked up later whether it is one."""
        if edition := self._edition_before(text, start):
            found = _TITLE.search(text, max(0, start - REACH), edition.start())
            return _in_edition(found.start(), self._titles(text, found), edition) if found else None
        if (found := _BESIDE.search(text, max(0, start - REACH), start)) is None:
            return None
        names = tuple(BESIDE + name for name in self._titles(text, found))
        return Token(found.start(), found.end("phrase"), names=names, nature="beside", shape="law")

    def elsewhere(self, text: str, end: int) -> Token | None:
        """A document that is named behind a section by words alone (`Section 4.e of the Trust Legal Provisions`)."""
        if titled := self._titled_behind(text, end):
            return titled
        if (found := _FOREIGN.match(text, end)) and (phrase := _capitalised(found["phrase"])):
            return Token(
                found.start("phrase"), found.start("phrase") + len(phrase), names=(name_key(phrase),), nature="external", shape="law"
            )
        return None

    def _titled_behind(self, text: str, end: int) -> Token | None:
        """A title with its edition; the brackets or the word for it tell a title from other capitalised words in any language."""
        if (found := self.titled.match(text, end)) and (phrase := _capitalised(found["phrase"])):
            start, end = found.start("phrase"), found.start("phrase") + len(phrase)
            if edition := stated_edition(text, end):
                key = stem_key(phrase, self.language) if self.inflects else name_key(phrase)
                return _in_edition(start, (key,), edition)
        return None

    def _edition_before(self, text: str, start: int) -> re.Match[str] | None:
        """The edition of a title that ends right before a section."""
        found = (stated_edition(text, each.start()) for each in EDITION.finditer(text, max(0, start - REACH), start))
        return next((edition for edition in found if edition and _JOINT.fullmatch(text, edition.end(), start)), None)

    def _titles(self, text: str, found: re.Match[str]) -> tuple[str, ...]:
        """The keys of a phrase, and of what remains without the word that opens a sentence and without articles.

        No other word may go: the `Air Travel Policy` is not the `Travel Policy`.
        """
        words = found["phrase"].split()
        opens = _OPENS.search(text, max(0, found.start() - OPENING), found.start()) is not None
        passed = takewhile(lambda at: (at == 0 and opens) or words[at].casefold() in self.passed_over, range(len(words) - 1))
        return tuple(dict.fromkeys(name_key(" ".join(words[first:])) for first in (0, *(at + 1 for at in passed))))

    def _law(self, text: str, found: re.Match[str]) -> Token | None:
        if found["abbreviation"]:
            return Token(found.start("abbreviation"), found.end(), names=(name_key(found["abbreviation"]),), nature="external", shape="law")
        tail = self.law_tail.match(text, found.end())
        words = [found["name"], *(word.strip(",.;()") for word in (tail["tail"].split() if tail else ()))]
        names = tuple(stem_key(" ".join(words[:end]), self.language) for end in range(len(words), 0, -1))
        return Token(found.start("name"), found.end(), names=names, nature="external", shape="law")


def _in_edition(start: int, names: tuple[str, ...], edition: re.Match[str]) -> Token:
    """A document in a stated edition, by its title."""
    stated = tuple(name + IN_EDITION + name_key(edition_of(edition)) for name in names)
    return Token(start, edition.end(), names=stated, nature="external", shape="law", family=names)


def _capitalised(phrase: str) -> str:
    """The leading words of a phrase up to its last capitalised one; empty where none is."""
    words = phrase.split()
    last = max((n for n, word in enumerate(words, 1) if word[:1].isupper()), default=0)
    return " ".join(words[:last])
