"""Speaker: the turns of the one person whom a question names."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from lineproof.recall.columns import Numbers, columns_of
from lineproof.recall.question import Question
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.view import View

_TURNS: Final = "SELECT speaker, list(paragraph_id) FROM evidence.turns GROUP BY speaker"


def speaker(view: View, question: Question) -> Scores:
    """1 for the turns of the speaker that is named; nothing where the question names nobody, or several."""
    scores = np.zeros(len(columns_of(view)), dtype=np.float32)
    if len(question.named) == 1:
        scores[view.keep(_turns)[question.named[0]]] = 1.0
    return scores


def _turns(view: View) -> Mapping[str, Numbers]:
    positions = columns_of(view).positions
    return {name: np.array([positions[one] for one in ids], dtype=np.int32) for name, ids in view.rows(_TURNS)}
