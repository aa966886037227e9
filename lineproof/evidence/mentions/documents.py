"""Documents in text: identifiers, citation tags, addresses, editions, numbers of the own scheme, and kinds of documents."""

import re
from collections.abc import Iterator, Mapping

from lineproof.evidence.language import available, load
from lineproof.evidence.mentions.grammar import Grammar, alternatives
from lineproof.evidence.mentions.identifiers import EDITION, SHAPE, STANDALONE_EDITION, canonical_edition, edition_of, scheme, shorter
from lineproof.evidence.mentions.model import OWN_SCHEME, Token
from lineproof.evidence.mentions.words import Words
from lineproof.evidence.names import name_key

_TAG = re.compile(r"\[(?P<tag>[^\W_][^\[\]\n]{0,60})\](?!\()")
_URL = re.compile(r"\bhttps?://[^\s<>\"'`|\\^{}\[\]]*[^\s<>\"'`|\\^{}\[\].,;:!?)*_]")
_ITEM_BREAK = re.compile(r"[;,:]\s*(?=\D)")
_GENERIC = ("generic_document", "generic_law", "generic_name")
_ACTS = ("supersedes", "amends", "partial")
_WITH_YEAR = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+ (?:19|20)\d\d")
_TITLE_BEFORE = re.compile(r"(?:[A-ZÄÖÜ][\w'’-]+ (?:(?:(?:of|for|in) (?:the )?|and |& |der |des |für |und )?)){1,6}$")
_CAPITAL = re.compile(r"(?<!\S)[A-ZÄÖÜ]")
_LONGEST_TITLE = 100
"""Characters of a title before its year that are looked at."""


