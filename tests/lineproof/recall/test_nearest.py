"""An index finds what comparing all vectors finds, the same from the same vectors, and is not trusted once its bytes are others."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from lineproof.recall.highest import highest
from lineproof.recall.nearest import ENDING, TRAINED_ON, DamagedIndex, Nearest, hashed, lists_of, write_index
from lineproof.recall.vectors import HALF, cosines, unit

ROWS, DIMENSIONS, TOPICS = 6_000, 32, 150
Matrix = npt.NDArray[np.float32]


def near_topics(rows: int, seed: int) -> Matrix:
    """Vectors around some topics, as those of texts are; to half precision, as they are stored."""
    topics = np.random.default_rng(0).normal(size=(TOPICS, DIMENSIONS))
    chances = np.random.default_rng(seed)
    return unit(unit(topics[chances.integers(0, TOPICS, rows)] + 0.6 * chances.normal(size=(rows, DIMENSIONS))).astype(HALF))


def written(folder: Path, matrix: Matrix, at_once: int = 1_000) -> Path:
    folder.mkdir(exist_ok=True)
    batches = [matrix[begin : begin + at_once] for begin in range(0, len(matrix), at_once)]
    write_index(folder / "new", matrix[: TRAINED_ON * lists_of(len(matrix))], batches, len(matrix))
    return (folder / "new").rename(folder / f"snapshot.source.{hashed(folder / 'new')}{ENDING}")


def test_nearly_all_that_is_nearest_is_found_though_few_lists_are_probed(tmp_path: Path) -> None:
    matrix = near_topics(ROWS, seed=1)
    index = Nearest(written(tmp_path, matrix), probed=lists_of(ROWS) // 4)
    found = [
        len({*index.near(question, 20).tolist()} & {*highest(cosines(matrix, question), 20).tolist()})
        for question in near_topics(100, seed=2)
    ]
    assert sum(found) / (20 * len(found)) >= 0.95


def test_all_is_found_where_all_lists_are_probed(tmp_path: Path) -> None:
    matrix = near_topics(500, seed=1)
    index = Nearest(written(tmp_path, matrix))
    for question in near_topics(20, seed=2):
        cosine = cosines(matrix, question)
        np.testing.assert_allclose(cosine[index.near(question, 10)], np.sort(cosine)[::-1][:10], atol=1e-3)


def test_the_same_vectors_make_the_same_bytes(tmp_path: Path) -> None:
    matrix = near_topics(ROWS, seed=1)
    one, other = written(tmp_path / "one", matrix), written(tmp_path / "other", matrix, at_once=777)
    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()


def test_vectors_are_kept_as_they_were(tmp_path: Path) -> None:
    matrix = near_topics(300, seed=3)
    taken = Nearest(written(tmp_path, matrix)).take(np.array([7, 299, 0]))
    np.testing.assert_allclose(taken, matrix[[7, 299, 0]], atol=1e-3)


@pytest.mark.parametrize("rows", [0, 1_000, 2_345])
def test_any_number_of_vectors_is_taken(tmp_path: Path, rows: int) -> None:
    matrix = near_topics(300, seed=3)
    chosen = np.arange(rows) % 300
    np.testing.assert_allclose(Nearest(written(tmp_path, matrix)).take(chosen), matrix[chosen], atol=1e-3)


@pytest.mark.parametrize("rows", [1, 2, 30])
def test_few_vectors_are_all_found(tmp_path: Path, rows: int) -> None:
    matrix = near_topics(rows, seed=4)
    assert sorted(Nearest(written(tmp_path, matrix)).near(matrix[0], 50)) == [*range(rows)]


@pytest.mark.parametrize("at", [0, 30, -1])
def test_an_index_with_another_byte_is_refused(tmp_path: Path, at: int) -> None:
    file = written(tmp_path, near_topics(100, seed=5))
    raw = bytearray(file.read_bytes())
    raw[at] ^= 1
    file.write_bytes(raw)
    with pytest.raises(DamagedIndex, match="is damaged; the next sync that publishes makes it anew"):
        Nearest(file)


def test_half_an_index_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, near_topics(100, seed=5))
    file.write_bytes(file.read_bytes()[:1_000])
    with pytest.raises(DamagedIndex):
        Nearest(file)
