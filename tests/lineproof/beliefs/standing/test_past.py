"""What was contested on past days on which both sides held, though one of them was replaced since."""

import datetime
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.beliefs.standing.past import DAY, Period, stretches
from tests.lineproof.beliefs.standing.test_update import believe, run
from tests.lineproof.beliefs.standing.texts import bulletin, document
from tests.lineproof.graph.building import build, corpus_of

Days = tuple[str, str, str | None, str | None]
"""A claim and the one that contested it, as paths, and the first and last day."""


def rule(fee: int, **fields: str) -> str:
    text = f"A visitor must pay a parking fee of ${fee} for each day at the main gate."
    return document(title=fields.pop("title", "Parking Rule"), sections={"1 Fee": text}, **fields)


OLD = rule(5, form="PR 1", edition="2020-01", effective="2020-01-01")
NEW = rule(9, form="PR 1", edition="2024-01", effective="2024-01-01")
MEMO = rule(9, title="Gate Memo", effective="2022-01-01")
TEXTS = {"old.md": OLD, "new.md": NEW, "memo.md": MEMO}
BEFORE = ("2022-01-01", "2023-12-31")


def contests(folder: Path, texts: Mapping[str, str], authority: Sequence[str] = ()) -> list[Days]:
    """The past contests of a corpus."""
    with build(corpus_of(folder, texts)) as store:
        believe(store)
        run(store, authority)
        assert not run(store, authority)
        return store.query(
            "SELECT o.path, n.path, since::VARCHAR, until::VARCHAR FROM beliefs.contests x JOIN evidence.documents o USING (document_id) "
            "JOIN beliefs.claims c ON c.claim_id = x.by_id JOIN evidence.documents n ON n.document_id = c.document_id ORDER BY ALL"
        )  # type: ignore[return-value]


def test_both_sides_were_contested_from_the_later_beginning_to_the_end_of_the_one_that_was_replaced(tmp_path: Path) -> None:
    assert contests(tmp_path, TEXTS) == [("memo.md", "old.md", *BEFORE), ("old.md", "memo.md", *BEFORE)]


@pytest.mark.parametrize(
    ("authority", "expected"),
    [
        (("memo.md",), [("old.md", "memo.md", *BEFORE)]),
        (("old.md", "new.md"), [("memo.md", "old.md", *BEFORE)]),
    ],
)
def test_only_what_gave_way_was_contested(tmp_path: Path, authority: Sequence[str], expected: list[Days]) -> None:
    assert contests(tmp_path, TEXTS, authority) == expected


@pytest.mark.parametrize(
    "texts",
    [
        {**TEXTS, "memo.md": rule(9, title="Gate Memo", effective="2024-06-01")},
        {**TEXTS, "memo.md": rule(5, title="Gate Memo", effective="2022-01-01")},
        {"old.md": OLD, "new.md": NEW},
        {"old.md": rule(5, form="PR 1", status="withdrawn"), "memo.md": MEMO},
    ],
    ids=["held later", "agreed", "an edition and the next", "nobody knows until when"],
)
def test_what_did_not_hold_together_was_not_contested(tmp_path: Path, texts: Mapping[str, str]) -> None:
    assert contests(tmp_path, texts) == []


def test_where_others_disagree_among_themselves_nothing_is_contested_but_before_the_third_began(tmp_path: Path) -> None:
    texts = {**TEXTS, "note.md": rule(7, title="Gate Note", effective="2023-01-01")}
    found = contests(tmp_path, texts)
    assert ("old.md", "memo.md", "2022-01-01", "2022-12-31") in found
    assert not [days for days in found if days[0] == "old.md" and days[3] != "2022-12-31"]


def test_a_claim_contradicted_its_source_until_the_source_was_brought_into_line(tmp_path: Path) -> None:
    page = document(
        title="Basics", effective="2021-05-01", sections={"Facts": "The parking fee for a visitor is $9 for each day (PR 1, Section 1)."}
    )
    change = bulletin("Section 1 of PR 1 is amended to read: A visitor must pay a parking fee of $9 for each day.", effective="2024-01-01")
    found = contests(tmp_path, {"old.md": OLD, "change.md": change, "page.md": page})
    assert found == [("page.md", "old.md", "2021-05-01", "2023-12-31")]


DATES = st.dates(datetime.date(2020, 1, 1), datetime.date(2020, 3, 1))
PERIODS = st.tuples(DATES | st.just(datetime.date.min), DATES | st.just(datetime.date.max)).map(lambda two: Period(min(two), max(two)))


@given(own=PERIODS, others=st.lists(PERIODS, max_size=4))
def test_stretches_cover_a_period_and_others_hold_on_all_days_of_one_or_on_none(own: Period, others: list[Period]) -> None:
    found = list(stretches(own, others))
    assert (found[0].begins, found[-1].ends) == (own.begins, own.ends)
    assert all(one.ends + DAY == following.begins for one, following in pairwise(found))
    for stretch in found:
        assert all(other.overlap(stretch) in (None, stretch) for other in others)
