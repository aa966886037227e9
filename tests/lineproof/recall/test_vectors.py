"""Nearest vectors, and how vectors are stored."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.recall.columns import columns_of
from lineproof.recall.vectors import nearest, packed, unit, unpacked, vectors_of
from lineproof.recall.view import View
from storage.database import open_store
from storage.snapshots import open_snapshot, publish
from storage.tables import VECTORS
from storage.workspace import Workspace


def matrices(seed: int, rows: int, dimensions: int = 8) -> npt.NDArray[np.float32]:
    return unit(np.random.default_rng(seed).normal(size=(rows, dimensions)))


@given(st.integers(0, 1_000), st.integers(0, 50), st.integers(-1, 60))
def test_the_nearest_are_those_of_a_full_sort(seed: int, rows: int, most: int) -> None:
    matrix = matrices(seed, rows)
    matrix[rows // 2 :] = matrix[: rows - rows // 2]  # every vector twice, so that there are ties
    query = np.random.default_rng(seed + 1).normal(size=8)
    found, cosines = nearest(matrix, query, most)
    scores = matrix @ unit([query])[0]
    wanted = sorted(range(rows), key=lambda position: (-scores[position], position))[: max(most, 0)]
    assert found.tolist() == wanted
    assert cosines.tolist() == scores[wanted].tolist()


def test_the_length_of_a_question_does_not_matter() -> None:
    matrix = matrices(1, 5)
    found, cosines = nearest(matrix, matrix[3] * 40, 1)
    assert found.tolist() == [3]
    assert cosines[0] == pytest.approx(1)


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
