"""Vectors: the paragraphs of a snapshot whose meaning is nearest to that of a question.

vector      the numbers that a model makes of a text, at unit length, so that the product of two is the cosine of their angle
half        16 bits a number, as vectors are stored: half the size, and the cosine of two changes by less than 0.001
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lineproof.recall.columns import Numbers, columns_of, positions
from lineproof.recall.view import View

Matrix = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float32]
Half = npt.NDArray[np.float16]

HALF: Final = np.dtype("<f2")

_VECTORS = "SELECT paragraph_id, vector FROM search.vectors"
_MODEL = "SELECT any_value(model) FROM search.vectors"


@dataclass(frozen=True)
class Vectors:
    """The vectors of a snapshot: of m of its paragraphs, in the order of the columns."""

    model: str | None
    """Name of the model that made them, which must make the vector of a question too; None where there are none."""
    numbers: Numbers
    """The numbers of the paragraphs (m)."""
    matrix: Matrix
    """Their vectors (m, dimensions)."""


def vectors_of(view: View) -> Vectors:
    """The vectors of a snapshot, read once (100,000 of 384 dimensions: about 0.3 seconds and 154 MB)."""
    return view.keep(_read)


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


def _read(view: View) -> Vectors:
    table = view.table(_VECTORS)
    numbers = positions(table.column("paragraph_id"), columns_of(view).ids)
    order = np.argsort(numbers)
    ((model,),) = view.rows(_MODEL)
    halves: Any = unpacked(table.column("vector").chunks)
    return Vectors(model, numbers[order], halves[order].astype(np.float32))
