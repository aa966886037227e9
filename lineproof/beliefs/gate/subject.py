"""Subject: who does what, and to whom, stays the same.

role        how a noun stands in its clause: in a condition or not, and behind which preposition or article that tells its case,
            or else before or behind the verb
exchanged   said of a noun that takes the role of another one, which loses it; the passive voice, which makes the subject the agent,
            exchanges nothing
replaced    said of the subject of a clause that the statement restates under another subject
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.akin import akin
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import CLAUSES, Reading
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.support import addresses, is_wording
from lineproof.beliefs.gate.tokens import CONTENT, MARK, OPERATOR, VALUE, Token
from lineproof.beliefs.gate.words import Words

NAME: Final = "subject"
BEFORE: Final = "before"
PERSON: Final = "+"
SHORTEST_PART: Final = 5
MOST_NOUNS: Final = 100
NEAR: Final = 12
FEW: Final = 2
BEHIND: Final = "behind"


class Role(NamedTuple):
    """A role; ``conditional`` tells whether it is one within a condition or an exception."""

    conditional: bool
    place: str


def subject(compared: Comparison) -> Iterator[Reason]:
    """A reason for each noun that another one stands in for."""
    yield from _exchanged(compared)
    yield from _turned_round(compared)
    yield from _replaced(compared)
    yield from _usurped(compared)
    yield from _strays(compared)
    yield from _new_subject(compared)
    yield from _counted(compared)
    yield from _declined(compared)


def _exchanged(compared: Comparison) -> Iterator[Reason]:
    """Nouns that take each other's roles, or the role of one that is an agent or receiver only in the quote."""
    nouns = []
    for ours, theirs in _at_home(compared):
        if theirs in compared.used_set and is_noun(compared.statement, ours, compared.words):
            new = role_of(compared.statement, ours, compared.words)
            old = role_of(compared.evidence, theirs, compared.words)
            if new != old and _is_actor(new, compared.words) and _is_actor(old, compared.words):
                nouns.append((compared.statement.tokens[ours], new, old))
    turned = _is_passive(compared.statement, compared.words) != _is_passive(compared.evidence, compared.words)
    for one, new, old in nouns[:MOST_NOUNS]:
        for other, other_new, other_old in nouns[:MOST_NOUNS]:
            if one.key != other.key and new == other_old and _is_exchange(new, old, other_new, turned, compared.words):
                yield Reason(NAME, "exchanged", f"{one.text!r} takes the place of {other.text!r}")
                return


def _at_home(compared: Comparison) -> Iterator[tuple[int, int]]:
    """The partners; a word that the home of its clause has is paired with that one."""
    statement, tokens = compared.statement, compared.evidence.tokens
    for ours, theirs in compared.partners.items():
        home = compared.homes.get(statement.phrases[statement.phrase_of[ours]].clause)
        if home is None or compared.phrase(theirs).clause == home:
            yield ours, theirs
        else:
            key = statement.tokens[ours].key
            yield ours, next((place for place in compared.places_of(home) if tokens[place].key == key), theirs)


def _turned_round(compared: Comparison) -> Iterator[Reason]:
    """Two nouns of one clause in the other order, neither behind a preposition, where order tells who does what."""
    words = compared.words
    if words.lists["case"] or _is_passive(compared.statement, words) != _is_passive(compared.evidence, words):
        return
    bare = [pair for pair in sorted(compared.partners.items()) if _is_bare(pair, compared)]
    for (_, earlier), (place, later) in pairwise(bare):
        conditional = [role_of(compared.evidence, other, words).conditional for other in (earlier, later)]
        same_clause = compared.phrase(later).clause == compared.phrase(earlier).clause
        if later < earlier and same_clause and conditional[0] == conditional[1] and _is_together(bare, place, compared):
            yield Reason(NAME, "turned round", f"{compared.statement.tokens[place].text!r} changes its place with another noun")
            return


def _is_together(bare: list[tuple[int, int]], place: int, compared: Comparison) -> bool:
    """Whether a noun and the one before it stand in the same clause of the statement, both in a condition or neither."""
    statement = compared.statement
    before = max(other for other, _ in bare if other < place)
    one, two = statement.phrase_of[before], statement.phrase_of[place]
    return statement.phrases[one].clause == statement.phrases[two].clause and statement.conditional[one] == statement.conditional[two]


def _is_bare(pair: tuple[int, int], compared: Comparison) -> bool:
    roles = [(compared.statement, pair[0]), (compared.evidence, pair[1])]
    return all(
        is_noun(reading, place, compared.words) and role_of(reading, place, compared.words).place in (BEFORE, BEHIND)
        for reading, place in roles
    )


