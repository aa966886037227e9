"""Answering: the paragraphs that hold a value of the kind that a question asks for: a duration, an amount of money, a count, a day.

Few paragraphs do, so that this tells much where a question shares few words with what answers it. Source of the idea: Prager, Open-Domain
Question-Answering (2006), section 4.1, predictive annotation: what may be an answer is marked before it is asked for.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from lineproof.recall.columns import Numbers, columns_of, positions
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.view import View

_SIGNALS: Final = "SELECT DISTINCT kind, paragraph_id FROM evidence.signals"


def answering(view: View, question: Question) -> Scores:
    """1 for the paragraphs that hold a signal of a kind that is asked for; nothing where no kind is."""
    scores = np.zeros(len(columns_of(view)), dtype=np.float32)
    for kind in question.asked:
        scores[view.keep(_holding).get(kind, [])] = 1.0
    return scores


def _holding(view: View) -> Mapping[str, Numbers]:
    """The numbers of the paragraphs that hold each kind of signal."""
    table = view.table(_SIGNALS)
    kinds = table.column("kind").to_numpy(zero_copy_only=False)
    numbers = positions(table.column("paragraph_id"), columns_of(view).ids)
    return {str(kind): numbers[kinds == kind] for kind in np.unique(kinds)}
