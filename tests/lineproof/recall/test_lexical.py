"""BM25 over postings, against the formula written out."""

from math import log

import numpy as np
import pytest

from lineproof.evidence.postings import terms_of
from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.routes.lexical import AROUND, K1, OWN, B, Fields, bm25, postings_of


@pytest.mark.parametrize("fields", [OWN, AROUND, Fields(1.0, 0.5, 0.25)])
@pytest.mark.parametrize("question", ["unused leave", "illness", "nothing of this", "leave leave days"])
def test_scores_are_those_of_the_formula(rules: Memory, fields: Fields, question: str) -> None:
    view = rules.view()
    columns = columns_of(view)
    rows = view.rows(
        "SELECT text, language FROM evidence.paragraphs JOIN evidence.documents d USING (document_id) ORDER BY d.path, ordinal"
    )
    own = [terms_of(text, language) for text, language in rows]
    terms = list(dict.fromkeys(terms_of(question, "en")))
    counted = sum(bool(one) for one in own)

    def parts(number: int) -> list[tuple[float, list[str]]]:
        around = [(fields.own, number), (fields.previous, columns.previous[number]), (fields.heading, columns.heading[number])]
        return [(weight, own[at]) for weight, at in around if at >= 0]

    lengths = [sum(weight * len(words) for weight, words in parts(number)) for number in range(len(own))]
    mean = max(1.0, sum(lengths) / max(1, sum(length > 0 for length in lengths)))
    expected = []
    for number in range(len(own)):
        score = 0.0
        for term in terms:
            having = sum(term in one for one in own)
            frequency = sum(weight * words.count(term) for weight, words in parts(number))
            idf = log(1 + (counted - having + 0.5) / (having + 0.5)) if having else 0.0
            score += idf * frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * lengths[number] / mean))
        expected.append(score)
    np.testing.assert_allclose(bm25(view, postings_of(view, terms).values(), fields), expected, rtol=1e-4, atol=1e-6)
