"""Tokens of citation: the runs of words in a paragraph that name a document or a section, before they are put together.

document token   an identifier, citation tag, link, law by name, or edition; ``names`` are the keys to look up, best first
section token    a word or sign and one or more numbers (`Sections 4.2 and 4.3`, `§§ 5 bis 7`); one item a number
item             one section named: ``keys`` to look up within its document, best first; ``until`` ends a range
nature           `specific` (names one thing), `candidate` (names one only if it is found; else it is no reference), `external`
                 (lies outside by its form), `own` (this document), `base` (the form that this document belongs to), `generic`
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lineproof.evidence.grammar import Grammar, alternatives, words_of_sections
from lineproof.evidence.identifiers import EDITION, SHAPE, STANDALONE_EDITION, canonical_edition, edition_of, scheme, shorter
from lineproof.evidence.language import available, load
from lineproof.evidence.names import name_key, stem_key
from lineproof.evidence.words import Words, lowered

_PLAIN_NUMBER = r"\d{1,4}[a-z]{0,2}(?:\.\d{1,4}[a-z]?)*"
_NUMBER = rf"(?:{_PLAIN_NUMBER}|[A-Z]{{1,2}}(?:\.\d{{1,4}})+|[IVX]{{1,6}}(?:\.\d{{1,4}})*|[A-Z](?:\.[A-Z0-9]{{1,3}})*)(?![\w])(?!\.\d)"
_LABEL = r"(?<![\w.:/-])[A-Z]{1,2}(?:\.\d{1,3})+(?![\w.]?\w)"
_BRACKETS = r"(?:\s?\([a-z0-9]{1,4}\))*"
_TAG = re.compile(r"\[(?P<tag>[^\W_][^\[\]\n]{0,60})\](?!\()")
_URL = re.compile(r"\bhttps?://[^\s<>\"'`|\\^{}\[\]]*[^\s<>\"'`|\\^{}\[\].,;:!?)*_]")
_ITEM_BREAK = re.compile(r"[;,:]\s*(?=\D)")
_ABBREVIATION = r"(?P<abbreviation>[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*(?:-[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]+)?)(?![\w-])"
OWN_SCHEME = "own-scheme:"
_RANK = {"part": 0, "chapter": 1, "appendix": 2, "article": 2, "section": 3, "clause": 4, "§": 4}
MAX_TAIL = 8
MAX_SECTION = 10_000


@dataclass(frozen=True, slots=True)
class Item:
    """One section named; offsets are in the paragraph's text."""

    start: int
    end: int
    keys: tuple[str, ...]
    until: str | None = None
    """The plain number that ends a range."""


@dataclass(frozen=True, slots=True)
class Token:
    """A document token (``items`` empty) or a section token; ``family`` are the keys of an identifier without its edition."""

    start: int
    end: int
    origin: str = "wording"
    nature: str = "specific"
    names: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    shape: str = "identifier"
    family: tuple[str, ...] = ()

    @property
    def is_section(self) -> bool:
        """Whether it names sections."""
        return bool(self.items)


