"""Stated: what is said of each family, within its budget.

change     a superseded claim with the one that replaced it, or alone where it was withdrawn from a document still in force
conflict   a claim with the less authoritative one that contradicts it
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.wiki.choice import candidates, choose
from lineproof.wiki.families import Family, label
from lineproof.wiki.groups import grouped
from lineproof.wiki.material import ACTIVE, CONTRADICTS, REPLACES, SUPERSEDED, Fact, Material, Reflection
from lineproof.wiki.outline import Item, cost
from lineproof.wiki.scale import Scale
from lineproof.wiki.text import key

PARTS: Final[Mapping[str, tuple[float, int]]] = {"change": (0.25, 800), "conflict": (0.2, 800), "list": (0.1, 400)}
"""Of each role but claims: the part of the budget that it may take, and the characters that it may have in any case."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A family with the items that are said of it, each role in the order of its documents."""

    family: Family
    claims: tuple[Item, ...]
    changes: tuple[Item, ...]
    conflicts: tuple[Item, ...]
    lists: tuple[Item, ...]

    @property
    def key(self) -> str:
        """What tells it from others."""
        return self.family.head.document_id

    @property
    def cost(self) -> int:
        """Characters of all that is said of it."""
        return cost((*self.claims, *self.changes, *self.conflicts, *self.lists))


def stated(families: Sequence[Family], material: Material, scale: Scale) -> list[Stated]:
    """What is said of families that have anything to say, in their order."""
    home = {document.document_id: family.head.document_id for family in families for document in family.documents}
    facts = grouped((home[fact.document_id], fact) for fact in material.facts)
    others = {
        "change": grouped((home[one], item) for item in changes(material) for one in _changed(item, home)),
        "conflict": grouped((one, item) for item in conflicts(material) for one in sorted({home[fact.document_id] for fact in item.facts})),
        "list": grouped((_most(home[fact.document_id] for fact in item.facts), item) for item in lists(material)),
    }
    found = [_state(family, facts, others, int(family.size * scale.share), material) for family in families]
    return [one for one in found if one.cost]


def _state(
    family: Family,
    facts: Mapping[str, Sequence[Fact]],
    others: Mapping[str, Mapping[str, Sequence[Item]]],
    budget: int,
    material: Material,
) -> Stated:
    own = family.head.document_id
    place = {document.document_id: position for position, document in enumerate(family.documents)}
    ordered = sorted(facts.get(own, ()), key=lambda fact: place[fact.document_id])
    parts: dict[str, list[Item]] = {}
    for role, (part, least) in PARTS.items():
        parts[role] = choose(others[role].get(own, ()), max(least, int(budget * part)), material)
    spent = sum(cost(chosen) for chosen in parts.values())
    claims = choose(candidates(ordered), max(budget - spent, budget // 2), material)
    return Stated(family, tuple(claims), tuple(parts["change"]), tuple(parts["conflict"]), tuple(parts["list"]))


def _changed(item: Item, home: Mapping[str, str]) -> list[str]:
    """The documents whose pages tell of a change, one a family: those of which a claim no longer holds."""
    stale = [fact.document_id for fact in item.facts if fact.status == SUPERSEDED] or [item.facts[-1].document_id]
    return list({home[one]: one for one in stale}.values())


def changes(material: Material) -> list[Item]:
    """All changes: those that reflections tell, other pairs whose value or words differ, and what was withdrawn."""
    told = [_told("change", one, material) for one in material.reflections if one.kind == "change"]
    found = [item for item in told if item]
    covered = {fact.claim_id for item in found for fact in item.facts if fact.status == SUPERSEDED}
    paired: set[tuple[str, str]] = set()
    for relation in material.relations:
        new, old = material.by_claim.get(relation.source_id), material.by_claim.get(relation.target_id)
        if relation.type == REPLACES and new and old and old.claim_id not in covered and new.status != SUPERSEDED:
            covered.add(old.claim_id)
            # A sentence with several values makes as many claims.
            if not _unchanged(new, old) and (new.statement, old.statement) not in paired:
                paired.add((new.statement, old.statement))
                found.append(_pair("change", new, old, material))
    return _in_order([*found, *_withdrawn(covered, material)], material)


def conflicts(material: Material) -> list[Item]:
    """All contradictions between claims, the preferred one first."""
    told = [_told("conflict", one, material) for one in material.reflections if one.kind == "conflict"]
    found = [item for item in told if item]
    covered = {frozenset(item.claim_ids) for item in found}
    for relation in material.relations:
        less, more = material.by_claim.get(relation.source_id), material.by_claim.get(relation.target_id)
        if relation.type == CONTRADICTS and less and more and frozenset((less.claim_id, more.claim_id)) not in covered:
            found.append(_pair("conflict", more, less, material))
    return _in_order([item for item in found if all(fact.status != SUPERSEDED for fact in item.facts)], material)


def lists(material: Material) -> list[Item]:
    """What reflections tell of several claims in force."""
    told = [_told("list", one, material) for one in material.reflections if one.kind in ("list", "summary")]
    return _in_order([item for item in told if item and all(fact.status == ACTIVE for fact in item.facts)], material)


def located(fact: Fact, material: Material) -> str:
    """The document and the heading of a fact, as far as its saying leaves them out."""
    if fact.said == fact.statement:
        return ""
    return ", ".join(filter(None, (label(material.documents[fact.document_id]), fact.clause_name(material.headings))))


def _pair(role: str, first: Fact, second: Fact, material: Material) -> Item:
    return Item(role, (first, second), label(material.documents[second.document_id]), place=located(first, material))


def _told(role: str, reflection: Reflection, material: Material) -> Item | None:
    facts = tuple(material.by_claim[one] for one in reflection.claim_ids if one in material.by_claim)
    return Item(role, facts, told=reflection.statement) if len(facts) == len(reflection.claim_ids) and facts else None


def _unchanged(new: Fact, old: Fact) -> bool:
    """Whether two claims say the same, be it in other words; what metadata says of an edition is no change of its text."""
    same = new.value is not None and (new.value, new.unit) == (old.value, old.unit)
    return same or key(new.said) == key(old.said) or new.described or old.described


def _withdrawn(covered: set[str], material: Material) -> list[Item]:
    """Superseded claims that nothing replaced, in documents of which other claims hold."""
    alive = {fact.document_id for fact in material.facts if fact.status == ACTIVE}
    return [
        Item("change", (fact,), label(material.documents[fact.document_id]), place=fact.clause_name(material.headings))
        for fact in material.facts
        if fact.status == SUPERSEDED and fact.claim_id not in covered and fact.document_id in alive and fact.by_id not in material.documents
    ]


def _in_order(items: Iterable[Item], material: Material) -> list[Item]:
    return sorted(items, key=lambda item: (material.place[item.facts[0].claim_id], item.role, item.claim_ids))


def _most(names: Iterable[str]) -> str:
    """The name that stands most often, the first of these."""
    times: dict[str, int] = {}
    for name in names:
        times[name] = times.get(name, 0) + 1
    return max(times, key=lambda name: times[name])