class DocumentFinder:
    """Finds document tokens by the words of one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        language = load(grammar.language)
        listing = grammar.any_of("and")
        self.identifier = re.compile(SHAPE)
        self.another = re.compile(rf"\s*(?:,\s*(?i:{listing})?|(?i:{listing})|/)\s*(?P<number>\d{{1,5}})(?![\w.]?\w)")
        self.custom = [re.compile(pattern) for pattern in grammar.identifier_patterns]
        self.no_scheme = {name_key(form) for code in available() for forms in load(code).dates.months for form in forms}
        small = ("article_word", "see", "edition", "subdivision")
        self.small_words = language.stop_words.union(*(grammar.words.get(name, ()) for name in small))
        acts = [word for name in _ACTS for word in grammar.words.get(name, ())]
        self.acted_number = re.compile(rf"(?<![\w])(?i:{alternatives(acts)})\s+(?P<number>\d{{3,6}})(?![\w.%/-]?\w)")
        self.act_words = Words(acts)
        self.edition_words = Words(["edition", "ed.", "version", "rev.", "ausgabe", "fassung", "edición"])
        self.generic_words = Words([word for name in _GENERIC for word in grammar.words.get(name, ())])
        self.generic = self._generic(grammar)

    def _generic(self, grammar: Grammar) -> re.Pattern[str]:
        """`the applicable state endorsement`, `applicable law`; `a state endorsement`, with a word in between that is no determiner; `the
        policy` where it is said to provide something, or something is subject to it.
        """
        kind, alone = grammar.any_of("generic_document", "generic_law"), grammar.any_of("generic_document")
        article = grammar.any_of("article_word")
        some = rf"(?:(?i:{article})\s+(?:[\w-]+\s+)?)?(?i:{grammar.any_of('generic')})\s+(?:[\w-]+\s+){{0,3}}?(?i:{kind})"
        determiner = rf"(?i:{grammar.any_of('self', 'same', 'article_word')})\s"
        any_one = rf"\b(?i:{grammar.any_of('any_one')})\s+(?:(?!{determiner})[\w-]+\s+){{1,3}}?(?i:{alone})"
        name, behind = grammar.any_of("generic_name"), rf"\s+(?i:{grammar.any_of('provides')})(?![\w])"
        acting = rf"(?i:{name})(?={behind})|(?i:{grammar.any_of('subject_to')})\s+(?i:{name})"
        return re.compile(rf"(?:(?<![\w])(?:{some}|{acting})|{any_one})(?![\w])(?!\s*[A-Z]{{0,8}}[ -]?\d)")

    def urls(self, text: str) -> Iterator[Token]:
        """Addresses in plain text; what they look like inside is no citation of anything else."""
        for found in _URL.finditer(text) if "://" in text else ():
            yield Token(found.start(), found.end(), "link", "external", names=(f"url:{found[0]}",), shape="url")

    def tags(self, text: str, tags: Mapping[str, tuple[str, ...]]) -> Iterator[Token]:
        """`[RFC5321]`, `[HTTP]`, `[7]`; the words after a comma (`[HTTP, Section 4.2]`) are left to the other finders."""
        if "[" not in text:
            return
        for found in _TAG.finditer(text):
            inner = _ITEM_BREAK.split(found["tag"], maxsplit=1)[0].strip()
            end = found.end() if inner == found["tag"].strip() else found.start() + 1 + len(inner)
            own = tuple(shorter(inner)) if self.identifier.fullmatch(inner) else ()
            if inner in tags:
                names = tuple(dict.fromkeys((*own, *tags[inner])))
                yield Token(found.start(), end, names=names, nature="specific" if names else "external", shape="tag")
            elif own:
                yield Token(found.start(), end, names=own, nature="candidate", shape="tag")

    def identifiers(self, text: str) -> Iterator[Token]:
        """`RFC 5321`, `HO 04 90 (2026-01)`, and what the settings of the corpus add."""
        for pattern in self.custom:
            for found in pattern.finditer(text):
                yield Token(found.start(), found.end(), names=(name_key(found[0]),))
        for found in self.identifier.finditer(text):
            yield from self._identifier(text, found)

    def _identifier(self, text: str, found: re.Match[str]) -> Iterator[Token]:
        written = found[0]
        word = scheme(written)
        if word in self.no_scheme or (word in self.small_words and not written[: len(word)].isupper()):
            return
        if edition := EDITION.match(text, found.end()):
            key = name_key(edition_of(edition))
            names = (*(f"{name} {key}" for name in shorter(written)),)
            yield Token(found.start(), edition.end(), names=names, nature="candidate", family=tuple(shorter(written)))
            return
        names = tuple(shorter(written))
        if titles := self._titles(text, found):
            yield Token(titles[0][0], found.end(), names=(*(name_key(title) for _, title in titles), *names), nature="candidate")
            return
        if word.endswith("s") and written[: len(word)].isupper() is False:
            names = (*names, *shorter(written.replace("s", "", 1)))
        yield Token(found.start(), found.end(), names=names, nature="candidate")
        yield from self._further(text, found, word)

    def _titles(self, text: str, found: re.Match[str]) -> list[tuple[int, str]]:
        """`See the Travel Rules 2020`: the titles that may end with a year, longest first, each with its start."""
        run = _TITLE_BEFORE.search(text, max(0, found.start() - _LONGEST_TITLE), found.start()) if _WITH_YEAR.fullmatch(found[0]) else None
        starts = [run.start() + word.start() for word in _CAPITAL.finditer(run[0])] if run else []
        while starts and text[starts[0] :].split(maxsplit=1)[0].casefold() in self.small_words:
            del starts[0]
        return [(start, text[start : found.end()]) for start in starts]

    def _further(self, text: str, found: re.Match[str], word: str) -> Iterator[Token]:
        """`RFCs 2616 and 2617`, `RFC 1034/1035`: numbers that share the letters of the identifier before them."""
        first = name_key(found[0]).split()[-1]
        end = found.end()
        plural = found[0][: len(word)].endswith("s") and len(word) > 2
        while first.isdigit() and (following := self.another.match(text, end)):
            number = following["number"]
            if abs(len(number) - len(first)) > 1 or not (plural or len(number) >= 3):
                return
            singular = word[:-1] if plural else word
            yield Token(following.start("number"), following.end("number"), names=(name_key(f"{singular} {number}"),), nature="candidate")
            end = following.end()

    def editions(self, text: str, lower: str) -> Iterator[Token]:
        """`edition 2010-10`, `the 2010-10 edition`: another edition of this document."""
        if not self.edition_words.occur_in(lower):
            return
        for found in STANDALONE_EDITION.finditer(text):
            edition = canonical_edition(found["after"] or found["before"]) or ""
            yield Token(found.start(), found.end(), names=(name_key(edition),), nature="candidate", shape="edition")

    def numbers(self, text: str, lower: str) -> Iterator[Token]:
        """`portions of 7230`, `obsoletes 821`: a number of this document's own scheme behind a word for a relation."""
        if not self.act_words.occur_in(lower):
            return
        for found in self.acted_number.finditer(text):
            yield Token(
                found.start("number"), found.end("number"), names=(OWN_SCHEME + found["number"],), nature="candidate", shape="number"
            )

    def generics(self, text: str, lower: str) -> Iterator[Token]:
        """A kind of document rather than one."""
        if not self.generic_words.occur_in(lower):
            return
        for found in self.generic.finditer(text):
            yield Token(found.start(), found.end(), nature="generic", shape="generic")
