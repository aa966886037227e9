"""Vectors: the paragraphs of a snapshot whose meaning is nearest to that of a question.

vector      the numbers that a model makes of a text, at unit length, so that the product of two is the cosine of their angle
index       with which a question is compared with few of many vectors (see :mod:`lineproof.recall.nearest`)
half        16 bits a number, as vectors are stored: half the size, and the cosine of two changes by less than 0.001
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lineproof.recall.columns import NONE, Numbers, columns_of, homes_of, positions
from lineproof.recall.nearest import ENDING, DamagedIndex, Nearest, at_hand
from lineproof.recall.view import View
from storage.snapshots import beside

Matrix = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float32]
Half = npt.NDArray[np.float16]

HALF: Final = np.dtype("<f2")

_VECTORS = "SELECT paragraph_id, vector FROM search.vectors"
_DOCUMENTS = "SELECT DISTINCT document_id FROM search.vectors"
_MODEL = "SELECT model, octet_length(vector) FROM search.vectors LIMIT 1"
_BY_ROW = "SELECT paragraph_id FROM search.vectors ORDER BY paragraph_id"


@dataclass(frozen=True)
class Vectors:
    """The vectors of a snapshot: of m of its paragraphs, in the order of the columns."""

    model: str | None
    """Name of the model that made them, which must make the vector of a question too; None where there are none."""
    numbers: Numbers
    """The numbers of the paragraphs (m)."""
    matrix: Matrix
    """Their vectors (m, dimensions)."""


@dataclass(frozen=True)
class Indexed:
    """The index of a snapshot, by the numbers of its paragraphs instead of rows."""

    model: str | None
    nearest: Nearest
    numbers: Numbers
    """The numbers of the paragraphs, by row (m)."""
    rows: Numbers
    """The rows of the paragraphs; NONE of those without a vector (n)."""

    def near(self, vector: npt.ArrayLike, most: int) -> Numbers:
        """The numbers of the paragraphs whose vectors are nearest to one (dimensions), nearest first; nearly all of them."""
        return self.numbers[self.nearest.near(unit(np.reshape(vector, (1, -1))), most)]

    def take(self, numbers: Numbers) -> Vectors:
        """The vectors of some paragraphs, in the order that is given; those without one are left out."""
        having = numbers[self.rows[numbers] != NONE]
        return Vectors(self.model, having, self.nearest.take(self.rows[having].astype(np.int64)))


def model_of(view: View) -> str | None:
    """The name of the model that made the vectors of a snapshot; None where there are none."""
    return view.keep(_model)[0]


def dimensions_of(view: View) -> int:
    """How many numbers each vector of a snapshot has; 0 where there are none."""
    return view.keep(_model)[1]


def without_vectors(view: View) -> npt.NDArray[np.bool_]:
    """Which paragraphs are of documents that have no vector at all (n): in a language that the model does not know, say."""
    return view.keep(_without)


def vectors_of(view: View) -> Vectors:
    """The vectors of a snapshot, read once (100,000 of 384 dimensions: about 0.3 seconds and 154 MB)."""
    return view.keep(_read)


def indexed_of(view: View) -> tuple[Indexed | None, str]:
    """The index beside a snapshot, opened once, and how vectors are compared, in words; without one all of them are."""
    return view.keep(_open_index)


def cosines(matrix: Matrix, vector: npt.ArrayLike) -> Scores:
    """The cosine of every row with a vector, exact (m).

    By einsum, on one thread: the threads of a BLAS wait for one another on a busy machine, longer than the product takes, and the last
    bits of what they make depend on how many they are.

    Args:
        matrix: rows of unit length (m, dimensions).
        vector: of any length but 0 (dimensions).
    """
    found: Scores = np.einsum("ij,j->i", matrix, unit(np.reshape(vector, (1, -1)))[0])
    return found


def unit(vectors: npt.ArrayLike) -> Matrix:
    """Vectors at unit length (n, dimensions); one without any length stays as it is."""
    matrix = np.asarray(vectors, np.float32)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    scaled: Matrix = (matrix / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)
    return scaled


def packed(vectors: npt.ArrayLike) -> pa.Array:
    """Vectors (n, dimensions) as they are stored."""
    half = unit(vectors).astype(HALF)
    rows = pa.binary(half.shape[1] * HALF.itemsize)
    return pa.FixedSizeBinaryArray.from_buffers(rows, len(half), [None, pa.py_buffer(half.tobytes())]).cast(pa.binary())


def unpacked(chunks: Iterable[pa.Array]) -> Half:
    """Stored vectors, all of one size (n, dimensions)."""
    parts = [_part(chunk) for chunk in chunks if len(chunk)]
    return np.concatenate(parts) if parts else np.empty((0, 0), HALF)


def _part(chunk: pa.Array) -> Half:
    rows = chunk.cast(pa.binary(len(chunk[0].as_py())))
    numbers: Half = np.frombuffer(rows.buffers()[1], HALF).reshape(-1, rows.type.byte_width // HALF.itemsize)
    return numbers[rows.offset : rows.offset + len(rows)]


def _model(view: View) -> tuple[str | None, int]:
    model, size = next(iter(view.rows(_MODEL)), (None, 0))
    return model, size // HALF.itemsize


def _without(view: View) -> npt.NDArray[np.bool_]:
    columns, homes = columns_of(view), homes_of(view)
    without = np.ones(len(columns.documents), dtype=np.bool_)
    without[[homes[document] for (document,) in view.rows(_DOCUMENTS) if document in homes]] = False
    spread: npt.NDArray[np.bool_] = without[columns.document]
    return spread


def _read(view: View) -> Vectors:
    table = view.table(_VECTORS)
    numbers = positions(table.column("paragraph_id"), columns_of(view).ids)
    order = np.argsort(numbers)
    halves: Any = unpacked(table.column("vector").chunks)
    return Vectors(model_of(view), numbers[order], halves[order].astype(np.float32))


def _open_index(view: View) -> tuple[Indexed | None, str]:
    file, *_ = *beside(view.path, ENDING), None
    if file is None:
        return None, "exact"
    if not at_hand():
        return None, "exact: the index is not used, since faiss-cpu is not installed"
    try:
        nearest = Nearest(file)
    except DamagedIndex as error:
        return None, f"exact: {error}"
    numbers = positions(view.table(_BY_ROW).column("paragraph_id"), columns_of(view).ids)
    rows = np.full(len(columns_of(view)), NONE, dtype=np.int32)
    rows[numbers] = np.arange(len(numbers), dtype=np.int32)
    return Indexed(model_of(view), nearest, numbers, rows), "index"
