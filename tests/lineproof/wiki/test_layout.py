"""Pages of a readable size whose borders do not move with every edit."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.wiki.layout import chunks, readable, unrepeated
from lineproof.wiki.material import Fact
from lineproof.wiki.outline import Item


@dataclass(frozen=True)
class Thing:
    key: str
    cost: int


THINGS = st.lists(st.builds(Thing, st.uuids().map(str), st.integers(1, 900)), max_size=60)


@settings(deadline=None)
@given(THINGS)
def test_pages_hold_everything_in_order_and_are_not_too_large(things: list[Thing]) -> None:
    pages = chunks(things, 1_000)
    assert [thing for page in pages for thing in page] == things
    assert all(sum(thing.cost for thing in page) <= 1_000 for page in pages)


def test_what_fits_stays_together() -> None:
    things = [Thing(str(number), 100) for number in range(10)]
    assert chunks(things, 1_000) == [things]
    assert chunks([], 1_000) == []


def test_an_inserted_thing_moves_borders_near_it_only() -> None:
    things = [Thing(f"section {number}", 100) for number in range(400)]
    before = chunks(things, 1_000)
    after = chunks([*things[:100], Thing("new", 100), *things[100:]], 1_000)
    changed = [page for page in after if page not in before]
    assert len(before) > 30
    assert len(changed) <= 6


def fact(paragraph: str, kind: str, *sentences: str) -> Fact:
    said = " ".join(sentences)
    name = f"{paragraph} {sentences[-1]}"
    return Fact(name, "d1", said, kind, None, None, "none", "active", None, paragraph, said=said, before=sentences[:-1])


def told(*facts: Fact) -> list[str]:
    return [item.facts[0].said for item in readable([Item("claim", (one,)) for one in facts], "", {})]


FIRST, SECOND, THIRD = "Tea is free.", "The mug is yours.", "The desk is not."


def test_what_one_sentence_of_a_paragraph_says_is_not_said_again_before_the_next() -> None:
    assert told(fact("p1", "fact", FIRST), fact("p1", "fact", FIRST, SECOND), fact("p1", "fact", FIRST, SECOND, THIRD)) == [
        FIRST,
        SECOND,
        THIRD,
    ]


def test_what_a_sentence_needs_is_said_where_nothing_said_it_before() -> None:
    assert told(fact("p1", "fact", FIRST, SECOND), fact("p2", "fact", FIRST, THIRD)) == [f"{FIRST} {SECOND}", f"{FIRST} {THIRD}"]
    assert told(fact("p1", "fact", FIRST, SECOND), fact("p1", "fact", SECOND, THIRD)) == [f"{FIRST} {SECOND}", THIRD]


def test_a_paragraph_stays_together_and_in_its_order() -> None:
    rule, meaning = fact("p1", "period", FIRST), fact("p2", "definition", SECOND)
    assert told(rule, fact("p1", "fact", THIRD), fact("p3", "period", "Time flies."), meaning) == [SECOND, FIRST, THIRD, "Time flies."]


@given(st.lists(st.tuples(st.integers(0, 2), st.lists(st.sampled_from([FIRST, SECOND, THIRD]), min_size=1, max_size=3, unique=True))))
def test_no_item_is_lost_and_each_says_its_own(drawn: list[tuple[int, list[str]]]) -> None:
    items = [Item("claim", (fact(str(number), "fact", *sentences),)) for number, sentences in drawn]
    found = list(unrepeated(items))
    assert [item.claim_ids for item in found] == [item.claim_ids for item in items]
    assert all(new.facts[0].said.endswith(old.facts[0].own) for new, old in zip(found, items, strict=True))
