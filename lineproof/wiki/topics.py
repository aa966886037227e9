"""Topics: pages for concepts that several families tell of.

nominated   what a family page finds most worth a page of its own: concepts that many of its claims are about, and other pages too
topic       a concept that two pages or more nominate; its page states the best claims of each of them
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lineproof.wiki.choice import candidates, choose
from lineproof.wiki.groups import grouped
from lineproof.wiki.layout import readable
from lineproof.wiki.material import ACTIVE, Concept, Fact, Material
from lineproof.wiki.outline import Block, Item
from lineproof.wiki.pages import Draft, Home
from lineproof.wiki.scale import Scale

FROM_EACH: Final = 600
"""Characters that a topic takes from each page."""
MOST_PAGES: Final = 8
MOST_NOMINATED: Final = 12
TELLING: Final = 2
"""How much more a name of several words tells than a single one."""
COMMON: Final = 0.6
"""A concept on more than this part of the pages says nothing about any of them, once there are FEW of them."""
FEW: Final = 8
KINDS: Final[Mapping[str, int]] = {"term": 3, "heading": 2, "phrase": 1}


def topics(homes: Sequence[Home], material: Material, scale: Scale) -> Iterator[tuple[Draft, tuple[Home, ...]]]:
    """Drafts of topic pages in the order of their names, each with the homes that it draws on."""
    facts = [_by_concept(home, material) for home in homes]
    spread = Counter(concept for found in facts for concept in found)
    most = len(homes) * COMMON if len(homes) >= FEW else len(homes)
    nominated: dict[str, list[int]] = {}
    for position, found in enumerate(facts):
        shared = {concept: about for concept, about in found.items() if 2 <= spread[concept] <= most}
        for concept in _best(shared, spread, material.concepts, min(MOST_NOMINATED, 1 + homes[position].cost // scale.nomination)):
            nominated.setdefault(concept, []).append(position)
    for concept in sorted(nominated, key=lambda one: (material.concepts[one].name.casefold(), one)):
        if len(nominated[concept]) > 1:
            ranked = sorted(nominated[concept], key=lambda position: (-len(facts[position][concept]), position))[:MOST_PAGES]
            yield _topic(material.concepts[concept], [(homes[one], facts[one][concept]) for one in sorted(ranked)], material)


def _by_concept(home: Home, material: Material) -> dict[str, list[Fact]]:
    """The facts of a home that are in force, by concept."""
    documents = {document.document_id for one in home.stated for document in one.family.documents}
    found: dict[str, list[Fact]] = {}
    for document in sorted(documents):
        for fact in material.by_document.get(document, ()):
            for concept in fact.concepts if fact.status == ACTIVE else ():
                if concept in material.concepts:
                    found.setdefault(concept, []).append(fact)
    return found


def _best(shared: Mapping[str, Sequence[Fact]], spread: Mapping[str, int], concepts: Mapping[str, Concept], most: int) -> list[str]:
    """The concepts that a home nominates."""

    def worth(concept: str) -> tuple[int, str]:
        found = concepts[concept]
        telling = TELLING if " " in found.name else 1
        return (-len(shared[concept]) * spread[concept].bit_length() * KINDS.get(found.kind, 1) * telling, concept)

    return sorted(shared, key=worth)[:most]


def _topic(concept: Concept, drawn: Sequence[tuple[Home, Sequence[Fact]]], material: Material) -> tuple[Draft, tuple[Home, ...]]:
    blocks: list[Block] = []
    for home, facts in drawn:
        items = choose(candidates(sorted(facts, key=lambda fact: material.place[fact.claim_id])), FROM_EACH, material)
        blocks += _by_family(home, items, concept, material)
    title = concept.name[:1].upper() + concept.name[1:]
    draft = Draft(
        page_id=f"topic {concept.concept_id}",
        path=concept.name,
        title=title,
        kind="topic",
        description=", ".join(block.title for block in blocks[:3]),
        language=drawn[0][0].first.language,
        subject_id=concept.concept_id,
        blocks=tuple(blocks),
        documents=tuple(sorted({item.facts[0].document_id for block in blocks for item in block.items})),
    )
    return draft, tuple(home for home, _ in drawn)


def _by_family(home: Home, items: Sequence[Item], concept: Concept, material: Material) -> list[Block]:
    """Items under the titles of the families that state them."""
    families = {document.document_id: one.family for one in home.stated for document in one.family.documents}
    found = grouped((families[item.facts[0].document_id].head.document_id, item) for item in items)
    return [Block(families[head].title, head, readable(about, concept.name, material.headings)) for head, about in found.items()]
