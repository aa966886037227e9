"""Statements: what a sentence says of the documents that it names (replaces, amends, attaches to, requires).

act        a verb, participle or noun of a relation, active (`replaces`) or passive (`is replaced by`)
object     the mentions that follow the act in one list, or precede it where the act is passive without an agent
subject    who acts: this document, or another document named just before the act
marker     a note at the head of a document that it has been replaced (`SUPERSEDED by ...`)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lineproof.evidence.grammar import DOCUMENT_RELATIONS, Grammar
from lineproof.evidence.references import OWN_EDITION, Mention
from lineproof.evidence.words import Words, lowered

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[\"“'(\[]*[A-ZÄÖÜ0-9§])|\n")
_LISTED = re.compile(r"[\s,;()\[\]*_]*(?:and|or|und|oder|sowie|y|e|o|&|/)?[\s,;()\[\]*_]*(?:also\s+)?", re.IGNORECASE)
_LABEL_END = re.compile(r"\s*:\s*")
_MARKER_HEAD = re.compile(r"^[\s*_>#!\[({<=-]*")
_STOP = re.compile(r"[,;:()]|\b(?:that|which|who|when|where|as|if|die|der|das|que)\s+\w", re.IGNORECASE)
_TOWARDS = re.compile(r"(?:\s(?:in|of|from|within|under|des|der|im|von|aus|de|del|en)\s+(?:the\s+|den\s+|dem\s+)?(?:[\w-]+\s+){0,2}|^\s*)$", re.IGNORECASE)
MAX_WORDS = 14
WINDOW = 60
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
        passives = (("amends", "amended"), ("supersedes", "superseded"))
        bare = "|".join(f"(?P<{relation}_passive>{words(name)})" for relation, name in passives)
        passive = "|".join(f"(?P<{relation}_passive>{words(name)})" for relation, name in reversed(passives))
        self.act = re.compile(rf"(?<![\w-])(?:(?:{passive})(?:\s+{words('partial')})?\s+(?P<by>{by})|{nouns}|{active})(?![\w-])", re.IGNORECASE)
        self.bare_passive = re.compile(
            rf"(?P<auxiliary>\b(?:is|are|wird|werden|ist|sind|es|son|queda|quedan)\s+(?:hereby\s+|hiermit\s+|further\s+)?)(?:{bare})(?!\s+{by})(?![\w-])", re.IGNORECASE
        )
        acts = ("supersedes", "superseded", "supersedes_noun", "amends", "amended", "amends_noun", "attaches_to", "requires")
        self.words = Words(word for name in acts for word in grammar.words.get(name, ()))
        kinds = words("document", "generic_document")
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
        self.instead = re.compile(rf"(?<!\w){words('instead')}\s*$", re.IGNORECASE)
        self.marker = re.compile(rf"(?:this\s+\w+\s+(?:is|has\s+been|was)\s+)?(?:{passive})(?P<by>\s+{by}|\s*:)", re.IGNORECASE)

    def statements(self, text: str, mentions: Sequence[Mention], ordinal: int) -> list[Mention]:
        """The relations among the mentions of one paragraph; ``ordinal`` is its place in the document (markers stand near the head)."""
        if not mentions or not self.words.occur_in(lowered(text)) or not (self.act.search(text) or self.bare_passive.search(text) or self.marker.search(text)):
            return []
        documents = [mention for mention in mentions if mention.origin != "alias" and mention.nature != "generic"]
        found: list[Mention] = []
        for start, end in _sentences(text):
            inside = [mention for mention in documents if start <= mention.start < end]
            if inside:
                found += self._marker(text, start, inside) if ordinal < MARKER_REACH else []
                found += self._active(text, start, end, inside)
                found += self._amended_sections(text, start, end, inside)
        return list(dict.fromkeys(found))

    def _marker(self, text: str, start: int, mentions: Sequence[Mention]) -> list[Mention]:
        head = _MARKER_HEAD.match(text, start)
        position = head.end() if head else start
        found = self.marker.match(text, position)
        if not found or not (text[position].isupper() or found["by"].strip() == ":"):
            return []
        relation = "superseded_by" if found["supersedes_passive"] else "amended_by"
        return [replace(mention, origin="marker", relation=relation) for mention in _objects(text, found.end(), mentions, self.filler)]

    def _active(self, text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Mention]:
        for found in self.act.finditer(text, start, end):
            act = _act(found)
            objects = _objects(text, act.end, mentions, self.filler)
            if not objects or self._denied(text, start, act):
                continue
            partial = bool(self.partial.search(text[max(start, act.start - WINDOW // 3) : objects[0].start]))
            yield from self._stated(text, start, act, objects, mentions, partial)

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
        return not before.strip(" *_(>[\"“-") and (act.form == "active" or bool(_LABEL_END.match(text, act.end)))

    def _denied(self, text: str, start: int, act: Act) -> bool:
        """Whether the act is negated, or only possible."""
        before = text[max(start, act.start - WINDOW) : act.start]
        last_clause = before.rsplit(",", 1)[-1]
        if self.against.search(last_clause) or self.instead.search(before):
            return True
        modal = self.hypothetical.search(" ".join(last_clause.split()[-3:]))
        return bool(modal) and act.relation != "attaches_to"

    def _amended_sections(self, text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """`Section I - Conditions S.4 of the form is amended`: this document amends what is named just before."""
        for found in self.bare_passive.finditer(text, start, end):
            relation = "supersedes" if found["supersedes_passive"] else "amends"
            act = Act(found.start(), found.end(), relation, "bare")
            before = [mention for mention in mentions if mention.end <= act.start and act.start - mention.end <= WINDOW // 4]
            if not before or self._denied(text, start, act) or not before[-1].is_section:
                continue
            yield replace(before[-1], relation=relation, partial=relation == "supersedes")


MARKER_REACH = 6


def _act(found: re.Match[str]) -> Act:
    name = next(name for name, value in found.groupdict().items() if value is not None and name != "by")
    relation, _, form = name.partition("_passive")
    if form or name.endswith("_passive"):
        return Act(found.start(), found.end(), relation, "passive")
    relation = name.removesuffix("_noun")
    return Act(found.start(), found.end(), relation, "noun" if name.endswith("_noun") else "active")


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _SENTENCE_END.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def _objects(text: str, end: int, mentions: Sequence[Mention], filler: re.Pattern[str]) -> list[Mention]:
    """The mentions listed after an act: the first within reach, then those that only list words part from it.

    Between act and object stand only words for a kind or part of a document (``filler``), or a noun phrase that ends with a
    preposition (`updates the syntax of`).
    """
    following = [mention for mention in mentions if mention.start >= end]
    if not following:
        return []
    gap = text[end : following[0].start]
    if not filler.fullmatch(gap) and (_STOP.search(gap) or not _TOWARDS.search(gap) or len(gap.split()) > MAX_WORDS):
        return []
    chosen = [following[0]]
    for mention in following[1:]:
        if not _LISTED.fullmatch(text[chosen[-1].end : mention.start]):
            break
        chosen.append(mention)
    return chosen


def _subjects(text: str, start: int, mentions: Sequence[Mention]) -> list[Mention]:
    """The documents named directly before an act, at most an auxiliary away: they act (or are acted upon), not this document."""
    before = [mention for mention in mentions if mention.end <= start and not mention.is_section]
    if not before or not re.fullmatch(r"[\])]?\s*(?:,?\s*which\s+)?(?:(?:is|was|were|are|has|have|been|now|itself|also|wurde|wird)\s+){0,4}", text[before[-1].end : start]):
        return []
    return [before[-1]] if not before[-1].names or not before[-1].names[0].startswith(OWN_EDITION) else []
