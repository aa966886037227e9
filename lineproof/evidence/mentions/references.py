"""References: tokens of citation put together into mentions, each of one document or section.

mention     a place where text names another document or a section; what it names is looked up later, in the whole corpus
names       keys of the document named, best first; none for a bare reference, which means the own document
context     keys of documents to try for a bare reference that the own document does not have, nearest first
governing   the document that a section belongs to: named to its right (`Section 4 of [X]`), to its left (`[X], Section 4`), or
            shared with a neighbour in a list
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lineproof.evidence.mentions.governing import GoverningFinder
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.model import IN_EDITION, OWN_EDITION, Item, Token
from lineproof.evidence.mentions.tokens import Tokenizer
from lineproof.evidence.names import name_key

_LEFT_JOINT = re.compile(r"(?:['’]s)?\s*(?:[,;:]\s*)?(?:\(\s*)?(?:see\s+)?")


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where text names a document or a section; offsets are in the paragraph's text.

    ``since`` is the day on which the relation begins, where its own sentence tells one.
    """

    start: int
    end: int
    origin: str
    names: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    until: str | None = None
    context: tuple[str, ...] = ()
    nature: str = "specific"
    relation: str = "refers_to"
    partial: bool = False
    subject: tuple[str, ...] = ()
    since: datetime.date | None = None

    @property
    def is_section(self) -> bool:
        """Whether a section is named rather than a whole document."""
        return bool(self.sections)


@dataclass(slots=True)
class Surroundings:
    """What a document has said so far, for references that lean on it.

    ``tags`` come from its list of references, ``base`` from its metadata (the form it attaches to or amends), ``section`` is the key of
    the nearest heading, and ``last`` the keys of the document named last, ``family`` those without its edition; ``carried`` while a
    paragraph goes on about the sections of that document (`Section 1 of that bulletin is withdrawn; Sections 2 through 5 remain`).
    """

    tags: Mapping[str, tuple[str, ...]]
    base: tuple[str, ...] = ()
    section: str | None = None
    last: tuple[str, ...] = field(default=())
    family: tuple[str, ...] = field(default=())
    carried: bool = False


