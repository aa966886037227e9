"""Lists: all provisions in force that set a value of one kind for one thing, where several documents do.

slot    of a claim: the words around its value, as stems
thing   what provisions set a value for: their slots hold the words of one concept, and have most words in common
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from lineproof.beliefs.reflect.model import LIST, Proposal, Provision
from lineproof.beliefs.reflect.places import place_of
from lineproof.beliefs.reflect.words import Words, words_of
from lineproof.evidence.names import stem

MOST: Final = 12
"""Provisions beyond which a list tells nothing."""
MOST_OF_CONCEPT: Final = 300
"""Claims beyond which a concept is too wide to tell what they set values for."""
ALIKE: Final = 0.5
"""Share of the words of two slots that both must have, and the number of them."""
FEWEST_ALIKE: Final = 3
MARKS: Final = frozenset({"#", "~", "/"})
WORD: Final = re.compile(r"[^\W\d_]+")


def lists(provisions: Iterable[Provision]) -> Iterator[Proposal]:
    """One proposal a thing, those with most provisions first; what is part of another list is not listed again."""
    groups: dict[tuple[str, str], list[Provision]] = {}
    for provision in provisions:
        if provision.slot and provision.written and provision.status == "active" and provision.kind in words_of(provision.language).kinds:
            for concept in _measured(provision):
                groups.setdefault((concept, provision.kind), []).append(provision)
    found = [(concept, held) for (concept, _), group in groups.items() for held in _things(group)]
    listed: list[set[str]] = []
    for concept, held in sorted(found, key=lambda thing: (-len(thing[1]), -len(thing[0]), thing[0], thing[1][0].position)):
        claims = {one.claim_id for one in held}
        if len({one.document_id for one in held}) > 1 and not any(claims <= other for other in listed):
            listed.append(claims)
            yield _proposal(concept, held, words_of(held[0].language))


def _measured(provision: Provision) -> Iterator[str]:
    """The concepts that the slot of a provision names; of a table the column, since the row only tells where it holds."""
    slot = frozenset((provision.slot or "").partition(": ")[2].rpartition(" / ")[2].split())
    for concept in provision.concepts:
        named = {stem(word, provision.language) for word in WORD.findall(concept.lower()) if len(word) > 2}
        if named and named <= slot:
            yield concept


def _things(provisions: Sequence[Provision]) -> Iterator[list[Provision]]:
    """The provisions of one concept by the thing that they set a value for; each joins the first whose first slot is like its own."""
    things: list[tuple[frozenset[str], list[Provision]]] = []
    for provision in sorted(provisions, key=lambda one: one.position) if len(provisions) <= MOST_OF_CONCEPT else ():
        slot = _slot_words(provision)
        same = next((held for words, held in things if _is_alike(words, slot)), None)
        if same is None:
            things.append((slot, [provision]))
        else:
            same.append(provision)
    yield from (held for _, held in things if len(held) <= MOST)


def _slot_words(provision: Provision) -> frozenset[str]:
    return frozenset((provision.slot or "").partition(": ")[2].split()) - MARKS


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    common = len(one & other)
    return common >= min(FEWEST_ALIKE, len(one), len(other)) and common >= ALIKE * len(one | other)


def _proposal(concept: str, ordered: Sequence[Provision], words: Words) -> Proposal:
    places = [(place, list(group)) for place, group in groupby(ordered, key=lambda one: place_of(one, words))]
    values = ", ".join(
        words.list["value"].format(values=words.place["and"].join(dict.fromkeys(str(one.written) for one in held)), place=place)
        for place, held in places
    )
    statement = words.list["statement"].format(kind=words.kinds[ordered[0].kind], topic=concept, values=values)
    return Proposal(LIST, concept, statement, tuple(ordered))
