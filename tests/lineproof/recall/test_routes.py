"""Routes over documents: sections and documents as a whole, heads that tell what is current, and values of the kind that is asked for."""

import datetime
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.postings import terms_of
from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.question import question_of
from lineproof.recall.routes.answering import answering
from lineproof.recall.routes.edition import OF_NAMED, edition
from lineproof.recall.routes.lexical import K1, B
from lineproof.recall.routes.wider import Groups, best_of, document, section
from lineproof.recall.view import View

ROWS = """
SELECT path, text, kind, language FROM evidence.paragraphs JOIN evidence.documents d USING (document_id) ORDER BY path, ordinal
"""


@pytest.mark.parametrize("route", [section, document])
@pytest.mark.parametrize("question", ["unused leave", "illness reported leave", "night train", "nothing of this"])
def test_a_group_scores_by_the_words_of_all_its_paragraphs(rules: Memory, question: str, route: object) -> None:
    view = rules.view()
    groups, texts = grouped(view, by_section=route is section)
    expected = formula(list(texts.values()), terms_of(question, "en"))
    found = route(view, question_of(view, question))  # type: ignore[operator]
    np.testing.assert_allclose(found, [expected[list(texts).index(group)] for group in groups], rtol=1e-4, atol=1e-5)


def grouped(view: View, by_section: bool) -> tuple[list[tuple[str, str]], dict[tuple[str, str], list[str]]]:
    """The group of every paragraph, and the terms of each group."""
    texts: dict[tuple[str, str], list[str]] = {}
    groups, heading = [], ("", "")
    for path, text, kind, language in view.rows(ROWS):
        heading = (path, "" if path != heading[0] else heading[1])
        if by_section and kind == "heading":
            heading = (path, text)
        groups.append(heading)
        texts[heading] = [*texts.get(heading, []), *terms_of(text, language)]
    return groups, texts


def formula(texts: list[list[str]], terms: list[str]) -> list[float]:
    mean = sum(map(len, texts)) / len(texts)
    scores = [0.0] * len(texts)
    for term in dict.fromkeys(terms):
        having = sum(term in words for words in texts)
        idf = log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        for at, words in enumerate(texts):
            frequency = words.count(term)
            scores[at] += idf * frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * len(words) / mean))
    return scores


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(-1, 1, width=32)), max_size=30))
def test_the_best_of_a_group_is_that_of_each_of_its_members(members: list[tuple[int, float]]) -> None:
    of = np.array([group for group, _ in members], dtype=np.int32)
    scores = np.array([score for _, score in members], dtype=np.float32)
    best = best_of(Groups(of, np.ones(5, dtype=np.float32)), scores)
    assert best.tolist() == [max(score for other, score in members if other == group) for group, _ in members]


def heads(memory: Memory, question: str, as_of: datetime.date | None = None) -> dict[str, float]:
    """The scores of the heads that a question asks for, by path."""
    view = memory.view()
    scores, columns = edition(view, question_of(view, question), as_of), columns_of(view)
    assert {columns.kinds[number] for number in np.flatnonzero(scores)} <= {"field", "heading"}
    paths = [one.path for one in view.documents().values()]
    return {paths[columns.document_of(int(number))]: round(float(scores[number]), 3) for number in np.flatnonzero(scores)}


def test_a_named_document_brings_the_head_of_what_replaced_it(rules: Memory) -> None:
    assert heads(rules, "Does LR 10 (2020-01) hold?") == {"leave-2020.md": OF_NAMED, "leave-2024.md": 1.0}
    assert heads(rules, "Does LR 10 (2024-01) hold?") == {"leave-2024.md": OF_NAMED}


def test_what_is_current_brings_the_head_of_what_holds_on_the_day(rules: Memory) -> None:
    assert heads(rules, "Which rules about leave are in force?") == {"leave-2024.md": 1.0}
    assert heads(rules, "Which rules about leave held?", datetime.date(2021, 5, 1)) == {"leave-2020.md": 1.0}
    assert heads(rules, "Which rules about leave held?", datetime.date(2019, 5, 1)) == {}


def test_other_questions_bring_no_heads(rules: Memory) -> None:
    assert heads(rules, "For how many days may unused leave be carried over?") == {}


@pytest.mark.parametrize("question", ["How much may meals cost?", "For how many days may leave be carried over?", "Who books a train?"])
def test_what_holds_a_value_of_the_kind_that_is_asked_for_is_told_from_the_rest(rules: Memory, question: str) -> None:
    view = rules.view()
    read = question_of(view, question)
    holding = {paragraph for kind, paragraph in view.rows("SELECT kind, paragraph_id FROM evidence.signals") if kind in read.asked}
    found = answering(view, read)
    assert holding == {columns_of(view).ids[int(number)].as_py() for number in np.flatnonzero(found)}
    assert bool(holding) == bool(read.asked)
    assert set(np.unique(found)) <= {0.0, 1.0}
