"""Statements: what a sentence says of the documents that it names (replaces, amends, attaches to, requires).

act        a verb, participle or noun of a relation, active (`replaces`) or passive (`is replaced by`); a plural (`replace`), which may
           be an infinitive or a command too, only behind this document (`These rules replace`)
title      a name in capitals right behind an act (`attaches to the Homeowners Form`), looked up among the names of documents
object     the mentions that follow the act in one list, or precede it where the act is passive without an agent
exchange   words that change words of a section (`In Section 2 of BS 11 "90 days" is replaced by "60 days"`); quotation marks tell it
subject    who acts: this document, or another document named just before the act
marker     a note at the head of a document that it has been replaced (`SUPERSEDED by ...`)
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lineproof.evidence.mentions.grammar import DOCUMENT_RELATIONS, Grammar
from lineproof.evidence.mentions.model import OWN_EDITION
from lineproof.evidence.mentions.references import Mention
from lineproof.evidence.mentions.words import Words, lowered
from lineproof.evidence.names import name_key

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"“'(\[]*[A-ZÄÖÜ0-9§])|(?<=;)\s+|\n")
_LISTED = re.compile(
    r"[\s,;()\[\]*_]*(?:and|or|und|oder|sowie|y|e|o|&|/)?[\s,;()\[\]*_]*(?:also\s+)?(?:(?:the|das|die|der|den|dem|el|la|los|las)\s+)?",
    re.IGNORECASE,
)
_LABEL_END = re.compile(r"\s*:\s*")
_MARKER_HEAD = re.compile(r"^[\s*_>#!\[({<=-]*")
_STOP = re.compile(r"[,;:()]|\b(?:that|which|who|when|where|as|if|die|der|das|que)\s+\w", re.IGNORECASE)
_TOWARDS = re.compile(
    r"(?:\s(?:in|of|from|within|under|des|der|im|von|aus|de|del|en)\s+(?:the\s+|den\s+|dem\s+)?(?:[\w-]+\s+){0,2}|^\s*)$", re.IGNORECASE
)
_TITLE = re.compile(r"\s+(?:the\s+)?(?P<name>[A-Z][\w'’-]+(?:\s+(?:(?:of|and|for|&)\s+)?[A-Z][\w'’-]+){1,6})(?![\w-]|\s+\d)")
_QUOTED = re.compile(r"[\"“„][^\"“”„]*[\"“”]")
_QUESTION = re.compile(r"[^.!;?]{0,200}\?")
MAX_WORDS = 14
WINDOW = 60
ACTS = (
    "supersedes", "superseded", "supersedes_noun", "supersedes_plural", "amends", "amended", "amends_noun", "amends_plural", "attaches_to",
    "requires", "reads", "exchanged",
)  # fmt: skip
INVERSE = {"supersedes": "superseded_by", "amends": "amended_by"}


@dataclass(frozen=True, slots=True)
class Act:
    """One act in a text: where it stands, what relation it makes, and whether its subject is acted upon."""

    start: int
    end: int
    relation: str
    form: str


class StatementFinder:
    """Finds the relations that a paragraph states among its mentions, by one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        words = grammar.any_of
        by = words("by")
        active = "|".join(f"(?P<{relation}>{words(relation)})" for relation in DOCUMENT_RELATIONS)
        nouns = "|".join(f"(?P<{relation}_noun>{words(f'{relation}_noun')})" for relation in ("supersedes", "amends"))
        plural = "|".join(f"(?P<{relation}_plural>{words(f'{relation}_plural')})" for relation in ("supersedes", "amends"))
        passives = (("amends", "amended"), ("supersedes", "superseded"))
        bare = "|".join(f"(?P<{relation}_passive>{words(name)})" for relation, name in passives)
        passive = "|".join(f"(?P<{relation}_passive>{words(name)})" for relation, name in reversed(passives))
        self.act = re.compile(
            rf"(?<![\w-])(?:(?:{passive})(?:\s+{words('partial')})?\s+(?P<by>{by})|{nouns}|{active}|{plural})(?![\w-])", re.IGNORECASE
        )
        self.bare_passive = re.compile(
            rf"(?P<auxiliary>\b(?:is|are|wird|werden|ist|sind|es|son|queda|quedan)\s+(?:hereby\s+|hiermit\s+|further\s+|wie\s+folgt\s+)?)(?:{bare})(?!\s+{by}\s+(?!(?:the\s+)?following|folgende|lo\s+siguiente))(?![\w-])",
            re.IGNORECASE,
        )
        self.reads = re.compile(rf"(?<![\w-]){words('reads')}(?![\w-])", re.IGNORECASE)
        self.inside = re.compile(rf"[^\w]*(?:\w{{1,3}}[.)]\s+)?{words('inside')}\s+(?:{words('article_word')}\s+)?", re.IGNORECASE)
        self.exchange = re.compile(rf"(?<!\w)(?:is|are|wird|werden|se)\s(?:.*\s)?{words('exchanged')}(?!\w)", re.IGNORECASE | re.DOTALL)
        self.words = Words(word for name in ACTS for word in grammar.words.get(name, ()))
        kinds = words("document", "generic_document", "acting")
        self.own_plural = re.compile(rf"(?<!\w){words('self')}\s+(?:[\w-]+\s+){{0,2}}?{kinds}\s+(?:[a-z]+ly\s+|also\s+)?$", re.IGNORECASE)
        self.own_subject = re.compile(rf"(?<!\w){words('self')}\s+(?:[\w-]+\s+){{0,2}}?{kinds}(?!\w)|^[\W_]*(?:it|es|sie)\s", re.IGNORECASE)
        self.own_passive = re.compile(rf"(?:{words('self')}\s+(?:[\w-]+\s+){{0,2}}?{kinds}|\bit)\s+(?:[a-z]+\s+){{1,3}}$", re.IGNORECASE)
        self.article = re.compile(rf"(?<!\w){words('article_word')}\s+(?:[\w-]+\s+)?$", re.IGNORECASE)
        self.filler = re.compile(
            rf"[\s:*_(\[]*(?:(?:the|following|entire|whole|all|both|any|{words('partial')}|{words('article_word')}|{kinds}s?|{words('edition')}|{words('of')}|(?-i:[A-Z]{{2,8}}s?)|no\.)[\s:*_(]+)*",
            re.IGNORECASE,
        )
        self.against = re.compile(rf"(?<!\w){words('negation', 'instead')}(?!\w)|n't\b|n’t\b", re.IGNORECASE)
        self.hypothetical = re.compile(rf"(?<!\w){words('hypothetical')}(?!\w)", re.IGNORECASE)
        self.partial = re.compile(rf"(?<!\w){words('partial')}(?!\w)", re.IGNORECASE)
        self.partly_behind = re.compile(rf"[\])*_]*\s*[,(]?\s*{words('partial', 'partial_behind')}(?!\w)", re.IGNORECASE)
        self.conditional = re.compile(rf"{words('conditional')}$", re.IGNORECASE)
        self.fulfilled = re.compile(rf"[\])*_]*\s+{words('fulfilled')}(?!\w)", re.IGNORECASE)
        self.own_agent = re.compile(rf"\s+{words('self')}\s+(?:[\w-]+\s+)?{kinds}(?!\w)", re.IGNORECASE)
        self.agent_first = re.compile(rf"\b(?:wird|werden|wurde|wurden|ist|sind)\s+(?:\w+\s+)?(?P<by>{by})(?=\s)", re.IGNORECASE)
        self.verb_last = re.compile(rf"[\])]?\s+(?:\w+\s+)?(?:{passive})(?![\w-])", re.IGNORECASE)
        self.instead = re.compile(rf"(?<!\w){words('instead')}\s*$", re.IGNORECASE)
        some = rf"(?:{words('partial')}\s+)?"
        self.marker = re.compile(
            rf"(?:{words('status')}\s*:\s*)?(?:this\s+\w+\s+(?:is|has\s+been|was)\s+)?{some}(?:{passive})[*_]*(?:\s+{words('partial')})?(?P<by>\s+{by}|\s*:)",
            re.IGNORECASE,
        )
        self.own_object = re.compile(rf"\s+{words('self')}\s+(?:[\w-]+\s+)?{kinds}(?!\w)", re.IGNORECASE)
        self.named = re.compile(rf"[\s\w'’-]{{1,60}}\s{kinds}s?\s+", re.IGNORECASE)

    def statements(self, text: str, mentions: Sequence[Mention], ordinal: int) -> list[Mention]:
        """The relations among the mentions of one paragraph; ``ordinal`` is its place in the document (markers stand near the head)."""
        if not self.words.occur_in(lowered(text)) or not any(
            found.search(text) for found in (self.act, self.bare_passive, self.agent_first, self.marker, self.reads, self.exchange)
        ):
            return []
        documents = sorted((mention for mention in mentions if mention.origin != "alias" and mention.nature != "generic"), key=_start)
        found: list[Mention] = []
        for start, end in _sentences(text):
            inside = documents[bisect_left(documents, start, key=_start) : bisect_left(documents, end, key=_start)]
            found += self._marker(text, start, inside) if ordinal < MARKER_REACH else []
            found += self._active(text, start, end, inside)
            found += self._amended_sections(text, start, end, inside)
            found += self._exchanged(text, start, end, inside)
        return list(dict.fromkeys((*_plain(found, mentions), *found)))

    def _marker(self, text: str, start: int, mentions: Sequence[Mention]) -> list[Mention]:
        head = _MARKER_HEAD.match(text, start)
        position = head.end() if head else start
        found = self.marker.match(text, position)
        if not found or not (text[position].isupper() or found["by"].strip() == ":"):
            return []
        relation = "superseded_by" if found["supersedes_passive"] else "amended_by"
        objects = _objects(text, found.end(), mentions, self.filler, self.named)
        partly = self.partial.search(found[0]) or (objects and self.partly_behind.match(text, objects[-1].end))
        return [replace(mention, origin="marker", relation=relation, partial=bool(partly)) for mention in objects]

    def _active(self, text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Mention]:
        for act, objects in self._acts(text, start, end, mentions):
            if self._denied(text, start, act):
                continue
            if not objects and act.form == "passive" and self.own_agent.match(text, act.end):
                yield from self._replaced_by_this(text, start, act, mentions)
            if not objects and act.form == "active" and act.relation in INVERSE and self.own_object.match(text, act.end):
                partial = self._is_partial(text, start, act, ())
                subjects = _subjects(text, act.start, mentions)
                yield from (replace(subject, relation=INVERSE[act.relation], partial=partial) for subject in subjects)
            if not objects or self._unmet(text, act, objects):
                continue
            yield from self._stated(text, start, act, objects, mentions, self._is_partial(text, start, act, objects))

    def _acts(self, text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[tuple[Act, list[Mention]]]:
        """Each act with what is listed after it; in German a passive ends with its verb (`wurde durch X ersetzt`)."""
        for found in self.act.finditer(text, start, end):
            act = _act(found)
            if act.form == "plural" and not self.own_plural.search(text, start, act.start):
                continue
            yield act, _objects(text, act.end, mentions, self.filler, self.named) or _titled(text, act.end, end)
        for found in self.agent_first.finditer(text, start, end):
            objects = _objects(text, found.end(), mentions, self.filler, self.named)
            own = self.own_agent.match(text, found.end("by"))
            last = objects[-1].end if objects else own.end() if own else end
            if verb := self.verb_last.match(text, last):
                yield Act(found.start("by"), found.end("by"), _act(verb).relation, "passive"), objects

    def _replaced_by_this(self, text: str, start: int, act: Act, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """`RFC 2616 is obsoleted by this document`."""
        partial = self._is_partial(text, start, act, ())
        for subject in _subjects(text, act.start, mentions):
            listed = _backwards(text, subject, mentions)
            yield from (replace(mention, relation=act.relation, partial=partial) for mention in listed)

    def _unmet(self, text: str, act: Act, objects: Sequence[Mention]) -> bool:
        """Whether an act is a condition of another kind than being part of something (`applies only if RFC 2616 has lapsed`)."""
        return bool(self.conditional.search(text, act.start, act.end) and not self.fulfilled.match(text, objects[-1].end))

    def _is_partial(self, text: str, start: int, act: Act, objects: Sequence[Mention]) -> bool:
        """Whether a part is meant: said shortly before the objects, or directly behind them (`obsoletes RFC 7230 in part`)."""
        agent = None if objects else self.own_agent.match(text, act.end)
        first, last = (objects[0].start, objects[-1].end) if objects else (agent.end() if agent else act.end,) * 2
        return bool(self.partial.search(text[max(start, act.start - WINDOW // 3) : first]) or self.partly_behind.match(text, last))

    def _stated(
        self, text: str, start: int, act: Act, objects: Sequence[Mention], mentions: Sequence[Mention], partial: bool
    ) -> Iterator[Mention]:
        subjects = _subjects(text, act.start, mentions)
        if not subjects and not self._is_own(text[start : act.start], text, act):
            return
        for target in objects:
            part = not partial and act.relation == "supersedes" and (target.is_section or self._is_part(text, act, objects[0]))
            kind = "amends" if part else act.relation
            relation = INVERSE[kind] if act.form == "passive" and kind in INVERSE else kind
            stated = replace(target, relation=relation, partial=partial and kind in INVERSE)
            if not subjects:
                yield stated
            for subject in subjects:
                yield replace(stated, subject=subject.names)

    def _is_part(self, text: str, act: Act, first: Mention) -> bool:
        """Whether what is replaced is something in the document (`replaces the definition in RFC 1738`): that amends it."""
        return act.relation == "supersedes" and not self.filler.fullmatch(text[act.end : first.start])

    def _is_own(self, before: str, text: str, act: Act) -> bool:
        """Whether this document acts: its sentence says so, or the act stands first like a label (`Replaces: ...`)."""
        if act.form == "passive":
            return bool(self.own_passive.search(before))
        if act.form == "noun" and not self.article.search(before):
            return False
        if self.own_subject.search(before):
            return True
        return not before.strip(' *_(>["“-') and (act.form == "active" or bool(_LABEL_END.match(text, act.end)))

    def _denied(self, text: str, start: int, act: Act) -> bool:
        """Whether the act is negated, only possible, or asked about."""
        if _QUESTION.match(text, act.end):
            return True
        before = text[max(start, act.start - WINDOW) : act.start]
        last_clause = before.rsplit(",", 1)[-1]
        if self.against.search(last_clause) or self.instead.search(before):
            return True
        modal = self.hypothetical.search(" ".join(last_clause.split()[-3:]))
        return bool(modal) and act.relation != "attaches_to"

    def _amended_sections(self, text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """`Section I - Conditions S.4 of the form is amended`, or `now reads`: this document amends what is named just before."""
        for found in (*self.bare_passive.finditer(text, start, end), *self.reads.finditer(text, start, end)):
            relation = "supersedes" if found.groupdict().get("supersedes_passive") else "amends"
            act = Act(found.start(), found.end(), relation, "bare")
            last = next(_nearest(mentions, act.start, WINDOW // 4), None)
            if last is None or self._denied(text, start, act) or not last.is_section:
                continue
            listed = _backwards(text, last, mentions)
            yield from (replace(mention, relation=relation, partial=relation == "supersedes") for mention in listed)

    def _exchanged(self, text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """What a sentence opens with and changes words of, which it quotes: this document amends it."""
        first = mentions[0] if mentions and mentions[0].is_section else None
        if first is None or not self.inside.fullmatch(text, start, first.start):
            return
        said, quoted = _QUOTED.subn("", text[first.end : end])
        if quoted and self.exchange.search(said) and not self.against.search(said) and not self.hypothetical.search(said):
            yield replace(first, relation="amends")


MARKER_REACH = 6


def _act(found: re.Match[str]) -> Act:
    name = next(name for name, value in found.groupdict().items() if value is not None and name != "by")
    relation, _, form = name.partition("_passive")
    if form or name.endswith("_passive"):
        return Act(found.start(), found.end(), relation, "passive")
    form = next((form for form in ("noun", "plural") if name.endswith(f"_{form}")), "active")
    return Act(found.start(), found.end(), name.removesuffix(f"_{form}"), form)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _SENTENCE_END.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def _objects(text: str, end: int, mentions: Sequence[Mention], filler: re.Pattern[str], named: re.Pattern[str]) -> list[Mention]:
    """The mentions listed after an act: the first within reach, then those that only list words part from it.

    Between act and object stand only words for a kind or part of a document (``filler``), a few words and such a word
    (`updates the mail system specifications`, ``named``), or a noun phrase that ends with a preposition (`updates the syntax of`).
    """
    place = bisect_left(mentions, end, key=_start)
    if place == len(mentions):
        return []
    gap = text[end : mentions[place].start]
    if (
        not filler.fullmatch(gap)
        and not named.fullmatch(gap)
        and (_STOP.search(gap) or not _TOWARDS.search(gap) or len(gap.split()) > MAX_WORDS)
    ):
        return []
    chosen = [mentions[place]]
    for mention in islice(mentions, place + 1, None):
        if not _LISTED.fullmatch(text[chosen[-1].end : mention.start]):
            break
        chosen.append(mention)
    return chosen


def _plain(found: Sequence[Mention], mentions: Sequence[Mention]) -> Iterator[Mention]:
    """The plain references of statements whose words no other finder took for one."""
    known = {(mention.start, mention.end) for mention in mentions}
    titled = (mention for mention in found if (mention.start, mention.end) not in known)
    yield from (replace(mention, relation="refers_to", partial=False, subject=()) for mention in titled)


def _titled(text: str, start: int, end: int) -> list[Mention]:
    """The name that stands right behind an act, which is a reference only if a document bears it."""
    found = _TITLE.match(text, start, end)
    if found is None:
        return []
    return [Mention(found.start("name"), found.end("name"), "wording", (name_key(found["name"]),), nature="candidate")]


def _start(mention: Mention) -> int:
    return mention.start


def _nearest(mentions: Sequence[Mention], place: int, reach: int) -> Iterator[Mention]:
    """The mentions that end before a place and within reach of it, nearest first."""
    for index in range(bisect_left(mentions, place, key=_start) - 1, -1, -1):
        mention = mentions[index]
        if place - mention.end > reach:
            return
        if mention.end <= place:
            yield mention


def _backwards(text: str, last: Mention, mentions: Sequence[Mention]) -> list[Mention]:
    """A mention and those listed directly before it (`RFC 1 and RFC 2 are obsoleted by this document`), in their order."""
    chosen = [last]
    for mention in _nearest(mentions, last.start, len(text)):
        if mention.is_section != last.is_section or not _LISTED.fullmatch(text[mention.end : chosen[-1].start]):
            break
        chosen.append(mention)
    return chosen[::-1]


def _subjects(text: str, start: int, mentions: Sequence[Mention]) -> list[Mention]:
    """The documents named directly before an act, at most an auxiliary away: they act (or are acted upon), not this document."""
    last = next((mention for mention in _nearest(mentions, start, WINDOW) if not mention.is_section), None)
    if last is None or not re.fullmatch(
        r"[\])]?\s*(?:,?\s*which\s+)?(?:(?:is|was|were|are|has|have|been|now|itself|also|wurde|wurden|wird|werden|ist|sind|fue|es|ha|sido)\s+){0,4}(?:\w+\s+and\s+)?",
        text[last.end : start],
    ):
        return []
    return [last] if not last.names or not last.names[0].startswith(OWN_EDITION) else []
