"""Which pages there are, and what they say and do not say."""

import dataclasses
import datetime

import pytest

from lineproof.wiki.families import families
from lineproof.wiki.material import Bond, Concept, Fact, Heading, Material, Reflection, Relation
from lineproof.wiki.model import SourceDocument
from lineproof.wiki.outline import Outline
from lineproof.wiki.plan import plan
from lineproof.wiki.read import read
from storage.database import Store
from tests.lineproof.wiki.believing import CORPUS


def texts(outline: Outline) -> list[str]:
    return [fact.said for item in outline.items for fact in item.facts]


def pages(material: Material) -> dict[str, Outline]:
    return {outline.path: outline for outline in plan(material)}


def document(number: int, size: int = 50_000, **changes: object) -> SourceDocument:
    whole = SourceDocument(f"d{number}", f"laws/law-{number}.md", f"Law {number}", None, None, None, None, "en", size)
    return dataclasses.replace(whole, **changes)  # type: ignore[arg-type]


def fact(number: int, owner: SourceDocument, section: int, **changes: object) -> Fact:
    statement = f"{owner.title}, provision {number}: whoever acts under it must answer within {number} days of the request."
    whole = Fact(
        f"c{number:05}", owner.document_id, statement, "obligation", None, None, "must", "active", None, f"p{number}", False, statement,
        (f"{owner.document_id}/h{section}",),
    )  # fmt: skip
    return dataclasses.replace(whole, **changes)  # type: ignore[arg-type]


