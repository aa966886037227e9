"""The interval of a mean holds the mean, and groups are drawn as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evals.bootstrap import interval

VALUES = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.floats(0, 1)), min_size=1, max_size=40)


@given(VALUES)
def test_an_interval_lies_within_the_values(values: list[tuple[str, float]]) -> None:
    groups, numbers = zip(*values, strict=True)
    low, high = interval(groups, numbers)
    assert min(numbers) - 1e-9 <= low <= high <= max(numbers) + 1e-9


def test_what_never_varies_has_no_width() -> None:
    assert interval(["a", "b", "c"], [0.5, 0.5, 0.5]) == (0.5, 0.5)


def test_one_group_has_no_width_however_its_values_differ() -> None:
    assert interval(["a", "a"], [0.0, 1.0]) == (0.5, 0.5)


def test_more_groups_make_it_narrower() -> None:
    few, many = (interval([str(at) for at in range(count)], [at % 2 for at in range(count)]) for count in (10, 200))
    assert many[1] - many[0] < few[1] - few[0]


def test_it_is_about_as_wide_as_theory_has_it() -> None:
    low, high = interval([str(at) for at in range(400)], [at % 2 for at in range(400)])
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.01)