def _is_exchange(new: Role, old: Role, other_new: Role, turned: bool, words: Words) -> bool:
    """Whether a noun of one role takes that of another, which changes too; ``turned`` tells that the voice changed."""
    agents = words.lists["agent"]
    if new.conditional != old.conditional:
        return True
    if turned and (other_new.place in agents or old.place in agents or {new.place, old.place} <= {BEFORE, BEHIND}):
        return new.place not in (BEFORE, BEHIND) and other_new.place in agents and new.conditional == old.conditional
    return old == other_new or new.place not in (BEFORE, BEHIND)


def _is_actor(role: Role, words: Words) -> bool:
    return role.place in (BEFORE, BEHIND) or role.place in words.lists["actor"]


def _is_passive(reading: Reading, words: Words) -> bool:
    """Whether a text names an agent behind a participle that follows an auxiliary word of the passive voice."""
    endings = tuple(words.lists["participle"])
    for place, token in enumerate(reading.tokens[:-1]):
        if token.text in words.lists["passive"]:
            following = reading.tokens[place + 1 : place + 4]
            is_participle = not endings or any(other.text.endswith(endings) or other.text in words.keys.irregular for other in following)
            if is_participle and any(other.text in words.lists["agent"] for other in reading.tokens[max(0, place - NEAR) : place + NEAR]):
                return True
    return False


def _replaced(compared: Comparison) -> Iterator[Reason]:
    """The subject of a restated clause, lost where the statement has one from elsewhere."""
    statement, evidence, words = compared.statement, compared.evidence, compared.words
    foreign = [place for place in statement.places if _is_foreign(place, compared)]
    if not foreign:
        return
    for lost in compared.used_places:
        phrase = compared.phrase(lost)
        if lost in compared.repeated or evidence.tokens[lost].key in compared.statement_keys or not _is_clausal(lost, compared):
            continue
        if any(evidence.tokens[place].key in compared.statement_keys for place in _beside(evidence, lost, words)):
            continue
        partner = compared.partners.get(foreign[0])
        if partner is not None and _is_listed_with(evidence, lost, partner, words):
            continue
        if evidence.tokens[lost].text in words.implied or _is_worded(evidence.tokens[lost].key, compared):
            continue
        if _acts(evidence, lost, words) and compared.clause_share(phrase.clause) >= thresholds.RESTATED:
            yield Reason(NAME, "replaced", f"{statement.tokens[foreign[0]].text!r} takes the place of {evidence.tokens[lost].text!r}")
            return


def _is_clausal(place: int, compared: Comparison) -> bool:
    """Whether a word of the evidence stands in a clause itself or is its agent, not in a restriction."""
    is_agent = role_of(compared.evidence, place, compared.words).place in compared.words.lists["agent"]
    return is_agent or compared.phrase(place).role in CLAUSES


def _usurped(compared: Comparison) -> Iterator[Reason]:
    """Who acts in a clause of the statement, where what the clause says is done by another one in the quote."""
    statement, evidence, words = compared.statement, compared.evidence, compared.words
    for places in _clauses(compared).values():
        for actor in places:
            others = [compared.phrase(compared.partners[place]).clause for place in places if place != actor]
            if not others or not _acts(statement, actor, words):
                continue
            home, count = Counter(others).most_common(1)[0]
            has_actor = any(evidence.tokens[place].key == statement.tokens[actor].key for place in compared.places_of(home))
            if count <= len(others) / 2 or has_actor or compared.phrase(compared.partners[actor]).clause == home:
                continue
            if (lost := _lost_actor(home, compared.partners[actor], compared)) is not None:
                yield Reason(NAME, "usurped", f"{statement.tokens[actor].text!r} takes the place of {evidence.tokens[lost].text!r}")
                return


def _lost_actor(clause: int, instead: int, compared: Comparison) -> int | None:
    """A noun that acts in a clause of the quote and is left out, unless it is listed with the one that stands in its stead."""
    evidence, words = compared.evidence, compared.words
    for own in (clause, *_sharing(clause, compared)):
        actors = [place for place in compared.places_of(own) if _acts(evidence, place, words)]
        for lost in actors:
            is_open = evidence.tokens[lost].key not in compared.statement_keys and _is_lost_noun(lost, compared)
            if is_open and not _is_listed_with(evidence, lost, instead, words):
                return lost
        if actors:
            return None
    return None


def _sharing(clause: int, compared: Comparison) -> list[int]:
    """The clause before, where it is in the same sentence and one that is joined to it may share its subject (``and must remove B``)."""
    own, before = compared.phrases_by_clause.get(clause), compared.phrases_by_clause.get(clause - 1)
    is_joined = own and before and own[0].role in ("and", "or", "but") and own[0].sentence == before[0].sentence
    return [clause - 1] if is_joined else []