def corpus(laws: int, provisions: int) -> Material:
    documents = [document(number) for number in range(laws)]
    facts = [
        fact(law * provisions + number, documents[law], number // 10, concepts=(f"k{number % 7}",))
        for law in range(laws)
        for number in range(provisions)
    ]
    headings = {f"d{law}/h{number}": Heading(f"d{law}/h{number}", f"Section {number}", None) for law in range(laws) for number in range(99)}
    concepts = {f"k{number}": Concept(f"k{number}", f"topic {number}", "term", laws) for number in range(7)}
    return Material("laws", {one.document_id: one for one in documents}, tuple(facts), headings, concepts)


def test_pages_are_of_families_topics_changes_and_an_index(store: Store) -> None:
    found = pages(read(store, CORPUS))
    assert {"index.md", "changes.md", "documents/hv-30-01.md", "topics/appraisal.md"} <= found.keys()
    assert not [path for path in found if "2019" in path], "an edition has no page of its own"


def test_a_superseded_claim_is_said_under_what_changed_only(store: Store) -> None:
    for outline in plan(read(store, CORPUS)):
        for item in outline.items:
            stale = [one for one in item.facts if one.status == "superseded"]
            assert not stale or item.role == "change"


def test_an_edition_that_says_the_same_is_no_change(store: Store) -> None:
    changes = pages(read(store, CORPUS))["changes.md"].items
    assert [one.said for one in changes[0].facts] == [
        "You must send a proof of loss within 90 days.",
        "You must send a proof of loss within 60 days.",
    ]
    assert len(changes) == 1


def test_a_contradiction_names_both_sides_and_is_no_claim(store: Store) -> None:
    found = pages(read(store, CORPUS))
    conflicts = [item for item in found["documents/hv-30-01.md"].items if item.role == "conflict"]
    assert [[one.status for one in item.facts] for item in conflicts] == [["active", "disputed"]]
    claims = [item for outline in found.values() for item in outline.items if item.role == "claim"]
    assert not [item for item in claims if any(one.status == "disputed" for one in item.facts)]


def test_open_references_are_those_that_an_author_can_mend(store: Store) -> None:
    links = [link for outline in plan(read(store, CORPUS)) for link in outline.links if link.role == "open"]
    assert [(link.text, link.reason) for link in links] == [("HV 99 12", "dangling")]


def test_links_lead_to_pages_that_are_there(store: Store) -> None:
    found = plan(read(store, CORPUS))
    known = {outline.page_id: outline.path for outline in found}
    links = [link for outline in found for link in outline.links if link.role in ("part", "related")]
    assert links
    assert all(known[link.target_id or ""] == link.target_path for link in links)


def test_every_page_can_be_reached_from_the_index() -> None:
    found = {outline.page_id: outline for outline in plan(corpus(60, 200))}
    reached = {outline.page_id for outline in found.values() if outline.path == "index.md"}
    for _ in range(4):
        reached |= {link.target_id or "" for page in reached for link in found[page].links if link.role == "part"}
    assert reached == set(found)
    assert len(found) > 50


def test_pages_have_a_readable_size_and_the_wiki_a_tenth_of_its_sources() -> None:
    material = corpus(20, 500)
    sizes = [sum(block.cost for block in outline.blocks) for outline in plan(material)]
    assert max(sizes) <= 12_500
    assert 0.06 <= sum(sizes) / material.size <= 0.12


def test_the_most_important_claims_are_said() -> None:
    law = document(1, size=200_000)
    headings = {"d1/h1": Heading("d1/h1", "Only", None)}
    facts = [fact(number, law, 1, kind="fact", modality="none") for number in range(900)]
    facts[450] = dataclasses.replace(facts[450], kind="definition", modality="must")
    said = [one for outline in plan(Material("laws", {"d1": law}, tuple(facts), headings)) for one in texts(outline)]
    assert facts[450].said in said
    assert len(said) < 300


def test_the_same_statement_is_said_once_with_all_its_claims() -> None:
    law = document(1)
    same = [fact(1, law, 1), dataclasses.replace(fact(2, law, 1), said=fact(1, law, 1).said, statement=fact(1, law, 1).statement)]
    found = plan(Material("laws", {"d1": law}, tuple(same), {}))
    assert [item.claim_ids for outline in found for item in outline.items] == [("c00001", "c00002")]


def test_a_statement_that_a_longer_one_holds_is_not_said() -> None:
    law = document(1)
    short, long = "Property is covered.", "Property is covered. Away from home the limit is 15%."
    facts = [dataclasses.replace(fact(one, law, 1), statement=text, said=text, paragraph_id="p") for one, text in enumerate((short, long))]
    found = plan(Material("laws", {"d1": law}, tuple(facts), {}))
    assert [text for outline in found for text in texts(outline)] == [long]


def test_a_sentence_with_two_values_changes_once() -> None:
    law = document(1)
    new = [dataclasses.replace(fact(number, law, 1), statement="It is 1 day now.", said="It is 1 day now.") for number in (1, 2)]
    old = [
        dataclasses.replace(fact(number, law, 1), statement="It was 2 days.", said="It was 2 days.", status="superseded")
        for number in (3, 4)
    ]
    relations = tuple(Relation("replaces", one.claim_id, other.claim_id) for one, other in zip(new, old, strict=True))
    found = plan(Material("laws", {"d1": law}, (*new, *old), {}, relations=relations))
    changed = [item for outline in found if outline.kind == "changes" for item in outline.items]
    assert [item.claim_ids for item in changed] == [("c00001", "c00003")]


def test_a_change_stands_where_something_no_longer_holds() -> None:
    new, old = document(1), document(2)
    facts = [fact(1, new, 1), dataclasses.replace(fact(2, old, 1), status="superseded"), fact(3, old, 1)]
    told = Reflection("r1", "change", "It was 2 days, and is 1 day now.", "days", ("c00002", "c00001"))
    headings = {f"d{number}/h1": Heading(f"d{number}/h1", "Only", None) for number in (1, 2)}
    found = plan(Material("laws", {"d1": new, "d2": old}, tuple(facts), headings, reflections=(told,)))
    stating = [block.title for outline in found if outline.kind == "changes" for block in outline.blocks]
    assert stating == ["Law 2"]


@pytest.mark.parametrize(("law", "provision"), [(0, 0), (3, 77), (7, 199), (12, 100), (19, 5)])
def test_one_edited_claim_changes_few_pages(law: int, provision: int) -> None:
    before = corpus(20, 200)
    facts = [*before.facts]
    place = law * 200 + provision
    facts[place] = dataclasses.replace(facts[place], claim_id="new", statement="It is other.", said="It is other.")
    after = dataclasses.replace(before, facts=tuple(facts))
    old = {outline.page_id: outline.fingerprint for outline in plan(before)}
    changed = [outline.path for outline in plan(after) if old.get(outline.page_id) != outline.fingerprint]
    assert len(changed) <= 5
    assert len(old) > 15


def test_families_are_editions_and_what_replaces_each_other() -> None:
    documents = [
        document(1, identifier="RFC 1", effective=datetime.date(1990, 1, 1)),
        document(2, identifier="RFC 2"),
        document(3, identifier="F 1", edition="2019"),
        document(4, identifier="F 1", edition="2026"),
        document(5),
    ]
    bonds = [Bond("supersedes", "d2", "d1", 1, True), Bond("supersedes", "d5", "d4", 1, False), Bond("amends", "d5", "d1", 3, True)]
    found = families({one.document_id: one for one in documents}, bonds)
    assert {tuple(sorted(one.document_id for one in family.documents)) for family in found} == {("d1", "d2"), ("d3", "d4"), ("d5",)}
    assert next(family for family in found if len(family.documents) == 2 and family.head.identifier != "F 1").head.document_id == "d2"


def test_a_plan_does_not_depend_on_the_order_of_what_it_is_made_from(store: Store) -> None:
    material = read(store, CORPUS)
    shuffled = dataclasses.replace(
        material,
        documents=dict(reversed(material.documents.items())),
        relations=material.relations[::-1],
        bonds=material.bonds[::-1],
        concepts=dict(reversed(material.concepts.items())),
    )
    assert plan(shuffled) == plan(material)
