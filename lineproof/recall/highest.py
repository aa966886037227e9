"""Highest: where the highest of many scores stand, without sorting all of them."""

from typing import Any

import numpy as np
import numpy.typing as npt


def highest(scores: npt.NDArray[Any], most: int) -> npt.NDArray[np.intp]:
    """Positions of the highest scores, highest first and equal ones by position.

    Args:
        scores: none of them is NaN (n).
        most: how many are wanted; fewer come where there are fewer.
    """
    most = min(most, len(scores))
    if most <= 0:
        return np.empty(0, np.intp)
    least = np.partition(scores, len(scores) - most)[len(scores) - most]
    among = np.flatnonzero(scores >= least)
    return among[np.argsort(-scores[among], kind="stable")][:most]
