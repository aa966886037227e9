"""Arrow without pandas: pyarrow imports pandas with the first list that it is given, to see whether it is one of its columns.

We give it none, and the import takes a quarter of a second of every sync. Whoever needs pandas can import it at any time.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from types import ModuleType

import pyarrow as pa


def settle_without_pandas() -> None:
    """Let pyarrow look for pandas now, once and in vain; nothing is done where pandas is imported already."""
    if "pandas" not in sys.modules:
        with _hidden():
            pa.array([])


class _Hides(MetaPathFinder):
    """Finds no pandas, and lets nobody else find it."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError(name=fullname)


@contextmanager
def _hidden() -> Iterator[None]:
    finder = _Hides()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
