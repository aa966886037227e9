"""An order that is spread: what stands beside something better comes later, and nothing else changes."""

from hypothesis import given
from hypothesis import strategies as st

from lineproof.recall import Memory
from lineproof.recall.columns import columns_of
from lineproof.recall.spread import WIDTH, spread

SHARE = 0.5


def scored(rules: Memory) -> st.SearchStrategy[dict[int, float]]:
    numbers = st.integers(0, len(columns_of(rules.view())) - 1)
    return st.dictionaries(numbers, st.floats(0.01, 1.0), max_size=20)


@given(st.data())
def test_nothing_is_lost_or_raised_and_the_best_stays(rules: Memory, data: st.DataObject) -> None:
    columns, scores = columns_of(rules.view()), data.draw(scored(rules))
    found = spread(columns, scores, SHARE)
    assert found.keys() == scores.keys()
    assert all(0 < found[number] <= scores[number] for number in scores)
    if scores:
        assert max(found.values()) == max(scores.values())
    assert spread(columns, scores, 0.0) == scores


@given(st.data())
def test_a_paragraph_is_lowered_by_better_ones_near_it_in_its_document_alone(rules: Memory, data: st.DataObject) -> None:
    columns, scores = columns_of(rules.view()), data.draw(scored(rules))
    for number, score in spread(columns, scores, SHARE).items():
        better = [other for other in scores if other != number and scores[other] >= scores[number]]
        near = [other for other in better if abs(other - number) < WIDTH and columns.document[other] == columns.document[number]]
        assert near or score == scores[number]


def test_the_second_best_stands_elsewhere(rules: Memory) -> None:
    columns = columns_of(rules.view())
    here, there = 0, int(columns.starts[1])
    found = spread(columns, {here: 1.0, here + 1: 0.9, there: 0.8}, SHARE)
    assert sorted(found, key=lambda number: -found[number]) == [here, there, here + 1]