class Tokenizer:
    """The patterns of one grammar, compiled once; :meth:`tokens` is a pure function of the text."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.kinds = words_of_sections(grammar.words)
        self.plurals = frozenset(load(grammar.language).identifiers.plurals)
        words = alternatives(self.kinds)
        listing, spanning = grammar.any_of("and"), grammar.any_of("range")
        subdivision = grammar.any_of("subdivision")
        self.sub_number = r"(?:\d{1,3}[a-z]?|[a-z]{1,2}|\([a-z0-9]{1,4}\))(?![\w])"
        more = rf"(?:\s*(?:,|{listing}|{spanning}|[-–])\s*(?:\d{{1,3}}[a-z]?)(?![\w]))*"
        self.sub = rf"(?i:{subdivision})\s*{self.sub_number}{more}"
        chain = rf"(?:(?:\s*(?:,|(?i:{listing}))?)\s*{self.sub})"
        self.subdivisions = re.compile(rf"(?:\s*,?\s*{self.sub})(?:{chain})*")
        self.part_list = re.compile(rf"(?<![\w])(?P<last>\d{{1,3}})(?=\s*(?:,|{listing})\s*(?P<next>\d{{1,3}})(?![\w]))", re.IGNORECASE)
        self.bare_subdivision = re.compile(rf"(?<![\w§])(?![A-Za-z]\.)(?:{self.sub})(?:{chain})*")
        self.section = re.compile(rf"(?<![\w§-])(?:(?P<word>(?i:{words}))(?::?\s+|(?<=\.))|(?P<sign>§{{1,2}})\s*)(?P<number>{_NUMBER})")
        self.next_item = re.compile(
            rf"\s*(?:(?P<range>(?i:{spanning})|[-–—])|,\s*(?i:{listing})?|(?i:{listing})|/)\s*(?P<again>(?i:{words})\s+|§{{1,2}}\s*)?(?P<number>{_NUMBER})"
        )
        self.inner = re.compile(
            rf"(?:\s*[-–—]\s*[A-Z][\w']*(?:\s+(?:(?i:{listing})\s+)?[A-Z][\w']*){{0,4}})?\s*,?\s+(?P<number>{_LABEL})"
        )
        self.label = re.compile(_LABEL)
        self.seen = re.compile(rf"(?i:{grammar.any_of('see')})\s+(?P<number>\d{{1,2}}(?:\.\d{{1,3}})+)(?![\w])")
        self.titled = re.compile(
            rf"(?:[\"“'‘`](?P<quoted>[^\"“”'‘’`]{{3,70}})[\"”'’`]|(?<![\w'-])(?P<plain>[A-Z][\w'-]*(?:\s+(?:(?i:{listing}|of|for|to|the)\s+)?[A-Z][\w'-]*){{0,5}}))\s+(?i:{alternatives(w for w, k in self.kinds.items() if k == 'section')})(?![\w])(?!\s+{_NUMBER})"
            rf"|(?i:{alternatives(w for w, k in self.kinds.items() if k == 'section')})\s+(?:(?i:{grammar.any_of('entitled')})\s+)?[\"“](?P<after>[^\"“”]{{3,70}})[\"”]"
        )
        self.identifier = re.compile(SHAPE)
        self.another = re.compile(rf"\s*(?:,\s*(?i:{listing})?|(?i:{listing})|/)\s*(?P<number>\d{{1,5}})(?![\w.]?\w)")
        months = {form for code in available() for forms in load(code).dates.months for form in forms}
        self.no_scheme = {name_key(month) for month in months}
        self.small_words = load(grammar.language).stop_words.union(*(grammar.words.get(name, ()) for name in ("article_word", "see", "edition", "subdivision")))
        self.custom = [re.compile(pattern) for pattern in grammar.identifier_patterns]
        suffixes = grammar.any_of("law_suffix")
        of = grammar.any_of("of")
        self.law = re.compile(
            rf"\s*,?\s*(?:(?i:{of})\s+(?P<name>(?:[A-ZÄÖÜ][\w-]*\s+){{0,3}}?(?:[A-ZÄÖÜ][\w-]*)?(?i:{suffixes})(?![\w-]))|{_ABBREVIATION})"
        )
        self.law_tail = re.compile(rf"(?P<tail>(?:\s+[A-ZÁÉÍÓÚÑÄÖÜ][\w-]*){{0,2}}(?:\s+(?i:{grammar.any_of('law_of')})(?:\s+[\w-]+){{1,{MAX_TAIL}}})?)")
        own_nouns = grammar.any_of("document", "law_suffix")
        self.own = re.compile(rf"\s*,?\s*(?:(?i:{of})\s+)?(?i:{grammar.any_of('self')})\s+(?:[\w-]+\s+)?(?i:{own_nouns})(?![\w])")
        anaphora = rf"{grammar.any_of('same')}\s+(?:[\w-]+\s+)?{grammar.any_of('document', 'generic_document')}"
        self.base = re.compile(rf"\s*,?\s*(?:(?i:{of})\s+)?(?i:{grammar.any_of('base')})(?![\w])(?!\s+[A-Z]{{2,}}|\s+\d)")
        self.same = re.compile(rf"\s*,?\s*(?:(?i:{of})\s+)?(?i:{anaphora})(?![\w])(?!\s+[A-Z]{{2,}}|\s+\d)")
        self.law_before = re.compile(rf"(?P<name>(?:[A-ZÄÖÜ][\w.]*\s+){{1,5}}(?i:{grammar.any_of('law_noun')}))\s*,?\s*$")
        self.foreign = re.compile(r"\s+(?:of)\s+(?:the|that|an?)?\s*(?P<phrase>[A-Za-z][\w'’/.-]*(?:\s+[A-Za-z][\w'’/-]*){0,5})")
        generic = rf"(?:(?i:{grammar.any_of('article_word')})\s+(?:[\w-]+\s+)?)?(?i:{grammar.any_of('generic')})\s+(?:[\w-]+\s+){{0,3}}?(?i:{grammar.any_of('generic_document')})"
        kinded = rf"\b(?i:an?|any|each|every|ein|eine|einen|einer|un|una|cualquier)\s+(?:(?!(?i:{grammar.any_of('self', 'same', 'article_word')})\s)[\w-]+\s+){{1,3}}?(?i:{grammar.any_of('generic_document')})"
        self.generic = re.compile(rf"(?:(?<![\w]){generic}|{kinded})(?![\w])(?!\s*[A-Z]{{0,8}}[ -]?\d)")
        acts = alternatives(word for name in ("supersedes", "amends", "partial") for word in grammar.words.get(name, ()))
        self.acted_number = re.compile(rf"(?<![\w])(?i:{acts})\s+(?P<number>\d{{3,6}})(?![\w.%/-]?\w)")
        first_words = {word.split()[0] for name in ("edition", "generic_document", "subdivision") for word in grammar.words.get(name, ())}
        self.section_words = Words([*self.kinds, "§"])
        self.edition_words = Words(["edition", "ed.", "version", "rev.", "ausgabe", "fassung", "edición"])
        self.generic_words = Words(grammar.words.get("generic_document", ()))
        self.subdivision_words = Words(grammar.words.get("subdivision", ()))
        self.act_words = Words(word for name in ("supersedes", "amends", "partial") for word in grammar.words.get(name, ()))
        self.any_words = Words([*first_words, *self.kinds])
        self.quick = re.compile(r"[\d\[§]")

    def tokens(self, text: str, skip: int, tags: Mapping[str, tuple[str, ...]], links: Sequence[Token]) -> list[Token]:
        """All tokens of a paragraph in order, without overlaps.

        Args:
            text: the paragraph's normalised text.
            skip: where the text begins after its own label, which is no citation.
            tags: what the document's list of references says of each citation tag.
            links: tokens of hyperlinks, which win over all others.
        """
        lower = lowered(text)
        if not links and not self.quick.search(text) and "://" not in text and not self.any_words.occur_in(lower):
            return []
        found: list[Token] = list(links)
        for finder in self._finders(text, lower, tags):
            taken = _Spans(found)
            found += [token for token in finder if token.start >= skip and taken.free(token.start, token.end)]
        return sorted(found, key=lambda token: token.start)

    def _finders(self, text: str, lower: str, tags: Mapping[str, tuple[str, ...]]) -> tuple[Iterator[Token], ...]:
        """All ways to find a token; where two overlap, the one that comes first wins."""
        return (
            self._urls(text),
            self._tags(text, tags),
            self._sections(text, lower),
            self._subdivisions(text, lower),
            self._identifiers(text),
            self._labels(text),
            self._headings(text, lower),
            self._editions(text, lower),
            self._numbers(text, lower),
            self._generics(text, lower),
        )

    def _urls(self, text: str) -> Iterator[Token]:
        """Addresses in plain text; what they look like inside is no citation of anything else."""
        for found in _URL.finditer(text) if "://" in text else ():
            yield Token(found.start(), found.end(), "link", "external", names=(f"url:{found[0]}",), shape="url")

    def _tags(self, text: str, tags: Mapping[str, tuple[str, ...]]) -> Iterator[Token]:
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

    def _sections(self, text: str, lower: str) -> Iterator[Token]:
        position = 0
        for start in self.section_words.starts(lower):
            if start >= position and (found := self.section.match(text, start)):
                token = self._section(text, found)
                yield token
                position = token.end

    def _section(self, text: str, found: re.Match[str]) -> Token:
        word = (found["word"] or "").casefold()
        kind = self.kinds.get(word, "§")
        plural = len(found["sign"] or "") == 2 or word in self.plurals or kind == "article"
        items = [Item(found.start("number"), found.end("number"), self._keys(kind, found["number"]))]
        end = self._end_of_parts(text, found.end(), found["number"] if plural else "")
        if not self.label.fullmatch(found["number"]) and (inner := self.inner.match(text, found.end())):
            items = [self._inside(items[0], inner)]
            end = inner.end()
        elif below := self._nested(text, end, kind):
            inside = (replace(item, keys=tuple(f"{outer}/{key}" for outer in items[0].keys[:1] for key in item.keys)) for item in below.items)
            first, *others = inside
            return Token(found.start(), below.end, items=(replace(first, start=found.start()), *others), shape=kind)
        while following := self.next_item.match(text, end):
            nested = following["again"] and self.inner.match(text, following.end())
            if nested or not self._continues(following, items, plural, text):
                break
            items = self._extend(items, following, kind)
            end = self._end_of_parts(text, following.end(), following["number"] if plural else "")
        items[0] = replace(items[0], start=found.start())
        return Token(found.start(), end, items=tuple(items), shape=kind)

    def _nested(self, text: str, end: int, kind: str) -> Token | None:
        """A section named directly behind a larger one: `Artikel 229 § 5`, `Part II Section 4`."""
        found = self.section.match(text, end + 1) if text[end : end + 1] == " " else None
        if not found:
            return None
        inner = self.kinds.get((found["word"] or "").casefold(), "§")
        return self._section(text, found) if _RANK.get(inner, 9) > _RANK.get(kind, 9) else None

    def _inside(self, outer: Item, inner: re.Match[str]) -> Item:
        key = name_key(inner["number"])
        return Item(outer.start, inner.end(), (*(f"{name}/{key}" for name in outer.keys), key))

    def _end_of_parts(self, text: str, end: int, listed: str) -> int:
        """Past `(a)(2)`, `Abs. 1 Satz 2`: parts of a section that are no sections themselves.

        In a list of sections, where ``listed`` is the number of the last one, a bare number that is larger than it and does not go on
        counting the parts is the next section (`§§ 7, 9 Abs. 2 und 12`).
        """
        if brackets := re.compile(_BRACKETS).match(text, end):
            end = brackets.end()
        if parts := self.subdivisions.match(text, end):
            own = int(found[0]) if (found := re.match(r"\d+", listed)) else MAX_SECTION
            further = self.part_list.finditer(text, end, parts.end())
            end = next((more.end("last") for more in further if int(more["next"]) > max(own, int(more["last"]) + 1)), parts.end())
        return end

    def _continues(self, following: re.Match[str], items: Sequence[Item], plural: bool, text: str) -> bool:
        """Whether another number belongs to the list: it repeats the word, has the shape of the first, or goes on counting."""
        if following["again"] or following["range"]:
            return bool(following["again"]) or _shape(following["number"]) == _shape(text[_number_start(items[-1], text) : items[-1].end])
        first = text[_number_start(items[-1], text) : items[-1].end]
        if _shape(first) != _shape(following["number"]):
            return False
        return "." in first or (plural and _counts_on(first, following["number"]))

    def _extend(self, items: list[Item], following: re.Match[str], kind: str) -> list[Item]:
        word = (following["again"] or "").strip().casefold()
        keys = self._keys(self.kinds.get(word, "§" if word.startswith("§") else kind), following["number"])
        if following["range"]:
            return [*items[:-1], replace(items[-1], end=following.end("number"), until=keys[-1])]
        return [*items, Item(following.start("again" if word else "number"), following.end("number"), keys)]

    def _keys(self, kind: str, number: str) -> tuple[str, ...]:
        plain = name_key(number)
        if kind == "§":
            return (f"§ {plain}", plain)
        return (f"{kind} {plain}", plain)

    def _identifiers(self, text: str) -> Iterator[Token]:
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
        if word.endswith("s") and written[: len(word)].isupper() is False:
            names = (*names, *shorter(written.replace("s", "", 1)))
        yield Token(found.start(), found.end(), names=names, nature="candidate")
        yield from self._further(text, found, word)

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

    def _labels(self, text: str) -> Iterator[Token]:
        """Bare labels: `W.2`, `A.1 through A.3`, `see 4.2.1`; a reference only if the label exists."""
        end = 0
        while found := self.label.search(text, end):
            items = [Item(found.start(), found.end(), (name_key(found[0]),))]
            end = found.end()
            while (following := self.next_item.match(text, end)) and self.label.fullmatch(following["number"]):
                items = self._extend(items, following, "label")
                end = following.end()
            items = [replace(item, keys=item.keys[-1:]) for item in items]
            yield Token(found.start(), end, items=tuple(items), nature="candidate", shape="label")
        for found in self.seen.finditer(text):
            item = Item(found.start("number"), found.end("number"), (name_key(found["number"]),))
            yield Token(item.start, item.end, items=(item,), nature="candidate", shape="label")

    def _subdivisions(self, text: str, lower: str) -> Iterator[Token]:
        """`Absatz 1 Satz 2`, `Nummer 3`: parts of the section in which they stand. Only where a language cites so."""
        if not self.grammar.words.get("law_suffix") or not self.subdivision_words.occur_in(lower):
            return
        for found in self.bare_subdivision.finditer(text):
            yield Token(found.start(), found.end(), items=(Item(found.start(), found.end(), ()),), shape="subdivision")

    def _headings(self, text: str, lower: str) -> Iterator[Token]:
        """`the Security Considerations section`: a heading by its words; a reference only if there is one."""
        if not self.section_words.occur_in(lower):
            return
        for found in self.titled.finditer(text):
            name = found["quoted"] or found["plain"] or found["after"]
            words = name.split()
            keys = tuple(dict.fromkeys(name_key(" ".join(words[start:])) for start in range(min(len(words), 3))))
            yield Token(found.start(), found.end(), items=(Item(found.start(), found.end(), keys),), nature="candidate", shape="heading")

    def _editions(self, text: str, lower: str) -> Iterator[Token]:
        """`edition 2010-10`, `the 2010-10 edition`: another edition of this document."""
        if not self.edition_words.occur_in(lower):
            return
        for found in STANDALONE_EDITION.finditer(text):
            edition = canonical_edition(found["after"] or found["before"]) or ""
            yield Token(found.start(), found.end(), names=(name_key(edition),), nature="candidate", shape="edition")

    def _numbers(self, text: str, lower: str) -> Iterator[Token]:
        """`portions of 7230`, `obsoletes 821`: a number of this document's own scheme behind a word for a relation."""
        if not self.act_words.occur_in(lower):
            return
        for found in self.acted_number.finditer(text):
            yield Token(found.start("number"), found.end("number"), names=(OWN_SCHEME + found["number"],), nature="candidate", shape="number")

    def _generics(self, text: str, lower: str) -> Iterator[Token]:
        if not self.generic_words.occur_in(lower):
            return
        for found in self.generic.finditer(text):
            yield Token(found.start(), found.end(), nature="generic", shape="generic")

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
        found = self.law_before.search(text, max(0, start - 80), start)
        return Token(found.start(), found.end(), names=(name_key(found["name"]),), nature="external", shape="law") if found else None

    def elsewhere(self, text: str, end: int) -> Token | None:
        """A document that is named behind a section by words alone (`Section 4.e of the Trust Legal Provisions`)."""
        if (found := self.foreign.match(text, end)) and (phrase := _capitalised(found["phrase"])):
            return Token(found.start("phrase"), found.start("phrase") + len(phrase), names=(name_key(phrase),), nature="external", shape="law")
        return None

    def _law(self, text: str, found: re.Match[str]) -> Token | None:
        if found["abbreviation"]:
            return Token(found.start("abbreviation"), found.end(), names=(name_key(found["abbreviation"]),), nature="external", shape="law")
        language = self.grammar.language
        tail = self.law_tail.match(text, found.end())
        words = [found["name"], *(word.strip(",.;()") for word in (tail["tail"].split() if tail else ()))]
        names = tuple(f"stem:{stem_key(' '.join(words[:end]), language)}" for end in range(len(words), 0, -1))
        return Token(found.start("name"), found.end(), names=names, nature="external", shape="law")


class _Spans:
    """Places that are taken already."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.spans = [(token.start, token.end) for token in tokens]

    def free(self, start: int, end: int) -> bool:
        return all(end <= first or start >= last for first, last in self.spans)


def _shape(number: str) -> str:
    """Numbers of one list look alike: all plain, all dotted, all letters."""
    return "letters" if number[:1].isalpha() else "number"


def _number_start(item: Item, text: str) -> int:
    """Where the number of an item begins: after its word or sign."""
    position = item.end
    while position > item.start and not text[position - 1].isspace() and text[position - 1] != "§":
        position -= 1
    return position


def _counts_on(first: str, second: str) -> bool:
    digits = [int(found[0]) if (found := re.match(r"\d+", number)) else -1 for number in (first, second)]
    return digits[0] < 0 or digits[1] >= digits[0]


def _capitalised(phrase: str) -> str:
    """The leading words of a phrase up to its last capitalised one; empty where none is."""
    words = phrase.split()
    last = max((n for n, word in enumerate(words, 1) if word[:1].isupper()), default=0)
    return " ".join(words[:last])
