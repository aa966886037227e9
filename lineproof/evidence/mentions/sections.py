"""Sections in text: words and signs with numbers, bare labels, headings by their words, and parts of sections.

list     `Sections 4.2, 4.3 and 5`, `§§ 5 bis 7, 9`: the numbers after the first, which need not repeat the word
part     `Abs. 1 Satz 2`, `(a)(2)`: a part of a section that is no section itself
nested   a section named within a larger one: `Section I A.4`, `Artikel 229 § 5`
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lineproof.evidence.language import load
from lineproof.evidence.mentions.grammar import Grammar, alternatives, words_of_sections
from lineproof.evidence.mentions.model import Item, Token
from lineproof.evidence.mentions.words import Words
from lineproof.evidence.names import name_key

_PLAIN_NUMBER = r"\d{1,4}[a-z]{0,2}(?:\.\d{1,4}[a-z]?)*"
NUMBER = rf"(?:{_PLAIN_NUMBER}|[A-Z]{{1,2}}(?:\.\d{{1,4}})+|[IVX]{{1,6}}(?:\.\d{{1,4}})*|[A-Z](?:\.[A-Z0-9]{{1,3}})*)(?![\w])(?!\.\d)"
LABEL = r"(?<![\w.:/-])[A-Z]{1,2}(?:\.\d{1,3})+(?![\w.]?\w)"
_BRACKETS = re.compile(r"(?:\s?\([a-z0-9]{1,4}\))*")
_PART_NUMBER = r"(?:\d{1,3}[a-z]?|[a-z]{1,2}|\([a-z0-9]{1,4}\))(?![\w])"
_RANK = {"part": 0, "chapter": 1, "appendix": 2, "article": 2, "section": 3, "clause": 4, "§": 4}
MAX_SECTION = 10_000


class SectionFinder:
    """Finds section tokens by the words of one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.kinds = words_of_sections(grammar.words)
        self.plurals = frozenset(load(grammar.language).identifiers.plurals)
        self.words = Words([*self.kinds, "§"])
        words, listing, spanning = alternatives(self.kinds), grammar.any_of("and"), grammar.any_of("range")
        self.section = re.compile(rf"(?<![\w§-])(?:(?P<word>(?i:{words}))(?::?\s+|(?<=\.))|(?P<sign>§{{1,2}})\s*)(?P<number>{NUMBER})")
        self.next_item = re.compile(
            rf"\s*(?:(?P<range>(?i:{spanning})|[-–—])|,\s*(?i:{listing})?|(?i:{listing})|/)\s*"
            rf"(?P<again>(?i:{words})\s+|§{{1,2}}\s*)?(?P<number>{NUMBER})"
        )
        self.inner = re.compile(rf"(?:\s*[-–—]\s*[A-Z][\w']*(?:\s+(?:(?i:{listing})\s+)?[A-Z][\w']*){{0,4}})?\s*,?\s+(?P<number>{LABEL})")
        self.label = re.compile(LABEL)
        self.seen = re.compile(rf"(?i:{grammar.any_of('see')})\s+(?P<number>\d{{1,2}}(?:\.\d{{1,3}})+)(?![\w])")
        provision = rf"(?<![\w-])(?i:{grammar.any_of('provision')})\s+(?P<number>{_PLAIN_NUMBER})"
        self.placed = re.compile(rf"{provision}\s+(?i:{grammar.any_of('place')})(?![\w])")
        larger = rf"(?:(?i:{words}|{grammar.any_of('subdivision')})(?![\w])|§)"
        self.provision = re.compile(rf"{provision}(?=\s+(?i:{grammar.any_of('of')})\s+(?!{larger}))")
        self.titled = self._titled(grammar, listing)
        self._compile_parts(grammar, listing, spanning)

    def _titled(self, grammar: Grammar, listing: str) -> re.Pattern[str]:
        """A heading by its words, before or behind the word for a section."""
        section = rf"(?i:{alternatives(word for word, kind in self.kinds.items() if kind == 'section')})"
        quoted = r"[\"“'‘`](?P<quoted>[^\"“”'‘’`]{3,70})[\"”'’`]"
        plain = rf"(?<![\w'-])(?P<plain>[A-Z][\w'-]*(?:\s+(?:(?i:{listing}|of|for|to|the)\s+)?[A-Z][\w'-]*){{0,5}})"
        behind = rf"{section}\s+(?:(?i:{grammar.any_of('entitled')})\s+)?[\"“](?P<after>[^\"“”]{{3,70}})[\"”]"
        return re.compile(rf"(?:{quoted}|{plain})\s+{section}(?![\w])(?!\s+{NUMBER})|{behind}")

    def _compile_parts(self, grammar: Grammar, listing: str, spanning: str) -> None:
        """Patterns for parts of sections; only where statutes are cited so do they stand alone."""
        more = rf"(?:\s*(?:,|{listing}|{spanning}|[-–])\s*(?:\d{{1,3}}[a-z]?)(?![\w]))*"
        part = rf"(?i:{grammar.any_of('subdivision')})\s*{_PART_NUMBER}{more}"
        chain = rf"(?:(?:\s*(?:,|(?i:{listing}))?)\s*{part})*"
        self.parts = re.compile(rf"(?:\s*,?\s*{part}){chain}")
        self.part_list = re.compile(rf"(?<![\w])(?P<last>\d{{1,3}})(?=\s*(?:,|{listing})\s*(?P<next>\d{{1,3}})(?![\w]))", re.IGNORECASE)
        self.bare_part = re.compile(rf"(?<![\w§])(?![A-Za-z]\.)(?:{part}){chain}") if grammar.words.get("law_suffix") else None
        self.part_words = Words(grammar.words.get("subdivision", ()))

    def sections(self, text: str, lower: str) -> Iterator[Token]:
        """`Sections 4.2 and 4.3`, `§§ 5 bis 7`, `Article 5`."""
        position = 0
        for start in self.words.starts(lower):
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
            inside = (
                replace(item, keys=tuple(f"{outer}/{key}" for outer in items[0].keys[:1] for key in item.keys)) for item in below.items
            )
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
        if brackets := _BRACKETS.match(text, end):
            end = brackets.end()
        if parts := self.parts.match(text, end):
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

    def labels(self, text: str) -> Iterator[Token]:
        """Bare labels: `W.2`, `A.1 through A.3`, `see 4.2.1`, `paragraph 4 above`; a reference only if the label exists."""
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
        for found in self.placed.finditer(text):
            item = Item(found.start(), found.end(), (name_key(found["number"]),))
            yield Token(item.start, item.end, items=(item,), nature="candidate", shape="label")

    def subdivisions(self, text: str, lower: str) -> Iterator[Token]:
        """`Absatz 1 Satz 2`, `Nummer 3`: parts of the section in which they stand. Only where a language cites so."""
        if self.bare_part is None or not self.part_words.occur_in(lower):
            return
        for found in self.bare_part.finditer(text):
            yield Token(found.start(), found.end(), items=(Item(found.start(), found.end(), ()),), shape="subdivision")

    def headings(self, text: str, lower: str) -> Iterator[Token]:
        """`the Security Considerations section`: a heading by its words; `paragraph 4 of Bulletin 2025-03`: a section that is called a
        paragraph. A reference only if there is one.
        """
        for found in self.provision.finditer(text):
            item = Item(found.start("number"), found.end("number"), (name_key(found["number"]),))
            yield Token(found.start(), found.end(), items=(item,), nature="candidate", shape="heading")
        if not self.words.occur_in(lower):
            return
        for found in self.titled.finditer(text):
            name = found["quoted"] or found["plain"] or found["after"]
            words = name.split()
            keys = tuple(dict.fromkeys(name_key(" ".join(words[start:])) for start in range(min(len(words), 3))))
            yield Token(found.start(), found.end(), items=(Item(found.start(), found.end(), keys),), nature="candidate", shape="heading")


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