def _declined(compared: Comparison) -> Iterator[Reason]:
    """A noun that stands as subject in one text and as object in the same clause of the other, where articles tell (``der``, ``dem``)."""
    words = compared.words
    subjects, objects = words.lists["subject"], words.lists["object"]
    if not objects or _is_passive_voice(compared.statement, words) != _is_passive_voice(compared.evidence, words):
        return
    for ours, theirs in _at_home(compared):
        key, evidence = compared.evidence.tokens[theirs].key, compared.evidence
        new = _article(compared.statement, ours)
        old = {_article(evidence, place) for place in evidence.places if evidence.tokens[place].key == key}
        if (new in subjects and old & objects and not old & subjects) or (new in objects and old & subjects and not old & objects):
            yield Reason(NAME, "declined", f"{compared.statement.tokens[ours].text!r} is not what it is in the quote")
            return


def _is_passive_voice(reading: Reading, words: Words) -> bool:
    return any(token.text in words.lists["passive"] for token in reading.tokens)


def _article(reading: Reading, place: int) -> str:
    """The word before a capitalised noun and its adjectives."""
    if not reading.tokens[place].capital:
        return ""
    while place > 0 and reading.tokens[place - 1].kind == CONTENT and not reading.tokens[place - 1].capital:
        place -= 1
    return reading.tokens[place - 1].text if place else ""


def _new_subject(compared: Comparison) -> Iterator[Reason]:
    """Subjects that neither the evidence nor its context knows."""
    statement, words = compared.statement, compared.words
    known = compared.evidence_keys | compared.context | words.fillers
    for place in compared.added:
        token = statement.tokens[place]
        if not _is_subject(statement, place, words) or any(akin(token.key, key, words) for key in known):
            continue
        if token.text in words.lists["persons"] and addresses(compared):
            continue
        if statement.phrases[statement.phrase_of[place]].role not in CLAUSES:
            continue
        lost = [other for other in compared.used_places if _is_lost_noun(other, compared)]
        is_person = PERSON in token.key or token.text in words.lists["persons"]
        replaced = any(is_person or _acts(compared.evidence, other, words) for other in lost)
        yield Reason(NAME, "new for another" if replaced else "new", f"{token.text!r} is not in the quote")


def _strays(compared: Comparison) -> Iterator[Reason]:
    """Nouns of another clause of the quote than the words beside them, where that clause has lost one, or two have been crossed."""
    statement, words = compared.statement, compared.words
    strays: list[tuple[int, int, int]] = []
    for places in _clauses(compared).values():
        counts = Counter(compared.phrase(compared.partners[place]).clause for place in places)
        home, count = max(counts.items(), key=lambda item: (item[1], -item[0]))
        if count < FEW or count <= len(places) / 2:
            continue
        home_keys = {compared.evidence.tokens[place].key for place in compared.places_of(home)}
        for place in places:
            away = compared.phrase(compared.partners[place]).clause
            if away != home and statement.tokens[place].key not in home_keys and is_noun(statement, place, words):
                strays.append((place, home, away))
    for place, home, away in strays:
        if any(other_home == away and other_away == home for _, other_home, other_away in strays):
            yield Reason(NAME, "crossed", f"{statement.tokens[place].text!r} is said of something else in the quote")
            return
    for place, home, _ in strays:
        lost = [other for other in compared.places_of(home) if _is_lost_noun(other, compared)]
        partner = compared.partners[place]
        same = [
            other
            for other in lost
            if not _is_listed_with(compared.evidence, other, partner, words)
            and role_of(compared.evidence, other, words) == role_of(statement, place, words)
        ]
        if same:
            yield Reason(NAME, "stray", f"{statement.tokens[place].text!r} takes the place of {compared.evidence.tokens[same[0]].text!r}")
            return


def _is_lost_noun(place: int, compared: Comparison) -> bool:
    evidence = compared.evidence
    is_open = place not in compared.repeated and evidence.tokens[place].key not in compared.statement_keys
    if evidence.tokens[place].text in compared.words.implied:
        return False
    return is_open and is_noun(evidence, place, compared.words) and evidence.tokens[place].key not in compared.words.fillers


def _clauses(compared: Comparison) -> dict[int, list[int]]:
    """The paired words of each clause of the statement."""
    clauses: dict[int, list[int]] = defaultdict(list)
    statement = compared.statement
    for place in sorted(compared.partners):
        if statement.tokens[place].kind in (CONTENT, VALUE):
            clauses[statement.phrases[statement.phrase_of[place]].clause].append(place)
    return clauses


