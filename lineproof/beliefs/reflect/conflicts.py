"""Conflicts: claims in force of which each denies the other; the more authoritative one is named first."""

from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.beliefs.model import ClaimRelation
from lineproof.beliefs.reflect.model import CONFLICT, Proposal, Provision, Provisions
from lineproof.beliefs.reflect.places import place_of, subject_of
from lineproof.beliefs.reflect.words import Words, words_of

SHORTEST: Final = 3
"""Characters of a name that can stand for a topic: two are a unit or a sign (`GB`, `HR`)."""


def conflicts(provisions: Provisions, relations: Sequence[ClaimRelation]) -> Iterator[Proposal]:
    """One proposal a contradiction, in the order of the more authoritative claims."""
    pairs = [
        (provisions[relation.target_id], provisions[relation.source_id])
        for relation in relations
        if relation.type == "contradicts" and {relation.source_id, relation.target_id} <= provisions.keys()
    ]
    for first, second in sorted(pairs, key=lambda pair: (pair[0].position, pair[1].position, pair[0].claim_id, pair[1].claim_id)):
        yield _proposal(first, second, words_of(first.language))


def _proposal(first: Provision, second: Provision, words: Words) -> Proposal:
    subject = _subject(first, second, words)
    pair = (first, second)
    if first.written and second.written and first.written != second.written:
        values = ", ".join(words.conflict["value"].format(value=one.written, place=place_of(one, words)) for one in pair)
        return Proposal(CONFLICT, subject, words.conflict["statement"].format(topic=subject, values=values), pair)
    values = " | ".join(one.statement for one in pair)
    return Proposal(CONFLICT, subject, words.conflict["statements"].format(topic=subject, values=values), pair)


def _subject(first: Provision, second: Provision, words: Words) -> str:
    """The heading of the first claim; else what both are about, in the name that has most words; else its document."""
    shared = [concept for concept in first.concepts if concept in second.concepts and len(concept) >= SHORTEST]
    if first.topic or not shared:
        return subject_of(first, words)
    return min(shared, key=lambda concept: (-len(concept.split()), -len(concept), concept))
