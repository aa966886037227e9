"""Changes: what a value was in former editions and is in the newest (``60 days in edition 2019-04, 90 days from edition 2026-01 on``).

chain    claims of which each replaces the one before, oldest first
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from lineproof.beliefs.model import ClaimRelation
from lineproof.beliefs.reflect.model import CHANGE, Proposal, Provision, Provisions
from lineproof.beliefs.reflect.places import document_of, subject_of, topic_of
from lineproof.beliefs.reflect.words import Words, words_of


def changes(provisions: Provisions, relations: Sequence[ClaimRelation]) -> Iterator[Proposal]:
    """One proposal a chain whose value changed, in the order of the newest claims; within one document its own words tell when."""
    older: dict[str, list[str]] = {}
    for relation in relations:
        if relation.type == "replaces" and {relation.source_id, relation.target_id} <= provisions.keys():
            older.setdefault(relation.source_id, []).append(relation.target_id)
    replaced = {claim for targets in older.values() for claim in targets}
    newest = sorted((claim for claim in older if claim not in replaced), key=lambda claim: provisions[claim].position)
    for claim in newest:
        for chain in _chains(claim, older, ()):
            stages = _stages([provisions[one] for one in reversed(chain)])
            told = all(stage.written for stage in stages) and len({stage.statement for stage in stages}) == len(stages)
            if len({stage.document_id for stage in stages}) > 1 and told:
                yield _proposal(stages, words_of(stages[-1].language))


def _chains(claim: str, older: Mapping[str, Sequence[str]], above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The chains that end in a claim, newest first; what goes round in a ring is followed once."""
    chain = (*above, claim)
    targets = [target for target in sorted(older.get(claim, ())) if target not in chain]
    if not targets:
        yield chain
    for target in targets:
        yield from _chains(target, older, chain)


def _stages(chain: Sequence[Provision]) -> list[Provision]:
    """One claim for each value of a chain: the last that held it, but for the newest value the first."""
    groups = [list(group) for _, group in groupby(chain, key=lambda one: (one.value, one.unit))]
    return [*(group[-1] for group in groups[:-1]), groups[-1][0]]


def _proposal(stages: Sequence[Provision], words: Words) -> Proposal:
    newest = stages[-1]
    by_edition = len({stage.family for stage in stages}) == 1 and all(stage.edition for stage in stages)
    values = ", ".join(_value(stage, stage is newest, by_edition, words) for stage in stages)
    topic = topic_of(newest, words) if by_edition else subject_of(newest, words)
    statement = words.change["statement"].format(topic=topic, values=values)
    return Proposal(CHANGE, subject_of(newest, words), statement, tuple(stages))


def _value(stage: Provision, newest: bool, by_edition: bool, words: Words) -> str:
    template = ("newest" if newest else "value") + ("" if by_edition else "_of_document")
    return words.change[template].format(value=stage.written, edition=stage.edition, document=document_of(stage, words))
