"""Bootstrap: how far a mean could be another one, had other questions or conversations been drawn.

group      what is drawn as one: a conversation with all of its questions, or a question with all of its runs
interval   95 %: between the quantiles 0.025 and 0.975 of the means of DRAWS samples, drawn with replacement, from a fixed seed

Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 13.3, the percentile interval.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

DRAWS: Final = 2_000
SEED: Final = 1


def interval(groups: Sequence[str] | np.ndarray, values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the mean of some values (n), each of a group (n); at least one.

    Source: see the module.
    """
    names, members = np.unique(np.asarray(groups), return_inverse=True)
    sums = np.stack([np.bincount(members, np.asarray(values, dtype=np.float64)), np.bincount(members)], axis=1)
    draws = np.random.default_rng(SEED).integers(0, len(names), (DRAWS, len(names)))
    means = sums[draws, 0].sum(1) / sums[draws, 1].sum(1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))
