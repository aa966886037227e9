"""Nearest vectors, and how vectors are stored."""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.question import question_of
from lineproof.recall.recall import recall
from lineproof.recall.routes.vector import MEANING, nearness
from lineproof.recall.vectors import cosines, packed, unit, unpacked, vectors_of
from lineproof.recall.view import View
from storage.database import open_store
from storage.snapshots import open_snapshot, publish
from storage.tables import VECTORS
from storage.workspace import Workspace
from tests.compiling import compiled


def matrices(seed: int, rows: int, dimensions: int = 8) -> npt.NDArray[np.float32]:
    return unit(np.random.default_rng(seed).normal(size=(rows, dimensions)))


@given(st.integers(0, 1_000), st.integers(0, 50))
def test_cosines_are_those_of_the_definition(seed: int, rows: int) -> None:
    matrix = matrices(seed, rows)
    query = np.random.default_rng(seed + 1).normal(size=8)
    wanted = [float(row @ query) / float(np.linalg.norm(query)) for row in matrix.astype(np.float64)]
    np.testing.assert_allclose(cosines(matrix, query), wanted, atol=1e-6)


def test_the_length_of_a_question_does_not_matter() -> None:
    matrix = matrices(1, 5)
    assert cosines(matrix, matrix[3] * 40)[3] == pytest.approx(1)


def test_a_document_without_vectors_is_ranked_by_the_other_routes_alone(tmp_path: Path) -> None:
    """Documents in a language that the model does not know lost to whatever was near in meaning."""
    talk = "".join(json.dumps({"speaker": "Ann", "text": f"Number {number} is fine."}) + "\n" for number in range(9))
    rule = "# Arbeitszeit\n\nDie Kernzeit liegt zwischen 10 und 15 Uhr.\n\nDie Pause dauert 30 Minuten.\n"
    corpus = compiled(tmp_path, {"mixed": {"talk.jsonl": talk, "zeit.md": rule}}).corpus("mixed")
    store = open_store(corpus.database)
    of_turns = store.query("SELECT document_id, paragraph_id FROM evidence.paragraphs WHERE kind = 'turn'")
    documents, ids = zip(*of_turns, strict=True)
    with store.transaction():
        row = {"document_id": documents, "paragraph_id": ids, "model": ["m"] * len(ids), "vector": packed(matrices(3, len(ids)))}
        store.insert(VECTORS, pa.table(row))
        store.advance()
    publish(store, corpus)
    store.close()
    view = Memory(corpus).view()
    by_words = recall(view, "Wann liegt die Kernzeit?")
    by_both = recall(view, "Wann liegt die Kernzeit?", embed=lambda model, text: matrices(4, 1)[0])
    assert by_both.trace["vectors"] == "exact"
    assert by_both.items[0].text == by_words.items[0].text == "Die Kernzeit liegt zwischen 10 und 15 Uhr."
    assert not by_both.not_found


def test_a_turn_is_compared_within_what_is_said_around_it(tmp_path: Path) -> None:
    said = [
        json.dumps({"speaker": name, "text": text})
        for name, text in (("Anna", "Hello."), ("Bo", "A rabbit!"), ("Anna", "Grey?"), ("Bo", "Grey."))
    ]
    files = {"talk.jsonl": "\n".join([json.dumps({"conversation": "talk"}), *said]) + "\n", "note.md": "# Note\n\nOne.\n\nTwo.\n"}
    corpus = compiled(tmp_path, {"talks": files}).corpus("talks")
    store = open_store(corpus.database)
    ids = [row[0] for row in store.query("SELECT paragraph_id FROM evidence.paragraphs WHERE text <> 'Bo: Grey.'")]
    with store.transaction():
        store.insert(VECTORS, pa.table({"paragraph_id": ids, "model": ["m"] * len(ids), "vector": packed(matrices(3, len(ids)))}))
        store.advance()
    publish(store, corpus)
    store.close()
    view, asked = Memory(corpus).view(), matrices(4, 1)[0]
    columns, vectors = columns_of(view), vectors_of(view)
    by_number = dict(zip(vectors.numbers.tolist(), vectors.matrix, strict=True))
    near = nearness(view, question_of(view, "anything"), lambda model, text: asked, MEANING, list).scores
    for number, own in by_number.items():
        beside = ((0.5, columns.previous[number]), (0.25, columns.before[number]), (0.25, columns.following[number]))
        around = own + sum(weight * by_number.get(int(at), np.zeros(8)) for weight, at in beside)
        within = around / np.linalg.norm(around) if columns.kinds[number] == "turn" else own
        assert near["vector"][number] == pytest.approx(float(own @ asked), abs=1e-5)
        assert near["vector_context"][number] == pytest.approx(float(within @ asked), abs=1e-5)
        section = [other for other in by_number if columns.document_of(other) == columns.document_of(number)]
        if columns.kinds[number] == "turn":
            assert near["vector_section"][number] == pytest.approx(max(near["vector"][section]))
    (without,) = {*range(len(columns))} - {*by_number}
    assert near["vector"][without] == near["vector"].min()


@given(st.integers(0, 1_000), st.integers(1, 20))
def test_what_is_stored_is_read_back_to_half_precision(seed: int, rows: int) -> None:
    matrix = matrices(seed, rows, 384)
    stored = packed(matrix * 3)
    assert stored.type == pa.binary()
    back = unpacked([stored.slice(0, 1), stored.slice(1)])
    assert back.shape == matrix.shape
    assert np.abs(back.astype(np.float32) - matrix).max() <= 2**-11


def test_a_vector_without_length_stays_so() -> None:
    assert not unpacked([packed([[0.0, 0.0]])]).any()


def test_vectors_come_in_the_order_of_the_columns(own_library: Workspace) -> None:
    corpus = own_library.corpus("forms")
    store = open_store(corpus.database)
    ids = [row[0] for row in store.query("SELECT paragraph_id FROM evidence.paragraphs ORDER BY paragraph_id")][:5]
    matrix = matrices(7, 5)
    with store.transaction():
        store.insert(VECTORS, pa.table({"paragraph_id": ids, "model": ["m"] * 5, "vector": packed(matrix)}))
        store.advance()
    publish(store, corpus)
    store.close()
    view = View("forms", corpus.data, open_snapshot(corpus))
    found = vectors_of(view)
    assert found.model == "m"
    assert found.numbers.tolist() == sorted(found.numbers.tolist())
    by_id = dict(zip(columns_of(view).ids_of(found.numbers.tolist()), found.matrix, strict=True))
    assert all(np.allclose(by_id[one], row, atol=1e-3) for one, row in zip(ids, matrix, strict=True))
    view.close()


def test_a_snapshot_without_vectors_has_none(library: Workspace) -> None:
    corpus = library.corpus("notes")
    view = View("notes", corpus.data, open_snapshot(corpus))
    found = vectors_of(view)
    assert (found.model, len(found.numbers)) == (None, 0)
    view.close()
