"""The highest scores, against a full sort."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lineproof.recall.highest import highest


@given(st.lists(st.integers(-3, 3), max_size=40), st.integers(-1, 50))
def test_the_highest_are_those_of_a_full_sort(scores: list[int], most: int) -> None:
    wanted = sorted(range(len(scores)), key=lambda position: (-scores[position], position))[: max(most, 0)]
    assert highest(np.array(scores, dtype=np.float32), most).tolist() == wanted
