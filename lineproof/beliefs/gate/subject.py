"""Subject: who does what, and to whom, stays the same.

role        how a noun stands in its clause: in a condition or not, and behind which preposition or article that tells its case,
            or else before or behind the verb
exchanged   said of a noun that takes the role of another one, which loses it; the passive voice, which makes the subject the agent,
            exchanges nothing
replaced    said of the subject of a clause that the statement restates under another subject
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.reading import CLAUSES, Phrase, Reading
from lineproof.beliefs.gate.support import is_wording
from lineproof.beliefs.gate.tokens import CONTENT, MARK, VALUE
from lineproof.beliefs.gate.words import Words

NAME: Final = "subject"
BEFORE: Final = "before"
SHORTEST_PART: Final = 5
MOST_NOUNS: Final = 100
NEAR: Final = 12
NEAR_PARTICIPLE: Final = 4
BEHIND: Final = "behind"
GENITIVE: Final = "des"


class Role(NamedTuple):
    """A role; ``conditional`` tells whether it is one within a condition or an exception."""

    conditional: bool
    place: str


def subject(compared: Comparison) -> Iterator[str]:
    """A reason for each noun that another one stands in for."""
    yield from _exchanged(compared)
    yield from _wrong_agent(compared)
    yield from _replaced(compared)


def _exchanged(compared: Comparison) -> Iterator[str]:
    """Nouns that take each other's roles, or the role of one that is an agent or receiver only in the quote."""
    nouns = []
    for ours, theirs in compared.partners.items():
        if theirs in compared.used_set and is_noun(compared.statement, ours, compared.words):
            new = role_of(compared.statement, ours, compared.words)
            old = role_of(compared.evidence, theirs, compared.words)
            if new != old and _is_actor(new, compared.words) and _is_actor(old, compared.words):
                nouns.append((compared.statement.tokens[ours], new, old))
    turned = _is_passive(compared.statement, compared.words) != _quote_is_passive(compared)
    for one, new, old in nouns[:MOST_NOUNS]:
        for other, other_new, other_old in nouns[:MOST_NOUNS]:
            if one.key != other.key and new == other_old and _is_exchange(new, old, other_new, turned, compared.words):
                yield f"{NAME}: {one.text!r} takes the place of {other.text!r}"
                return


def _wrong_agent(compared: Comparison) -> Iterator[str]:
    """An agent of the passive voice that in the active voice of the quote stands behind what it would act on."""
    statement, words = compared.statement, compared.words
    if words.lists["case"] or not _is_passive(statement, words):
        return
    for phrase in statement.phrases:
        if statement.tokens[phrase.start].text not in words.lists["agent"]:
            continue
        agents = [compared.partners[place] for place in range(phrase.start, phrase.end) if place in compared.partners]
        acted_on = [compared.partners[place] for place in range(phrase.start) if _is_acted_on(place, phrase, compared)]
        if not agents or not acted_on or agents[0] < acted_on[0]:
            continue
        acting, acted = compared.phrase(agents[0]), compared.phrase(acted_on[0])
        sentence = compared.evidence.sentences[acting.sentence]
        if acting.clause == acted.clause and not _is_passive(compared.evidence, words, sentence):
            yield f"{NAME}: {statement.text(range(phrase.start, phrase.end))!r} is not who acts in the quote"


def _is_acted_on(place: int, agent: Phrase, compared: Comparison) -> bool:
    statement = compared.statement
    same_clause = statement.phrases[statement.phrase_of[place]].clause == agent.clause
    return same_clause and place in compared.partners and statement.tokens[place].kind == CONTENT and not statement.behind_verb[place]


def _is_exchange(new: Role, old: Role, other_new: Role, turned: bool, words: Words) -> bool:
    """Whether a noun of one role takes that of another, which changes too; ``turned`` tells that the voice changed."""
    agents = words.lists["agent"]
    if GENITIVE in (new.place, old.place):
        return old == other_new
    if new.conditional != old.conditional:
        return not (turned and other_new.place in agents)
    if turned and (other_new.place in agents or old.place in agents or {new.place, old.place} <= {BEFORE, BEHIND}):
        return new.place not in (BEFORE, BEHIND) and other_new.place in agents and new.conditional == old.conditional
    return old == other_new or new.place not in (BEFORE, BEHIND)


