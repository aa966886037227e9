"""Pages of a readable size whose borders do not move with every edit."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.wiki.layout import chunks


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