def _counted(compared: Comparison) -> Iterator[Reason]:
    """Numbers that count one thing in the quote and another of its things in the statement."""
    for place, partner in compared.partners.items():
        ours, theirs = compared.statement.tokens[place : place + 2], compared.evidence.tokens[partner : partner + 2]
        if ours[0].kind != VALUE or len(ours) < FEW or len(theirs) < FEW or {ours[1].kind, theirs[1].kind} != {CONTENT}:
            continue
        exchanged = ours[1].key in compared.evidence_keys and theirs[1].key in compared.statement_keys
        if ours[1].key != theirs[1].key and exchanged:
            yield Reason(NAME, "counted", f"{ours[0].text} counts {ours[1].text!r}, but {theirs[1].text!r} in the quote")


def _is_listed_with(evidence: Reading, one: int, other: int, words: Words) -> bool:
    """Whether two nouns are members of one list."""
    between = evidence.tokens[min(one, other) + 1 : max(one, other)]
    joins = any(token.key == "," or token.text in words.lists["and"] or token.text in words.lists["or"] for token in between)
    return joins and len(between) <= NEAR and not any(token.kind == OPERATOR or token.text in words.lists["auxiliary"] for token in between)


def _is_worded(key: str, compared: Comparison) -> bool:
    """Whether a compound of the evidence begins with a word of the statement (``Ausfertigungsdatum``, ``ausgefertigt``)."""
    return any(len(other) >= SHORTEST_PART and key != other and key.startswith(other) for other in compared.statement_keys)


def _beside(reading: Reading, place: int, words: Words) -> list[int]:
    """The words of the subject that a noun belongs to: those of its phrase, where cases do not part subjects from objects."""
    phrase = reading.phrases[reading.phrase_of[place]]
    if not words.lists["case"]:
        return [other for other in range(phrase.start, phrase.end) if reading.tokens[other].kind == CONTENT]
    start = end = place
    while start > phrase.start and _is_part_of_name(reading.tokens[start - 1]):
        start -= 1
    while end + 1 < phrase.end and _is_part_of_name(reading.tokens[end + 1]):
        end += 1
    return list(range(start, end + 1))


def _is_part_of_name(token: Token) -> bool:
    return token.kind == CONTENT and token.capital


def _is_foreign(place: int, compared: Comparison) -> bool:
    """Whether a token of the statement is a subject that the restated sentences do not have."""
    is_filler = compared.statement.tokens[place].key in compared.words.fillers
    is_new = compared.partners.get(place) not in compared.used_set
    return is_new and not is_filler and _is_subject(compared.statement, place, compared.words)


def _is_subject(reading: Reading, place: int, words: Words) -> bool:
    return is_noun(reading, place, words) and role_of(reading, place, words) == Role(False, BEFORE)


def _acts(reading: Reading, place: int, words: Words) -> bool:
    """Whether a token is a subject, or the agent in the passive voice."""
    return _is_subject(reading, place, words) or (
        is_noun(reading, place, words) and role_of(reading, place, words).place in words.lists["agent"]
    )


def is_noun(reading: Reading, place: int, words: Words) -> bool:
    """Whether a token names something, as far as its kind and its capital tell."""
    token = reading.tokens[place]
    if token.kind == VALUE:
        return token.key.startswith("text:")
    return token.kind == CONTENT and not is_wording(reading, place, words)


def role_of(reading: Reading, place: int, words: Words) -> Role:
    """The role of a noun."""
    number = reading.phrase_of[place]
    phrase = reading.phrases[number]
    conditional = reading.conditional[number]
    first = reading.tokens[phrase.start].text
    if first in words.lists["preposition"] and _is_governed(reading, phrase.start, place):
        return Role(conditional, words.contracted.get(first, first))
    for other in range(place - 1, max(phrase.start, place - NEAR) - 1, -1):
        if reading.tokens[other].text in words.lists["case"]:
            return Role(conditional, reading.tokens[other].text)
    if words.lists["case"]:
        return Role(conditional, BEFORE)
    return Role(conditional, BEHIND if reading.behind_verb[place] else BEFORE)


def _is_governed(reading: Reading, start: int, place: int) -> bool:
    """Whether a noun belongs to the first noun behind a preposition: no article or operator stands between the two."""
    if place - start > NEAR:
        return False
    seen = False
    for token in reading.tokens[start + 1 : place]:
        if token.kind in (CONTENT, VALUE):
            seen = True
        elif seen and token.kind != MARK:
            return False
    return True