class ReferenceFinder:
    """Finds the mentions of a paragraph by one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.tokenizer = Tokenizer(grammar)
        self.governing = GoverningFinder(grammar)
        joint, of = grammar.any_of("and"), grammar.any_of("of")
        self.list_joint = re.compile(rf"\s*(?:,|;|(?i:{joint})|,\s*(?i:{joint}))\s*")
        self.of_joint = re.compile(
            rf"\s*,?\s*(?:\([^()]{{0,60}}\)\s*)?(?:[\"“][^\"“”]{{0,60}},?[\"”],?\s*)?(?i:{of})\s+(?:[\w/.'’-]+,?\s+){{0,7}}?"
        )
        self.self_word = re.compile(rf"\b(?i:{grammar.any_of('self')})\b")

    def mentions(self, text: str, skip: int, around: Surroundings, links: Sequence[Token] = ()) -> list[Mention]:
        """The mentions of one paragraph in order; ``around.last`` is brought up to date."""
        tokens = self.tokenizer.tokens(text, skip, around.tags, links)
        around.carried = False
        if not tokens:
            return []
        mentions: list[Mention] = []
        used: set[int] = set()
        governing = self._governing(text, tokens, used)
        for index, token in enumerate(tokens):
            if index in used:
                continue
            if token.is_section:
                shared = governing.get(index) is not None and governing.get(index + 1) is governing[index]
                mentions += self._section_mentions(token, governing.get(index), around, shared)
            elif mention := self._document_mention(token, tokens, index, used, text, around):
                mentions.append(mention)
            self._remember(token, governing.get(index), around)
        return mentions

    def _governing(self, text: str, tokens: Sequence[Token], used: set[int]) -> dict[int, Token]:
        """For each section token the document that governs it; documents that only govern are marked as used."""
        result: dict[int, Token] = {}
        for index in range(len(tokens) - 1, -1, -1):
            token = tokens[index]
            if not token.is_section or token.shape in ("subdivision", "link"):
                continue
            if right := self._right(text, tokens, index, used):
                result[index] = right
            elif (following := index + 1) < len(tokens) and self._listed(text, token, tokens[following]) and following in result:
                result[index] = result[following]
        for index, token in enumerate(tokens):
            if token.is_section and token.shape not in ("subdivision", "heading", "link") and index not in result:
                self._left(text, tokens, index, used, result)
        return result

    def _right(self, text: str, tokens: Sequence[Token], index: int, used: set[int]) -> Token | None:
        token = tokens[index]
        named = self.governing.governing(text, token.end)
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is None or following.is_section or following.shape == "generic" or (named and following.start > named.end):
            return named or self.governing.elsewhere(text, token.end)
        if following.shape == "edition" and (titled := self.governing.elsewhere(text, token.end)) and titled.end >= following.end:
            used.add(index + 1)
            return titled
        between = text[token.end : following.start]
        joined = self.of_joint.fullmatch(between) and not self.self_word.search(between)
        joined = joined or (following.shape == "identifier" and token.shape != "label" and between.strip() == ",")
        if joined or (following.shape in ("tag", "link", "custom") and not between.strip(" ")):
            used.add(index + 1)
            return self._with_citation(text, tokens, index + 1, used)
        adjacent = following.shape == "identifier" and following.start - token.end <= 1
        # As `§ 823 BGB` is cited, so is `§ 3 BO 9`; `Fall 1` is none.
        if adjacent and self.grammar.inflects and text[following.start : following.start + 2].isupper():
            used.add(index + 1)
            return self._with_citation(text, tokens, index + 1, used)
        return named or (None if adjacent else self.governing.elsewhere(text, token.end))

    def _with_citation(self, text: str, tokens: Sequence[Token], index: int, used: set[int]) -> Token:
        """A document token together with the citation tag that repeats it (`RFC 1034 [RFC1034]`)."""
        token = tokens[index]
        following = index + 1
        if following < len(tokens) and tokens[following].shape == "tag" and not text[token.end : tokens[following].start].strip():
            used.add(following)
            return replace(tokens[following], start=token.start, names=(*tokens[following].names, *token.names))
        return token

    def _left(self, text: str, tokens: Sequence[Token], index: int, used: set[int], result: dict[int, Token]) -> None:
        before, token = tokens[max(0, index - 1)], tokens[index]
        between = text[before.end : token.start]
        if index and before.is_section:
            if index - 1 in result and self.list_joint.fullmatch(between):
                result[index] = result[index - 1]
        elif index and before.shape in ("identifier", "tag", "link") and _LEFT_JOINT.fullmatch(between) and before.nature != "generic":
            used.add(index - 1)
            result[index] = before
            return
        if index not in result and token.shape != "label" and (law := self.governing.preceding(text, token.start)):
            result[index] = law
        elif index not in result and (name := self.governing.beside(text, token.start)):
            if before.shape == "edition" and name.start < before.start < name.end:
                used.add(index - 1)
                result[index] = name
            elif name.start >= before.end * bool(index):
                result[index] = name

    def _listed(self, text: str, first: Token, second: Token) -> bool:
        return second.is_section and bool(self.list_joint.fullmatch(text[first.end : second.start]))

    def _section_mentions(self, token: Token, governing: Token | None, around: Surroundings, shared: bool) -> list[Mention]:
        """A mention for each section of a token; the words of a document named once for several tokens belong to the last of them."""
        names, context, nature = self._scope(token, governing, around)
        end = max(token.end, governing.end) if governing and governing.start >= token.start and not shared else token.end
        start = min(token.start, governing.start) if governing else token.start
        return [
            Mention(
                start=start if position == 0 else item.start,
                end=end if position == len(token.items) - 1 else item.end,
                origin=token.origin,
                names=names,
                sections=item.keys or ((around.section,) if around.section else ()),
                until=item.until,
                context=context,
                nature=nature,
            )
            for position, item in enumerate(token.items)
        ]

    def _scope(self, token: Token, governing: Token | None, around: Surroundings) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """Names, context and nature of the sections of a token."""
        if token.shape == "link":
            return token.names, token.family, token.nature
        if governing is None:
            context = () if token.shape in ("subdivision", "heading") else (*around.last, *around.base)
            nature = "own" if token.shape == "subdivision" else "carried" if around.carried and context else token.nature
            return (), tuple(dict.fromkeys(context)), nature
        if governing.nature == "own":
            return (), (), "specific"
        if governing.nature == "base":
            return tuple(dict.fromkeys((*around.base, *around.last))), (), "specific"
        if governing.nature == "same":
            return tuple(dict.fromkeys((*around.last, *around.base))), (), "specific"
        if governing.nature == "beside":
            return governing.names, tuple(dict.fromkeys((*around.last, *around.base))), token.nature
        if token.shape == "heading":
            return governing.names, (), "titled"
        return governing.names, (), "external" if governing.nature == "external" else "specific"

    def _edition_mention(
        self, token: Token, tokens: Sequence[Token], index: int, used: set[int], text: str, around: Surroundings
    ) -> Mention:
        """An edition alone: of the document that follows (`edition 2019-04 of HO 3`), else of this one, else of the one named last."""
        edition = token.names[0]
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following and following.shape == "identifier" and self.of_joint.fullmatch(text[token.end : following.start]):
            used.add(index + 1)
            return Mention(
                token.start, following.end, token.origin, tuple(f"{name} {edition}" for name in following.names), nature="candidate"
            )
        if titled := self.governing.elsewhere(text, token.end):
            names = tuple(name + IN_EDITION + edition for name in titled.names)
            return Mention(token.start, titled.end, token.origin, names, nature="candidate")
        names = (OWN_EDITION + edition, *(f"{name} {edition}" for name in around.family))
        return Mention(token.start, token.end, token.origin, names, nature="candidate")

    def _document_mention(
        self, token: Token, tokens: Sequence[Token], index: int, used: set[int], text: str, around: Surroundings
    ) -> Mention | None:
        if token.shape == "edition":
            return self._edition_mention(token, tokens, index, used, text, around)
        merged = self._with_citation(text, tokens, index, used) if token.shape != "tag" else token
        sections = merged.items[0].keys if merged.items else ()
        context = token.family if token.shape == "link" else ()
        return Mention(token.start, merged.end, token.origin, merged.names, sections, context=context, nature=merged.nature)

    def _remember(self, token: Token, governing: Token | None, around: Surroundings) -> None:
        if governing and token.is_section:
            around.carried = governing.nature in ("base", "same")
        named = token if governing and governing.nature == "beside" else governing or token
        if named.names and named.nature != "generic" and named.shape != "edition":
            around.last = named.names
            around.family = named.family or named.names


def link_token(start: int, end: int, names: Sequence[str], anchor: str | None, nature: str, shown: tuple[str, ...] = ()) -> Token:
    """A hyperlink as a document token; an anchor makes it a section of that document, ``shown`` is what its words name."""
    items = (Item(start, end, (f"#{anchor}", name_key(anchor))),) if anchor else ()
    return Token(start, end, "link", nature, tuple(names), items, shape="link", family=shown)