def _is_actor(role: Role, words: Words) -> bool:
    return role.place in (BEFORE, BEHIND) or role.place in words.lists["actor"]


def _quote_is_passive(compared: Comparison) -> bool:
    return _is_passive(compared.evidence, compared.words, compared.evidence.sentences[compared.main_sentence])


def _is_passive(reading: Reading, words: Words, places: range | None = None) -> bool:
    """Whether a participle follows an auxiliary word of the passive voice, in a text or in a sentence of it."""
    endings = tuple(words.lists["participle"])
    tokens = reading.tokens[places.start : places.stop] if places else reading.tokens
    for place, token in enumerate(tokens[:-1]):
        if token.text in words.lists["passive"]:
            following = tokens[place + 1 : place + NEAR_PARTICIPLE]
            if not endings or any(other.text.endswith(endings) or other.text in words.keys.irregular for other in following):
                return True
    return False


def _replaced(compared: Comparison) -> Iterator[str]:
    """The subject of a restated clause, lost where the statement has one from elsewhere."""
    statement, evidence, words = compared.statement, compared.evidence, compared.words
    foreign = [place for place in statement.places if _is_foreign(place, compared)]
    if not foreign:
        return
    for lost in compared.used_places:
        phrase = compared.phrase(lost)
        token = evidence.tokens[lost]
        is_known = lost in compared.repeated or token.key in compared.statement_keys or token.text in words.fillers
        if is_known or phrase.role not in CLAUSES:
            continue
        if any(evidence.tokens[place].key in compared.statement_keys for place in _beside(evidence, lost, words)):
            continue
        if _is_worded(evidence.tokens[lost].key, compared):
            continue
        if _is_subject(evidence, lost, words) and compared.clause_share(phrase.clause) >= thresholds.RESTATED:
            yield f"{NAME}: {statement.tokens[foreign[0]].text!r} takes the place of {evidence.tokens[lost].text!r}"
            return


def _is_worded(key: str, compared: Comparison) -> bool:
    """Whether a compound of the evidence begins with a word of the statement (``Ausfertigungsdatum``, ``ausgefertigt``)."""
    return any(len(other) >= SHORTEST_PART and key != other and key.startswith(other) for other in compared.statement_keys)


def _beside(reading: Reading, place: int, words: Words) -> list[int]:
    """The words of the subject that a noun belongs to: those of its phrase, where cases do not part subjects from objects."""
    phrase = reading.phrases[reading.phrase_of[place]]
    inside = range(phrase.start, phrase.end)
    if not words.lists["case"] and any(reading.behind_verb[other] for other in inside):
        return [other for other in inside if reading.tokens[other].kind == CONTENT and not reading.behind_verb[other]]
    start = end = place
    while start > phrase.start and is_noun(reading, start - 1, words):
        start -= 1
    while end + 1 < phrase.end and is_noun(reading, end + 1, words):
        end += 1
    return list(range(start, end + 1))


def _is_foreign(place: int, compared: Comparison) -> bool:
    """Whether a token of the statement is a subject that the restated sentences do not have."""
    is_filler = compared.statement.tokens[place].text in compared.words.fillers
    partner = compared.partners.get(place)
    is_new = partner is None or partner not in compared.used_set or _is_receiver(partner, compared)
    return is_new and not is_filler and _is_subject(compared.statement, place, compared.words)


def _is_receiver(place: int, compared: Comparison) -> bool:
    """Whether a noun of the evidence stands behind a word for who receives something or from whom, though the voice is the same."""
    role = role_of(compared.evidence, place, compared.words).place
    same_voice = _is_passive(compared.statement, compared.words) == _quote_is_passive(compared)
    return same_voice and role in compared.words.lists["actor"] and role not in compared.words.lists["agent"]


def _is_subject(reading: Reading, place: int, words: Words) -> bool:
    return is_noun(reading, place, words) and role_of(reading, place, words) == Role(False, BEFORE)


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
        text = reading.tokens[other].text
        if text in words.lists["case"]:
            return Role(conditional, words.contracted.get(text, text))
        if text in words.lists["hidden_case"]:
            belongs = other > 0 and reading.tokens[other - 1].kind == CONTENT and reading.tokens[other - 1].capital
            return Role(conditional, GENITIVE if belongs else BEFORE)
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
