"""Nearest: an index of many vectors, with which a question is compared with few of them.

list       the vectors to which the same centre is nearest: an inverted file, as in Jégou, Douze, Schmid, Product Quantization for Nearest
           Neighbor Search (2011), section IV, but with the vectors as they are stored, so that nothing is lost
centre     found by k-means on a sample of the vectors
probed     the lists whose centres are nearest to a question; the vectors of the others are not looked at
row        the position of a vector among those of its snapshot, by the ids of their paragraphs
file       SNAPSHOT.SOURCE.HASH.index beside its snapshot, with a fingerprint of the vectors and the hash of its own bytes in its name, so
           that what is damaged is noticed, and what did not change is made once

The library is faiss. It is part of the extra ``vectors``, and is not imported before the first index.
"""

from collections.abc import Iterable
from importlib.util import find_spec
from math import isqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_128

Rows = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]

ENDING: Final = ".index"
PROBED: Final = 96
"""Lists; benchmarks/vectors.py tells how many of the nearest paragraphs of real questions are found in them."""
TRAINED_ON: Final = 64
"""Vectors of the sample for each centre."""
ROUNDS: Final = 10
"""Of k-means."""
SEED: Final = 1
TAKEN: Final = 1_000
"""Vectors that are read at a time: for more faiss starts threads, which wait for one another on a busy machine."""
AT_ONCE: Final = 1 << 24
"""Bytes of a file that are hashed at a time."""


class DamagedIndex(Exception):
    """An index whose bytes are not those that were written; what is compared with it can be compared without."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"the index {file.name} is damaged; the next sync that publishes makes it anew")


class Nearest:
    """An index that was opened; it is read from its file as it is searched, and safe to share between threads.

    Args:
        file: as :func:`write_index` wrote it.
        probed: how many lists are looked at; more find more, and take longer.

    Raises:
        DamagedIndex: its bytes are not those that its name tells.
    """

    def __init__(self, file: Path, probed: int = PROBED) -> None:
        import faiss

        if not intact(file):
            raise DamagedIndex(file)
        # The stubs of faiss know the attributes of no kind of index.
        index: Any = faiss.read_index(str(file), faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY)
        lists: Any = faiss.downcast_InvertedLists(index.invlists)
        lists.prefetch_nthread = 0  # else each search starts 32 threads, which read what it is about to read
        index.make_direct_map()
        parameters: Any = faiss.SearchParametersIVF
        self._index, self._how = index, parameters(nprobe=probed)

    def near(self, vector: npt.ArrayLike, most: int) -> Rows:
        """The rows of the nearest vectors, nearest first; fewer than asked for where the probed lists hold fewer.

        Args:
            vector: that of the question (dimensions).
            most: how many are wanted.
        """
        _, rows = self._index.search(np.asarray(vector, np.float32).reshape(1, -1), most, params=self._how)
        found: Rows = rows[0][rows[0] >= 0]
        return found

    def take(self, rows: Rows) -> Matrix:
        """The vectors of some rows, as they are stored (rows, dimensions)."""
        parts = [self._index.reconstruct_batch(rows[begin : begin + TAKEN]) for begin in range(0, len(rows), TAKEN)]
        return np.concatenate([np.empty((0, self._index.d), np.float32), *parts])


def at_hand() -> bool:
    """Whether the library is installed."""
    return find_spec("faiss") is not None


def write_index(file: Path, sample: Matrix, batches: Iterable[Matrix], count: int) -> None:
    """Write an index of vectors of unit length; the same vectors make the same bytes.

    Args:
        file: where to.
        sample: vectors from which the centres are found; best TRAINED_ON for each of :func:`lists_of`.
        batches: all vectors, by row.
        count: how many they are.
    """
    import faiss

    dimensions = sample.shape[1]
    half, product = faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
    index = faiss.IndexIVFScalarQuantizer(faiss.IndexFlatIP(dimensions), dimensions, lists_of(count), half, product, False)
    index.cp.niter, index.cp.seed = ROUNDS, SEED
    index.cp.min_points_per_centroid, index.cp.max_points_per_centroid = 1, TRAINED_ON
    index.train(sample)
    for batch in batches:
        index.add(batch)
    faiss.write_index(index, str(file))


def lists_of(count: int) -> int:
    """How many lists so many vectors are kept in: as many as each holds, so that finding lists and reading one cost the same."""
    return max(1, isqrt(count))


def intact(file: Path) -> bool:
    """Whether the bytes of an index are those that its name tells."""
    return file.name.removesuffix(ENDING).rpartition(".")[2] == hashed(file)


def hashed(file: Path) -> str:
    """The xxh3_128 of a file's bytes, in hexadecimal."""
    digest: Any = xxh3_128()
    with file.open("rb") as opened:
        while part := opened.read(AT_ONCE):
            digest.update(part)
    return str(digest.hexdigest())
